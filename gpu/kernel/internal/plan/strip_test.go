package plan_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

// grid is a kernel whose work items store their number to one element: first + Σ thread × GroupThreadID + Σ group × GroupID.
type grid struct {
	name          string
	threads       [3]uint32
	groups        [3]uint32
	thread, group [3]int32
	first         int32
	apart         bool
	turns         int32 // of a loop before that, which does nothing
}

// grids are tiles of matrices, by rows, columns and pitch.
var grids = []grid{
	{"columns of tiles of 32 x 64", [3]uint32{16, 4, 1}, [3]uint32{8, 4, 1}, [3]int32{1, 64}, [3]int32{256, 16}, 0, true, 0},
	{"rows that begin in the middle", [3]uint32{16, 4, 1}, [3]uint32{8, 3, 1}, [3]int32{1, 48}, [3]int32{192, 16}, 7, true, 0},
	{"tiles one element too wide", [3]uint32{17, 4, 1}, [3]uint32{8, 4, 1}, [3]int32{1, 80}, [3]int32{320, 16}, 0, false, 0},
	{"rows one element too short", [3]uint32{16, 4, 1}, [3]uint32{8, 4, 1}, [3]int32{1, 63}, [3]int32{252, 16}, 0, false, 0},
	{"every other column", [3]uint32{16, 4, 1}, [3]uint32{8, 2, 1}, [3]int32{2, 64}, [3]int32{256, 1}, 0, true, 0},
	{"columns of three matrices", [3]uint32{16, 2, 1}, [3]uint32{4, 4, 3}, [3]int32{1, 64}, [3]int32{128, 16, 512}, 0, true, 0},
	{"matrices one row too near", [3]uint32{16, 2, 1}, [3]uint32{4, 4, 3}, [3]int32{1, 64}, [3]int32{128, 16, 448}, 0, false, 0},
	{"transposed", [3]uint32{16, 4, 1}, [3]uint32{2, 8, 1}, [3]int32{32, 1}, [3]int32{512, 4}, 0, true, 0},
	{"backwards", [3]uint32{16, 4, 1}, [3]uint32{8, 4, 1}, [3]int32{-1, -64}, [3]int32{-256, -16}, 2047, true, 0},
	{"elements side by side of three", [3]uint32{8, 1, 1}, [3]uint32{4, 3, 1}, [3]int32{3}, [3]int32{24, 1}, 0, true, 0},
	{"the same column", [3]uint32{1, 4, 1}, [3]uint32{4, 2, 1}, [3]int32{0, 8}, [3]int32{32, 0}, 0, false, 0},
}

func (g *grid) kernel() *ir.Kernel {
	b := ir.NewBuilder(g.name)
	b.Kernel.NumThreads = g.threads
	b.Kernel.Bindings = []ir.Binding{{Name: "out", Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 4, Element: "uint"}}
	var turn ir.Value
	b.Loop([]ir.Value{b.Int(0)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		turn = c[0]
		return b.Op(ir.OpLtS, turn, b.Int(g.turns)), nil
	}, func() []ir.Value { return []ir.Value{b.Op(ir.OpIAdd, turn, b.Int(1))} })
	at, item := b.Int(g.first), b.Int(0)
	for i := range 3 {
		thread, group := b.Sys(ir.GroupThreadIDX+ir.SysVal(i)), b.Sys(ir.GroupIDX+ir.SysVal(i))
		at = b.Op(ir.OpIAdd, at, b.Op(ir.OpIMul, thread, b.Int(g.thread[i])))
		at = b.Op(ir.OpIAdd, at, b.Op(ir.OpIMul, group, b.Int(g.group[i])))
		item = b.Op(ir.OpIAdd, b.Op(ir.OpIMul, item, b.Int(64)), b.Sys(ir.DispatchThreadIDX+ir.SysVal(i)))
	}
	b.StoreBuf(ir.Mem{}, at, 0, item)
	return b.Kernel
}

