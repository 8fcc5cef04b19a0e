package kernel

import (
	"encoding/binary"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// sorted is a triangle that a sorting program has seen: its corners in subpixels.
type sorted struct {
	x, y   [3]int64
	broken bool // flags of a corner are set
	kept   bool
}

// sorting gives the runner's programs, which tell of what the sorting program keeps.
func (r *coverRig) sorting(to *[]sorted) func(*stage.SetUp) *stage.Triangles {
	return func(s *stage.SetUp) *stage.Triangles {
		all := *r.runner.SetUpper(s)
		run := all.Sort
		all.Sort = func(worker int, j *stage.SortJob) {
			word := func(at uint32) uint32 { return binary.LittleEndian.Uint32(r.space.Bytes()[at:]) }
			byID := map[uint32]int{}
			each := uint32(stage.SetUpEntry)
			if j.Items {
				each = stage.SortItems
			}
			for e := j.Next; e < j.End; e += each {
				var t sorted
				for k := range uint32(3) {
					p := j.Points + j.Step*word(e+4*k)
					t.x[k], t.y[k] = int64(int32(word(p+4*stage.PointX))), int64(int32(word(p+4*stage.PointY)))
					t.broken = t.broken || word(p+4*stage.PointFlags) != 0
				}
				id := j.First + (e-j.Next)/each
				if !j.Items {
					id = word(e + 4*stage.SetUpID)
				}
				byID[id] = len(*to)
				*to = append(*to, t)
			}
			run(worker, j)
			for e := j.To; e < word(j.Nodes+4*stage.SortEntries); e += stage.SetUpEntry {
				(*to)[byID[word(e+4*stage.SetUpID)]].kept = true
			}
		}
		return &all
	}
}

// covers says whether the centre of a pixel is covered, by its definition and not by edges: one that is on a side belongs to the triangle on its
// right, or below it if the side is level, so that it is moved there a little, and down less than that, and then is on no side.
func (t *sorted) covers(x, y int64) bool {
	const little = 1 << 26
	px, py := (256*x+128)*little+1<<12, (256*y+128)*little+1
	positive, negative := 0, 0
	for k := range 3 {
		l := (k + 1) % 3
		if cross := (t.x[l]-t.x[k])*(py-t.y[k]*little) - (t.y[l]-t.y[k])*(px-t.x[k]*little); cross > 0 {
			positive++
		} else if cross < 0 {
			negative++
		}
	}
	return positive == 3 || negative == 3
}

// What is as small as pixels and covers none of their centres is left out, whichever way round it goes; whatever covers one is kept.
func TestSortLeavesOut(t *testing.T) {
	r, random := newCoverRig(t), rand.New(rand.NewSource(11))
	kept, missing, large := 0, 0, 0
	for round := range 60 {
		var all []sorted
		c := coverState{raster: gpu.RasterizerDesc{CullMode: gpu.CullNone}, width: 64, height: 96, scissor: gpu.Rect{Right: 64, Bottom: 96}, workers: 1, count: 500,
			size: []float64{0.7, 1.5, 2, 4}[round%4], flat: round%8 < 4, wild: round%3 == 0, instances: 1, target: gpu.FormatR32Uint, seed: random.Int63()&^1 + int64(round/4%2)}
		c.wide = c.size
		r.draw(c, r.counted, r.sorting(&all))
		require.Len(t, all, 500)
		for i := range all {
			s := &all[i]
			if s.broken {
				require.True(t, s.kept, "not looked at")
				continue
			}
			covered := false
			x0, y0, x1, y1 := min(s.x[0], s.x[1], s.x[2])>>8, min(s.y[0], s.y[1], s.y[2])>>8, max(s.x[0], s.x[1], s.x[2])>>8, max(s.y[0], s.y[1], s.y[2])>>8
			for y := max(y0, 0); y <= min(y1, int64(c.height)-1); y++ {
				for x := max(x0, 0); x <= min(x1, int64(c.width)-1); x++ {
					covered = covered || s.covers(x, y)
				}
			}
			inside := x0 >= 0 && y0 >= 0 && x1 < int64(c.width) && y1 < int64(c.height)
			switch few := x1-x0 <= 1 && y1-y0 <= 1; {
			case covered:
				require.True(t, s.kept, "%+v", *s)
				kept++
			case few && inside:
				require.False(t, s.kept, "%+v", *s)
				missing++
			case s.kept:
				large++
			}
		}
	}
	require.Greater(t, kept, 1000)
	require.Greater(t, missing, 1000)
	require.Positive(t, large, "a box of more pixels is not looked at")
}
