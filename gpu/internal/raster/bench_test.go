package raster

import (
	"encoding/binary"
	"math"
	"runtime"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// benchScene is a 1024² target of RGBA8 with D32 depth.
func benchScene(b *testing.B, workers int, depth bool) *scene {
	s := newScene(1024, 1)
	s.Workers = workers
	s.Targets[0] = Target{Surface{Bytes: make([]byte, 4<<20), RowPitch: 4096}, gpu.FormatR8G8B8A8Unorm}
	if depth {
		s.depth(DepthD32, 1)
		s.DepthStencil.DepthFunc = gpu.CompareLessEqual
	}
	return s
}

// flat is a pixel program that gives a colour, as compiled kernels do: whole planes.
func (s *scene) flat() {
	s.prepare()
	s.ps.Shade = func(_ int, _ uint64, _, output, items uint32) bool {
		out := s.scratch[output-base+PixelPitch*uint32(s.ps.Outputs.TargetPlane(0)):][:4*items]
		for len(out) >= 16 {
			binary.LittleEndian.PutUint64(out, 0xff8040ffff8040ff)
			binary.LittleEndian.PutUint64(out[8:], 0xff8040ffff8040ff)
			out = out[16:]
		}
		return true
	}
}

// smooth interpolates three components without perspective and packs them.
func (s *scene) smooth() {
	s.prepare()
	s.ps.Shade = func(_ int, _ uint64, input, output, items uint32) bool {
		in := s.scratch[input-base:][:items*quadBytes/4]
		out := s.scratch[output-base+PixelPitch*uint32(s.ps.Outputs.TargetPlane(0)):][:4*items]
		for q := 0; q < len(in); q += quadBytes {
			x := math.Float32frombits(binary.LittleEndian.Uint32(in[q:]))
			y := math.Float32frombits(binary.LittleEndian.Uint32(in[q+4*stage.QuadY:]))
			t := s.scratch[binary.LittleEndian.Uint32(in[q+4*stage.QuadTriangle:])-base:][:stage.TriangleBytes(3)]
			x -= math.Float32frombits(binary.LittleEndian.Uint32(t))
			y -= math.Float32frombits(binary.LittleEndian.Uint32(t[stage.TriangleStep:]))
			var word [4]uint32
			for c := range 3 {
				p := t[stage.TriangleStep*(stage.TriangleInputs+stage.PlaneWords*c):][:stage.TriangleStep*stage.PlaneWords]
				a, b := math.Float32frombits(binary.LittleEndian.Uint32(p)), math.Float32frombits(binary.LittleEndian.Uint32(p[stage.TriangleStep:]))
				v := math.Float32frombits(binary.LittleEndian.Uint32(p[2*stage.TriangleStep:])) + a*x + b*y
				const magic = 3 << 22
				word[0] |= math.Float32bits(v+magic) & 0xff << (8 * c)
				word[1] |= math.Float32bits(v+a+magic) & 0xff << (8 * c)
				word[2] |= math.Float32bits(v+b+magic) & 0xff << (8 * c)
				word[3] |= math.Float32bits(v+a+b+magic) & 0xff << (8 * c)
			}
			binary.LittleEndian.PutUint64(out[q/3:], uint64(word[0])|uint64(word[1])<<32)
			binary.LittleEndian.PutUint64(out[q/3+8:], uint64(word[2])|uint64(word[3])<<32)
		}
		return true
	}
}

func eachWorkers(b *testing.B, f func(b *testing.B, workers int)) {
	for _, w := range []int{1, 2} {
		if w <= runtime.NumCPU() {
			b.Run([]string{"", "1 core", "2 cores"}[w], func(b *testing.B) { f(b, w) })
		}
	}
}

// go test -bench . ./gpu/internal/raster: pixels are of 16 layers that cover the target.
func BenchmarkFill(b *testing.B) {
	for _, c := range []struct {
		name  string
		depth bool
		blend bool
	}{{"plain", false, false}, {"depth", true, false}, {"blend", false, true}} {
		b.Run(c.name, func(b *testing.B) {
			eachWorkers(b, func(b *testing.B, workers int) {
				s := benchScene(b, workers, c.depth)
				if c.blend {
					s.Blend.RenderTarget = []gpu.RenderTargetBlendDesc{over}
				}
				s.flat()
				var list []vert
				for i := range 16 {
					z := 0.9 - float64(i)/32
					list = append(list, s.at(0, 0, z), s.at(2048, 0, z), s.at(0, 2048, z))
				}
				s.loop(b, list, "Mpix/s", 16*1024*1024)
			})
		})
	}
}

var over = gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendSrcAlpha, DestBlend: gpu.BlendInvSrcAlpha, SrcBlendAlpha: gpu.BlendOne,
	DestBlendAlpha: gpu.BlendInvSrcAlpha, RenderTargetWriteMask: gpu.WriteAllChannels}

