package conformance

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

// mostSchedules is how many a program may have that counts: nearly all have fewer.
const mostSchedules = 150

// TestEverySchedule: of small programs every schedule is run. All say the same in the same words, also where some would stand still.
func TestEverySchedule(t *testing.T) {
	programs := max(count()/50, 50)
	ran, stood, left := 0, 0, 0
	for i := range int64(programs) {
		p := withoutCPU(random(rand.New(rand.NewSource(i)), shape{queues: 3, operations: 10, fences: 2, values: 2, rewinds: i%2 == 0, polls: i%4 > 1}))
		first, x := "", explore.New(mostSchedules)
		for runs := x.Next(1); len(runs) > 0; runs = x.Next(1) {
			found := everything(t, p.script(), func(o *host.Options) { o.Schedule, o.Errors = runs[0], host.ReportErrors })
			if ran++; x.Outcome().Runs == 1 {
				first = words(found)
				if slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Code == diag.LoweredBeforeWait }) {
					stood++
				}
			}
			require.Equal(t, first, words(found), "program %d, schedule %s\n%s", i, runs[0].Token(), p)
			x.Finish(runs[0])
		}
		if x.Outcome().Left {
			left++
		}
	}
	require.Greater(t, ran, programs/2, "schedules")
	require.Positive(t, stood, "programs that would stand still in some runs")
	require.Less(t, left, programs/20)
}
