package assemble

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestSpans(t *testing.T) {
	for _, tt := range []struct {
		name  string
		t     gpu.PrimitiveTopology
		count uint32
		want  []Span
	}{
		{"fits", gpu.TopologyTriangleList, 12, []Span{{0, 12, 0}}},
		{"list", gpu.TopologyTriangleList, 15, []Span{{0, 12, 0}, {12, 3, 4}}},
		{"lines", gpu.TopologyLineList, 14, []Span{{0, 12, 0}, {12, 2, 6}}},
		{"strip", gpu.TopologyTriangleStrip, 15, []Span{{0, 14, 0}, {12, 3, 12}}},
		{"strip without a rest", gpu.TopologyTriangleStrip, 14, []Span{{0, 14, 0}}},
		{"line strip", gpu.TopologyLineStrip, 14, []Span{{0, 13, 0}, {12, 2, 12}}},
	} {
		require.Equal(t, tt.want, Spans(nil, tt.t, tt.count, 12), tt.name)
	}
}

func shorts(values ...uint16) (b []byte) {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}

func TestGather(t *testing.T) {
	var g Gather
	g.Read(Indices{shorts(7, 5, 7, 0xffff, 5), true}, 0, 5, 0xffff, true, 99)
	require.Equal(t, []uint32{7, 5}, g.Vertices)
	require.Equal(t, []uint32{0, 1, 0, 99, 1}, g.Sequence)
	g.Read(Indices{shorts(7, 5, 7), true}, 1, 4, 0, false, 99)
	require.Equal(t, []uint32{5, 7, 0}, g.Vertices, "indices behind the end are 0")
	require.Equal(t, []uint32{0, 1, 2, 2}, g.Sequence)
	g.Read(Indices{shorts(7, 5, 7), true}, 9, 2, 0, false, 99)
	require.Equal(t, []uint32{0}, g.Vertices, "nor is the first one there")
	g.Read(Indices{shorts(7, 0, 5), false}, 0, 2, 0, false, 99)
	require.Equal(t, []uint32{7, 0}, g.Vertices, "half of an index is none")
	far := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 4_000_000_000), 3)
	g.Read(Indices{far, false}, 0, 2, 0, false, 99)
	require.Equal(t, []uint32{4_000_000_000, 3}, g.Vertices, "far apart: no table of all between them")
	require.Equal(t, []uint32{0, 1}, g.Sequence)
}

// Indices are read four at a time; whatever is the least and the largest one, and wherever it stands, all of them are found.
func TestGatherMost(t *testing.T) {
	var g Gather
	for n := 1; n <= 9; n++ {
		for at := range n {
			for _, other := range []uint32{2, 90} { // 50 is the largest one, or the least
				var bytes []byte
				want := make([]uint32, n)
				for i := range want {
					if want[i] = other; i == at {
						want[i] = 50
					}
					bytes = binary.LittleEndian.AppendUint32(bytes, want[i])
				}
				g.Read(Indices{bytes, false}, 0, uint32(n), 0, false, 99)
				for i, place := range g.Sequence {
					require.Equal(t, want[i], g.Vertices[place], "index %d of %d", i, n)
				}
				most := max(50, other)
				if n == 1 {
					most = 50
				}
				require.Equal(t, most, g.Most, "%d indices, the one at %d", n, at)
			}
		}
	}
	g.Read(Indices{shorts(7, 0xffff, 5), true}, 0, 4, 0xffff, true, 99)
	require.EqualValues(t, 7, g.Most, "a cut is no vertex")
}

func TestGatherRange(t *testing.T) {
	var g Gather
	g.Range(7, 3)
	require.Equal(t, []uint32{7, 8, 9}, g.Vertices)
	require.Nil(t, g.Sequence)
	require.EqualValues(t, 9, g.Most)
	g.Range(7, 0)
	require.Empty(t, g.Vertices)
}

