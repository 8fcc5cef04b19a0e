package bench

import "fmt"

// workload is one kernel at one size.
type workload struct {
	name   string
	kernel string  // the script below kernels, the function in Go and in C
	size   int     // as the script's N
	amount float64 // what one run does, in units
	unit   string  // of amount a nanosecond
	script string  // below kernels, where it is another one than the kernel's
}

// file is the name of the script.
func (w *workload) file() string {
	if w.script != "" {
		return w.script
	}
	return w.kernel
}

// The sizes are those of the ceilings that the project measured before it was written.
func workloads() []workload {
	return []workload{
		{"saxpy 16 Mi", "saxpy", 16 << 20, 12 * (16 << 20), "GB/s", ""},
		{"saxpy 64 Ki", "saxpy", 64 << 10, 12 * (64 << 10), "GB/s", ""},
		{"reduction 16 Mi", "reduction", 16 << 20, 4 * (16 << 20), "GB/s", ""},
		{"reduction 64 Ki", "reduction", 64 << 10, 4 * (64 << 10), "GB/s", ""},
		{"mandelbrot 1024²", "mandelbrot", 1024, 1024 * 1024e3, "Mpixel/s", ""},
		{"n-body 4096", "nbody", 4096, 20 * 4096 * 4096, "GFLOP/s", ""},
		{"blur 3×3 2048²", "blur", 2048, 2048 * 2048e3, "Mpixel/s", ""},
		{"GEMM 512", "gemm", 512, 2 * 512 * 512 * 512, "GFLOP/s", ""},
		{"tiled GEMM 512", "gemm_tiled", 512, 2 * 512 * 512 * 512, "GFLOP/s", ""},
		{"GEMM 512 by DirectML", "gemm_tiled", 512, 2 * 512 * 512 * 512, "GFLOP/s", "gemm_dml"},
	}
}

// small are the same kernels at sizes that an interpreter finishes, and that a test can afford.
func small() []workload {
	return []workload{
		{"saxpy 8 Ki", "saxpy", 8 << 10, 12 * (8 << 10), "GB/s", ""},
		{"reduction 8 Ki", "reduction", 8 << 10, 4 * (8 << 10), "GB/s", ""},
		{"mandelbrot 64²", "mandelbrot", 64, 64 * 64e3, "Mpixel/s", ""},
		{"n-body 128", "nbody", 128, 20 * 128 * 128, "GFLOP/s", ""},
		{"blur 3×3 64²", "blur", 64, 64 * 64e3, "Mpixel/s", ""},
		{"GEMM 64", "gemm", 64, 2 * 64 * 64 * 64, "GFLOP/s", ""},
		{"tiled GEMM 64", "gemm_tiled", 64, 2 * 64 * 64 * 64, "GFLOP/s", ""},
		{"GEMM 64 by DirectML", "gemm_tiled", 64, 2 * 64 * 64 * 64, "GFLOP/s", "gemm_dml"},
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
