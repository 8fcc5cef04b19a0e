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

// TestLeads: an action comes before another one if a way leads there along threads, from what makes a thread to that, and from the end of one to who
// sees it.
func TestLeads(t *testing.T) {
	for seed := range int64(50) {
		r := rand.New(rand.NewSource(seed))
		var l Lines
		alive, actions := []clock.Agent{0}, map[clock.Agent]uint32{0: 1}
		after := map[Action][]Action{} // what comes next
		act := func(t clock.Agent) Action {
			at := Action{t, actions[t]}
			actions[t]++
			after[at] = append(after[at], Action{t, actions[t]})
			return Action{t, actions[t]}
		}
		for n := clock.Agent(1); n < 30; {
			by := alive[r.Intn(len(alive))]
			switch r.Intn(4) {
			case 0:
				at := act(by)
				l.Add(n, by, at.Pos)
				actions[n] = 1
				after[at] = append(after[at], Action{n, 1})
				alive = append(alive, n)
				n++
			case 1:
				if i := r.Intn(len(alive)); alive[i] != 0 && alive[i] != by {
					end := Action{alive[i], actions[alive[i]]}
					at := act(by)
					l.End(end.By, at)
					after[end] = append(after[end], at)
					alive = slices.Delete(alive, i, i+1)
				}
			default:
				act(by)
			}
		}
		found := 0
		for a, n := range actions {
			for from := uint32(1); from <= n; from++ {
				x := Action{a, from}
				reached := map[Action]bool{}
				for open := []Action{x}; len(open) > 0; open = open[1:] {
					if !reached[open[0]] {
						reached[open[0]] = true
						open = append(open, after[open[0]]...)
					}
				}
				for _, b := range alive {
					for at := uint32(1); at <= actions[b]; at++ {
						leads := l.Leads(x, Action{b, at})
						require.False(t, leads && !reached[Action{b, at}], "seed %d: %v does not come before %d of %d", seed, x, at, b)
						if leads && a != b {
							found++
						}
					}
				}
			}
		}
		require.Positive(t, found, "seed %d", seed)
	}
}

// TestLeadsOfManyEnds: of threads that have ended one after the other, each seen by the next, few are looked at.
func TestLeadsOfManyEnds(t *testing.T) {
	const n clock.Agent = 1 << 12
	var l Lines
	for i := clock.Agent(1); i <= n; i++ {
		l.Add(i, 0, uint32(i))
	}
	for i := clock.Agent(2); i <= n; i++ {
		l.End(i-1, Action{i, 1})
		require.True(t, l.Leads(Action{1, 1}, Action{i, 1}), "the first before all that follow")
		require.False(t, l.Leads(Action{i, 1}, Action{0, uint32(n)}))
	}
	require.Less(t, l.steps, uint64(30*n))
}
