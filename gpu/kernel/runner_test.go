package kernel

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// irFront is a front end that has its IR already. Each call parses it anew, as a front end lowers anew.
type irFront struct {
	text  string
	calls int
}

func (f *irFront) signature() signature { return signature{} }

func (f *irFront) lower(formats map[register]gpu.Format, _ *stage.PixelOutputs, _ map[register]bound) (*ir.Kernel, []*diag.Diagnostic) {
	f.calls++
	k, err := ir.Parse(f.text)
	if err != nil {
		panic(err)
	}
	for i := range k.Bindings {
		b := &k.Bindings[i]
		if format := formats[register{b.Kind.Register()[0], b.Register, b.Space}]; format != gpu.FormatUnknown {
			b.Format, b.Stride = uint32(format), format.Bytes()
		}
	}
	return k, nil
}

func (f *irFront) tree() string { return "(tree)" }

func compileText(t testing.TB, text string) *Kernel {
	t.Helper()
	k, problems := compile(&irFront{text: text})
	require.Empty(t, problems)
	return k
}

// bench is a space with a compiling runner, and an interpreting one.
type bench struct {
	space    *mem.Space
	compiled *Runner
	plain    *Runner
	base     uint32
}

const benchBytes = 1 << 20

func newBench(t testing.TB, workers int) *bench {
	t.Helper()
	space, err := mem.New(16 << 20)
	require.NoError(t, err)
	b := &bench{space: space, compiled: NewRunner(Options{Workers: workers}), plain: NewRunner(Options{Interpreter: true})}
	require.NoError(t, b.compiled.Attach(space))
	require.NoError(t, b.plain.Attach(space))
	base, err := space.Alloc(benchBytes, 256)
	require.NoError(t, err)
	b.base = uint32(base)
	t.Cleanup(func() {
		require.NoError(t, b.compiled.Close())
		require.NoError(t, space.Close())
	})
	return b
}

// run gives the result of k on fresh memory, and that memory afterwards.
func (b *bench) run(t testing.TB, r *Runner, k *Kernel, groups [3]uint32, edit func(*exec.Dispatch)) (exec.Result, []byte) {
	t.Helper()
	part := b.space.Bytes()[b.base : b.base+benchBytes]
	clear(part)
	require.LessOrEqual(t, corpus.Bytes(k.natural.program(), 0), uint32(benchBytes))
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), groups, 0)
	run := exec.Dispatch{Groups: groups, Memory: d.Memory, Table: d.Records, Records: k.natural.program().Records(), Formats: make([]gpu.Format, len(k.bindings)), Report: true, Track: true}
	if edit != nil {
		edit(&run)
	}
	var result exec.Result
	require.NoError(t, r.Run(context.Background(), k, &run, &result))
	result.Accesses = slices.Clone(result.Accesses) // the next run takes its place
	return result, append([]byte(nil), part...)
}

// same wants the same result and bytes from both executors.
func (b *bench) same(t testing.TB, k *Kernel, groups [3]uint32, edit func(*exec.Dispatch)) exec.Result {
	t.Helper()
	want, wantBytes := b.run(t, b.plain, k, groups, edit)
	got, gotBytes := b.run(t, b.compiled, k, groups, edit)
	require.Equal(t, want, got, "%s", ir.Print(k.natural.program()))
	for i := range wantBytes {
		if wantBytes[i] != gotBytes[i] && !want.Hung {
			t.Fatalf("byte %d is %#x interpreted and %#x compiled\n%s", i, wantBytes[i], gotBytes[i], ir.Print(k.natural.program()))
		}
	}
	return got
}

func randomData(seed int64) []byte {
	data := make([]byte, 500)
	rand.New(rand.NewSource(seed)).Read(data)
	return data
}

func compileRandom(data []byte, affine bool) (*Kernel, [3]uint32) {
	random := corpus.Random
	if affine {
		random = corpus.RandomAffine
	}
	program, groups := random(data)
	k, _ := compile(&irFront{text: ir.Print(program)})
	return k, groups
}

