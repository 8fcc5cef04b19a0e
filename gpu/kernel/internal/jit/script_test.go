package jit

import (
	"context"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// job is a kernel of testdata, as the front end made it from a script of tests/bench, and a dispatch of it.
type job struct {
	name   string
	peer   int // number in a program of other implementations
	groups [3]uint32
	table  func(r *rig) uint32
}

// zero fills buffers.
func zero(int) uint32 { return 0 }

// tex is a picture of n by n floats.
func tex(r *rig, n uint32) ir.Record {
	b := r.structured(int(n*n), 4, floats(1))
	rec := ir.Record{Base: b.Base, Size: n * n * 4, Stride: 4, Format: 25, Width: n, Height: n, Depth: 1, Levels: 1}
	rec.Mips[0] = ir.Mip{RowPitch: n * 4, SlicePitch: n * n * 4}
	return rec
}

var jobs = []job{
	{"saxpy", 0, [3]uint32{128, 1, 1}, func(r *rig) uint32 {
		return r.table(r.structured(65536, 4, floats(2)), r.structured(65536, 4, floats(1)))
	}},
	{"reduction", 1, [3]uint32{64, 1, 1}, func(r *rig) uint32 { return r.table(r.structured(1<<20, 4, floats(1)), r.structured(64, 4, zero)) }},
	{"mandelbrot", 2, [3]uint32{64, 64, 1}, func(r *rig) uint32 { return r.table(r.structured(512*512, 4, zero)) }},
	{"nbody", 3, [3]uint32{32, 1, 1}, func(r *rig) uint32 { return r.table(r.structured(2048, 16, floats(1)), r.structured(2048, 16, zero)) }},
	{"blur", 4, [3]uint32{64, 64, 1}, func(r *rig) uint32 {
		return r.table(r.structured(1026*1026, 4, floats(1)), r.structured(1024*1024, 4, zero))
	}},
	{"blur_texture", 5, [3]uint32{64, 64, 1}, func(r *rig) uint32 { return r.table(tex(r, 1026), tex(r, 1024)) }},
	{"gemm", 6, [3]uint32{16, 16, 1}, func(r *rig) uint32 {
		return r.table(r.structured(65536, 4, floats(1)), r.structured(65536, 4, floats(2)), r.structured(65536, 4, zero))
	}},
	{"gemm_tiled", 7, [3]uint32{16, 16, 1}, func(r *rig) uint32 {
		return r.table(r.structured(65536, 4, floats(1)), r.structured(65536, 4, floats(2)), r.structured(65536, 4, zero))
	}},
}

// kernelFile is an optimised kernel of testdata.
func kernelFile(t testing.TB, name string) *ir.Kernel {
	text, err := os.ReadFile("testdata/" + name + ".ir")
	require.NoError(t, err)
	k, err := ir.Parse(string(text))
	require.NoError(t, err)
	for i := range k.Bindings {
		if k.Bindings[i].Shape.IsTexture() {
			k.Bindings[i].Stride = 4
		}
	}
	require.NoError(t, ir.Verify(k))
	opt.Optimize(k)
	require.NoError(t, ir.Verify(k))
	return k
}

// TestScriptKernelsAgree runs a part of each dispatch, in bounds and out of them.
func TestScriptKernelsAgree(t *testing.T) {
	notInShort(t)
	for _, j := range jobs {
		t.Run(j.name, func(t *testing.T) {
			r := newRig(t, 16<<20, 2)
			k := kernelFile(t, j.name)
			code, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
			require.NoError(t, err)
			require.Greater(t, code.Packet, 1, "its waves run one by one")
			d := ir.Dispatch{Records: j.table(r)}
			for i, g := range j.groups {
				d.Groups[i] = min(g, 2)
			}
			d.Reports = 10
			require.Empty(t, r.same(k, d).Reports)
			if j.groups[1] == 1 {
				return // the last groups of a row are far away
			}
			d.Groups = [3]uint32{j.groups[0] + 1, 1, 1}
			r.same(k, d)
		})
	}
}

// TestSelectsOfSpilledValues: a loop carries more vectors than there are registers, and chooses between what it found and what it carries. The
// runtime's own instruction for that choice loses values here, so programs do not use it.
func TestSelectsOfSpilledValues(t *testing.T) {
	k := kernelFile(t, "argument")
	for seed := range int64(8) {
		r := newRig(t, 4<<20, 1)
		values := random(seed)
		high := func(i int) uint32 { return uint32(i%2) * (0x3ff00000 | values(i)>>16) } // doubles around 1
		r.same(k, ir.Dispatch{Groups: [3]uint32{1, 1, 1}, Records: r.table(r.structured(42, 8, high), r.structured(6, 4, zero))})
	}
}

// TestOverlappingViewsRunWaveByWave: a kernel that stores to what another view of it loads does what its waves do one after another.
func TestOverlappingViewsRunWaveByWave(t *testing.T) {
	r := newRig(t, 4<<20, 1)
	b := ir.NewBuilder("shift")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("in", ir.SRV, 4), buf("out", ir.UAV, 4)}
	id := b.Sys(ir.DispatchThreadIDX)
	b.StoreBuf(ir.Mem{Binding: 1}, id, 0, b.Op(ir.OpIAdd, b.LoadBuf(ir.Mem{}, id, 0), b.Int(1)))
	all := r.structured(256, 4, random(3))
	for _, shift := range []uint32{4, 16, 64, 256} {
		in, out := all, all
		in.Size, in.Count = 512, 128
		out.Base, out.Size, out.Count = all.Base+shift, 512, 128
		r.same(b.Kernel, ir.Dispatch{Groups: [3]uint32{2, 1, 1}, Records: r.table(in, out)})
	}
}

func BenchmarkScripts(b *testing.B) {
	for _, j := range jobs {
		for _, workers := range []int{1, runtime.GOMAXPROCS(0)} {
			b.Run(j.name+[]string{"", "/workers"}[min(workers-1, 1)], func(b *testing.B) {
				r := newRig(b, 64<<20, workers)
				d := ir.Dispatch{Groups: j.groups, Count: uint64(j.groups[0]) * uint64(j.groups[1]) * uint64(j.groups[2]), Records: j.table(r)}
				code, err := r.e.Compile(kernelFile(b, j.name), false)
				require.NoError(b, err)
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if _, err := r.e.Run(context.Background(), code, &d); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