// Where the bound that is known is outside, or its sum with the base is, the vertices themselves decide.
func TestInsideByVertices(t *testing.T) {
	for _, tt := range []struct {
		most, base uint32
		length     uint64
		want       bool
	}{
		{3, 0, 40, true}, {3, 0, 39, false}, {9, 0, 40, true}, {9, 0, 39, false}, {1<<32 - 1, 0, 40, true}, {3, 1<<32 - 1, 30, true}, {3, 1<<32 - 1, 29, false},
	} {
		require.Equal(t, tt.want, inside([]uint32{1, 3, 2}, tt.most, tt.base, 10, 10, tt.length), "%+v", tt)
	}
}

func TestInputs(t *testing.T) {
	planes := [][]byte{make([]byte, 8), make([]byte, 8), make([]byte, 8), make([]byte, 8)}
	at := func(plane, item int) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(planes[plane][4*item:]))
	}
	bytes := []byte{9, 255, 0, 9, 51, 102}
	in := Input{Components: 4, Float: true, Format: gpu.FormatR8G8Unorm, Offset: 1}
	in.Vertices(planes, []uint32{0, 1}, 1, 0, bytes, 3)
	require.Equal(t, []float32{1, 0, 0, 1}, []float32{at(0, 0), at(1, 0), at(2, 0), at(3, 0)}, "what the format lacks is 0, and 1")
	require.Equal(t, []float32{0.2, 0.4, 0, 1}, []float32{at(0, 1), at(1, 1), at(2, 1), at(3, 1)})
	in.Vertices(planes, []uint32{0, 1}, 1, 1, bytes, 3)
	require.Equal(t, []float32{0.2, 0, 1}, []float32{at(0, 0), at(0, 1), at(3, 1)}, "vertex 2 is outside")
	in.Instance(planes, 1, 1, 0, bytes[:3], 3)
	require.Equal(t, float32(1), at(0, 1))
	in.Instance(planes, 1, 1, 0, bytes[:2], 3)
	require.Zero(t, at(0, 1), "one byte is missing")
}

func TestNumbers(t *testing.T) {
	for n := range 8 {
		plane, want := make([]byte, 4*8), make([]byte, 4*8)
		vertices := []uint32{9, 8, 1 << 31, 6, 5, 4, 3}[:n]
		for i, v := range vertices {
			binary.LittleEndian.PutUint32(want[4*i:], v)
		}
		Numbers(plane, vertices)
		require.Equal(t, want, plane)
		for i := range vertices {
			binary.LittleEndian.PutUint32(want[4*i:], 0x1020304)
		}
		Repeat(plane[:4*n], 0x1020304)
		require.Equal(t, want, plane)
	}
}

// Elements of 32-bit components: vertex v has 100*v+1, 100*v+2 … after a word of something else.
func TestWords(t *testing.T) {
	const stride, vertices = 20, 3
	buffer := make([]byte, stride*vertices)
	for at := 0; at < len(buffer); at += 4 {
		binary.LittleEndian.PutUint32(buffer[at:], uint32(100*(at/stride)+at%stride/4))
	}
	formats := []gpu.Format{gpu.FormatR32Uint, gpu.FormatR32G32Uint, gpu.FormatR32G32B32Uint, gpu.FormatR32G32B32A32Uint}
	for n, f := range formats {
		end := 4 + f.Bytes()
		for short := range uint32(2) { // the last element is there, and lacks a byte
			planes := [][]byte{make([]byte, 12), make([]byte, 12), make([]byte, 12), make([]byte, 12)}
			in := Input{Components: 4, Format: f, Offset: 4}
			in.Vertices(planes, []uint32{1, 0, 0}, 1, 1, buffer[:2*stride+end-short], stride)
			for item, vertex := range []uint32{2, 1, 1} {
				for k := range uint32(4) {
					want := 100*vertex + 1 + k
					switch outside := short == 1 && vertex == 2; {
					case k > uint32(n):
						want = k / 3 // the fourth is 1
					case outside:
						want = 0
					}
					require.Equal(t, want, binary.LittleEndian.Uint32(planes[k][4*item:]), "%s, component %d of vertex %d, short of %d", f, k, vertex, short)
				}
			}
		}
	}
}

