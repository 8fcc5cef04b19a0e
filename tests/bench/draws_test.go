package bench

import (
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// drawSize is the width and height of the target of draws, in pixels.
const drawSize = 1024

// drawWorkloads are draws: the size is the number of cells of a mesh along an axis, 0 for 16 layers.
func drawWorkloads() []workload {
	triangles := func(cells int) float64 { return 2e3 * float64(cells) * float64(cells) }
	const layers = 16 * drawSize * drawSize * 1e3
	return []workload{
		{name: "triangles of 10 pixels", kernel: "mesh", size: 224, amount: triangles(224), unit: "Mtri/s"},
		{name: "triangles of 1 pixel", kernel: "mesh", size: 708, amount: triangles(708), unit: "Mtri/s"},
		{name: "fill, plain", kernel: "fill_plain", size: 0, amount: layers, unit: "Mpixel/s"},
		{name: "fill, colour", kernel: "fill_colour", size: 0, amount: layers, unit: "Mpixel/s"},
		{name: "fill, bilinear", kernel: "fill_bilinear", size: 0, amount: layers, unit: "Mpixel/s"},
	}
}

// drawMesh makes vertices of 6 numbers (position, colour) and indices. peers/draws.c has the same.
func drawMesh(cells int) (vertices []float32, indices []uint32) {
	if cells == 0 {
		for layer := range 16 {
			z := 0.9 - float32(layer)/32
			vertices = append(vertices, -1, 1, z, 0, 0, 0.4, 3, 1, z, 2, 0, 0.4, -1, -3, z, 0, 2, 0.4)
			indices = append(indices, uint32(3*layer), uint32(3*layer+1), uint32(3*layer+2))
		}
		return vertices, indices
	}
	for j := range cells + 1 {
		for i := range cells + 1 {
			x, y := float32(i)/float32(cells), float32(j)/float32(cells)
			vertices = append(vertices, float32(2*x)-1, 1-float32(2*y), 0.5, x, y, 0.4)
		}
	}
	for j := range uint32(cells) {
		for i := range uint32(cells) {
			a := j*uint32(cells+1) + i
			c := a + uint32(cells) + 1
			indices = append(indices, a, a+1, c+1, a, c+1, c)
		}
	}
	return vertices, indices
}

// mapped is a mapping of the device as scripts hand it over.
type mapped interface {
	WriteFloats(offset uint64, values []float32) error
	WriteBytes(offset uint64, data []byte) error
	ReadBytes(offset, size uint64) ([]byte, error)
}

// mesh is bench.mesh(vertices, indices, cells).
func (s *session) mesh(L *lua.LState) int {
	vertices, indices := drawMesh(L.CheckInt(3))
	var data []byte
	for _, i := range indices {
		data = binary.LittleEndian.AppendUint32(data, i)
	}
	for _, err := range []error{L.CheckUserData(1).Value.(mapped).WriteFloats(0, vertices), L.CheckUserData(2).Value.(mapped).WriteBytes(0, data)} {
		if err != nil {
			L.RaiseError("%v", err)
		}
	}
	return 0
}

// image is bench.image(mapping, size): texels that change from one to the next.
func (s *session) image(L *lua.LState) int {
	size := uint32(L.CheckInt(2))
	var data []byte
	for y := range size {
		for x := range size {
			data = append(data, byte(3*x), byte(5*y), byte(x^y), 255)
		}
	}
	if err := L.CheckUserData(1).Value.(mapped).WriteBytes(0, data); err != nil {
		L.RaiseError("%v", err)
	}
	return 0
}

// pixelStep is the distance of the pixels that are compared.
const pixelStep = 16

// pixels is bench.pixels(mapping, size): keeps the components of some pixels, from 0 to 1.
func (s *session) pixels(L *lua.LState) int {
	size := uint64(L.CheckInt(2))
	data, err := L.CheckUserData(1).Value.(mapped).ReadBytes(0, 4*size*size)
	if err != nil {
		L.RaiseError("%v", err)
	}
	s.result = nil
	for y := uint64(pixelStep / 2); y < size; y += pixelStep {
		for x := uint64(pixelStep / 2); x < size; x += pixelStep {
			for c := range uint64(4) {
				s.result = append(s.result, float32(data[4*(y*size+x)+c])/255)
			}
		}
	}
	return 0
}

// drawn is for peers: they filter with fewer bits.
var drawn = tolerance{relative: 0.02, share: 0.02}

// drawPeer is a program that draws what kernels/draws.lua draws, and how it is told how many threads to use.
type drawPeer struct {
	name    string
	program *program
	env     []string
}

func drawPeers() []drawPeer {
	mesa := func(threads string) []string {
		return []string{"LP_NUM_THREADS=" + threads, "GALLIUM_DRIVER=llvmpipe", "LIBGL_ALWAYS_SOFTWARE=1"}
	}
	return []drawPeer{
		{llvmpipe, drawProgram, mesa("0")}, {llvmpipe2, drawProgram, mesa("2")},
		{fauxgl, moduleProgram, []string{"GOMAXPROCS=1"}}, {fauxgl2, moduleProgram, []string{"GOMAXPROCS=2"}},
	}
}

// drawVariants makes every implementation of a draw that the machine has.
func drawVariants(t testing.TB, w workload) []*variant {
	all := []*variant{scriptVariant(t, w, ours, session{cores: 1}), scriptVariant(t, w, checked, session{cores: 1, validation: true})}
	if runtime.NumCPU() > 1 {
		all = append(all, scriptVariant(t, w, ours2, session{cores: 2}), scriptVariant(t, w, checked2, session{cores: 2, validation: true}))
	}
	all = append(all, trianglesVariant(w, plainGo, 1), trianglesVariant(w, plainGo2, 2))
	for _, p := range drawPeers() {
		v := peerVariant(t, w, p.name, p.program, p.env...)
		v.within = drawn
		all = append(all, v)
	}
	t.Cleanup(func() {
		for _, v := range all {
			v.close()
		}
	})
	agree(t, w, all)
	return all
}

// BenchmarkDraws reports what BenchmarkKernels does, of draws.
func BenchmarkDraws(b *testing.B) {
	for _, w := range drawWorkloads() {
		b.Run(w.name, func(b *testing.B) { report(b, w, drawVariants(b, w)) })
	}
}

// BenchmarkMeshes is BenchmarkDraws for meshes alone and without peers: to compare two programs, run them in turns.
func BenchmarkMeshes(b *testing.B) {
	for _, w := range drawWorkloads()[:2] {
		b.Run(w.name, func(b *testing.B) {
			one := scriptVariant(b, w, ours, session{cores: 1})
			defer one.close()
			two := scriptVariant(b, w, ours2, session{cores: 2})
			defer two.close()
			report(b, w, []*variant{one, two})
		})
	}
}

// ownAgree compares what scripts draw, without peers: the pipeline is that of larger triangles.
func ownAgree(t *testing.T, w workload) {
	one := scriptVariant(t, w, ours, session{cores: 1})
	defer one.close()
	for _, s := range []session{{cores: 1, validation: true}, {cores: 2}} {
		v := scriptVariant(t, w, ours, s)
		v.close()
		require.NoError(t, compare(one.result, v.result, exact))
	}
}

// TestDrawsAgree draws on one and two cores, with and without validation, and on what peers there are.
func TestDrawsAgree(t *testing.T) {
	for _, w := range drawWorkloads() {
		t.Run(w.name, func(t *testing.T) {
			if w.size > 224 {
				ownAgree(t, w)
				return
			}
			all := drawVariants(t, w)
			first := all[0].result
			require.Len(t, first, 4*(drawSize/pixelStep)*(drawSize/pixelStep))
			opaque, lit := true, false
			for i := 0; i < len(first); i += 4 {
				opaque, lit = opaque && first[i+3] == 1, lit || first[i+1] > 0.25
			}
			require.True(t, opaque, "every pixel is drawn")
			require.True(t, lit, "in colours")
			_, err := all[0].run(1)
			require.NoError(t, err)
		})
	}
}