// overlaps finds by counting whether groups store to an element that others store to, where a chunk has rows of them.
func (g *grid) overlaps(elements int64) bool {
	writer := make([]uint32, elements)
	for gz := range g.groups[2] {
		for gy := range g.groups[1] {
			for gx := range g.groups[0] {
				for t := range g.threads[0] * g.threads[1] * g.threads[2] {
					thread := [3]uint32{t % g.threads[0], t / g.threads[0] % g.threads[1], t / g.threads[0] / g.threads[1]}
					at := int64(g.first)
					for i, group := range [3]uint32{gx, gy, gz} {
						at += int64(thread[i])*int64(g.thread[i]) + int64(group)*int64(g.group[i])
					}
					row := 1 + gy + gz*g.groups[1]
					if at < 0 || at >= elements {
						continue
					}
					if w := writer[at]; w != 0 && w != row {
						return true
					}
					writer[at] = row
				}
			}
		}
	}
	return false
}

// rowChunks is one chunk a row of groups.
func rowChunks(d *ir.Dispatch) []plan.Chunk {
	chunks := make([]plan.Chunk, d.Groups[1]*d.Groups[2])
	for i := range chunks {
		chunks[i] = plan.Chunk{First: uint64(i) * uint64(d.Groups[0]), Count: uint64(d.Groups[0])}
	}
	return chunks
}

// TestStrips: columns of tiles are shown apart, and those that share an element are not.
func TestStrips(t *testing.T) {
	const elements = 4096
	for _, g := range grids {
		t.Run(g.name, func(t *testing.T) {
			k := g.kernel()
			require.NoError(t, ir.Verify(k))
			require.Equal(t, g.apart, !g.overlaps(elements))
			forward := corpus.Dispatch(k, g.groups, elements)
			require.Equal(t, g.apart, plan.FindFootprint(k, forward).Disjoint(rowChunks(forward)))
			if !g.apart {
				return
			}
			backward := corpus.Dispatch(k, g.groups, elements)
			interp.Run(context.Background(), k, forward)
			runBackwards(k, backward, rowChunks(backward))
			require.Equal(t, forward.Memory, backward.Memory)
		})
	}
}

// TestStripsAreNoClaimTooMuch: whatever the distances are, what is shown apart does not overlap, and of tiles of a matrix nothing else is.
func TestStripsAreNoClaimTooMuch(t *testing.T) {
	const elements = 2048
	rnd := rand.New(rand.NewSource(1))
	shown, missed := 0, 0
	for range 1200 {
		width, height, pitch := 1+rnd.Int31n(8), 1+rnd.Int31n(4), 8+rnd.Int31n(32)
		g := grid{threads: [3]uint32{uint32(width), uint32(height), 1}, groups: [3]uint32{1 + rnd.Uint32()%4, 2 + rnd.Uint32()%4, 1 + rnd.Uint32()%2},
			thread: [3]int32{1, pitch}, group: [3]int32{height * pitch, width, 4 * height * pitch}, first: rnd.Int31n(64)}
		tiles := width*int32(g.groups[1]) <= pitch
		if rnd.Intn(2) == 0 {
			g.group[rnd.Intn(3)], tiles = rnd.Int31n(300)-20, false
		}
		k := g.kernel()
		d := corpus.Dispatch(k, g.groups, elements)
		apart, truth := plan.FindFootprint(k, d).Disjoint(rowChunks(d)), !g.overlaps(elements)
		require.False(t, apart && !truth, "%+v", g)
		require.False(t, tiles && truth && !apart, "%+v", g)
		if apart {
			shown++
		} else if truth {
			missed++
		}
	}
	require.Greater(t, shown, 400)
	require.Less(t, missed, shown/5)
}

