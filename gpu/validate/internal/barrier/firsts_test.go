package barrier

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestTheSecondTransitionOfASubresource: few barriers and many give the same as a search through all that are before.
func TestTheSecondTransitionOfASubresource(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{1, few, few + 1, 200} {
		found := 0
		list := make([]gpu.Barrier, n)
		for i := range list {
			list[i] = gpu.Barrier{Type: gpu.BarrierTransition, Resource: gpu.ID(1 + r.Intn(3)), Subresource: uint32(r.Intn(2)), Flags: gpu.BarrierFlags(r.Intn(3))}
			if r.Intn(8) == 0 {
				list[i].Type = gpu.BarrierUAV
			}
		}
		whole := firsts(list)
		require.Equal(t, n > few, whole != nil)
		for i := range list {
			var before []int
			for k := range list[:i] {
				if list[k] == (gpu.Barrier{Type: gpu.BarrierTransition, Resource: list[i].Resource, Subresource: list[i].Subresource}) {
					before = append(before, k)
				}
			}
			want := len(before) == 1 && list[i].Type == gpu.BarrierTransition && list[i].Flags == 0
			k, ok := whole.second(list, i)
			require.Equal(t, want, ok, "barrier %d of %d", i, n)
			if ok {
				found++
				require.Equal(t, before[0], k, "barrier %d of %d", i, n)
			}
		}
		require.Equal(t, n > 1, found > 0)
	}
}
