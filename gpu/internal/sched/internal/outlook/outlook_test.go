package outlook

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRun: strands of one epoch go on beside each other, those of a later one behind them; a wait ends with a value that the fence has or that
// somebody signals.
func TestRun(t *testing.T) {
	wait, signal := func(f string, v uint64) Step[string] { return Step[string]{Fence: f, Value: v} }, func(f string, v uint64) Step[string] { return Step[string]{true, f, v} }
	strand := func(epoch uint32, steps ...Step[string]) *Strand[string, int] {
		return &Strand[string, int]{Epoch: epoch, Steps: steps}
	}
	for _, tt := range []struct {
		name   string
		queues [][]*Strand[string, int]
		done   [][]int
		open   []int // how many strands of each queue stand still
	}{
		{"its own signal is behind the wait", [][]*Strand[string, int]{{strand(0, wait("F", 1), signal("F", 1))}}, [][]int{{0}}, []int{1}},
		{"another thread's may come first", [][]*Strand[string, int]{{strand(0, wait("F", 1)), strand(0, signal("F", 1))}}, [][]int{{1, 1}}, []int{0}},
		{"but not in a later epoch", [][]*Strand[string, int]{{strand(0, wait("F", 1)), strand(1, signal("F", 1))}}, [][]int{{0, 0}}, []int{1}},
		{"a chain of queues", [][]*Strand[string, int]{{strand(0, wait("G", 2))}, {strand(0, wait("F", 3), signal("G", 2))}, {strand(0, signal("F", 3))}}, [][]int{{1}, {2}, {1}}, []int{0, 0, 0}},
		{"the fence has it", [][]*Strand[string, int]{{strand(0, wait("old", 7), wait("old", 8))}}, [][]int{{1}}, []int{1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := Outlook[string, int]{queues: tt.queues, Value: func(f string) uint64 { return map[string]uint64{"old": 7}[f] }}
			o.Run()
			for q, strands := range tt.queues {
				var done []int
				for _, s := range strands {
					done = append(done, s.Done)
				}
				require.Equal(t, tt.done[q], done)
				require.Len(t, o.Open(q), tt.open[q])
			}
		})
	}
}

// TestGive: what one thread gives in one epoch is a strand, whatever others give between.
func TestGive(t *testing.T) {
	var o Outlook[string, int]
	q := o.Add()
	o.Give(q, 0, 1, 0, &Step[string]{Fence: "F", Value: 1})
	require.False(t, o.Several())
	o.Give(q, 0, 2, 1, nil)
	o.Give(q, 0, 1, 2, &Step[string]{Fence: "F", Value: 2})
	o.Give(q, 1, 1, 3, &Step[string]{Fence: "F", Value: 3})
	require.True(t, o.Several())
	require.Len(t, o.queues[q], 3)
	require.Equal(t, []int{0, 2}, o.queues[q][0].Items)
	require.Empty(t, o.queues[q][1].Items)
	require.Equal(t, []int{3}, o.queues[q][2].Items)
}
