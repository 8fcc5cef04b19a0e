package jit

import (
	"context"
	"math/rand"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
	"github.com/stretchr/testify/require"
)

const corpusBytes = 256 << 10

// agreeOnCorpus runs a kernel of the corpus on both executors and gives what both of them say.
func (r *rig) agreeOnCorpus(k *ir.Kernel, groups [3]uint32, budget uint64, reports int) ir.Result {
	r.t.Helper()
	if r.begin == 0 {
		r.alloc(corpusBytes)
	}
	base := (uint32(r.begin) + 255) &^ 255
	require.LessOrEqual(r.t, corpus.Bytes(k, 0), uint32(corpusBytes-256))
	part := r.space.Bytes()[r.begin:r.end]
	clear(part)
	d := corpus.DispatchAt(r.space.Bytes(), base, k, groups, 0)
	d.Budget, d.Reports = budget, reports
	plain := *d
	plain.Memory = append([]byte(nil), r.space.Bytes()...)
	want := interp.Run(context.Background(), k, &plain)
	code, err := r.e.Compile(k, reports > 0)
	require.NoError(r.t, err)
	got, err := r.e.Run(context.Background(), code, d)
	require.NoError(r.t, err)
	require.Equal(r.t, want, got, "%s", ir.Print(k))
	if want.Fault == nil {
		wantBytes := plain.Memory[r.begin:r.end]
		for i := range part {
			if part[i] != wantBytes[i] {
				r.t.Fatalf("byte %d is %#x interpreted and %#x compiled\n%s", i, wantBytes[i], part[i], ir.Print(k))
			}
		}
	}
	return want
}

func lockstepKernel(seed int64) (*ir.Kernel, [3]uint32) {
	data := make([]byte, 400)
	rand.New(rand.NewSource(seed)).Read(data)
	k, groups := corpus.RandomLockstep(data)
	if seed%4 > 0 {
		opt.Optimize(k)
	}
	return k, groups
}

// TestLockstepDoesNotShow: kernels whose waves run together give the bytes, costs, reports and hangs of waves one by one.
func TestLockstepDoesNotShow(t *testing.T) {
	notInShort(t)
	r := newRig(t, 4<<20, 2)
	together, hung := 0, 0
	for seed := range int64(400) {
		k, groups := lockstepKernel(seed)
		require.NoError(t, ir.Verify(k))
		g, err := wasm.Generate(k, wasm.Options{Pages: r.space.Pages()})
		require.NoError(t, err)
		if g.Packet > 1 {
			together++
		}
		r.agreeOnCorpus(k, groups, 0, 0)
		r.agreeOnCorpus(k, groups, 0, 50)
		if r.agreeOnCorpus(k, groups, uint64(200+25*seed), int(seed%2)*20).Fault != nil {
			hung++
		}
	}
	require.Greater(t, together, 150)
	require.Greater(t, hung, 30)
}

// TestLimitsBeforeTheLastTurn: a limit that a group passes in its last turns is found where it is passed wave by wave, although in lockstep the cost
// of the last turn may be all that lies beyond it.
func TestLimitsBeforeTheLastTurn(t *testing.T) {
	notInShort(t)
	r := newRig(t, 4<<20, 2)
	for seed := range int64(110) {
		k, groups := lockstepKernel(seed)
		mean := r.agreeOnCorpus(k, groups, 0, 0).Instructions / uint64(groups[0]*groups[1]*groups[2])
		for below := range uint64(8) {
			r.agreeOnCorpus(k, groups, max(1, mean+2-min(mean, 3*below)), 0)
		}
	}
}

func FuzzLockstep(f *testing.F) {
	f.Add(uint32(1000), uint64(0))
	f.Add(uint32(928), uint64(42))   // a report of a hoisted constant comes after those of the instructions before it
	f.Add(uint32(1214), uint64(745)) // in lockstep the last turn of a loop goes over the limit when its cost was checked, wave by wave a turn before
	f.Fuzz(func(t *testing.T, seed uint32, budget uint64) {
		r := newRig(t, 4<<20, 2)
		k, groups := lockstepKernel(int64(seed))
		r.agreeOnCorpus(k, groups, budget, int(seed%3))
	})
}
