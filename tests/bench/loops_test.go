package bench

import (
	"math"
	"sync"
)

// loops are the kernels as plain Go. Each works on rows [from, to) of its output, which goroutines share.
type loops struct {
	size      int
	x, y, out []float32
	rows      int
	kernel    func(l *loops, from, to int) float32
}

func newLoops(w workload) *loops {
	n := w.size
	l := &loops{size: n, rows: n}
	sizes := map[string][3]int{"saxpy": {n, n, 0}, "reduction": {n, 0, 1}, "mandelbrot": {0, 0, n * n}, "nbody": {4 * n, 0, 4 * n},
		"blur": {(n + 2) * (n + 2), 0, n * n}, "gemm": {n * n, n * n, n * n}, "gemm_tiled": {n * n, n * n, n * n}}[w.kernel]
	l.x, l.y, l.out = make([]float32, sizes[0]), make([]float32, sizes[1]), make([]float32, sizes[2])
	fill(w.kernel, "x", l.x)
	fill(w.kernel, "y", l.y)
	if w.kernel == "saxpy" {
		l.out = l.y
	}
	l.kernel = map[string]func(*loops, int, int) float32{"saxpy": (*loops).saxpy, "reduction": (*loops).reduction, "mandelbrot": (*loops).mandelbrot,
		"nbody": (*loops).nbody, "blur": (*loops).blur, "gemm": (*loops).gemm, "gemm_tiled": (*loops).gemmTiled}[w.kernel]
	return l
}

// run runs the kernel once on some goroutines.
func (l *loops) run(goroutines int) {
	sums := make([]float32, goroutines)
	var done sync.WaitGroup
	for g := range goroutines {
		done.Add(1)
		go func() {
			defer done.Done()
			sums[g] = l.kernel(l, l.rows*g/goroutines, l.rows*(g+1)/goroutines)
		}()
	}
	done.Wait()
	if len(l.out) == 1 {
		l.out[0] = 0
		for _, s := range sums {
			l.out[0] += s
		}
	}
}

func (l *loops) saxpy(from, to int) float32 {
	x, y := l.x[from:to], l.y[from:to]
	for i := range x {
		y[i] = float32(0.5*x[i]) + y[i]
	}
	return 0
}

func (l *loops) reduction(from, to int) (sum float32) {
	for _, v := range l.x[from:to] {
		sum += v
	}
	return sum
}

func (l *loops) mandelbrot(from, to int) float32 {
	n := l.size
	step := 3 / float32(n)
	for py := from; py < to; py++ {
		for px := range n {
			cx, cy := float32(float32(px)*step)-2, float32(float32(py)*step)-1.5
			var zx, zy float32
			i := 0
			for i < 256 && float32(zx*zx)+float32(zy*zy) <= 4 {
				zx, zy = float32(zx*zx)-float32(zy*zy)+cx, float32(float32(2*zx)*zy)+cy
				i++
			}
			l.out[py*n+px] = float32(i)
		}
	}
	return 0
}

func (l *loops) nbody(from, to int) float32 {
	x := l.x
	for i := from; i < to; i++ {
		mx, my, mz := x[4*i], x[4*i+1], x[4*i+2]
		var ax, ay, az float32
		for j := 0; j+3 < len(x); j += 4 {
			dx, dy, dz := x[j]-mx, x[j+1]-my, x[j+2]-mz
			inv := 1 / float32(math.Sqrt(float64(float32(dx*dx)+float32(dy*dy)+float32(dz*dz)+0.01)))
			s := x[j+3] * float32(float32(inv*inv)*inv)
			ax += float32(dx * s)
			ay += float32(dy * s)
			az += float32(dz * s)
		}
		l.out[4*i], l.out[4*i+1], l.out[4*i+2] = ax, ay, az
	}
	return 0
}

func (l *loops) blur(from, to int) float32 {
	n := l.size
	p := n + 2
	for j := from; j < to; j++ {
		a, b, c := l.x[j*p:(j+1)*p], l.x[(j+1)*p:(j+2)*p], l.x[(j+2)*p:(j+3)*p]
		out := l.out[j*n : (j+1)*n]
		for i := range out {
			sum := a[i] + float32(2*a[i+1]) + a[i+2]
			sum = sum + float32(2*b[i]) + float32(4*b[i+1]) + float32(2*b[i+2])
			sum = sum + c[i] + float32(2*c[i+1]) + c[i+2]
			out[i] = sum * 0.0625
		}
	}
	return 0
}

func (l *loops) gemm(from, to int) float32 {
	n := l.size
	for i := from; i < to; i++ {
		row := l.x[i*n : (i+1)*n]
		for j := range n {
			var sum float32
			for k, a := range row {
				sum += float32(a * l.y[k*n+j])
			}
			l.out[i*n+j] = sum
		}
	}
	return 0
}

// gemmTiled goes through memory in rows of both matrices, 16 at a time: the way to write it for a cache.
func (l *loops) gemmTiled(from, to int) float32 {
	n := l.size
	clear(l.out[from*n : to*n])
	for tile := 0; tile < n; tile += 16 {
		for i := from; i < to; i++ {
			out := l.out[i*n : (i+1)*n]
			for k := tile; k < tile+16; k++ {
				a, row := l.x[i*n+k], l.y[k*n:(k+1)*n]
				for j, b := range row {
					out[j] += float32(a * b)
				}
			}
		}
	}
	return 0
}
