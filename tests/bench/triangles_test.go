package bench

import (
	"math"
	"sync"
	"time"
)

// triangles draws what kernels/draws.lua draws, as one writes it in plain Go without a library: for each triangle the pixels of its bounding box,
// three edge functions that grow by additions, a depth test, colours divided by the interpolated 1/w. Goroutines share the target by rows.
type triangles struct {
	kernel   string
	vertices []corner
	indices  []uint32
	image    []uint32 // of 256 × 256 texels
	depth    []float32
	pixels   []uint32
}

// corner is a vertex on the target.
type corner struct {
	x, y, z, inverse float32 // pixels, depth, 1/w
	color            [3]float32
}

const imageSize = 256

func newTriangles(w workload) *triangles {
	t := &triangles{kernel: w.kernel, depth: make([]float32, drawSize*drawSize), pixels: make([]uint32, drawSize*drawSize)}
	var list []float32
	list, t.indices = drawMesh(w.size)
	for ; len(list) > 0; list = list[6:] {
		t.vertices = append(t.vertices, corner{x: float32((list[0]+1)/2) * drawSize, y: float32((1-list[1])/2) * drawSize, z: list[2], inverse: 1,
			color: [3]float32(list[3:6])})
	}
	for y := range uint32(imageSize) {
		for x := range uint32(imageSize) {
			t.image = append(t.image, 3*x&255|5*y&255<<8|(x^y)<<16|255<<24)
		}
	}
	return t
}

// run draws once.
func (t *triangles) run(goroutines int) {
	var done sync.WaitGroup
	for g := range goroutines {
		done.Go(func() { t.rows(drawSize*g/goroutines, drawSize*(g+1)/goroutines) })
	}
	done.Wait()
}

// rows clears the depth of rows and draws all triangles there.
func (t *triangles) rows(from, to int) {
	for i := from * drawSize; i < to*drawSize; i++ {
		t.depth[i] = 1
	}
	for i := 0; i+2 < len(t.indices); i += 3 {
		t.triangle(&t.vertices[t.indices[i]], &t.vertices[t.indices[i+1]], &t.vertices[t.indices[i+2]], from, to)
	}
}

// triangle draws the pixels whose centres are in a clockwise triangle.
func (t *triangles) triangle(a, b, c *corner, from, to int) {
	area := float32((b.x-a.x)*(c.y-a.y)) - float32((c.x-a.x)*(b.y-a.y))
	if area <= 0 {
		return
	}
	x0, x1 := max(int(min(a.x, b.x, c.x)), 0), min(int(max(a.x, b.x, c.x))+1, drawSize)
	y0, y1 := max(int(min(a.y, b.y, c.y)), from), min(int(max(a.y, b.y, c.y))+1, to)
	dx0, dy0, e0 := edge(b, c, x0, y0, area)
	dx1, dy1, e1 := edge(c, a, x0, y0, area)
	dx2, dy2, e2 := edge(a, b, x0, y0, area)
	for y := y0; y < y1; y++ {
		u, v, w := e0, e1, e2
		for x := x0; x < x1; x++ {
			if u >= 0 && v >= 0 && w >= 0 {
				if z := float32(u*a.z) + float32(v*b.z) + float32(w*c.z); z <= t.depth[y*drawSize+x] {
					t.depth[y*drawSize+x] = z
					t.pixels[y*drawSize+x] = t.shade(a, b, c, u, v, w)
				}
			}
			u, v, w = u+dx0, v+dx1, w+dx2
		}
		e0, e1, e2 = e0+dy0, e1+dy1, e2+dy2
	}
}

// edge is the share of the area that the corner opposite of p to q has at the centre of pixel (x, y), and what it grows by to the right and
// downwards.
func edge(p, q *corner, x, y int, area float32) (dx, dy, e float32) {
	dx, dy = (p.y-q.y)/area, (q.x-p.x)/area
	return dx, dy, float32(dx*(float32(x)+0.5-p.x)) + float32(dy*(float32(y)+0.5-p.y))
}

// shade is the colour of a pixel.
func (t *triangles) shade(a, b, c *corner, u, v, w float32) uint32 {
	if t.kernel == "fill_plain" {
		return packed([3]float32{0.25, 0.5, 0.75})
	}
	u, v, w = u*a.inverse, v*b.inverse, w*c.inverse
	scale := 1 / (u + v + w)
	var color [3]float32
	for i := range color {
		color[i] = (float32(u*a.color[i]) + float32(v*b.color[i]) + float32(w*c.color[i])) * scale
	}
	if t.kernel == "fill_bilinear" {
		return t.bilinear(color[0]*3.3, color[1]*3.3)
	}
	return packed(color)
}

func packed(c [3]float32) uint32 {
	word := uint32(255 << 24)
	for i, v := range c {
		word |= uint32(float32(min(max(v, 0), 1)*255)+0.5) << (8 * i)
	}
	return word
}

// bilinear mixes four texels of the repeated image.
func (t *triangles) bilinear(u, v float32) uint32 {
	x, y := u*imageSize-0.5, v*imageSize-0.5
	fx, fy := float32(math.Floor(float64(x))), float32(math.Floor(float64(y)))
	i, j := int(fx)&(imageSize-1), int(fy)&(imageSize-1)
	right, below := (i+1)&(imageSize-1), (j+1)&(imageSize-1)
	fx, fy = x-fx, y-fy
	p, q := t.image[j*imageSize+i], t.image[j*imageSize+right]
	r, s := t.image[below*imageSize+i], t.image[below*imageSize+right]
	word := uint32(0)
	for shift := 0; shift < 32; shift += 8 {
		top, bottom := mixed(p>>shift, q>>shift, fx), mixed(r>>shift, s>>shift, fx)
		word |= uint32(top+float32(fy*(bottom-top))+0.5) << shift
	}
	return word
}

// mixed is between the lowest bytes of two words.
func mixed(p, q uint32, f float32) float32 {
	a, b := float32(p&255), float32(q&255)
	return a + float32(f*(b-a))
}

// result is what bench.pixels keeps.
func (t *triangles) result() (out []float32) {
	for y := pixelStep / 2; y < drawSize; y += pixelStep {
		for x := pixelStep / 2; x < drawSize; x += pixelStep {
			for shift := 0; shift < 32; shift += 8 {
				out = append(out, float32(t.pixels[y*drawSize+x]>>shift&255)/255)
			}
		}
	}
	return out
}

func trianglesVariant(w workload, name string, goroutines int) *variant {
	t := newTriangles(w)
	t.run(goroutines)
	return &variant{name: name, result: t.result(), within: drawn, close: func() {}, run: func(times int) (time.Duration, error) {
		start := time.Now()
		for range times {
			t.run(goroutines)
		}
		return time.Since(start), nil
	}}
}
