package kernel

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

// place is one byte as one key of accesses touches it.
type place struct {
	record uint32
	kind   exec.AccessKind
	atomic exec.AtomicOp
	at     uint64
}

// oracle runs a kernel in the interpreter and notes every byte.
func (b *bench) oracle(k *Kernel, groups [3]uint32) map[place]bool {
	clear(b.space.Bytes()[b.base : b.base+benchBytes])
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), groups, 0)
	out := map[place]bool{}
	interp.Watch(context.Background(), k.natural.program(), d, func(in *ir.Instr, record uint32, at uint64, _ bool) {
		p := place{record: record}
		switch in.Op.Class() {
		case ir.Store:
			p.kind = exec.AccessWrite
		case ir.Atomic:
			p.kind, p.atomic = exec.AccessAtomic, exec.AtomicOp(1+in.Imm)
		}
		for i := range uint64(in.Width) {
			p.at = at + i
			out[p] = true
		}
	})
	return out
}

// placesOf writes accesses out, and wants them to be as exec.Result promises.
func placesOf(t *testing.T, list []exec.Access) map[place]bool {
	t.Helper()
	out, list := map[place]bool{}, apart(list)
	for i := range list {
		a := &list[i]
		require.True(t, a.Exact, "%+v", a)
		require.Less(t, a.Begin, a.End, "%+v", a)
		size := a.Size
		if a.Stride == 0 {
			size = a.End - a.Begin
		}
		for n := range a.Pieces() {
			for at := range size {
				p := place{a.Record, a.Kind, a.Atomic, a.Begin + n*a.Stride + at}
				require.False(t, out[p], "byte %d is in two accesses", p.at)
				out[p] = true
			}
		}
	}
	return out
}

func sameKey(a, b *exec.Access) bool {
	return a.Record == b.Record && a.Kind == b.Kind && a.Atomic == b.Atomic
}

// compactOnes wants sorted accesses, of which those without a stride do not touch.
func compactOnes(t *testing.T, list []exec.Access) {
	t.Helper()
	require.True(t, slices.IsSortedFunc(list, func(a, b exec.Access) int {
		return slices.Compare([]uint64{uint64(a.Record), uint64(a.Kind), uint64(a.Atomic), a.Begin}, []uint64{uint64(b.Record), uint64(b.Kind), uint64(b.Atomic), b.Begin})
	}), "%+v", list)
	for i := range list {
		for j := range list[:i] {
			if a, b := &list[j], &list[i]; a.Stride == 0 && b.Stride == 0 && sameKey(a, b) {
				require.Less(t, a.End, b.Begin)
			}
		}
	}
}

func difference(a, b map[place]bool) []place {
	var out []place
	for p := range a {
		if !b[p] {
			out = append(out, p)
		}
	}
	return out
}

// exactly wants the accesses of both executors to be the oracle's, byte by byte, and gives those that the closed forms left open.
func (b *bench) exactly(t *testing.T, k *Kernel, groups [3]uint32) (open int, list []exec.Access) {
	t.Helper()
	want := b.oracle(k, groups)
	r := b.same(t, k, groups, nil)
	require.False(t, r.Hung)
	got := placesOf(t, r.Accesses)
	if !maps.Equal(want, got) {
		require.Failf(t, "other bytes", "missing %+v\ntoo many %+v\n%+v\n%s", difference(want, got), difference(got, want), r.Accesses, ir.Print(k.natural.program()))
	}
	compactOnes(t, apart(r.Accesses))
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), groups, 0)
	f := plan.FindFootprint(k.natural.program(), d).Known(exec.MaxAccesses)
	return len(f.Open), r.Accesses
}

// TestAccessesAreExact compares what runs of random kernels say with every byte that the interpreter touches.
func TestAccessesAreExact(t *testing.T) {
	b := newBench(t, 2)
	closed, open := 0, 0
	for seed := range int64(180) {
		random := []func([]byte) (*ir.Kernel, [3]uint32){corpus.Random, corpus.RandomAffine, corpus.RandomLockstep}[seed%3]
		program, groups := random(randomData(seed))
		k, _ := compile(&irFront{text: ir.Print(program)})
		if n, _ := b.exactly(t, k, groups); n > 0 {
			open++
		} else {
			closed++
		}
	}
	require.Greater(t, open, 60)
	require.Greater(t, closed, 12)
}

