package raster

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// scene is a draw of a test: square targets, one viewport that fills them, and a pixel program in Go.
type scene struct {
	State
	ps      Pixel
	size    uint32
	samples int
	program program
	written uint8
	scratch []byte
	log     []uint64 // batches, with one worker
}

// base is the address of the scratch memory: not 0, so that offsets and addresses are not mixed up unseen.
const base = 0x10000

// garbage is what stands in the scratch memory before a draw.
var garbage = func() []byte {
	b := make([]byte, 1<<16)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b)
	return b
}()

// program is a pixel program: what it gives for one item. Inputs are interpolated already; x and y are the position.
type program func(in *item) result

type item struct {
	x, y, z float64
	inputs  []float64
	bits    []uint32 // constant inputs as they are
	front   bool
	id      uint32
	sample  uint32
	cover   uint32
	counts  bool
}

type result struct {
	colors   [8][4]float32
	depth    float32
	coverage uint32
	discard  bool
}

func newScene(size uint32, samples int) *scene {
	s := &scene{size: size, samples: samples, written: 1}
	s.Width, s.Height, s.Samples, s.SampleMask = size, size, uint32(samples), 0xffffffff
	s.Viewports = []gpu.Viewport{{Width: float32(size), Height: float32(size), MaxDepth: 1}}
	s.Scissors = []gpu.Rect{{Right: int32(size), Bottom: int32(size)}}
	s.Rasterizer = gpu.RasterizerDesc{CullMode: gpu.CullNone, DepthClipEnable: true}
	s.Workers = 1
	s.Targets[0] = target(gpu.FormatR32Uint, size, samples)
	return s
}

func newSurface(bytes, size uint32, samples int) Surface {
	plane := uint64(size*bytes+12) * uint64(size)
	return Surface{Bytes: make([]byte, plane*uint64(samples)), RowPitch: size*bytes + 12, SamplePitch: plane}
}

func target(f gpu.Format, size uint32, samples int) Target {
	return Target{newSurface(f.Bytes(), size, samples), f}
}

func (s *scene) depth(f DepthFormat, clear float32) {
	s.DepthStencil.DepthEnable, s.DepthStencil.DepthFunc = true, gpu.CompareLess
	s.Depth.Format, s.Depth.Depth = f, newSurface(f.Bytes(), s.size, s.samples)
	for y := range int32(s.size) {
		for x := range int32(s.size) {
			for i := range s.samples {
				s.putDepth(x, y, i, clear)
			}
		}
	}
}

func (s *scene) putDepth(x, y int32, sample int, v float32) {
	cell := s.Depth.Depth.At(x, y, sample, s.Depth.Format.Bytes())
	switch s.Depth.Format {
	case DepthD16:
		binary.LittleEndian.PutUint16(cell, uint16(math.Round(float64(v)*65535)))
	case DepthD24:
		binary.LittleEndian.PutUint32(cell, uint32(math.Round(float64(v)*16777215)))
	default:
		binary.LittleEndian.PutUint32(cell, math.Float32bits(v))
	}
}

func (s *scene) depthBits(x, y int32, sample int) uint32 {
	cell := s.Depth.Depth.At(x, y, sample, s.Depth.Format.Bytes())
	if len(cell) == 2 {
		return uint32(binary.LittleEndian.Uint16(cell))
	}
	return binary.LittleEndian.Uint32(cell)
}

func (s *scene) stencil(value uint8) {
	s.DepthStencil.StencilEnable, s.DepthStencil.StencilReadMask, s.DepthStencil.StencilWriteMask = true, 255, 255
	always := gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways}
	s.DepthStencil.FrontFace, s.DepthStencil.BackFace = always, always
	s.Depth.Stencil = newSurface(1, s.size, s.samples)
	for i := range s.Depth.Stencil.Bytes {
		s.Depth.Stencil.Bytes[i] = value
	}
}

// input adds a component that the pixel program takes; it comes from the next plane after the position.
func (s *scene) input(mode gpu.Interpolation) {
	s.ps.Inputs = append(s.ps.Inputs, Input{Plane: uint32(4 + len(s.ps.Inputs)), Mode: mode})
}

// point is a vertex: its position in clip space and components.
type vert struct {
	x, y, z, w float64
	c          []float64
}

// at is a vertex at pixels (x, y).
func (s *scene) at(x, y, z float64, c ...float64) vert {
	half := float64(s.size) / 2
	return vert{x/half - 1, 1 - y/half, z, 1, c}
}

// over multiplies a vertex with w: the same place, with perspective.
func (v vert) over(w float64) vert {
	v.x, v.y, v.z, v.w = v.x*w, v.y*w, v.z*w, w
	return v
}

func pack(list []vert) Vertices {
	planes := 4
	for _, v := range list {
		planes = max(planes, 4+len(v.c))
	}
	pitch := uint32(4*len(list)+255) &^ 255
	out := Vertices{Bytes: make([]byte, uint32(planes)*pitch), Pitch: pitch, Items: uint32(len(list))}
	for i, v := range list {
		for p, f := range append([]float64{v.x, v.y, v.z, v.w}, v.c...) {
			binary.LittleEndian.PutUint32(out.Bytes[uint32(p)*pitch+4*uint32(i):], math.Float32bits(float32(f)))
		}
	}
	return out
}

// run draws a list of primitives.
func (s *scene) run(t testing.TB, topology gpu.PrimitiveTopology, list ...vert) Result {
	t.Helper()
	return s.draw(t, &Draw{Topology: topology, Vertices: pack(list), Count: uint32(len(list)), Instances: 1})
}