func TestExecutorsAgreeOnRandomKernels(t *testing.T) {
	b := newBench(t, 2)
	for seed := range int64(120) {
		k, groups := compileRandom(randomData(seed), seed%4 == 3)
		t.Logf("seed %d", seed)
		b.same(t, k, groups, nil)
	}
}

func FuzzExecutorsAgree(f *testing.F) {
	for seed := range int64(4) {
		f.Add(randomData(seed))
	}
	b := newBench(f, 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		k, groups := compileRandom(data, len(data)%4 == 3)
		b.same(t, k, groups, nil)
	})
}

const scaleText = `kernel "scale" threads 4 1 1
binding srv typed t0 space 0 count 1 stride 4 format 0 counterof 0 "from" "float"
binding uav structured u3 space 1 count 2 stride 8 format 0 counterof 0 "to" "Pair" @5
binding uav counter u3 space 1 count 1 stride 4 format 0 counterof 2 "to" "Pair"
format "item %d: %g"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadbuf _ %1 _ b=0
  %3:f32 = bitcast.f32 %2
  %4:f32 = const 0.5
  %5:f32 = fmul %3 %4
  %6:i32 = bitcast.i32 %5
  %7:i32 = const 1
  %8:i32 = const 250
  %9:i32 = iadd %1 %8
  storebuf %7 %9 _ %6 b=1 off=4 @7
  %10:bool = ieq %1 %7
  if %10 {
    printf %1 %4 f=0 @8
  } else {
  }
}`

func TestBindingsAndSlots(t *testing.T) {
	k := compileText(t, scaleText)
	require.Equal(t, "scale", k.ShaderName())
	require.Equal(t, gpu.StageCompute, k.ShaderStage())
	require.Equal(t, [3]uint32{4, 1, 1}, k.ThreadGroup())
	from := gpu.ShaderSlot{Name: "from", Class: gpu.DescriptorSRV, Count: 1, View: gpu.ViewBuffer, Typed: true, Elements: []uint32{0}}
	to := gpu.ShaderSlot{Name: "to", Class: gpu.DescriptorUAV, Register: 3, Space: 1, Count: 2, View: gpu.ViewBuffer, Stride: 8, Written: true, Counted: true, Site: 5, Elements: []uint32{1}}
	require.Equal(t, []gpu.ShaderSlot{from, to}, k.Slots())
	require.Len(t, k.Bindings(), 3)
	require.True(t, k.Bindings()[0].Typed)
	require.EqualValues(t, 2, k.Bindings()[2].CounterOf)
}

func TestResultsAreWordedForCommands(t *testing.T) {
	b := newBench(t, 1)
	k := compileText(t, scaleText)
	// 8 items write elements 250 to 257 of 256.
	r := b.same(t, k, [3]uint32{2, 1, 1}, nil)
	require.EqualValues(t, 8, r.WorkItems)
	require.EqualValues(t, 2, r.OutOfBounds)
	require.Equal(t, []exec.Report{{Site: 7, Binding: 1, Element: 1, Item: [3]uint32{6}, Index: 256, Size: 256, Write: true, Repeats: 1}}, r.Reports)
	require.Equal(t, []exec.Print{{Site: 8, Item: [3]uint32{1}, Text: "item 1: 0.5"}}, r.Prints)
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), [3]uint32{2, 1, 1}, 0)
	from, to := ir.LoadRecord(d.Memory[d.Records:]), ir.LoadRecord(d.Memory[d.Records+2*ir.RecordBytes:])
	var want []exec.Access
	want = append(want, exec.Access{Record: 0, Begin: uint64(from.Base), End: uint64(from.Base) + 32, Exact: true})
	want = append(want, exec.Access{Record: 2, Begin: uint64(to.Base) + 8*250 + 4, End: uint64(to.Base) + 8*256, Stride: 8, Size: 4, Kind: exec.AccessWrite, Exact: true})
	require.Equal(t, want, r.Accesses)
	require.EqualValues(t, 32, r.BytesRead)
	require.EqualValues(t, 24, r.BytesWritten)
}

