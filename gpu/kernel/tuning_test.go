package kernel

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/special"
)

// numbersOf lists all numbers of constant buffers that a kernel loads at fixed places.
func numbersOf(k *ir.Kernel) (list []special.Constant) {
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpLoadConst && in.Args[0] == 0 && in.Args[1] == 0 {
			if c := (special.Constant{Binding: in.Binding, Offset: in.Offset}); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	})
	return list
}

// loadNumbers makes numbers in a constant buffer of the integer constants of a kernel, as many as it has room for. It returns their values.
func loadNumbers(k *ir.Kernel) (values []uint32) {
	k.Bindings = append(k.Bindings, ir.Binding{Name: "numbers", Kind: ir.CBV, Shape: ir.Constants, Register: 13, Space: 7, Count: 1})
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpConst && k.Type(in.Result()) == ir.I32 && len(values) < 64 {
			values = append(values, in.Imm)
			*in = ir.Instr{Op: ir.OpLoadConst, Args: []ir.Value{0, 0}, Results: in.Results, Binding: int32(len(k.Bindings) - 1), Offset: uint32(4 * (len(values) - 1)), Width: 4, Site: in.Site}
		}
	})
	return values
}

// numbered is a random kernel whose constants are numbers of a buffer, and what puts them there.
func numbered(data []byte, affine bool) (k *Kernel, groups [3]uint32, put func(*exec.Dispatch)) {
	random := corpus.Random
	if affine {
		random = corpus.RandomAffine
	}
	program, groups := random(data)
	values := loadNumbers(program)
	k, _ = compile(&irFront{text: ir.Print(program)})
	return k, groups, func(d *exec.Dispatch) {
		at := ir.RecordWord(d.Memory[d.Table+program.FirstRecord(int32(len(program.Bindings)-1))*ir.RecordBytes:], ir.WordBase)
		for i, v := range values {
			binary.LittleEndian.PutUint32(d.Memory[at+4*uint32(i):], v)
		}
	}
}

// assuming gives a tuning with one variant, for the values that the numbers have in a dispatch.
func assuming(k *Kernel, d *exec.Dispatch, numbers []special.Constant) *Tuning {
	return assumingOf(k.natural, records{d.Memory, d.Table}, numbers)
}

func assumingOf(v *variant, r records, numbers []special.Constant) *Tuning {
	known, facts := map[special.Constant]uint32{}, []fact(nil)
	for _, n := range numbers {
		if x, at := r.value(v.decl, n); !r.written(v.decl, at) {
			known[n], facts = x, append(facts, fact{n, x})
		}
	}
	made, _ := special.Assume(v.program(), known)
	t := NewTuning(nil)
	t.Install(newCode(v, optimised(v, made), facts))
	return t
}

// sameTuned wants the same bytes, accesses, reports and prints with and without what is known, from both executors. It returns what was saved.
func (b *bench) sameTuned(t testing.TB, k *Kernel, groups [3]uint32, numbers []special.Constant, put func(*exec.Dispatch)) int64 {
	t.Helper()
	want, wantBytes := b.run(t, b.plain, k, groups, put)
	var costs []uint64
	for _, r := range []*Runner{b.plain, b.compiled} {
		var tuning *Tuning
		got, gotBytes := b.run(t, r, k, groups, func(d *exec.Dispatch) {
			put(d)
			tuning = assuming(k, d, numbers)
			d.Tuning = tuning
		})
		require.EqualValues(t, 1, tuning.Used(tuning.variants[0]), "the variant fits")
		costs = append(costs, got.Instructions)
		got.Instructions = want.Instructions
		require.Equal(t, want, got, "%s\n%s", ir.Print(k.natural.program()), ir.Print(tuning.variants[0].form.program()))
		require.Equal(t, wantBytes, gotBytes)
	}
	require.Equal(t, costs[0], costs[1], "costs do not depend on the executor")
	return int64(want.Instructions) - int64(costs[0])
}

// TestVariantsGiveTheSame: rule Q6, over random kernels in which every number is known, or every second one.
func TestVariantsGiveTheSame(t *testing.T) {
	b := newBench(t, 2)
	knowing, saved := 0, int64(0)
	for seed := range int64(90) {
		k, groups, put := numbered(randomData(seed), seed%3 == 2)
		numbers := numbersOf(k.natural.program())
		t.Logf("seed %d: %d numbers", seed, len(numbers))
		saved += b.sameTuned(t, k, groups, numbers, put)
		if len(numbers) > 1 {
			b.sameTuned(t, k, groups, numbers[len(numbers)/2:], put)
			knowing++
		}
	}
	require.Greater(t, knowing, 60)
	require.Positive(t, saved)
}

func FuzzVariantsGiveTheSame(f *testing.F) {
	for seed := range int64(4) {
		f.Add(randomData(seed))
	}
	b := newBench(f, 1)
	f.Fuzz(func(t *testing.T, data []byte) {
		k, groups, put := numbered(data, len(data)%4 == 3)
		b.sameTuned(t, k, groups, numbersOf(k.natural.program()), put)
	})
}

