package track

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCommon compares what all threads know with the meet of what each knows, while threads come, learn and go.
func TestCommon(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	o := NewOrder()
	q, f, values := []Agent{}, []int{}, []uint64{}
	for range 12 {
		q, f, values = append(q, o.AddQueue()), append(f, o.AddFence(0)), append(values, 0)
	}
	most := 0
	for range 4000 {
		by, k := o.live[r.Intn(len(o.live))], r.Intn(len(q))
		switch r.Intn(8) {
		case 0:
			if len(o.live) < 6 {
				o.AddThread(by)
			}
		case 1:
			if other := o.live[len(o.live)-1]; other != by {
				o.Join(by, other)
			}
		case 2, 3:
			if values[k] > 0 {
				o.CPUWait(by, Need{f[k], 1 + uint64(r.Int63n(int64(values[k])))})
			}
		default:
			values[k]++
			o.Submit(by, q[k], 0)
			o.QueueSignal(by, q[k], Need{f[k], values[k]}, 0)
		}
		most = max(most, len(o.live))
		o.gather()
		want := o.agents[o.live[0]].clock
		for _, t := range o.live[1:] {
			want = want.Meet(o.agents[t].clock)
		}
		require.True(t, o.common.Covers(want) && want.Covers(o.common))
		require.True(t, slices.IsSorted(o.live))
	}
	require.Greater(t, most, 3)
}
