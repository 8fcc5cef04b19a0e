package bench

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// timing is what a variant took for one run of the workload.
type timing struct{ median, p10 time.Duration }

// turn is how long a variant runs before the next one does.
const turn = 6 * time.Millisecond

// A variant that takes part in every fifth round only: one run of it takes as long as so many turns.
const slow = 20 * turn

// measure lets all variants run in turns and returns the timings by name. Every round starts with another variant.
func measure(t testing.TB, all []*variant, rounds int) map[string]timing {
	type row struct {
		v     *variant
		times int
		every int // rounds
		taken []time.Duration
	}
	var rows []*row
	for _, v := range all {
		if v.skip == "" {
			times, d := calibrate(t, v)
			every := 1
			if d > slow {
				every = 5
			}
			rows = append(rows, &row{v: v, times: times, every: every})
		}
	}
	for round := range rounds {
		for i := range rows {
			r := rows[(i+round)%len(rows)]
			if round%r.every != 0 {
				continue
			}
			d, err := r.v.run(r.times)
			require.NoError(t, err, r.v.name)
			r.taken = append(r.taken, d/time.Duration(r.times))
		}
	}
	out := map[string]timing{}
	for _, r := range rows {
		out[r.v.name] = summary(r.taken)
	}
	return out
}

// calibrate finds how many runs fill a turn, and warms up with as many, which take d. A first run, which compiles what the others know, does not
// count.
func calibrate(t testing.TB, v *variant) (times int, d time.Duration) {
	_, err := v.run(1)
	require.NoError(t, err, v.name)
	times = 1
	for {
		taken, err := v.run(times)
		require.NoError(t, err, v.name)
		if d = taken; d >= turn || times >= 1<<14 {
			return times, d
		}
		times *= int(min(max(turn/max(d, 1), 2), 16))
	}
}

func summary(taken []time.Duration) timing {
	sorted := slices.Sorted(slices.Values(taken))
	return timing{median: sorted[len(sorted)/2], p10: sorted[len(sorted)/10]}
}

func TestSummary(t *testing.T) {
	var taken []time.Duration
	for i := range 20 {
		taken = append(taken, time.Duration(20-i))
	}
	require.Equal(t, timing{median: 11, p10: 3}, summary(taken))
	require.Equal(t, timing{median: 7, p10: 7}, summary([]time.Duration{7}))
}
