package small

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// rig sets one triangle up whose corners are at (0, 0), (4, 0) and (0, 4) pixels from a place, with 1/w of 1, 2 and 4, and the values 8, 16 and 32.
type rig struct {
	State
	Job
}

func newRig(x, y float64, uses gpu.StageUses, inputs ...Input) *rig {
	g := &rig{State: State{Inputs: inputs, Uses: uses, Records: true}}
	at := func(px, py, z, inverse float64) corner.Vertex {
		return corner.Vertex{X: int32((x + px) * corner.Subpixels), Y: int32((y + py) * corner.Subpixels), Z: z, Inverse: inverse}
	}
	g.Points = corner.Points{Bytes: make([]byte, 3*stage.PointBytes), Step: stage.PointBytes}
	for i, v := range []corner.Vertex{at(0, 0, 0.25, 1), at(4, 0, 0.5, 2), at(0, 4, 0.25, 4)} {
		g.Points.Put(uint32(i), &v)
	}
	plane := make([]byte, 12)
	for i, v := range []float32{8, 16, 32} {
		binary.LittleEndian.PutUint32(plane[4*i:], math.Float32bits(v))
	}
	g.Planes = corner.Planes{Bytes: plane, Pitch: 12}
	g.View, g.Seen = corner.BoxOf(0, 0, 64, 64), corner.BoxOf(0, 0, 64, 64)
	g.Bytes, g.Address = uint32(stage.CoverBytes+stage.TriangleBytes(len(inputs))), 1000
	g.list(0, 1, 2)
	return g
}

// list makes the list one triangle, of number 7 and a front face.
func (g *rig) list(items ...uint32) {
	g.Entries = make([]byte, stage.SetUpEntry)
	Put((*[stage.SetUpEntry]byte)(g.Entries), items[0], items[1], items[2], 7, true)
	g.List, g.Job.Records = make([]byte, stage.CoverList), make([]byte, g.Bytes)
}

func (g *rig) word(k int) uint32 {
	return binary.LittleEndian.Uint32(g.Job.Records[stage.CoverBytes+stage.TriangleStep*k:])
}

func (g *rig) floats(from, n int) (f []float32) {
	for k := range n {
		f = append(f, math.Float32frombits(g.word(from+k)))
	}
	return f
}

func (g *rig) entry() (words []uint32) {
	for k := range stage.CoverWords {
		words = append(words, binary.LittleEndian.Uint32(g.List[stage.CoverPitch*k:]))
	}
	return words
}

func (g *rig) setUp() int { return g.State.SetUp(&g.Job) }

func TestEntry(t *testing.T) {
	g := newRig(9, 20, 0)
	require.Equal(t, 1, g.setUp())
	require.Equal(t, []uint32{8 | 20<<16, 3 | 2<<16}, g.entry()[:stage.CoverA], "pixels 9 to 12 of rows 20 to 23")
	require.Equal(t, uint32(1000), g.entry()[stage.CoverRecord])
	g.Seen = corner.BoxOf(0, 0, 10, 22)
	require.Equal(t, 1, g.setUp())
	require.Equal(t, []uint32{8 | 20<<16, 1 | 1<<16}, g.entry()[:stage.CoverA], "what can be seen")
}

// The centre of a pixel is inside where no edge is negative; the edge opposite to the right angle goes through centres, and is neither a top nor a
// left one. Edges are as they are from the place of the entry on.
func TestEdges(t *testing.T) {
	for _, at := range [][2]float64{{0, 0}, {9, 20}} {
		for _, items := range [][]uint32{{0, 1, 2}, {0, 2, 1}} { // either direction
			g := newRig(at[0], at[1], 0)
			g.list(items...)
			require.Equal(t, 1, g.setUp())
			place := g.entry()[stage.CoverPlace]
			left, top := int32(at[0])-int32(place&0xffff), int32(at[1])-int32(place>>16)
			edge := func(word, i int) int32 { return int32(g.entry()[word+i]) }
			for y := range int32(5) {
				for x := range int32(5) {
					inside := true
					for i := range 3 {
						inside = inside && edge(stage.CoverA, i)*(left+x)+edge(stage.CoverB, i)*(top+y)+edge(stage.CoverC, i) >= 0
					}
					require.Equal(t, x+y < 3, inside, "(%d, %d) from %v on", x, y, at)
				}
			}
		}
	}
}

// Where few pixels can be seen and none of them is covered, nothing is listed.
func TestNothing(t *testing.T) {
	g := newRig(0, 0, 0)
	g.Seen = corner.BoxOf(2, 2, 4, 4)
	require.Zero(t, g.setUp())
	g.Seen = corner.BoxOf(2, 0, 3, 1)
	require.Equal(t, 1, g.setUp())
	g.Seen = corner.BoxOf(3, 0, 4, 1)
	require.Zero(t, g.setUp())
	g.Seen = corner.BoxOf(1, 3, 4, 4) // three pixels are too many to look at
	require.Equal(t, 1, g.setUp())
}

