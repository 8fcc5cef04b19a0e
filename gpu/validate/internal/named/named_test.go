package named

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// kind: 1 to 3 are buffers, 4 is one of an upload heap, and others are not followed.
func kind(id gpu.ID) (Kind, bool) {
	k := Kind{Heap: gpu.HeapDefault, Comes: substate.Promotable(true, false)}
	if id == 4 {
		k.Heap = gpu.HeapUpload
	}
	return k, id <= 4
}

// TestRepeatedCommands: whether commands are recognised when they come again or not, the same misuses are found, of the same commands, and the same
// uses of indirect ones.
func TestRepeatedCommands(t *testing.T) {
	states := []gpu.ResourceStates{gpu.StateUnorderedAccess, gpu.StateNonPixelShaderResource, gpu.StateCopySource, gpu.StateNonPixelShaderResource}
	found, skipped, carried := 0, 0, 0
	for seed := range uint64(3000) {
		run := func(recognised bool) (out []Misuse, uses int) {
			r := rand.New(rand.NewPCG(seed, 1))
			var commands [3]gpu.Executed
			chosen := [3]bool{}
			for i := range commands {
				c := &commands[i]
				c.Queue, c.List, c.Op, c.RecordSite, chosen[i] = 1, 2, gpu.OpDispatch, gpu.Site(10+i), r.IntN(2) == 0
				for range 1 + r.IntN(2) {
					c.Accesses = append(c.Accesses, gpu.Access{Resource: gpu.ID(1 + r.IntN(5)), End: 4, As: states[r.IntN(len(states))], Slot: []string{"t0", "u0"}[r.IntN(2)]})
				}
			}
			indirect := []Command{{List: 2, Index: 0, Slots: []string{"u0"}}}
			commands[0].Op = []gpu.Op{gpu.OpDispatch, gpu.OpExecuteIndirect}[r.IntN(2)]
			var f Follower
			var log repeat.Log
			for n := range uint64(6) {
				f.Begin(1, n, track.Point{}, indirect)
				if r.IntN(6) == 0 {
					chosen[r.IntN(len(chosen))] = r.IntN(2) == 0
				}
				for range 1 + r.IntN(4)*r.IntN(4) {
					at := r.IntN(len(commands))
					e := commands[at]
					if e.Submission = n; r.IntN(4) == 0 {
						e = gpu.Executed{Origin: gpu.Origin{Queue: 1, List: 2, Op: gpu.OpResourceBarrier, Index: 9, RecordSite: 9}, Submission: n, Barriers: []gpu.Barrier{{Type: gpu.BarrierTransition,
							Resource: gpu.ID(1 + r.IntN(3)), Subresource: gpu.AllSubresources, Before: states[r.IntN(len(states))], After: states[r.IntN(len(states))]}}}
					} else if e.Op == gpu.OpDispatch {
						e.Index = 1
					}
					same := (*repeat.Entry)(nil)
					if recognised && repeat.May(&e) {
						if same = log.Find(&e); same == nil {
							same = log.Add(&e)
						}
						if q := f.quiet[same.Place]; q.entry == same.Number && q.run == f.number && q.changes == f.runs[repeat.Of(&e)].changes {
							skipped++
						}
					}
					uses += len(f.Executed(&e, same, kind, slices.Repeat([]bool{chosen[at]}, len(e.Accesses))))
					for _, m := range f.Found() {
						m.Barriers, m.Barrier, m.Clash = nil, nil, nil
						out = append(out, m)
					}
				}
				if last := f.runs[repeat.Submission{Queue: 1, Number: n}]; last.since != last.number {
					carried++
				}
				f.Retired(1, n)
			}
			return out, uses
		}
		want, uses := run(false)
		got, same := run(true)
		require.Equal(t, want, got, "seed %d", seed)
		require.Equal(t, uses, same, "seed %d", seed)
		found += len(got)
	}
	require.Greater(t, found, 2000)
	require.Greater(t, skipped, 2000)
	require.Greater(t, carried, 900, "submissions that begin with the same command as the one before")
}
