// Command fauxgl draws the scenes of kernels/draws.lua with the rasterizer of github.com/fogleman/fauxgl, in pure Go. It speaks as the peers in C do
// (peers/main.c): "fauxgl WORKLOAD CELLS" draws once and writes the number of results and their bytes; then each line "K" draws K times and is
// answered with the nanoseconds that this took.
//
// It is a module of its own, so that only who runs the benchmarks needs that library. As many goroutines draw as GOMAXPROCS lets run.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/fogleman/fauxgl"
)

const (
	targetSize = 1024 // pixels along an axis
	imageSize  = 256  // texels along an axis
	step       = 16   // between the pixels that are compared
)

func main() {
	if len(os.Args) != 3 {
		fail("usage: fauxgl WORKLOAD CELLS")
	}
	cells, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fail(err)
	}
	s := newScene(os.Args[1], cells)
	s.draw()
	out := bufio.NewWriter(os.Stdout)
	values := s.result()
	fmt.Fprintln(out, len(values))
	if err := binary.Write(out, binary.LittleEndian, values); err != nil {
		fail(err)
	}
	for times := 0; ; fmt.Fprintln(out, s.time(times)) {
		if err := out.Flush(); err != nil {
			fail(err)
		}
		if _, err := fmt.Scan(&times); err != nil {
			return // the end of the input
		}
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}

// scene is a mesh and what draws it.
type scene struct {
	context   *fauxgl.Context
	triangles []*fauxgl.Triangle
}

func newScene(workload string, cells int) *scene {
	c := fauxgl.NewContext(targetSize, targetSize)
	c.Cull, c.AlphaBlend = fauxgl.CullNone, false
	c.Shader = shader{fragment: fragments()[workload]}
	return &scene{context: c, triangles: mesh(cells)}
}

func (s *scene) draw() {
	s.context.ClearDepthBufferWith(1)
	s.context.DrawTriangles(s.triangles)
}

// time is how many nanoseconds some draws take.
func (s *scene) time(times int) int64 {
	start := time.Now()
	for range times {
		s.draw()
	}
	return time.Since(start).Nanoseconds()
}

// result are the components of some pixels, from 0 to 1.
func (s *scene) result() (values []float32) {
	for y := step / 2; y < targetSize; y += step {
		for x := step / 2; x < targetSize; x += step {
			p := s.context.ColorBuffer.NRGBAAt(x, y)
			for _, v := range []uint8{p.R, p.G, p.B, p.A} {
				values = append(values, float32(v)/255)
			}
		}
	}
	return values
}

// mesh makes the triangles that kernels/draws.lua draws.
func mesh(cells int) (all []*fauxgl.Triangle) {
	for layer := 0; cells == 0 && layer < 16; layer++ {
		z := 0.9 - float64(layer)/32
		all = append(all, &fauxgl.Triangle{V1: corner(-1, 1, z, 0, 0), V2: corner(3, 1, z, 2, 0), V3: corner(-1, -3, z, 0, 2)})
	}
	at := func(i, j int) fauxgl.Vertex {
		x, y := float64(i)/float64(cells), float64(j)/float64(cells)
		return corner(2*x-1, 1-2*y, 0.5, x, y)
	}
	for j := range cells {
		for i := range cells {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			all = append(all, &fauxgl.Triangle{V1: a, V2: b, V3: c}, &fauxgl.Triangle{V1: a, V2: c, V3: d})
		}
	}
	return all
}

// corner is a vertex in clip space, with a depth from 0 to 1 that the library's screen mapping takes from -1 to 1.
func corner(x, y, z, red, green float64) fauxgl.Vertex {
	return fauxgl.Vertex{Position: fauxgl.V(x, y, 2*z-1), Color: fauxgl.Color{R: red, G: green, B: 0.4, A: 1}}
}

// shader is what a triangle's corners and pixels go through.
type shader struct {
	fragment func(fauxgl.Vertex) fauxgl.Color
}

func (shader) Vertex(v fauxgl.Vertex) fauxgl.Vertex {
	v.Output = v.Position.VectorW()
	return v
}

func (s shader) Fragment(v fauxgl.Vertex) fauxgl.Color { return s.fragment(v) }

// fragments are what a pixel becomes, by workload.
func fragments() map[string]func(fauxgl.Vertex) fauxgl.Color {
	image := texels()
	colour := func(v fauxgl.Vertex) fauxgl.Color { return v.Color }
	return map[string]func(fauxgl.Vertex) fauxgl.Color{
		"mesh":          colour,
		"fill_colour":   colour,
		"fill_plain":    func(fauxgl.Vertex) fauxgl.Color { return fauxgl.Color{R: 0.25, G: 0.5, B: 0.75, A: 1} },
		"fill_bilinear": func(v fauxgl.Vertex) fauxgl.Color { return bilinear(image, v.Color.R*3.3, v.Color.G*3.3) },
	}
}

func texels() (image []fauxgl.Color) {
	for y := range imageSize {
		for x := range imageSize {
			part := func(v int) float64 { return float64(v&255) / 255 }
			image = append(image, fauxgl.Color{R: part(3 * x), G: part(5 * y), B: part(x ^ y), A: 1})
		}
	}
	return image
}

// bilinear mixes four texels of the repeated image. The library's own sampler neither repeats nor puts texels where Direct3D does.
func bilinear(image []fauxgl.Color, u, v float64) fauxgl.Color {
	x, y := u*imageSize-0.5, v*imageSize-0.5
	left, top := math.Floor(x), math.Floor(y)
	at := func(i, j int) fauxgl.Color { return image[(j&(imageSize-1))*imageSize+(i&(imageSize-1))] }
	i, j := int(left), int(top)
	above := at(i, j).Lerp(at(i+1, j), x-left)
	return above.Lerp(at(i, j+1).Lerp(at(i+1, j+1), x-left), y-top)
}