func TestPlanes(t *testing.T) {
	g := newRig(0, 0, gpu.UsesPosition|gpu.UsesPrimitiveID, Input{0, gpu.InterpolateNone}, Input{0, gpu.InterpolateNoPerspective}, Input{0, gpu.InterpolateLinear}, Input{0, gpu.InterpolateCentroid})
	require.Equal(t, 1, g.setUp())
	require.Equal(t, []float32{2.5, 2.5}, g.floats(stage.TriangleX0, 2), "the middle of the bounds")
	require.Equal(t, []uint32{1, 7}, []uint32{g.word(stage.TriangleFront), g.word(stage.TrianglePrimitive)})
	require.Equal(t, []float32{1. / 16, 0, 0.25 + 2.5/16}, g.floats(stage.TriangleZ, 3))
	require.Equal(t, []float32{0.25, 0.75, 1 + 2.5}, g.floats(stage.TriangleW, 3))
	require.Equal(t, []float32{0, 0, 8, 2, 6, 28}, g.floats(stage.TriangleInputs, 6))
	require.Equal(t, []float32{6, 30, 98, 6, 30, 98}, g.floats(stage.TriangleInputs+6, 6), "8, 32 and 128 divided by w")
	double := func(word int) float64 {
		return math.Float64frombits(binary.LittleEndian.Uint64(g.Job.Records[4*word:]))
	}
	require.Equal(t, []float64{1. / 16, 0, 0.25}, []float64{double(stage.CoverZA), double(stage.CoverZB), double(stage.CoverZC)})

	g.Job.Records, g.State.Records = make([]byte, g.Bytes), false
	require.Equal(t, 1, g.setUp())
	require.Equal(t, make([]byte, g.Bytes-stage.CoverBytes), g.Job.Records[stage.CoverBytes:], "nothing looks at it")
}

// Where 1/w is the same everywhere its plane has zeros without a sign.
func TestFlat(t *testing.T) {
	g := newRig(0, 0, 0)
	for i := range uint32(3) {
		v := g.Points.At(i)
		v.Inverse = 0.5
		g.Points.Put(i, &v)
	}
	require.Equal(t, 1, g.setUp())
	require.Equal(t, []uint32{0, 0, math.Float32bits(0.5)}, []uint32{g.word(stage.TriangleW), g.word(stage.TriangleW + 1), g.word(stage.TriangleW + 2)})
}

func TestProgram(t *testing.T) {
	s := State{Records: true, Uses: gpu.UsesPosition | gpu.UsesIsFrontFace, Inputs: make([]Input, stage.MaxSetUpInputs)}
	s.Inputs[1] = Input{255, gpu.InterpolateNone}
	p, ok := s.Program()
	require.True(t, ok)
	require.Equal(t, stage.SetUpInput{Plane: 255, Mode: gpu.InterpolateNone}, p.Inputs[1])
	require.Equal(t, []any{stage.MaxSetUpInputs, true, true, true}, []any{p.Count, p.Records, p.Depth, p.System})
	s.Inputs[1].Plane = 256
	_, ok = s.Program()
	require.False(t, ok)
	s.Inputs = make([]Input, stage.MaxSetUpInputs+1)
	_, ok = s.Program()
	require.False(t, ok)
	s.Inputs, s.Records = s.Inputs[:3], false
	p, ok = s.Program()
	require.True(t, ok)
	require.Equal(t, stage.SetUp{}, p)
}

// Lists of triangles are what Put writes one by one, and nothing after them.
func TestPutLists(t *testing.T) {
	const n, room = 3, (3 + 1) * stage.SetUpEntry
	items := []uint32{4, 0, 7, 7, 4, 1, 0, 1, 2}
	want, byItems, run := make([]byte, room), make([]byte, room), make([]byte, room)
	for k := range uint32(n) {
		Put((*[stage.SetUpEntry]byte)(want[stage.SetUpEntry*k:]), 10+items[3*k], 10+items[3*k+1], 10+items[3*k+2], 5+k, false)
	}
	PutItems(byItems, items, 10, 5)
	require.Equal(t, want, byItems)
	for k := range uint32(n) {
		Put((*[stage.SetUpEntry]byte)(want[stage.SetUpEntry*k:]), 20+3*k, 21+3*k, 22+3*k, 6+k, false)
	}
	PutRun(run, 20, 6, n)
	require.Equal(t, want, run)
}
