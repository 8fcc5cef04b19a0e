package turns

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// between are turns of two threads on one object, of which there is one before: each gives and takes in each round.
func between(hears bool, rounds uint64) (o *track.Order, s *Turns, other track.Agent) {
	o, s = track.NewOrder(), new(Turns)
	*s = New(1)
	other = o.AddThread(0)
	o.AddFence(0)
	o.AddFence(0)
	q := o.AddQueue()
	for i := range rounds {
		for _, by := range []track.Agent{0, other} {
			s.Turn(o, by, 1, 0)
			s.Turn(o, by, -1, 0)
		}
		for fence, by := range []track.Agent{0, other} {
			n := track.Need{Fence: fence, Value: i + 1}
			o.QueueSignal(by, q, n, 0)
			if hears {
				o.CPUWait(0, n)
				o.CPUWait(other, n)
			}
		}
	}
	return o, s, other
}

// TestTurnsAreForgotten: of threads that hear of each other the turns of which both know are a number; of those that do not, all are kept, and
// counted at once.
func TestTurnsAreForgotten(t *testing.T) {
	for _, hears := range []bool{true, false} {
		_, s, _ := between(hears, 1000)
		sum, kept := 0, 0
		for i := range s.rows {
			sum, kept = sum+s.rows[i].upTo(len(s.rows[i].kept)), kept+len(s.rows[i].kept)
		}
		require.Equal(t, 1, s.base+sum)
		require.Equal(t, kept, s.kept)
		if hears {
			require.Less(t, kept, 64)
		} else {
			require.Equal(t, 4000, kept)
		}
	}
}

// TestLeft: of any number of turns those count that come before the use, or may.
func TestLeft(t *testing.T) {
	for _, rounds := range []uint64{0, 3, 1000} {
		o, s, other := between(false, rounds)
		use := func(by track.Agent, nth uint64) Moment {
			o.Touch(by, false)
			return Moment{Call: track.Call{By: by, Knew: o.Knows(by)}, Nth: nth}
		}
		require.Equal(t, 0, s.Left(o, use(0, 1), use(other, 1)), "its own turns have taken what they gave, and one more takes the first")
		s.Turn(o, 0, 1, 0)
		require.Equal(t, 1, s.Left(o, use(0, 1), use(other, 1)), "it has given once more")
		require.Equal(t, 1, s.Left(o, use(other, 1), use(0, 1)), "it comes before its own")
	}
}

// TestLeftBetween: what a thread takes and gives again, with no other use in between, is missing in between.
func TestLeftBetween(t *testing.T) {
	o, s := track.NewOrder(), New(1)
	other := o.AddThread(0)
	use := func(by track.Agent, nth uint64) Moment {
		o.Touch(by, false)
		return Moment{Call: track.Call{By: by, Knew: o.Knows(by)}, Nth: nth}
	}
	takes := use(other, 1)
	s.Turn(o, other, -1, 1)
	s.Turn(o, other, 1, 1)
	require.Equal(t, 0, s.Left(o, use(0, 2), takes), "the other thread has not given it back")
}
