package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// ownerCalls are calls of threads on a list, its allocator, a buffer that it uses, its queue and a fence.
var ownerCalls = []string{"copy(l)", "copy(l)", "l:Close()", "l:Reset(spare)", "q:ExecuteCommandLists { l }", "alloc:Reset()", "x:Release()", "device:Evict { x }", "q:Signal(G, 1)", "G:Release()"}

// randomOwners is a program of two threads and the main thread, each of which makes a call or two, perhaps after fences that others signal.
func randomOwners(r *rand.Rand) string {
	threads, used := make([][]string, 3), map[string]bool{}
	for t := range threads {
		for range 1 + r.Intn(4)/3 {
			call := ownerCalls[r.Intn(len(ownerCalls))]
			if used[call] && call != "copy(l)" {
				continue // by itself it would be wrong twice
			}
			used[call] = true
			threads[t] = append(threads[t], call)
		}
	}
	order := r.Perm(len(threads)) // a thread waits for those before it, so that nobody waits for ever
	for value := range r.Intn(4) {
		one := r.Intn(len(threads) - 1)
		two := one + 1 + r.Intn(len(threads)-1-one)
		from, to := &threads[order[one]], &threads[order[two]]
		*from = append(*from, fmt.Sprintf("H[%d]:Signal(1)", value+1))
		*to = append([]string{fmt.Sprintf("H[%d]:WaitCPU(1)", value+1)}, *to...)
	}
	var b strings.Builder
	fmt.Fprintln(&b, `local G, H = device:CreateFence(0, "G"), { device:CreateFence(0, "H1"), device:CreateFence(0, "H2"), device:CreateFence(0, "H3") }`)
	for t := 1; t < len(threads); t++ {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function() gpu.Work(3); %s; gpu.Work(1) end)\n", t, t, strings.Join(threads[t], "; "))
	}
	fmt.Fprintf(&b, "gpu.Work(3); %s\nt1:Join(); t2:Join()\n", strings.Join(threads[0], "; "))
	return b.String()
}

// TestThreadsThatShareOwners runs random programs of three threads that use a few objects: in every schedule two threads are told that use one in no
// order, or in none. Where that is one object, the words are the same; of several, what was done or refused because of one decides what is seen of
// the next.
func TestThreadsThatShareOwners(t *testing.T) {
	seeds := schedules() / 10
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			told, silent := 0, 0
			for i := 0; told+silent < max(count()/20/shards, 10); i++ {
				seed := int64(i*shards + shard)
				script := fmt.Sprintf(listScript, randomOwners(rand.New(rand.NewSource(seed))), "", "", "")
				first, most, same := "", 0, true
				for s := range seeds {
					found := slices.DeleteFunc(outcome(t, script, schedule(s, host.ReportErrors)), func(d *diag.Diagnostic) bool { return d.Code != diag.TwoThreads })
					if s == 0 {
						first = sorted(found)
					}
					require.Equal(t, first == "", len(found) == 0, "program %d, seed %d\n%s\n%s", seed, s, script, sorted(found))
					most, same = max(most, len(found)), same && first == sorted(found)
				}
				require.True(t, same || most > 1, "program %d is told in several ways\n%s", seed, script)
				if first == "" {
					silent++
				} else {
					told++
				}
			}
			t.Logf("%d programs are told, %d are not", told, silent)
			require.Positive(t, told)
			require.Positive(t, silent)
		})
	}
}
