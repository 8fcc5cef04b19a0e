package raster

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// grid is a point on the grid of subpixels, as integers.
type grid struct{ x, y int64 }

func (g grid) vert(s *scene) vert { return s.at(float64(g.x)/256, float64(g.y)/256, 0) }

// inside is the fill rule as its definition says: a point is covered if it is inside; on an edge, if the edge is a top edge (horizontal, with the
// rest of the triangle below it) or a left one (not horizontal, with the rest on its right). Coordinates have up to 25 bits, so int64 is exact.
func inside(v [3]grid, p grid) bool {
	if cross(v[0], v[1], v[2]) == 0 {
		return false
	}
	for i := range v {
		a, b, third := v[i], v[(i+1)%3], v[(i+2)%3]
		side := cross(a, b, p)
		if side != 0 && side > 0 != (cross(a, b, third) > 0) {
			return false
		}
		switch {
		case side != 0:
		case a.y == b.y:
			if third.y < a.y {
				return false
			}
		default:
			if a.y > b.y {
				a, b = b, a
			}
			// The edge's x at the height of the third vertex, times the height of the edge.
			if third.x*(b.y-a.y) < a.x*(b.y-a.y)+(b.x-a.x)*(third.y-a.y) {
				return false
			}
		}
	}
	return true
}

func cross(a, b, p grid) int64 { return (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x) }

// positions of samples as the Direct3D documentation has them, in 1/16 pixel from the centre.
var documented = map[int][][2]int64{
	1: {{0, 0}},
	2: {{4, 4}, {-4, -4}},
	4: {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}},
	8: {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}},
}

func sampleAt(samples, sample int, x, y int32) grid {
	d := documented[samples][sample]
	return grid{int64(x)*256 + 128 + d[0]*16, int64(y)*256 + 128 + d[1]*16}
}

// randomTriangle is of one of several kinds: small ones, ones with vertices on centres and corners of pixels, slivers, and ones larger than the
// target.
func randomTriangle(r *rand.Rand, size int64) (v [3]grid) {
	kind := r.Intn(5)
	first := grid{r.Int63n(size * 256), r.Int63n(size * 256)}
	for i := range v {
		switch kind {
		case 0:
			v[i] = grid{first.x + r.Int63n(1024) - 512, first.y + r.Int63n(1024) - 512}
		case 1:
			v[i] = grid{r.Int63n(2*size+1) * 128, r.Int63n(2*size+1) * 128}
		case 2:
			v[i] = grid{first.x + int64(i)*r.Int63n(size*64), first.y + r.Int63n(64)}
		case 3:
			v[i] = grid{r.Int63n(size * 256), r.Int63n(size * 256)}
		default:
			v[i] = grid{r.Int63n(size*1024) - size*384, r.Int63n(size*1024) - size*384}
		}
	}
	return v
}

func TestCoverageByDefinition(t *testing.T) {
	for _, samples := range []int{1, 2, 4, 8} {
		t.Run(fmt.Sprint(samples), func(t *testing.T) {
			r := rand.New(rand.NewSource(int64(samples)))
			for range 400 / samples {
				s := newScene(128, samples)
				v := randomTriangle(r, 128)
				got := s.run(t, gpu.TopologyTriangleList, v[0].vert(s), v[1].vert(s), v[2].vert(s))
				total := uint64(0)
				for y := range int32(128) {
					for x := range int32(128) {
						for i := range samples {
							want := inside(v, sampleAt(samples, i, x, y))
							if want {
								total++
							}
							if got := s.color(x, y, i)[0] != 0; want != got {
								t.Fatalf("triangle %v, pixel (%d, %d), sample %d: want %v", v, x, y, i, want)
							}
						}
					}
				}
				require.Equal(t, total, got.Counts.SamplesPassed)
			}
		})
	}
}

// A mesh that covers the target: every sample is covered exactly once, wherever its vertices are and however its triangles are turned.
func TestMeshCoversOnce(t *testing.T) {
	for _, samples := range []int{1, 4, 8} {
		for seed := range int64(12) {
			t.Run(fmt.Sprintf("%d samples, mesh %d", samples, seed), func(t *testing.T) {
				r := rand.New(rand.NewSource(seed))
				s := newScene(128, samples)
				s.counting()
				cells := 2 + r.Intn(40)
				list := mesh(s, r, cells)
				s.run(t, gpu.TopologyTriangleList, list...)
				for y := range int32(128) {
					for x := range int32(128) {
						for i := range samples {
							if n := s.color(x, y, i)[0]; n != 1 {
								t.Fatalf("pixel (%d, %d), sample %d is covered %v times", x, y, i, n)
							}
						}
					}
				}
			})
		}
	}
}

