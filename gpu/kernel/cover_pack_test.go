package kernel

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// packing is the runner's SetUpper, which counts the runs of packing programs.
func (r *coverRig) packing(s *stage.SetUp) *stage.Triangles {
	all := *r.runner.SetUpper(s)
	pack := all.Pack
	all.Pack = func(c *stage.Cover, boxes bool) stage.RunPack {
		run := pack(c, boxes)
		return func(worker int, j *stage.PackJob) {
			if worker == 0 && c.Cells {
				r.packedMarks++
			}
			switch {
			case worker > 0:
			case boxes:
				r.packedBoxes++
			default:
				r.packed++
			}
			run(worker, j)
		}
	}
	return &all
}

// Packing programs give what the others do, of triangles of a few pixels that lie in a heap: some four that are packed together have pixels in
// common.
func TestPackAgrees(t *testing.T) {
	r, random := newCoverRig(t), rand.New(rand.NewSource(17))
	blended := 0
	for i := range 400 {
		c := randomCover(random)
		c.uses, c.uniform, c.open = c.uses&gpu.UsesPosition, false, false
		c.size = []float64{0.5, 0.9, 1.3, 2, 3, 4.7, 6, 7.4}[i/4%8]
		c.wide, c.count, c.wild = c.size, 40+random.Intn(600), c.wild && i%8 == 0
		if i%3 == 0 {
			c.width, c.height = 64+2*uint32(random.Intn(8)), 12+2*uint32(random.Intn(4))
			c.scissor = gpu.Rect{Left: int32(random.Intn(5)), Top: int32(random.Intn(5)), Right: int32(c.width) - int32(random.Intn(5)), Bottom: int32(c.height) - int32(random.Intn(5))}
		}
		before := r.packed + r.packedBoxes
		if r.same(c); c.target != gpu.FormatR32Uint {
			blended += r.packed + r.packedBoxes - before
		}
	}
	require.Greater(t, blended, 20)
	require.Greater(t, r.packed, 50)
	require.Greater(t, r.packedBoxes, 40)
	require.Greater(t, r.packedMarks, 40)
	require.Less(t, r.packedMarks, r.packed+r.packedBoxes)
}

// A triangle of three pixels among tiny ones is not packed as if it were one of them: it would lose what is beyond 2 by 2 pixels.
func TestPackMixes(t *testing.T) {
	r, random := newCoverRig(t), rand.New(rand.NewSource(23))
	for range 300 {
		c := randomCover(random)
		c.uses, c.uniform, c.open, c.wild = 0, false, false, false
		c.size, c.count = 1.5+2*random.Float64(), 22+random.Intn(20)
		c.wide = c.size
		r.same(c)
	}
	require.Positive(t, r.packed)
	require.Positive(t, r.packedBoxes)
}

// A list of a mesh has more quads than a batch has room for: where it is cut must not change what it costs, packed or not.
func TestPackedMesh(t *testing.T) {
	r := newCoverRig(t)
	c := meshState
	r.list = coverMesh
	r.same(c)
	require.Positive(t, r.packedBoxes)
	require.Greater(t, r.cost.Items, uint64(4*1024*3/2))
}