func TestTouch(t *testing.T) {
	var got [][3]uint64
	report := func(begin, end uint64, exact bool) {
		e := uint64(0)
		if exact {
			e = 1
		}
		got = append(got, [3]uint64{begin, end, e})
	}
	runs := Runs([]uint32{1, 2, 4}, 1)
	require.Equal(t, [][2]uint64{{2, 4}, {5, 6}}, runs)
	View{Offset: 100, Size: 40, Stride: 8}.Touch([][2]uint64{{0, 8}}, runs, report)
	require.Equal(t, [][3]uint64{{116, 132, 1}}, got, "vertex 5 begins where the view ends")
	got = nil
	View{Offset: 100, Size: 31, Stride: 8}.Touch([][2]uint64{{0, 8}}, runs, report)
	require.Equal(t, [][3]uint64{{116, 124, 1}}, got, "vertex 3 is not in the view as a whole, so nothing of it is read")
	got = nil
	View{Offset: 100, Size: 12}.Touch([][2]uint64{{4, 12}}, runs, report)
	View{Offset: 100, Size: 11}.Touch([][2]uint64{{4, 12}}, runs, report)
	require.Equal(t, [][3]uint64{{104, 112, 1}, {104, 112, 1}}, got, "all vertices read one, or none of it")
	got = nil
	View{Offset: 100, Size: 48, Stride: 8}.Touch([][2]uint64{{0, 4}}, runs, report)
	require.Equal(t, [][3]uint64{{116, 120, 1}, {124, 128, 1}, {140, 144, 1}}, got)
}

func TestLayers(t *testing.T) {
	var plane []byte
	for _, n := range []uint32{5, 0, 2047, 5, 2048, 64, 0xffffffff, 63} {
		plane = binary.LittleEndian.AppendUint32(plane, n)
	}
	require.Equal(t, []uint32{0, 5, 63, 64, 2047}, Layers(nil, plane, gpu.MaxArraySlices))
	require.Equal(t, []uint32{9, 0, 5, 63}, Layers([]uint32{9}, plane, 64))
	require.Empty(t, Layers(nil, plane, 0))
}

func TestOutside(t *testing.T) {
	for _, tt := range []struct {
		view                View
		size                uint64
		runs                [][2]uint64
		held, last, outside uint64
	}{
		{View{Size: 36, Stride: 12}, 12, [][2]uint64{{0, 3}}, 3, 0, 0},
		{View{Size: 36, Stride: 12}, 12, [][2]uint64{{0, 4}}, 3, 3, 1},
		{View{Size: 35, Stride: 12}, 12, [][2]uint64{{0, 3}}, 2, 2, 1},
		{View{Size: 28, Stride: 12}, 4, [][2]uint64{{0, 1}, {2, 5}, {9, 10}}, 3, 9, 3},
		{View{Size: 8, Stride: 12}, 12, [][2]uint64{{0, 1}}, 0, 0, 1},
		{View{Size: 8, Stride: 0}, 12, [][2]uint64{{0, 100}}, 0, 0, 0},
	} {
		held, last, outside := tt.view.Outside(tt.size, tt.runs)
		require.Equal(t, [3]uint64{tt.held, tt.last, tt.outside}, [3]uint64{held, last, outside}, "%+v", tt)
	}
}

// Numbers that lie close together, and numbers that lie far apart, are sorted in two ways: both keep each once.
func TestDistinct(t *testing.T) {
	for _, c := range []struct{ list, want []uint32 }{
		{nil, nil},
		{[]uint32{7}, []uint32{7}},
		{[]uint32{130, 64, 63, 64, 65}, []uint32{63, 64, 65, 130}},
		{[]uint32{1, 0, 1, 1}, []uint32{0, 1}},
		{[]uint32{math.MaxUint32, 5, 5, 0}, []uint32{0, 5, math.MaxUint32}},
		{[]uint32{math.MaxUint32, math.MaxUint32 - 1}, []uint32{math.MaxUint32 - 1, math.MaxUint32}},
	} {
		got, room := Distinct(slices.Clone(c.list), []uint64{1, 2, 3})
		require.Equal(t, c.want, got)
		got, _ = Distinct(slices.Clone(c.list), room)
		require.Equal(t, c.want, got, "in the same room")
	}
}
