package sent

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// facts weigh clocks of the first few agents; the thread of the smaller number calls first.
type facts struct{}

func (facts) Weight(c clock.Clock) (n uint64) {
	for a := range clock.Agent(8) {
		n += uint64(c.At(a))
	}
	return n
}

func (facts) Before(a, b lineage.Call) bool { return a.By < b.By }

// signal is the pos-th item of an agent, which a thread gave with its tick-th action. It comes after others.
func signal(agent clock.Agent, pos uint32, by clock.Agent, tick uint32, after ...Signal) Signal {
	s := Signal{Signal: timeline.Signal{Agent: agent, Pos: pos}, Call: lineage.Call{By: by, Knew: clock.Clock{}.With(by, tick)}, Nth: tick}
	for _, r := range after {
		s.Covers = s.Covers.Join(r.Covers)
	}
	s.Covers = s.Covers.With(agent, pos)
	return s
}

// TestParted: signals that come one after the other are not parted, in whatever order they stand, and the last one stands for all.
func TestParted(t *testing.T) {
	a := signal(4, 1, 0, 1)
	b := signal(5, 1, 1, 1, a)
	c := signal(4, 2, 0, 2, b)
	for _, next := range [][]Signal{{a, b, c}, {a, c, b}, {c, b, a}} {
		x, y, behind, steps := Parted(nil, next, facts{})
		require.Nil(t, x)
		require.Nil(t, y)
		require.Equal(t, c, *behind)
		require.LessOrEqual(t, steps, uint64(6))
	}
	beside := signal(6, 1, 1, 2, a)
	for _, next := range [][]Signal{{c, beside}, {beside, c}} {
		x, y, behind, _ := Parted(&a, next, facts{})
		require.Nil(t, behind)
		require.Equal(t, []uint32{2, 1}, []uint32{x.Pos, y.Pos}, "the elder thread's call is the first of the two")
	}
}

// TestPartedCalls: of two signals that one thread gave its earlier call is the first, whichever weighs more.
func TestPartedCalls(t *testing.T) {
	heavy := signal(5, 9, 1, 1)
	light := signal(4, 1, 1, 2)
	for _, next := range [][]Signal{{heavy, light}, {light, heavy}} {
		x, y, _, _ := Parted(nil, next, facts{})
		require.Equal(t, []uint32{9, 1}, []uint32{x.Pos, y.Pos})
	}
}

// TestSort: by thread, then by call, then as they were given to queues.
func TestSort(t *testing.T) {
	want := []Signal{signal(4, 1, 0, 1), signal(5, 3, 0, 2), signal(6, 1, 1, 1), signal(6, 2, 1, 1)}
	want[3].Nth++
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}} {
		var got []Signal
		for _, k := range order {
			got = append(got, want[k])
		}
		Sort(got)
		require.True(t, slices.EqualFunc(want, got, func(a, b Signal) bool { return a.Agent == b.Agent && a.Pos == b.Pos }), "%v", order)
	}
}