func FuzzAccesses(f *testing.F) {
	for kind := range byte(3) {
		f.Add(kind, randomData(int64(kind)))
	}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		random := []func([]byte) (*ir.Kernel, [3]uint32){corpus.Random, corpus.RandomAffine, corpus.RandomLockstep}[kind%3]
		program, groups := random(data)
		k, _ := compile(&irFront{text: ir.Print(program)})
		newBench(t, 2).exactly(t, k, groups)
	})
}

// loopText is a kernel of 8 by 2 work items a group with a loop over i, from start in steps up to before end, with a body.
func loopText(start, step, end, body string) string {
	return `kernel "loop" threads 8 2 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding srv structured t0 space 0 count 1 stride 8 format 0 counterof 0 "from" "uint2"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = sys GroupThreadID.x
  %3:i32 = sys GroupID.x
  %4:i32 = sys DispatchThreadID.y
  %5:i32 = const 0
  %6:i32 = const 16
  %7:i32 = const 8
  %8:i32 = const 3
  %9:i32 = const ` + step + `
  %10:i32 = const ` + end + `
  %11:i32 = imul %3 %6
  loop %12:i32=` + start + ` {
    %13:bool = lts %12 %10
    yield %13
  } do {
` + body + `
    %99:i32 = iadd %12 %9
    yield %99
  }
}`
}

// TestLoops: 2 by 2 groups, so 16 by 4 work items.
func TestLoops(t *testing.T) {
	const store = "storebuf _ %12 _ %1 b=0"
	for _, c := range []struct {
		name, start, step, end, body string
		open                         int
		size                         uint64 // of the first access, from the start of its buffer on; 0: not looked at
	}{
		{"counted", "%5", "1", "20", store, 0, 80},
		{"no turn", "%6", "1", "16", store, 0, 0},
		{"steps", "%5", "3", "20", store, 0, 0},
		{"every item its own", "%5", "1", "3", "%20:i32 = imul %1 %8\n%21:i32 = iadd %20 %12\nstorebuf _ %21 _ %1 b=0", 0, 16 * 3 * 4},
		{"shared by all items", "%1", "16", "100", store, 0, 400},
		{"shared, and too few for all", "%1", "16", "10", store, 0, 40},
		{"shared by a group", "%2", "8", "13", "%20:i32 = iadd %11 %12\nstorebuf _ %20 _ %1 b=0", 0, 0},
		{"shared, beside it", "%1", "16", "20", "storebuf _ %8 _ %1 b=0", 0, 0},
		{"shared, with the other axis", "%1", "16", "20", "%20:i32 = imul %4 %6\nstorebuf _ %20 _ %1 b=0", 0, 0},
		{"shared, and narrowed", "%1", "16", "100", "%20:bool = lts %12 %7\nif %20 {\n" + store + "\n} else {\n}", 0, 32},
		{"shared, items narrowed", "%1", "16", "100", "%20:bool = lts %1 %8\nif %20 {\n" + store + "\n} else {\n}", 1, 0},
		{"shared, with the item", "%1", "16", "100", "%20:i32 = iadd %12 %1\nstorebuf _ %20 _ %1 b=0", 1, 0},
		{"shared, the item alone", "%1", "16", "100", "storebuf _ %1 _ %1 b=0", 1, 0},
		{"shared, with a part of the item", "%1", "16", "100", "%20:i32 = iadd %12 %2\nstorebuf _ %20 _ %1 b=0", 1, 0},
		{"shared with gaps", "%1", "17", "100", store, 1, 0},
		{"one group", "%1", "16", "100", "%20:bool = ieq %3 %5\nif %20 {\n" + store + "\n} else {\n}", 1, 0},
		{"a choice of the turn", "%5", "1", "20", "%20:bool = lts %12 %7\nif %20 {\n" + store + "\n} else {\n}", 0, 32},
		{"twice in a loop", "%5", "1", "5", "loop %20:i32=%5 {\n%21:bool = lts %20 %8\nyield %21\n} do {\n%22:i32 = imul %12 %8\n%23:i32 = iadd %22 %20\nstorebuf _ %23 _ %1 b=0\n%24:i32 = const 1\n%25:i32 = iadd %20 %24\nyield %25\n}", 0, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 2)
			k := compileText(t, loopText(c.start, c.step, c.end, c.body))
			open, list := b.exactly(t, k, [3]uint32{2, 2, 1})
			require.Equal(t, c.open, min(open, 1), "%s", ir.Print(k.natural.program()))
			if c.size > 0 {
				require.Len(t, list, 1)
				require.Equal(t, c.size, list[0].End-list[0].Begin)
			}
		})
	}
}