// mesh is a grid of cells over the target, its inner vertices moved at random (less than a quarter of a cell), its cells cut along either diagonal.
func mesh(s *scene, r *rand.Rand, cells int) (list []vert) {
	step := float64(s.size) / float64(cells)
	at := make([][]vert, cells+1)
	for j := range at {
		for i := range cells + 1 {
			x, y := float64(i)*step, float64(j)*step
			if i > 0 && i < cells {
				x += (r.Float64() - 0.5) * step / 2
			}
			if j > 0 && j < cells {
				y += (r.Float64() - 0.5) * step / 2
			}
			if r.Intn(3) == 0 { // on a centre or a corner of a pixel
				x, y = math.Round(x*2)/2, math.Round(y*2)/2
			}
			at[j] = append(at[j], s.at(x, y, 0.5).over(0.5+r.Float64()))
		}
	}
	for j := range cells {
		for i := range cells {
			a, b, c, d := at[j][i], at[j][i+1], at[j+1][i+1], at[j+1][i]
			if r.Intn(2) == 0 {
				a, b, c, d = b, c, d, a
			}
			if r.Intn(2) == 0 {
				list = append(list, a, b, c, c, a, d)
			} else {
				list = append(list, b, a, c, d, a, c)
			}
		}
	}
	return list
}

// A fan around one vertex covers each sample around it once, too: many edges meet in a point, which may be a centre.
func TestFanCoversOnce(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for _, centre := range [][2]float64{{32, 32}, {32.5, 32.5}, {32.5, 32}, {31 + 3.0/256, 33 + 200.0/256}} {
		for _, spokes := range []int{3, 7, 16, 40} {
			s := newScene(64, 1)
			s.counting()
			var rim []vert
			for i := range spokes {
				a := 2 * math.Pi * (float64(i) + r.Float64()*0.5) / float64(spokes)
				rim = append(rim, s.at(32+30*math.Cos(a), 32+30*math.Sin(a), 0))
			}
			var list []vert
			for i := range rim {
				list = append(list, s.at(centre[0], centre[1], 0), rim[i], rim[(i+1)%spokes])
			}
			s.run(t, gpu.TopologyTriangleList, list...)
			require.Equal(t, float32(1), s.color(32, 32, 0)[0])
			require.Equal(t, float32(1), s.color(31, 31, 0)[0])
			for y := range int32(64) {
				for x := range int32(64) {
					require.LessOrEqual(t, s.color(x, y, 0)[0], float32(1))
				}
			}
		}
	}
}

func TestPositionsAreRoundedToSubpixels(t *testing.T) {
	// The left edge is at 0.5 exactly: it covers the centre of pixel 0. A 256th further right it does not; half a 256th is a tie and goes to the even
	// neighbour, which is 128/256.
	for _, c := range []struct {
		left float64
		want int
	}{{0.5, 1}, {0.5 + 1.0/512, 1}, {0.5 + 1.0/512 + 1.0/4096, 0}, {0.5 + 1.0/256, 0}} {
		s := newScene(4, 1)
		s.run(t, gpu.TopologyTriangleStrip, s.at(c.left, 0, 0), s.at(4, 0, 0), s.at(c.left, 4, 0), s.at(4, 4, 0))
		require.Equal(t, c.want, s.picture(0)[1][0], c.left)
	}
}

func TestPointIsAPixel(t *testing.T) {
	for _, c := range []struct {
		x, y   float64
		px, py int32
	}{
		{2.5, 1.5, 2, 1},
		{2, 1, 1, 0}, // the square [1.5, 2.5) has the centre 1.5 on its left edge
		{2 + 1.0/256, 1 + 1.0/256, 2, 1},
		{3 - 1.0/256, 1, 2, 0},
	} {
		s := newScene(4, 1)
		got := s.run(t, gpu.TopologyPointList, s.at(c.x, c.y, 0))
		require.EqualValues(t, 1, got.Counts.SamplesPassed)
		require.EqualValues(t, 1, got.Counts.Clipped)
		require.Equal(t, 1, s.picture(0)[c.py][c.px], c)
	}
}

func TestPointCoversSamples(t *testing.T) {
	s := newScene(4, 4)
	got := s.run(t, gpu.TopologyPointList, s.at(2, 2, 0))
	// The square [1.5, 2.5)² has the lower right sample (2/16, 6/16) and the one below (6/16, -2/16)... of the pixels around (2, 2): by the pattern
	// one sample falls into each quarter of a pixel, so each of the four pixels gives one.
	require.EqualValues(t, 4, got.Counts.SamplesPassed)
	require.EqualValues(t, 4, got.Counts.PixelInvocations)
}

func TestSamplePositions(t *testing.T) {
	for n, list := range documented {
		for i, d := range list {
			p := samplePositions(n)[i]
			require.Equal(t, float32(8+d[0])/16, float32(p.X)/subpixels)
			require.Equal(t, float32(8+d[1])/16, float32(p.Y)/subpixels)
		}
	}
}
