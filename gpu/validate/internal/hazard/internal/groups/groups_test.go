package groups

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// bytes are the bytes [first, last).
type bytes struct{ first, last int }

func (x bytes) Covers(y bytes) bytes { return bytes{min(x.first, y.first), max(x.last, y.last)} }
func (x bytes) Meets(y bytes) bool   { return x.first < y.last && y.first < x.last }

var none = bytes{first: 1 << 30}

// TestNext compares the search by groups with a look at each thing, while things are added and leave in front.
func TestNext(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var g Of[bytes]
	var list []bytes
	of := func(i int) bytes { return list[i] }
	longest := 0
	for range 4000 {
		if r.Intn(5) == 0 && len(list) > 0 {
			list = list[1:]
			if g.Pop(len(list)) {
				g.Renew(0, len(list), none, of)
			}
		} else {
			first := r.Intn(1000) * 8
			list = append(list, bytes{first, first + 8})
			g.Renew(len(list)-1, len(list), none, of)
		}
		longest = max(longest, len(list))
		first, from := r.Intn(1000)*8, r.Intn(len(list)+1)
		want := from
		for want < len(list) && !list[want].Meets(bytes{first, first + 4}) {
			want++
		}
		require.Equal(t, want, g.Next(from, len(list), bytes{first, first + 4}, of))
	}
	require.Greater(t, longest, 1<<(2*Bits), "groups of groups")
}

// TestPiecesAreSteppedOver: in a long list of things that cover different bytes one is found with a look at few others.
func TestPiecesAreSteppedOver(t *testing.T) {
	const n = 1 << 12
	var g Of[bytes]
	looked := 0
	of := func(i int) bytes {
		looked++
		return bytes{i * 256, i*256 + 256}
	}
	g.Renew(0, n, none, of)
	looked = 0
	require.Equal(t, 4000, g.Next(3, n, bytes{4000*256 + 8, 4000*256 + 16}, of))
	require.Less(t, looked, 32)
	require.Equal(t, n, g.Next(4001, n, bytes{4000*256 + 8, 4000*256 + 16}, of))
}