// modesText has a mode at 0, the turns of a loop at 4, which matter in mode 1 only, and a factor at 8, which decides nothing.
const modesText = `kernel "modes" threads 4 1 1
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" ""
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadconst _ _ b=0
  %3:i32 = const 1
  %4:bool = ieq %2 %3
  %5:i32 = loadconst _ _ b=0 off=8
  %30:i32 = if %4 {
    %6:i32 = loadconst _ _ b=0 off=4
    %7:i32 = const 0
    %20:i32 = loop %8:i32=%7 %9:i32=%1 {
      %10:bool = ltu %8 %6
      yield %10 %9
    } do {
      %11:i32 = iadd %8 %3
      %12:i32 = imul %9 %5
      %13:i32 = iadd %12 %8
      yield %11 %13
    }
    yield %20
  } else {
    %14:i32 = imul %1 %2
    %15:i32 = xor %14 %5
    %16:i32 = imul %15 %15
    %17:i32 = xor %16 %1
    %18:i32 = imul %17 %15
    %19:i32 = xor %18 %2
    %21:i32 = imul %19 %19
    %22:i32 = xor %21 %5
    %23:i32 = imul %22 %19
    yield %23
  }
  storebuf _ %1 _ %30 b=1
}`

// modes is a dispatch of modesText with values in its constant buffer; edit may change it.
func (b *bench) modes(t testing.TB, tuning *Tuning, values [3]uint32, edit func(*exec.Dispatch)) exec.Result {
	t.Helper()
	r, _ := b.run(t, b.plain, b.kernel(t), [3]uint32{1, 1, 1}, func(d *exec.Dispatch) {
		at := ir.RecordWord(d.Memory[d.Table:], ir.WordBase)
		for i, v := range values {
			binary.LittleEndian.PutUint32(d.Memory[at+4*uint32(i):], v)
		}
		d.Tuning = tuning
		if edit != nil {
			edit(d)
		}
	})
	return r
}

var modesKernel *Kernel

func (b *bench) kernel(t testing.TB) *Kernel {
	if modesKernel == nil {
		modesKernel = compileText(t, modesText)
	}
	return modesKernel
}

// TestRounds: first the mode is worth knowing, and where it is known the turns.
func TestRounds(t *testing.T) {
	b := newBench(t, 1)
	generic := newCode(b.kernel(t).natural, b.kernel(t).natural, nil)
	require.True(t, generic.Generic())
	require.Equal(t, []string{"c+0"}, generic.Constants())
	first, ok := generic.Specialize(map[int]uint32{0: 1})
	require.True(t, ok)
	require.False(t, first.Generic())
	require.Equal(t, []string{"c+4"}, first.Constants())
	second, ok := first.Specialize(map[int]uint32{0: 5})
	require.True(t, ok)
	require.Empty(t, second.Constants())
	again, ok := generic.Specialize(map[int]uint32{0: 1})
	require.True(t, ok)
	require.Same(t, first, again, "it was made before")
	other, ok := generic.Specialize(map[int]uint32{0: 2})
	require.True(t, ok)
	require.Empty(t, other.Constants(), "no loop in this mode")
	_, ok = other.Specialize(nil)
	require.False(t, ok, "nothing is saved by knowing nothing")
	require.Less(t, other.Instructions(), generic.Instructions())
}

// TestChoice: the variant that knows most of those that fit is taken, else the kernel; and it costs less.
func TestChoice(t *testing.T) {
	b := newBench(t, 1)
	tuning := NewTuning(nil)
	plain := b.modes(t, tuning, [3]uint32{1, 5, 3}, nil)
	generic := tuning.generic[0].Code
	first, _ := generic.Specialize(map[int]uint32{0: 1})
	second, _ := first.Specialize(map[int]uint32{0: 5})
	tuning.Install(first)
	one := b.modes(t, tuning, [3]uint32{1, 5, 3}, nil)
	tuning.Install(second)
	two := b.modes(t, tuning, [3]uint32{1, 5, 3}, nil)
	require.Less(t, one.Instructions, plain.Instructions)
	require.Less(t, two.Instructions, one.Instructions)
	require.LessOrEqual(t, 10*two.Instructions, 7*plain.Instructions, "three in ten are saved at least")
	require.EqualValues(t, 3, tuning.Used(second))
	require.EqualValues(t, 2, tuning.Used(first))
	b.modes(t, tuning, [3]uint32{1, 4, 3}, nil)
	require.EqualValues(t, 4, tuning.Used(first), "the turns are others")
	b.modes(t, tuning, [3]uint32{2, 5, 3}, nil)
	require.EqualValues(t, 4, tuning.Used(first), "no variant fits")
	require.EqualValues(t, 3, tuning.Used(second))
	tuning.Remove(second)
	b.modes(t, tuning, [3]uint32{1, 5, 3}, nil)
	require.EqualValues(t, 6, tuning.Used(first))
	require.Equal(t, 1, tuning.Variants())
}

