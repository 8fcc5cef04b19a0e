package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestThreadsThatEvictWhatOthersNeed: whether an object is evicted before the work that needs it is submitted, after that, or when it is finished, is
// up to the schedule, and what is told is that nothing orders the two threads. Who has made the object resident itself, or knows that the other one
// is done with it, is right.
func TestThreadsThatEvictWhatOthersNeed(t *testing.T) {
	const done = `q:Signal(F, 1); F:WaitCPU(1); `
	for _, tt := range []struct {
		name, one, two, behind string
		wrong                  int
	}{
		{"a resource", "device:Evict { x }", "q:ExecuteCommandLists { l }", "", 1},
		{"two resources, which one order keeps apart", "device:Evict { y, x }", "q:ExecuteCommandLists { l }", "", 1},
		{"evicted and made resident", "device:Evict { x }; device:MakeResident { x }", "q:ExecuteCommandLists { l }", "", 1},
		{"twice resident", "device:MakeResident { x }; device:Evict { x }", "q:ExecuteCommandLists { l }", "", 0},
		{"each has made it resident", "device:MakeResident { x }; device:Evict { x }", "device:MakeResident { x }; q:ExecuteCommandLists { l }; " + done + "device:Evict { x }", "", 0},
		{"another one", "device:Evict { back }", "q:ExecuteCommandLists { l }", "", 0},
		{"recorded only", "device:Evict { x }", "r:CopyBufferRegion(x, 0, y, 0, 64); r:Close()", "", 0},
		{"behind a Join", "q:ExecuteCommandLists { l }; " + done, "", "device:Evict { x }", 0},
		{"behind a fence", "F:WaitCPU(1); device:Evict { x }", "q:ExecuteCommandLists { l }; q:Signal(F, 1)", "", 0},
	} {
		for _, calls := range [][2]string{{tt.one, tt.two}, {tt.two, tt.one}} {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				script, first := fmt.Sprintf(endScript, calls[0], calls[1], tt.behind), ""
				for seed := range schedules() {
					found := outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
					require.Len(t, found, tt.wrong, "seed %d\n%s", seed, words(found))
					for _, d := range found {
						require.Equal(t, diag.TwoThreads, d.Code)
					}
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
