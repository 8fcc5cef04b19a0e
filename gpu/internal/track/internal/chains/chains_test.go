package chains

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChains: many chains that grow and end have what was put into them, the last value first, and use the links of others again.
func TestChains(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var p Pool[int]
	var chains [8]int32
	var want [8][]int
	most := 0
	for i := range 10_000 {
		k := random.Intn(len(chains))
		if n := len(want[k]); n > 0 {
			require.Equal(t, want[k][n-1], p.First(chains[k]))
		}
		if n := len(want[k]); n > 20 || n > 0 && random.Intn(2) == 0 {
			var value int
			value, chains[k] = p.Take(chains[k])
			require.Equal(t, want[k][n-1], value)
			want[k] = want[k][:n-1]
			require.Equal(t, n == 1, chains[k] == 0)
			continue
		}
		chains[k] = p.Add(chains[k], i)
		want[k] = append(want[k], i)
		sum := 0
		for _, w := range want {
			sum += len(w)
		}
		most = max(most, sum)
	}
	require.Equal(t, most+1, p.Links(), "one for each value that there was at a time, and that of the empty chain")
}
