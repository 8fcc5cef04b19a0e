package kernel

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// view is a buffer of n elements of stride bytes; with pixels, a picture of n by n texels.
type view struct {
	n, stride uint32
	pixels    bool
}

// workload is a kernel of tests/bench, as the front end made it, with its buffers; open says that some of its accesses must be watched.
type workload struct {
	name   string
	text   string // a kernel of its own, instead of a file
	groups [3]uint32
	views  []view
	open   bool
}

var workloads = []workload{
	{name: "saxpy", groups: [3]uint32{128, 1, 1}, views: []view{{n: 65536, stride: 4}, {n: 65536, stride: 4}}},
	{name: "reduction", groups: [3]uint32{64, 1, 1}, views: []view{{n: 1 << 20, stride: 4}, {n: 64, stride: 4}}},
	{name: "mandelbrot", groups: [3]uint32{64, 64, 1}, views: []view{{n: 512 * 512, stride: 4}}},
	{name: "nbody", groups: [3]uint32{32, 1, 1}, views: []view{{n: 2048, stride: 16}, {n: 2048, stride: 16}}},
	{name: "blur", groups: [3]uint32{64, 64, 1}, views: []view{{n: 1026 * 1026, stride: 4}, {n: 1024 * 1024, stride: 4}}},
	{name: "blur_texture", groups: [3]uint32{64, 64, 1}, views: []view{{1026, 4, true}, {1024, 4, true}}},
	{name: "gemm", groups: [3]uint32{16, 16, 1}, views: []view{{n: 65536, stride: 4}, {n: 65536, stride: 4}, {n: 65536, stride: 4}}},
	{name: "gemm_tiled", groups: [3]uint32{16, 16, 1}, views: []view{{n: 65536, stride: 4}, {n: 65536, stride: 4}, {n: 65536, stride: 4}}},
	{name: "gather", text: gatherText, groups: [3]uint32{1024, 1, 1}, views: []view{{n: 65536, stride: 4}, {n: 65536, stride: 4}, {n: 65536, stride: 4}}, open: true},
	{name: "histogram", text: histogramText, groups: [3]uint32{1024, 1, 1}, views: []view{{n: 65536, stride: 4}, {n: 256, stride: 4}}, open: true},
}

const gatherText = `kernel "gather" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "indices" "uint"
binding srv structured t1 space 0 count 1 stride 4 format 0 counterof 0 "from" "float"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadbuf _ %1 _ b=0
  %3:i32 = const 65535
  %4:i32 = and %2 %3
  %5:i32 = loadbuf _ %4 _ b=1
  storebuf _ %1 _ %5 b=2
}`

const histogramText = `kernel "histogram" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "values" "uint"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "bins" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadbuf _ %1 _ b=0
  %3:i32 = const 255
  %4:i32 = and %2 %3
  %5:i32 = const 1
  %6:i32 = atomicbuf _ %4 _ %5 _ add b=1
}`

// trackRig is a runner with the views of one workload.
type trackRig struct {
	runner   *Runner
	kernel   *Kernel
	dispatch exec.Dispatch
	records  []ir.Record
}

func newTrackRig(t testing.TB, w *workload, o Options) *trackRig {
	t.Helper()
	space, err := mem.New(64 << 20)
	require.NoError(t, err)
	rig := &trackRig{runner: NewRunner(o)}
	require.NoError(t, rig.runner.Attach(space))
	t.Cleanup(func() {
		require.NoError(t, rig.runner.Close())
		require.NoError(t, space.Close())
	})
	text := w.text
	if text == "" {
		file, err := os.ReadFile(filepath.Join("internal", "jit", "testdata", w.name+".ir"))
		require.NoError(t, err)
		text = string(file)
	}
	rig.kernel = compileText(t, text)
	table, err := space.Alloc(uint64(len(w.views))*ir.RecordBytes, 256)
	require.NoError(t, err)
	formats := make([]gpu.Format, len(w.views))
	for i, v := range w.views {
		r := rig.place(t, space, v)
		if v.pixels {
			formats[i] = gpu.FormatR32Float
		}
		r.Put(space.Bytes()[table+uint64(i)*ir.RecordBytes:])
		rig.records = append(rig.records, r)
	}
	rig.dispatch = exec.Dispatch{Groups: w.groups, Memory: space.Bytes(), Table: uint32(table), Records: uint32(len(w.views)), Formats: formats}
	return rig
}

func (rig *trackRig) place(t testing.TB, space *mem.Space, v view) ir.Record {
	bytes := v.n * v.stride
	if v.pixels {
		bytes *= v.n
	}
	at, err := space.Alloc(uint64(bytes), 256)
	require.NoError(t, err)
	for i := uint32(0); i < bytes; i += 4 {
		binary.LittleEndian.PutUint32(space.Bytes()[uint32(at)+i:], math.Float32bits(float32(i%977)+0.5)*2654435761>>8|0x3f000000)
	}
	r := ir.Record{Base: uint32(at), Size: bytes, Count: v.n, Stride: v.stride}
	if v.pixels {
		r.Count, r.Format, r.Width, r.Height, r.Depth, r.Levels = 0, uint32(gpu.FormatR32Float), v.n, v.n, 1, 1
		r.Mips[0] = ir.Mip{RowPitch: v.n * v.stride, SlicePitch: bytes}
	}
	return r
}

func (rig *trackRig) run(t testing.TB, track bool) exec.Result {
	rig.dispatch.Track = track
	r, err := rig.runner.Run(context.Background(), rig.kernel, &rig.dispatch)
	require.NoError(t, err)
	return r
}

// BenchmarkTrack compares dispatches with and without tracking, in turns: the metric "ratio" is the time with it over the time without.
func BenchmarkTrack(b *testing.B) {
	for i := range workloads {
		w := &workloads[i]
		b.Run(w.name, func(b *testing.B) {
			rig := newTrackRig(b, w, Options{Workers: 1})
			rig.run(b, false)
			rig.run(b, true)
			fastest := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for track, best := range fastest {
					start := time.Now()
					rig.run(b, track == 1)
					fastest[track] = min(best, time.Since(start))
				}
			}
			b.ReportMetric(float64(fastest[0].Nanoseconds()), "ns-off")
			b.ReportMetric(float64(fastest[1].Nanoseconds()), "ns-on")
			b.ReportMetric(float64(fastest[1])/float64(fastest[0]), "ratio")
		})
	}
}
