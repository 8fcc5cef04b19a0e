package conformance

import (
	"fmt"
	"math/rand"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// pacingCalls are what threads do where queues wait, threads present on one of them, and whoever may stand in Present goes on with anything.
var pacingCalls = []string{
	"chain:Present()", "chain:Present()", "chain:Present(); chain:Present()", "chain:Present(); chain:Present(); chain:Present()",
	"p:Wait(F, 1)", "p:Wait(F, 1)", "p:Wait(G, 1)", "q:Wait(G, 1)", "q:Signal(F, 1)", "F:Signal(1)", "q:Signal(G, 1)", "G:Signal(1)", "G:WaitCPU(1)",
	"p:ExecuteCommandLists { runs[1] }", "p:ExecuteCommandLists { runs[2] }", "q:ExecuteCommandLists { write[1] }", "gpu.Work(5)",
}

// oncePaced are programs of which something else was told in another schedule once: which wait of the queue, a list that is submitted twice after a
// Present or by two threads, two signals of a fence, and a deadlock that the signal after a Present ends.
var oncePaced = []int64{15, 100, 260, 270, 362, 432, 637, 821, 850, 948}

// TestPacedThreadsGoOn: threads present on a queue that another one lets wait, and then signal, submit, or let a queue wait. Each schedule is told
// the same words in the same order, whether a thread stood in Present there or not.
func TestPacedThreadsGoOn(t *testing.T) {
	var told, silent, whole atomic.Int64
	t.Cleanup(func() { // after all shards; few programs of one may be told anything
		t.Logf("%d runs are told, %d are not", told.Load(), silent.Load())
		if whole.Load() == shards {
			require.GreaterOrEqual(t, told.Load(), int64(shards))
		}
	})
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			var seeds []int64
			for i := shard; i < len(oncePaced); i += shards {
				seeds = append(seeds, oncePaced[i])
			}
			for i := int64(0); len(seeds) < max(count()/100/shards, 6); i++ {
				seed := *from + i*shards + int64(shard)
				if part := randomAny(rand.New(rand.NewSource(seed)), pacingCalls); strings.Contains(part, "p:Wait(") && strings.Contains(part, "chain:Present()") {
					seeds = append(seeds, seed)
				}
			}
			for _, seed := range seeds {
				part := randomAny(rand.New(rand.NewSource(seed)), pacingCalls)
				script := fmt.Sprintf(anyScript, part)
				for _, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
					first := everyWord(t, script, schedule(1, mode))
					for s := range uint64(25) {
						require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "program %d, seed %d\n%s", seed, s, part)
					}
					if first == "" {
						silent.Add(1)
					} else {
						told.Add(1)
					}
				}
			}
			whole.Add(1)
		})
	}
}