// TestStripsOfTextures: columns of tiles of a texture, and the same with a column that its neighbour has.
func TestStripsOfTextures(t *testing.T) {
	for _, c := range []struct {
		width string
		apart bool
	}{{"4", true}, {"3", false}} {
		k, err := ir.Parse(`kernel "k" threads 4 2 1
binding uav tex2d u0 space 0 count 1 stride 4 format 0 counterof 0 "picture" "uint"
body {
  %1:i32 = sys GroupThreadID.x
  %2:i32 = sys GroupID.y
  %3:i32 = const ` + c.width + `
  %4:i32 = imul %2 %3
  %5:i32 = iadd %1 %4
  %6:i32 = sys GroupThreadID.y
  %7:i32 = sys GroupID.x
  %8:i32 = const 2
  %9:i32 = imul %7 %8
  %10:i32 = iadd %6 %9
  storetex _ %5 %10 _ _ %1 b=0
}`)
		require.NoError(t, err)
		d := corpus.Dispatch(k, [3]uint32{2, 4, 1}, 0)
		require.Equal(t, c.apart, plan.FindFootprint(k, d).Disjoint(rowChunks(d)))
	}
}

// TestStripsThatAreRead: a chunk may read its own columns of what it writes, and not those beside them.
func TestStripsThatAreRead(t *testing.T) {
	for _, c := range []struct {
		ahead string
		apart bool
	}{{"0", true}, {"64", true}, {"16", false}} {
		k, err := ir.Parse(`kernel "k" threads 16 1 1` + header + `
body {
  %1:i32 = sys GroupThreadID.x
  %2:i32 = sys GroupID.y
  %3:i32 = const 16
  %4:i32 = imul %2 %3
  %5:i32 = iadd %1 %4
  %6:i32 = sys GroupID.x
  %7:i32 = const 64
  %8:i32 = imul %6 %7
  %9:i32 = iadd %5 %8
  %10:i32 = const ` + c.ahead + `
  %11:i32 = iadd %9 %10
  %12:i32 = loadbuf _ %11 _ b=0
  storebuf _ %9 _ %12 b=0
}`)
		require.NoError(t, err)
		d := corpus.Dispatch(k, [3]uint32{4, 4, 1}, 1024)
		require.Equal(t, c.apart, plan.FindFootprint(k, d).Disjoint(rowChunks(d)), "%s ahead", c.ahead)
	}
}

// TestChunksAreBoxes: chunks cover all groups in order, are as many as may be, and are planes, rows or parts of rows.
func TestChunksAreBoxes(t *testing.T) {
	for _, c := range []struct {
		groups [3]uint32
		chunks int
		first  plan.Chunk
	}{
		{[3]uint32{256, 1, 1}, 16, plan.Chunk{Count: 16}},
		{[3]uint32{64, 3, 1}, 15, plan.Chunk{Count: 12}}, // 64 × 1/5
		{[3]uint32{8, 32, 1}, 16, plan.Chunk{Count: 16}},
		{[3]uint32{8, 8, 17}, 16, plan.Chunk{Count: 64}},
		{[3]uint32{2, 5, 3}, 15, plan.Chunk{Count: 2}},
		{[3]uint32{6, 2, 3}, 12, plan.Chunk{Count: 3}},
		{[3]uint32{2, 8, 3}, 15, plan.Chunk{Count: 2}}, // 8 rows in 5 parts
	} {
		g := grid{threads: [3]uint32{64, 1, 1}, thread: [3]int32{1}, turns: 100000}
		g.group = [3]int32{64, 64 * int32(c.groups[0]), 64 * int32(c.groups[0]*c.groups[1])}
		k := g.kernel()
		d := corpus.Dispatch(k, c.groups, 64*c.groups[0]*c.groups[1]*c.groups[2])
		chunks := plan.Plan(k, d, 16)
		require.Len(t, chunks, c.chunks, "%v", c.groups)
		require.Equal(t, c.first, chunks[0], "%v", c.groups)
		next := uint64(0)
		for _, chunk := range chunks {
			require.Equal(t, next, chunk.First)
			next += chunk.Count
		}
		require.Equal(t, d.Count, next)
	}
}
