package lineage

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestLines: who is elder is what the whole lines of two threads say, from the main thread on.
func TestLines(t *testing.T) {
	type birth struct {
		by  clock.Agent
		pos uint32
	}
	for seed := range int64(20) {
		r := rand.New(rand.NewSource(seed))
		var l Lines
		require.False(t, l.Elder(0, 0))
		threads, births, actions := []clock.Agent{0}, map[clock.Agent]birth{}, map[clock.Agent]uint32{}
		line := func(t clock.Agent) (out []birth) {
			for ; t != 0; t = births[t].by {
				out = append(out, births[t])
			}
			slices.Reverse(out)
			return out
		}
		for n := clock.Agent(1); n < 80; n++ {
			if r.Intn(4) == 0 {
				continue // a queue
			}
			by := threads[len(threads)-1-r.Intn(min(len(threads), 1+int(seed)))]
			actions[by] += uint32(1 + r.Intn(3))
			l.Add(n, by, actions[by])
			threads, births[n] = append(threads, n), birth{by, actions[by]}
		}
		for _, a := range threads {
			for _, b := range threads {
				x, y := line(a), line(b)
				i := 0
				for i < min(len(x), len(y)) && x[i] == y[i] {
					i++
				}
				want := len(x) < len(y)
				if i < min(len(x), len(y)) {
					want = x[i].pos < y[i].pos
				}
				require.Equal(t, want, l.Elder(a, b), "%d and %d", a, b)
			}
		}
	}
}

// TestLongLines: threads that threads made which threads made are compared in a few steps, near and far.
func TestLongLines(t *testing.T) {
	var l Lines
	const n clock.Agent = 1 << 14
	for i := clock.Agent(1); i < n; i++ { // each makes the next one, and one that makes no more
		l.Add(i, i-1, 1)
	}
	for i := clock.Agent(1); i < n; i++ {
		l.Add(n+i, i, 2)
	}
	most := uint64(0)
	for i := clock.Agent(7); i < n; i += 7 {
		for _, other := range []clock.Agent{0, i / 2, i - 1, n - 1, n + i/2, n + i - 1, 2*n - 1} {
			before := l.steps
			require.Equal(t, other < i, l.Elder(other, i), "%d and %d", other, i)
			most = max(most, l.steps-before)
		}
	}
	require.Greater(t, most, uint64(10), "there are far ones")
	require.Less(t, most, uint64(100), "and none takes a step for each thread in between")
}