func (s *scene) draw(t testing.TB, draws ...*Draw) Result {
	t.Helper()
	s.prepare()
	r := New()
	r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
	for _, d := range draws {
		require.True(t, r.Draw(d))
	}
	return r.End()
}

func (s *scene) prepare() {
	s.ps.Uses |= gpu.UsesPosition | gpu.UsesIsFrontFace | gpu.UsesPrimitiveID
	s.ps.Outputs = s.State.Outputs(s.ps.Uses, s.written)
	if s.program == nil {
		s.program = func(in *item) (r result) {
			r.colors[0] = [4]float32{1, 1, 1, 1}
			return r
		}
	}
	if s.written != 0 {
		s.ps.Shade = s.shade
	}
	s.scratch = make([]byte, ScratchBytes(&s.State, &s.ps))
	for b := s.scratch; len(b) > 0; { // what stood there must not matter
		b = b[copy(b, garbage):]
	}
	s.log = nil
}

func (s *scene) float(at uint32) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(s.scratch[at-base:])))
}

func (s *scene) word(at uint32) uint32 { return binary.LittleEndian.Uint32(s.scratch[at-base:]) }

func (s *scene) shade(worker int, batch uint64, input, output, items uint32) bool {
	if s.Workers <= 1 {
		s.log = append(s.log, batch)
	}
	for i := range items {
		in := s.item(input, i)
		r := s.program(&in)
		s.give(output, i, &in, &r)
	}
	return true
}

// item interpolates as package stage says, in float64.
func (s *scene) item(input, i uint32) (in item) {
	q := input + i/4*quadBytes
	lane := i % 4
	in.x, in.y = s.float(q+4*(stage.QuadX+lane)), s.float(q+4*(stage.QuadY+lane))
	tri := s.word(q + 4*stage.QuadTriangle)
	in.counts = s.word(q+4*stage.QuadMask)>>lane&1 != 0
	in.sample = s.word(q + 4*stage.QuadSample)
	in.cover = s.word(q+4*stage.QuadCoverage) >> (8 * lane) & 0xff
	in.front = s.word(tri+stage.TriangleStep*stage.TriangleFront+4*lane) == 1
	in.id = s.word(tri + stage.TriangleStep*stage.TrianglePrimitive + 4*lane)
	of := func(word uint32) float64 { return s.float(tri + stage.TriangleStep*word + 4*lane) }
	dx, dy := in.x-of(stage.TriangleX0), in.y-of(stage.TriangleY0)
	plane := func(word uint32) float64 { return of(word)*dx + of(word+1)*dy + of(word+2) }
	in.z = plane(stage.TriangleZ)
	w := plane(stage.TriangleW)
	for k, input := range s.ps.Inputs {
		word := stage.TriangleInputs + stage.PlaneWords*uint32(k)
		v := plane(word)
		switch input.Mode {
		case gpu.InterpolateLinear:
			v /= w
		case gpu.InterpolateNone:
			v = of(word + 2)
		}
		in.inputs = append(in.inputs, v)
		in.bits = append(in.bits, s.word(tri+stage.TriangleStep*(word+2)+4*lane))
	}
	return in
}

func (s *scene) give(output, i uint32, in *item, r *result) {
	put := func(plane int, v uint32) {
		binary.LittleEndian.PutUint32(s.scratch[output-base+uint32(plane)*PixelPitch+4*i:], v)
	}
	mask := uint32(0xffffffff)
	if r.discard || !in.counts {
		mask = 0
	}
	put(stage.MaskPlane, mask)
	if s.ps.Outputs.Depth {
		put(s.ps.Outputs.DepthPlane(), math.Float32bits(r.depth))
	}
	if s.ps.Outputs.Coverage {
		put(s.ps.Outputs.CoveragePlane(), r.coverage)
	}
	for k := range s.ps.Outputs.Targets {
		t := &s.ps.Outputs.Targets[k]
		if !t.Used {
			continue
		}
		words := [4]uint32{}
		var buffer [16]byte
		if t.Format != gpu.FormatUnknown {
			texel.Encode(t.Format, buffer[:], r.colors[k])
			for c := range words {
				words[c] = binary.LittleEndian.Uint32(buffer[4*c:])
			}
		} else {
			for c := range words {
				words[c] = math.Float32bits(r.colors[k][c])
			}
		}
		for c := range t.Planes() {
			put(s.ps.Outputs.TargetPlane(k)+c, words[c])
		}
	}
}

// color is a texel of target 0.
func (s *scene) color(x, y int32, sample int) [4]float32 {
	t := &s.Targets[0]
	return texel.Decode(t.Format, t.At(x, y, sample, t.Format.Bytes()))
}

// picture is target 0 of R32_UINT as numbers, sample 0.
func (s *scene) picture(sample int) (p [][]int) {
	for y := range int32(s.size) {
		row := make([]int, s.size)
		for x := range row {
			row[x] = int(s.color(int32(x), y, sample)[0])
		}
		p = append(p, row)
	}
	return p
}

// counting makes target 0 count how often each pixel is written: the program adds one by blending into a float target.
func (s *scene) counting() {
	s.Targets[0] = target(gpu.FormatR32Float, s.size, s.samples)
	s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne,
		DestBlendAlpha: gpu.BlendOne, RenderTargetWriteMask: gpu.WriteAllChannels}}
}