func TestVariantsAreMadeOncePerFormats(t *testing.T) {
	f := &irFront{text: scaleText}
	k, _ := compile(f)
	formats := func(g gpu.Format) []gpu.Format { return []gpu.Format{g, 0, 0} }
	v, _ := k.variant(formats(gpu.FormatUnknown), nil, nil)
	require.Same(t, k.natural, v)
	wide, _ := k.variant(formats(gpu.FormatR32G32Float), nil, nil)
	require.EqualValues(t, 8, wide.program().Bindings[0].Stride)
	again, _ := k.variant(formats(gpu.FormatR32G32Float), nil, nil)
	require.Same(t, wide, again)
	require.Equal(t, 2, f.calls)
}

func TestHangIsReported(t *testing.T) {
	k := compileText(t, `kernel "endless" threads 4 1 1
body {
  %1:bool = const true
  loop { @9
    yield %1
  } do {
  }
}`)
	b := newBench(t, 2)
	r := b.same(t, k, [3]uint32{8, 1, 1}, func(d *exec.Dispatch) { d.Budget = 10000 })
	require.True(t, r.Hung)
	require.Equal(t, gpu.Site(9), r.HungSite)
	for _, runner := range []*Runner{b.plain, b.compiled} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), [3]uint32{1, 1, 1}, 0)
		var r exec.Result
		require.ErrorIs(t, runner.Run(ctx, k, &exec.Dispatch{Groups: d.Groups, Memory: d.Memory, Table: d.Records}, &r), context.Canceled)
		require.Zero(t, r)
	}
}

func TestRecordsAreFitted(t *testing.T) {
	// The view has elements of 16 bytes, the kernel of 8: it sees twice as many.
	b := newBench(t, 1)
	k := compileText(t, scaleText)
	r := b.same(t, k, [3]uint32{2, 1, 1}, func(d *exec.Dispatch) {
		at := d.Memory[d.Table+2*ir.RecordBytes:]
		rec := ir.LoadRecord(at)
		rec.Stride, rec.Count = 16, rec.Size/16
		rec.Put(at)
	})
	require.EqualValues(t, 2, r.OutOfBounds)
}

func TestEmit(t *testing.T) {
	k := compileText(t, scaleText)
	for _, stage := range Stages() {
		text, err := k.Emit(stage)
		require.NoError(t, err)
		require.NotEmpty(t, text)
	}
	_, err := k.Emit("elf")
	require.EqualError(t, err, `no stage "elf"; there are ["ast" "ir" "wasm"]`)
}

// TestFormatPrint: what C's printf prints of the same numbers.
func TestFormatPrint(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []uint32
		want   string
	}{
		{"no place", nil, "no place"},
		{"%d%%", []uint32{0xffffffff}, "-1%"},
		{"%%%d%%%i", []uint32{1, 2}, "%1%2"},
		{"%u", []uint32{0xffffffff}, "4294967295"},
		{"%5x|%#X", []uint32{255, 255}, "   ff|0XFF"},
		{"%-4d|%+d|% d|%04d", []uint32{7, 7, 7, 7}, "7   |+7| 7|0007"},
		{"%.3d", []uint32{7}, "007"},
		{"%+u|% x|%+#x|% 4u", []uint32{7, 255, 255, 7}, "7|ff|0xff|   7"},
		{"%.2f", []uint32{0x3f800000}, "1.00"},
		{"%.f", []uint32{0x3fc00000}, "2"},
		{"%g %g", []uint32{0x3dcccccd, 0x4b800000}, "0.1 1.67772e+07"},
		{"%e", []uint32{0x3f800000}, "1.000000e+00"},
		{"%-8.2f|", []uint32{0x7fc00000}, "nan     |"},
		{"%05f", []uint32{0xff800000}, " -inf"},
	} {
		require.Equal(t, c.want, formatPrint(c.format, c.args), c.format)
	}
}
