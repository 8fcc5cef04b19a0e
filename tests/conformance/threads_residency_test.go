package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestThreadsThatEvictWhatOthersNeed: whether an object is evicted before the work that needs it is submitted, behind that, or when it is finished, is up to the schedule, and
// what is told is that nothing orders the two threads. Who has made the object resident itself, or knows that the other one is done with it, is right.
func TestThreadsThatEvictWhatOthersNeed(t *testing.T) {
	const done = `q:Signal(F, 1); F:WaitCPU(1); `
	for _, tt := range []struct {
		name, one, two, behind string
		wrong                  bool
	}{
		{"a resource", "device:Evict { x }", "q:ExecuteCommandLists { l }", "", true},
		{"two resources", "device:Evict { y, x }", "q:ExecuteCommandLists { l }", "", true},
		{"evicted and made resident", "device:Evict { x }; device:MakeResident { x }", "q:ExecuteCommandLists { l }", "", true},
		{"twice resident", "device:MakeResident { x }; device:Evict { x }", "q:ExecuteCommandLists { l }", "", false},
		{"each has made it resident", "device:MakeResident { x }; device:Evict { x }", "device:MakeResident { x }; q:ExecuteCommandLists { l }; " + done + "device:Evict { x }", "", false},
		{"another one", "device:Evict { back }", "q:ExecuteCommandLists { l }", "", false},
		{"recorded only", "device:Evict { x }", "r:CopyBufferRegion(x, 0, y, 0, 64); r:Close()", "", false},
		{"behind a Join", "q:ExecuteCommandLists { l }; " + done, "", "device:Evict { x }", false},
		{"behind a fence", "F:WaitCPU(1); device:Evict { x }", "q:ExecuteCommandLists { l }; q:Signal(F, 1)", "", false},
	} {
		for _, calls := range [][2]string{{tt.one, tt.two}, {tt.two, tt.one}} {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				script, first := fmt.Sprintf(endScript, calls[0], calls[1], tt.behind), ""
				for seed := range schedules() {
					found := outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
					if !tt.wrong {
						require.Empty(t, words(found), "seed %d", seed)
						continue
					}
					require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
					require.Equal(t, diag.TwoThreads, found[0].Code)
					if first == "" {
						first = words(found)
					}
					require.Equal(t, first, words(found), "seed %d", seed)
				}
			})
			if tt.behind != "" {
				break
			}
		}
	}
}
