package ranks

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrder: after each change things have the order that a stable sort gives them.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	given := 0
	for range 200 {
		var o Order
		var list []uint64
		number := func(i int) uint64 { return list[i] }
		for range 30 {
			switch r.Intn(8) {
			case 0:
				if len(list) > 0 {
					o.Pop(len(list))
					list = list[:len(list)-1]
				}
			case 1:
				list = list[min(len(list), r.Intn(3)):]
				o.Renew(len(list), number)
			default:
				list = append(list, uint64(len(list)+r.Intn(3)))
				if r.Intn(20) == 0 {
					list[len(list)-1] = ^uint64(0)
				}
				rank := o.Push(len(list), number)
				require.Equal(t, len(list)-1, o.At(rank))
			}
			if o.Given() {
				given++
			}
			sorted := slices.Sorted(slices.Values(list))
			for k, v := range sorted {
				require.Equal(t, v, list[o.At(k)])
				require.Equal(t, slices.Index(sorted, v), o.From(len(list), v, number))
				require.True(t, o.Above(len(list), v, number) == len(list) || sorted[o.Above(len(list), v, number)] > v)
				require.Equal(t, v, sorted[o.Above(len(list), v, number)-1])
				require.True(t, k == 0 || sorted[k-1] < v || o.At(k-1) < o.At(k), "of one number the earlier one is first")
			}
			require.Equal(t, len(list), o.Above(len(list), ^uint64(0), number))
		}
	}
	require.Greater(t, given, 500)
	require.Less(t, given, 5500)
}
