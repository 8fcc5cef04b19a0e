package misses

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// at covers items of agents 1, 2 and 3.
func at(one, two, three uint32) clock.Clock {
	return clock.Clock{}.With(1, one).With(2, two).With(3, three)
}

func signal(agent clock.Agent, pos uint32, value uint64, covers clock.Clock) Signal {
	return Signal{Signal: timeline.Signal{Agent: agent, Pos: pos, Value: value}, Covers: covers.With(agent, pos)}
}

// begun says that a signal comes after agent 3 has begun to wait, with its first item.
func begun(s *Signal) bool { return s.Covers.At(3) >= 1 }

// TestFind: agent 3 waits for 2 with its second item. Agents 1 and 2 signal.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name    string
		signals []Signal
		wait    Wait
		want    int // the value of the signal that is found; -1: none
	}{
		{"one agent gives it and takes it away", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 0))}, Wait{Ended: true}, 1},
		{"two, in no order", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(2, 1, 1, at(0, 0, 0))}, Wait{Ended: true}, 1},
		{"the lower one certainly comes first", []Signal{signal(1, 1, 2, at(0, 1, 0)), signal(2, 1, 1, at(0, 0, 0))}, Wait{Ended: true}, -1},
		{"it is given again", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 0)), signal(1, 3, 2, at(2, 0, 0))}, Wait{Ended: true}, -1},
		{"it is given again by whoever has seen the wait end", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 0)), signal(2, 1, 2, at(2, 0, 2))}, Wait{Ended: true}, 1},
		{"the wait is over before", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 2))}, Wait{Ended: true}, -1},
		{"nothing gives it", []Signal{signal(1, 1, 1, at(0, 0, 0))}, Wait{Ended: true}, -1},
		{"the fence begins with it", []Signal{signal(1, 1, 1, at(0, 0, 0))}, Wait{Ended: true, Had: true}, 1},
		{"the lower one comes while somebody waits", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(2, 1, 1, at(0, 0, 1))}, Wait{Ended: true, Meets: begun}, -1},
		{"the value comes while somebody waits", []Signal{signal(1, 1, 2, at(0, 0, 1)), signal(2, 1, 1, at(0, 0, 0))}, Wait{Ended: true, Meets: begun}, -1},
		{"not over, in no order", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 0))}, Wait{}, 1},
		{"not over, and it was taken away for certain", []Signal{signal(1, 1, 2, at(0, 0, 0)), signal(1, 2, 1, at(1, 0, 0))}, Wait{Knew: at(2, 0, 1)}, -1},
		{"not over, and taken away from the beginning", []Signal{signal(1, 1, 1, at(0, 0, 0))}, Wait{Had: true, Knew: at(1, 0, 1)}, -1},
	} {
		tt.wait.Agent, tt.wait.Pos, tt.wait.Value = 3, 2, 2
		got, _, found := Find(tt.signals, &tt.wait)
		require.Equal(t, tt.want >= 0, found, tt.name)
		if !found {
			continue
		}
		require.EqualValues(t, tt.want, got.Value, tt.name)
	}
}

// TestNeeds: what comes before all that gives the value has to come before the wait ends.
func TestNeeds(t *testing.T) {
	_, needs, _ := Find([]Signal{signal(1, 1, 2, at(0, 5, 0)), signal(2, 9, 3, at(4, 0, 0)), signal(2, 8, 1, at(0, 0, 0))}, &Wait{Agent: 3, Pos: 2, Value: 2, Ended: true})
	require.Equal(t, []uint32{1, 5, 0}, []uint32{needs.At(1), needs.At(2), needs.At(3)})
}
