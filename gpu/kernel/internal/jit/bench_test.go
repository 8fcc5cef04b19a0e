package jit

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

const (
	saxpyElements = 64 << 10
	mandelShift   = 9
	bodies        = 2048
)

func floats(seed float32) func(int) uint32 {
	return func(i int) uint32 { return math.Float32bits(seed + float32(i%977)*0.25) }
}

func (r *rig) saxpyDispatch() ir.Dispatch {
	cb := r.structured(4, 4, func(i int) uint32 { return [...]uint32{saxpyElements, math.Float32bits(1e-3), 0, 0}[i] })
	return ir.Dispatch{Groups: [3]uint32{saxpyElements / 64, 1, 1}, Count: saxpyElements / 64,
		Records: r.table(cb, r.structured(saxpyElements, 4, floats(1)), r.structured(saxpyElements, 4, floats(2)))}
}

func (r *rig) mandelDispatch() ir.Dispatch {
	n := uint32(1) << mandelShift
	return ir.Dispatch{Groups: [3]uint32{n / 8, n / 8, 1}, Count: uint64(n/8) * uint64(n/8),
		Records: r.table(r.structured(int(n*n), 4, func(int) uint32 { return 0 }))}
}

func (r *rig) nbodyDispatch() ir.Dispatch {
	zero := func(int) uint32 { return 0 }
	return ir.Dispatch{Groups: [3]uint32{bodies / 64, 1, 1}, Count: bodies / 64,
		Records: r.table(r.structured(bodies, 16, floats(-90)), r.structured(bodies, 16, zero))}
}

func TestBenchmarkKernelsAgree(t *testing.T) {
	r := newRig(t, 16<<20, 2)
	r.same(saxpy(), r.saxpyDispatch())
	r = newRig(t, 16<<20, 2)
	r.same(nbody(64), r.nbodyDispatch())
	r = newRig(t, 16<<20, 2)
	d := r.mandelDispatch()
	d.Groups = [3]uint32{8, 4, 1}
	r.same(mandelbrot(mandelShift, 64), d)
}

func benchmark(b *testing.B, workers int, report bool, k *ir.Kernel, dispatch func(*rig) ir.Dispatch) {
	r := newRig(b, 64<<20, workers)
	d := dispatch(r)
	if report {
		d.Reports = 100
	}
	code, err := r.e.Compile(k, report)
	require.NoError(b, err)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if _, err := r.e.Run(context.Background(), code, &d); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarks(b *testing.B, k *ir.Kernel, dispatch func(*rig) ir.Dispatch, plain func(b *testing.B)) {
	b.Run("go", plain)
	b.Run("jit", func(b *testing.B) { benchmark(b, 1, false, k, dispatch) })
	b.Run("validated", func(b *testing.B) { benchmark(b, 1, true, k, dispatch) })
	b.Run("workers", func(b *testing.B) { benchmark(b, runtime.GOMAXPROCS(0), false, k, dispatch) })
}

func BenchmarkSaxpy(b *testing.B) {
	benchmarks(b, saxpy(), (*rig).saxpyDispatch, func(b *testing.B) {
		x, y := make([]float32, saxpyElements), make([]float32, saxpyElements)
		a := float32(1e-3)
		for range b.N {
			for i := range x {
				y[i] = float32(a*x[i]) + y[i]
			}
		}
	})
}

func BenchmarkMandelbrot(b *testing.B) {
	benchmarks(b, mandelbrot(mandelShift, 256), (*rig).mandelDispatch, func(b *testing.B) {
		n := 1 << mandelShift
		out := make([]int32, n*n)
		scale := 3 / float32(n)
		for range b.N {
			for i := range out {
				cx, cy := float32(float32(i%n)*scale)-2, float32(float32(i/n)*scale)-1.5
				out[i] = escape(cx, cy)
			}
		}
	})
}

func escape(cx, cy float32) int32 {
	var zx, zy float32
	for i := range int32(256) {
		xx, yy := float32(zx*zx), float32(zy*zy)
		if xx+yy > 4 {
			return i
		}
		xy := float32(zx * zy)
		zx, zy = xx-yy+cx, xy+xy+cy
	}
	return 256
}

func BenchmarkNbody(b *testing.B) {
	benchmarks(b, nbody(bodies), (*rig).nbodyDispatch, func(b *testing.B) {
		p, out := make([][4]float32, bodies), make([][3]float32, bodies)
		for i := range p {
			for j := range p[i] {
				p[i][j] = math.Float32frombits(floats(-90)(4*i + j))
			}
		}
		for range b.N {
			for i := range p {
				out[i] = pull(p, &p[i])
			}
		}
	})
}

func pull(p [][4]float32, me *[4]float32) (sum [3]float32) {
	for j := range p {
		dx, dy, dz := p[j][0]-me[0], p[j][1]-me[1], p[j][2]-me[2]
		r := 0.01 + float32(dx*dx) + float32(dy*dy) + float32(dz*dz)
		s := p[j][3] * (1 / float32(r*float32(math.Sqrt(float64(r)))))
		sum[0] += float32(dx * s)
		sum[1] += float32(dy * s)
		sum[2] += float32(dz * s)
	}
	return sum
}

func BenchmarkEmptyDispatch(b *testing.B) {
	k := ir.NewBuilder("empty").Kernel
	benchmark(b, 1, false, k, func(r *rig) ir.Dispatch {
		return ir.Dispatch{Groups: one, Count: 1, Records: r.table(ir.Record{})}
	})
}

func BenchmarkCompile(b *testing.B) {
	k := nbody(bodies)
	for range b.N {
		r := newRig(b, 1<<20, 1)
		_, err := r.e.Compile(k, false)
		require.NoError(b, err)
	}
}
