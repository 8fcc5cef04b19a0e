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
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.ir, groups, 0)
	out := map[place]bool{}
	interp.Watch(context.Background(), k.natural.ir, d, func(in *ir.Instr, record uint32, at uint64) {
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
	out := map[place]bool{}
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
		require.Failf(t, "other bytes", "missing %+v\ntoo many %+v\n%+v\n%s", difference(want, got), difference(got, want), r.Accesses, ir.Print(k.natural.ir))
	}
	compactOnes(t, r.Accesses)
	d := corpus.DispatchAt(b.space.Bytes(), b.base, k.natural.ir, groups, 0)
	f := plan.FindFootprint(k.natural.ir, d).Known(exec.MaxAccesses)
	return len(f.Open), r.Accesses
}

// TestAccessesAreExact compares what runs of random kernels say with every byte that the interpreter touches.
func TestAccessesAreExact(t *testing.T) {
	b := newBench(t, 2)
	closed, open := 0, 0
	for seed := range int64(300) {
		random := []func([]byte) (*ir.Kernel, [3]uint32){corpus.Random, corpus.RandomAffine, corpus.RandomLockstep}[seed%3]
		program, groups := random(randomData(seed))
		k, _ := compile(&irFront{text: ir.Print(program)})
		if n, _ := b.exactly(t, k, groups); n > 0 {
			open++
		} else {
			closed++
		}
	}
	require.Greater(t, open, 100)
	require.Greater(t, closed, 20)
}
