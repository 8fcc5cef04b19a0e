package bench

import (
	"cmp"
	"fmt"
)

// workload is one kernel at one size.
type workload struct {
	name   string
	kernel string  // the script below kernels, the function in Go and in C
	script string  // the script, where it has another name
	apart  bool    // it shows what another row would cost otherwise: means do not contain it
	size   int     // as the script's N
	amount float64 // what one run does, in units
	unit   string  // of amount a nanosecond
}

// The sizes are those of the ceilings that the project measured before it was written. Few numbers are added up by one group, as a programmer would
// write it; the row apart is the script for many at that size.
func workloads() []workload {
	return []workload{
		{name: "saxpy 16 Mi", kernel: "saxpy", size: 16 << 20, amount: 12 * (16 << 20), unit: "GB/s"},
		{name: "saxpy 64 Ki", kernel: "saxpy", size: 64 << 10, amount: 12 * (64 << 10), unit: "GB/s"},
		{name: "reduction 16 Mi", kernel: "reduction", size: 16 << 20, amount: 4 * (16 << 20), unit: "GB/s"},
		{name: "reduction 64 Ki", kernel: "reduction", script: "reduction_group", size: 64 << 10, amount: 4 * (64 << 10), unit: "GB/s"},
		{name: "reduction 64 Ki, two dispatches", kernel: "reduction", size: 64 << 10, amount: 4 * (64 << 10), unit: "GB/s", apart: true},
		{name: "mandelbrot 1024²", kernel: "mandelbrot", size: 1024, amount: 1024 * 1024e3, unit: "Mpixel/s"},
		{name: "n-body 4096", kernel: "nbody", size: 4096, amount: 20 * 4096 * 4096, unit: "GFLOP/s"},
		{name: "blur 3×3 2048²", kernel: "blur", size: 2048, amount: 2048 * 2048e3, unit: "Mpixel/s"},
		{name: "GEMM 512", kernel: "gemm", size: 512, amount: 2 * 512 * 512 * 512, unit: "GFLOP/s"},
		{name: "tiled GEMM 512", kernel: "gemm_tiled", size: 512, amount: 2 * 512 * 512 * 512, unit: "GFLOP/s"},
		{name: "GEMM 512 by DirectML", kernel: "gemm_tiled", script: "gemm_dml", size: 512, amount: 2 * 512 * 512 * 512, unit: "GFLOP/s", apart: true},
	}
}

// file is the script's.
func (w *workload) file() string { return cmp.Or(w.script, w.kernel) + ".lua" }

// small are the same kernels at sizes that an interpreter finishes, and that a test can afford.
func small() []workload {
	return []workload{
		{name: "saxpy 8 Ki", kernel: "saxpy", size: 8 << 10, amount: 12 * (8 << 10), unit: "GB/s"},
		{name: "reduction 8 Ki", kernel: "reduction", script: "reduction_group", size: 8 << 10, amount: 4 * (8 << 10), unit: "GB/s"},
		{name: "reduction 8 Ki, two dispatches", kernel: "reduction", size: 8 << 10, amount: 4 * (8 << 10), unit: "GB/s", apart: true},
		{name: "mandelbrot 64²", kernel: "mandelbrot", size: 64, amount: 64 * 64e3, unit: "Mpixel/s"},
		{name: "n-body 128", kernel: "nbody", size: 128, amount: 20 * 128 * 128, unit: "GFLOP/s"},
		{name: "blur 3×3 64²", kernel: "blur", size: 64, amount: 64 * 64e3, unit: "Mpixel/s"},
		{name: "GEMM 64", kernel: "gemm", size: 64, amount: 2 * 64 * 64 * 64, unit: "GFLOP/s"},
		{name: "tiled GEMM 64", kernel: "gemm_tiled", size: 64, amount: 2 * 64 * 64 * 64, unit: "GFLOP/s"},
		{name: "GEMM 64 by DirectML", kernel: "gemm_tiled", script: "gemm_dml", size: 64, amount: 2 * 64 * 64 * 64, unit: "GFLOP/s"},
	}
}

func hash(i, seed uint32) uint32 {
	h := i*2654435761 + seed
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>12
}

// fill makes an input: multiples of 2^-16 in [0, 1), and for sums 0 or 1, so that every order of addition gives the same.
// peers/peer.h has the same numbers.
func fill(kernel, name string, out []float32) {
	seed := uint32(1)
	if name == "y" || name == "b" {
		seed = 2
	}
	for i := range out {
		h := hash(uint32(i), seed)
		if kernel == "reduction" {
			out[i] = float32(h & 1)
			continue
		}
		out[i] = float32(h&0xffff) / 65536
	}
}

// tolerance is how far an implementation may be from the plain loop in Go.
type tolerance struct {
	relative float64 // of a number, or absolute below 1
	share    float64 // of the numbers may be further away
}

var (
	// exact is for our own executors: except where the plain loop adds in another order.
	exact = tolerance{}
	// fused is for compilers that fuse multiplications with additions. In the Mandelbrot set that moves single pixels.
	fused = tolerance{relative: 1e-4, share: 0.01}
)

// compare says where two results differ.
func compare(want, got []float32, t tolerance) error {
	if len(want) != len(got) {
		return fmt.Errorf("%d numbers instead of %d", len(got), len(want))
	}
	bad, first := 0, -1
	for i := range want {
		w, g := float64(want[i]), float64(got[i])
		d := max(w-g, g-w)
		if d <= t.relative*max(1, w, -w) {
			continue
		}
		if bad++; first < 0 {
			first = i
		}
	}
	if float64(bad) > t.share*float64(len(want)) {
		return fmt.Errorf("%d of %d numbers differ, the first at %d: %v instead of %v", bad, len(want), first, got[first], want[first])
	}
	return nil
}