// TestMeasure: one in so many uses, the first one first; with the code that ran and the values of its numbers.
func TestMeasure(t *testing.T) {
	b := newBench(t, 1)
	tuning := NewTuning(nil)
	b.modes(t, tuning, [3]uint32{7}, nil)
	require.Empty(t, tuning.Measurements(), "nobody asked")
	tuning.Measure(2)
	for i := range uint32(4) {
		b.modes(t, tuning, [3]uint32{i}, nil)
		tuning.Measure(2)
	}
	generic := tuning.generic[0].Code
	require.Equal(t, []Measurement{{Code: generic}, {Code: generic, Values: [MaxConstants]uint32{2}}}, tuning.Measurements())
	require.Empty(t, tuning.Measurements())
	first, _ := generic.Specialize(map[int]uint32{0: 1})
	tuning.Install(first)
	tuning.Measure(1)
	b.modes(t, tuning, [3]uint32{1, 9}, nil)
	require.Equal(t, []Measurement{{Code: first, Values: [MaxConstants]uint32{9}}}, tuning.Measurements())
}

// TestIsMeasured: one in sixteen, whatever the period of what is measured is.
func TestIsMeasured(t *testing.T) {
	for _, period := range []uint64{1, 2, 3, 8, 16, 32} {
		counts := make([]int, period)
		for use := range uint64(16 * 256 * 32) {
			if isMeasured(use, 16) {
				counts[use%period]++
			}
		}
		for _, n := range counts {
			require.InDelta(t, float64(256*32)/float64(period), float64(n), 10, "period %d", period)
		}
	}
	require.True(t, isMeasured(0, 16))
	require.True(t, isMeasured(1, 1))
}

// TestWrittenNumbers: what the dispatch may write is neither measured nor taken for granted.
func TestWrittenNumbers(t *testing.T) {
	b := newBench(t, 1)
	tuning := NewTuning(nil)
	tuning.Measure(1)
	overlap := func(bytes uint32) func(*exec.Dispatch) {
		return func(d *exec.Dispatch) { // the view of the results ends so many bytes inside of the constants
			cbv, uav := d.Memory[d.Table:], d.Memory[d.Table+ir.RecordBytes:]
			base := ir.RecordWord(cbv, ir.WordBase)
			binary.LittleEndian.PutUint32(uav[4*ir.WordBase:], base-16+bytes)
			binary.LittleEndian.PutUint32(uav[4*ir.WordSize:], 16)
			binary.LittleEndian.PutUint32(uav[4*ir.WordCount:], 4)
		}
	}
	b.modes(t, tuning, [3]uint32{1}, overlap(0))
	require.Len(t, tuning.Measurements(), 1)
	b.modes(t, tuning, [3]uint32{1}, overlap(4))
	require.Empty(t, tuning.Measurements())
	first, _ := tuning.generic[0].Specialize(map[int]uint32{0: 1})
	tuning.Install(first)
	b.modes(t, tuning, [3]uint32{1}, overlap(4))
	require.EqualValues(t, 2, tuning.Used(first))
	b.modes(t, tuning, [3]uint32{1}, overlap(0))
	require.EqualValues(t, 4, tuning.Used(first))
}

// TestUnboundNumbers: outside of what is bound stand zeros.
func TestUnboundNumbers(t *testing.T) {
	b := newBench(t, 1)
	tuning := NewTuning(nil)
	tuning.Measure(1)
	b.modes(t, tuning, [3]uint32{1}, func(d *exec.Dispatch) { binary.LittleEndian.PutUint32(d.Memory[d.Table+4*ir.WordSize:], 3) })
	b.modes(t, tuning, [3]uint32{1}, func(d *exec.Dispatch) { binary.LittleEndian.PutUint32(d.Memory[d.Table+4*ir.WordSize:], 4) })
	seen := tuning.Measurements()
	require.EqualValues(t, 0, seen[0].Values[0])
	require.EqualValues(t, 1, seen[1].Values[0])
}

// TestVerifyTellsOfAnotherResult: a variant that is wrong on purpose is found, and the kernel's own result stays.
func TestVerifyTellsOfAnotherResult(t *testing.T) {
	b := newBench(t, 1)
	b.plain = NewRunner(Options{Interpreter: true, Verify: true})
	tuning := NewTuning(nil)
	good := b.modes(t, tuning, [3]uint32{2, 5, 3}, nil)
	generic := tuning.generic[0].Code
	right, _ := generic.Specialize(map[int]uint32{0: 2})
	tuning.Install(right)
	b.modes(t, tuning, [3]uint32{2, 5, 3}, nil)
	require.Empty(t, tuning.Differences())
	tuning.Remove(right)
	program, _ := special.Assume(generic.form.program(), map[special.Constant]uint32{{}: 1})
	tuning.Install(newCode(generic.base, optimised(generic.base, program), []fact{{special.Constant{}, 2}}))
	bad := b.modes(t, tuning, [3]uint32{2, 5, 3}, nil)
	require.Equal(t, []string{`the bytes of "modes"`}, tuning.Differences())
	require.Empty(t, tuning.Differences())
	bad.Instructions = good.Instructions
	require.Equal(t, good, bad)
}
