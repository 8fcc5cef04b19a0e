package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRetiredCountsWorks: pieces of work that finish one by one are known by their number, whatever stands between them and is forgotten.
func TestRetiredCountsWorks(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	var works []Point
	for i := range uint64(200) {
		if i%3 == 0 {
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
		}
		works = append(works, o.Submit(main, q, 0))
	}
	var steps Steps
	for i, p := range works {
		require.False(t, o.Done(main, p))
		o.Retired(main, []Agent{q}, &steps)
		require.True(t, o.Done(main, p))
		require.Equal(t, uint32(i+1), o.worksUpTo(q, p.Pos))
	}
}