// TestConditions: what is known of a condition narrows an access exactly, or leaves it open.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		name, cond, index string
		open              int
		bytes             uint64
	}{
		{"first of the group", "%9:bool = ieq %2 %5", "%3", 0, 8},
		{"first of the group, and the item", "%9:bool = ieq %2 %5", "%1", 1, 8},
		{"one item", "%9:bool = ieq %1 %7", "%1", 0, 4},
		{"no item", "%9:bool = ieq %1 %6", "%1", 0, 0},
		{"all but the first", "%9:bool = ine %1 %5", "%1", 0, 60},
		{"all but one in the middle", "%9:bool = ine %1 %7", "%1", 1, 60},
		{"GroupIndex", "%9:bool = ieq %4 %5", "%3", 0, 8},
		{"always", "%9:bool = lts %1 %6", "%1", 0, 64},
		{"never", "%9:bool = lts %6 %1", "%1", 0, 0},
		{"loaded", "%10:i32 = loadbuf _ %1 _ b=1\n%9:bool = lts %10 %5", "%1", 1, 0},
		{"group alone", "%10:i32 = const 1\n%9:bool = les %10 %3", "%1", 1, 32},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, 1)
			k := compileText(t, `kernel "condition" threads 8 2 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding srv structured t0 space 0 count 1 stride 8 format 0 counterof 0 "from" "uint2"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = sys GroupThreadID.x
  %3:i32 = sys GroupID.x
  %4:i32 = sys GroupIndex
  %5:i32 = const 0
  %6:i32 = const 16
  %7:i32 = const 5
`+c.cond+`
  if %9 {
    storebuf _ `+c.index+` _ %1 b=0
  } else {
  }
}`)
			open, list := b.exactly(t, k, [3]uint32{2, 1, 1})
			require.Equal(t, c.open, open)
			sum := uint64(0)
			for i := range list {
				if list[i].Writes() {
					sum += list[i].Bytes()
				}
			}
			if c.name != "loaded" {
				require.Equal(t, c.bytes, sum)
			}
		})
	}
}

// TestAppend: work items with an odd number append. The counter has a record of its own, and where they store follows from what it returns.
func TestAppend(t *testing.T) {
	b := newBench(t, 2)
	k := compileText(t, `kernel "append" threads 8 1 1
binding uav structured u0 space 0 count 1 stride 8 format 0 counterof 0 "list" "uint2"
binding uav counter u0 space 0 count 1 stride 4 format 0 counterof 1 "list" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 1
  %3:i32 = and %1 %2
  %4:bool = ieq %3 %2
  %5:i32 = const 0
  if %4 {
    %6:i32 = atomicbuf _ %5 _ %2 _ add b=1
    %7:i32 = const 63
    %8:i32 = and %6 %7
    storebuf _ %8 _ %1 b=0 off=4
  } else {
  }
}`)
	open, list := b.exactly(t, k, [3]uint32{4, 1, 1})
	require.Equal(t, 2, open)
	require.GreaterOrEqual(t, len(list), 2)
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.program(), [3]uint32{4, 1, 1}, 0)
	counter := ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:])
	at := uint64(counter.Base)
	require.Equal(t, exec.Access{Record: 1, Kind: exec.AccessAtomic, Atomic: exec.AtomicAdd, Exact: true, Begin: at, End: at + 4}, list[len(list)-1])
	stored := uint64(0)
	for _, a := range list[:len(list)-1] {
		require.Equal(t, exec.AccessWrite, a.Kind)
		stored += a.Bytes()
	}
	require.EqualValues(t, 16*4, stored, "16 of 32 items append 4 bytes each")
}
