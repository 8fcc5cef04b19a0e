package kernel

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
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
	var r exec.Result
	require.NoError(t, rig.runner.Run(context.Background(), rig.kernel, &rig.dispatch, &r))
	r.Accesses = slices.Clone(r.Accesses) // the next run takes its place
	return r
}

// TestUsualKernelsNeedNoWatching: the kernels of tests/bench touch all of their views, and closed forms say so.
func TestUsualKernelsNeedNoWatching(t *testing.T) {
	reads := map[string][]uint32{"saxpy": {0, 1}, "reduction": {0}, "nbody": {0}, "blur": {0}, "gemm": {0, 1}, "gemm_tiled": {0, 1}}
	for i := range workloads {
		w := &workloads[i]
		if w.open || w.name == "blur_texture" {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			rig := newTrackRig(t, w, Options{Workers: 2})
			written := len(rig.records) - 1
			if w.name == "saxpy" {
				written = 0
			}
			var want []exec.Access
			for n := range rig.records {
				a := exec.Access{Record: uint32(n), Begin: uint64(rig.records[n].Base), Exact: true}
				a.End = a.Begin + uint64(rig.records[n].Size)
				if slices.Contains(reads[w.name], a.Record) {
					want = append(want, a)
				}
				if n == written {
					a.Kind = exec.AccessWrite
					want = append(want, a)
				}
			}
			got := rig.run(t, true).Accesses
			require.Equal(t, want, got)
			require.Empty(t, rig.kernel.natural.watches)
			clear(got)
			require.Equal(t, want, rig.run(t, true).Accesses, "what became of the first run's does not matter")
			require.Nil(t, rig.run(t, false).Accesses)
		})
	}
}

// TestPicturesAreRows: the blur of a picture reads and writes rows of both pictures that continue each other.
func TestPicturesAreRows(t *testing.T) {
	w := workloads[slices.IndexFunc(workloads, func(w workload) bool { return w.name == "blur_texture" })]
	rig := newTrackRig(t, &w, Options{Workers: 1})
	for n := range rig.records { // rows lie further apart than they are long
		r := &rig.records[n]
		r.Mips[0].RowPitch += 256
		r.Height = 500
		r.Put(rig.dispatch.Memory[rig.dispatch.Table+uint32(n)*ir.RecordBytes:])
	}
	row := func(n int, kind exec.AccessKind, height uint64) exec.Access {
		r := &rig.records[n]
		a := exec.Access{Record: uint32(n), Kind: kind, Exact: true, Begin: uint64(r.Base), Stride: uint64(r.Mips[0].RowPitch), Size: uint64(4 * r.Width)}
		a.End = a.Begin + (height-1)*a.Stride + a.Size
		return a
	}
	require.Equal(t, []exec.Access{row(0, exec.AccessRead, 500), row(1, exec.AccessWrite, 500)}, rig.run(t, true).Accesses)
}

// TestScatteredAccessesAreSeen: what a gather reads follows from the bytes it reads, which the test works out for itself.
func TestScatteredAccessesAreSeen(t *testing.T) {
	for _, o := range []Options{{Workers: 2}, {Workers: 1}, {Interpreter: true}} {
		w := workloads[slices.IndexFunc(workloads, func(w workload) bool { return w.name == "histogram" })]
		w.groups = [3]uint32{2, 1, 1}
		rig := newTrackRig(t, &w, o)
		values, bins := rig.records[0], rig.records[1]
		for i := range uint32(128) {
			binary.LittleEndian.PutUint32(rig.dispatch.Memory[values.Base+4*i:], 256+[]uint32{7, 9, 30, 11, 31, 255}[i%6])
		}
		at := func(bin uint64) uint64 { return uint64(bins.Base) + 4*bin }
		add := exec.Access{Record: 1, Kind: exec.AccessAtomic, Atomic: exec.AtomicAdd, Exact: true}
		row, pair, last := add, add, add
		row.Begin, row.End, row.Stride, row.Size = at(7), at(12), 8, 4
		pair.Begin, pair.End = at(30), at(32)
		last.Begin, last.End = at(255), at(256)
		read := exec.Access{Begin: uint64(values.Base), End: uint64(values.Base) + 512, Exact: true}
		r := rig.run(t, true)
		require.Equal(t, []exec.Access{read, row, pair, last}, r.Accesses)
		require.EqualValues(t, 512+6*4, r.BytesRead)
		require.EqualValues(t, 6*4, r.BytesWritten)
		require.Equal(t, rig.run(t, false).Instructions, r.Instructions, "watching costs nothing")
	}
}

// TestUpperBounds: where nothing can be noted, and where a run ended early, accesses cover what may have been touched.
func TestUpperBounds(t *testing.T) {
	w := workloads[slices.IndexFunc(workloads, func(w workload) bool { return w.name == "gather" })]
	w.groups = [3]uint32{4, 1, 1}
	rig := newTrackRig(t, &w, Options{Workers: 1})
	view := func(n int, kind exec.AccessKind, bytes uint32) exec.Access {
		return exec.Access{Record: uint32(n), Kind: kind, Begin: uint64(rig.records[n].Base), End: uint64(rig.records[n].Base + bytes)}
	}
	want := []exec.Access{view(0, exec.AccessRead, 1024), view(1, exec.AccessRead, 65536*4), view(2, exec.AccessWrite, 1024)}

	space := rig.runner.executor.(*compiler).maps.space
	rig.run(t, false)
	var taken []uint64
	for size := uint64(1) << 25; size >= 256; size /= 2 {
		for {
			at, err := space.Alloc(size, 256)
			if err != nil {
				break
			}
			taken = append(taken, at)
		}
	}
	require.Equal(t, want, rig.run(t, true).Accesses, "no memory is left")
	for _, at := range taken {
		space.Free(at)
	}
	require.True(t, rig.run(t, true).Accesses[0].Exact)
	rig.dispatch.Budget = 1
	r := rig.run(t, true)
	require.True(t, r.Hung)
	require.Equal(t, want, r.Accesses, "it hangs")
}

// TestManyRangesAreJoined where the gaps are smallest.
func TestManyRangesAreJoined(t *testing.T) {
	spans := []plan.Span{{Begin: 0, End: 4}, {Begin: 5, End: 9}, {Begin: 12, End: 14}, {Begin: 100, End: 104}, {Begin: 190, End: 199}}
	ranges := func(list []exec.Access) (out [][3]uint64) {
		for _, a := range list {
			exact := uint64(0)
			if a.Exact {
				exact = 1
			}
			out = append(out, [3]uint64{a.Begin, a.End, exact})
		}
		return out
	}
	require.Equal(t, [][3]uint64{{0, 4, 1}, {5, 9, 1}, {12, 14, 1}, {100, 104, 1}, {190, 199, 1}}, ranges(compact(nil, plan.Key{}, spans, 5)))
	require.Equal(t, [][3]uint64{{0, 9, 0}, {12, 14, 1}, {100, 104, 1}, {190, 199, 1}}, ranges(compact(nil, plan.Key{}, spans, 4)))
	require.Equal(t, [][3]uint64{{0, 14, 0}, {100, 104, 1}, {190, 199, 1}}, ranges(compact(nil, plan.Key{}, spans, 3)))
	require.Equal(t, [][3]uint64{{0, 199, 0}}, ranges(compact(nil, plan.Key{}, spans, 1)))
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