func (s *scene) loop(b *testing.B, list []vert, unit string, n float64) {
	d := &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Count: uint32(len(list)), Instances: 1}
	s.loopDraw(b, d, unit, n)
}

func (s *scene) loopDraw(b *testing.B, d *Draw, unit string, n float64) {
	r := New()
	for b.Loop() {
		if s.DepthStencil.DepthEnable {
			z := s.Depth.Depth.Bytes
			for i := 0; i+4 <= len(z); i += 4 {
				binary.LittleEndian.PutUint32(z[i:], 0x3f800000)
			}
		}
		r.Begin(&s.State, &s.ps, Scratch{s.scratch, base})
		r.Draw(d)
		r.End()
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e6, unit)
}

// BenchmarkTriangles draws a mesh of 100 352 triangles of 10 pixels (224² cells), and one of a million of one pixel, with depth. The program in Go
// that interpolates takes about half of the time; flat is the rasterizer nearly alone.
func BenchmarkTriangles(b *testing.B) {
	for _, c := range []struct {
		name   string
		cells  int
		smooth bool
	}{{"10 pixels", 224, true}, {"10 pixels flat", 224, false}, {"1 pixel", 708, true}} {
		b.Run(c.name, func(b *testing.B) {
			eachWorkers(b, func(b *testing.B, workers int) {
				s := benchScene(b, workers, true)
				for range 3 {
					s.input(gpu.InterpolateNoPerspective)
				}
				if c.smooth {
					s.smooth()
				} else {
					s.flat()
				}
				d := indexedMesh(s, c.cells)
				s.loopDraw(b, d, "Mtri/s", float64(2*c.cells*c.cells))
			})
		})
	}
}

func indexedMesh(s *scene, cells int) *Draw {
	var list []vert
	for j := range cells + 1 {
		for i := range cells + 1 {
			x, y := 1024*float64(i)/float64(cells), 1024*float64(j)/float64(cells)
			list = append(list, s.at(x, y, 0.5, 255*x/1024, 255*y/1024, 100))
		}
	}
	var sequence []uint32
	for j := range uint32(cells) {
		for i := range uint32(cells) {
			a := j*uint32(cells+1) + i
			c := a + uint32(cells) + 1
			sequence = append(sequence, a, a+1, c+1, a, c+1, c)
		}
	}
	return &Draw{Topology: gpu.TopologyTriangleList, Vertices: pack(list), Sequence: sequence, Instances: 1}
}

// BenchmarkMultisampled covers a target of four samples once.
func BenchmarkMultisampled(b *testing.B) {
	for _, depth := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "depth"}[depth], func(b *testing.B) {
			s := newScene(1024, 4)
			s.Targets[0] = target(gpu.FormatR8G8B8A8Unorm, 1024, 4)
			if depth {
				s.depth(DepthD32, 1)
				s.DepthStencil.DepthFunc = gpu.CompareLessEqual
			}
			s.flat()
			s.loop(b, []vert{s.at(0, 0, 0.5), s.at(2048, 0, 0.5), s.at(0, 2048, 0.5)}, "Mpix/s", 1024*1024)
		})
	}
}

// BenchmarkDraws is what a draw of two small triangles costs, from Begin to End.
func BenchmarkDraws(b *testing.B) {
	s := benchScene(b, 1, false)
	s.flat()
	d := &Draw{Topology: gpu.TopologyTriangleStrip, Vertices: pack([]vert{s.at(100, 100, 0), s.at(104, 100, 0), s.at(100, 104, 0), s.at(104, 104, 0)}), Count: 4,
		Instances: 1}
	s.loopDraw(b, d, "Mdraws/s", 1)
}
