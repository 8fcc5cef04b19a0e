package spans

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManySpans compares a map with a plain list, through blocks that are parted and that become empty.
func TestManySpans(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	var m Map[int]
	there, longest := map[uint64]int{}, 0
	for i := range 8000 {
		at := uint64(r.Intn(3000)) * 10
		if i >= 5000 {
			at = uint64(i-5000) * 10 // at the end everything goes
		}
		switch _, ok := there[at]; {
		case ok && (i >= 5000 || r.Intn(4) == 0):
			m.Remove(at)
			delete(there, at)
		case !ok && i < 5000:
			m.Insert(Span[int]{at, at + 7, i})
			there[at] = i
		}
		longest = max(longest, len(m.blocks))
		look := uint64(r.Intn(30_000))
		got, ok := m.Find(look)
		want, had := there[look/10*10]
		require.Equal(t, had && look%10 < 7, ok)
		if ok {
			require.Equal(t, want, got)
		}
	}
	require.Greater(t, longest, 4, "blocks")
	require.Empty(t, m.blocks)
}

// TestLayers compares layers with the rule: the lowest one on which no living span has the same bytes.
func TestLayers(t *testing.T) {
	type placed struct {
		begin, end uint64
		layer      int
	}
	r := rand.New(rand.NewSource(3))
	var l Layers[int]
	var all []placed
	highest := 0
	for i := range 4000 {
		if n := len(all); n > 0 && (n > 60 || r.Intn(5) == 0) {
			k := r.Intn(n)
			l.Remove(all[k].layer, all[k].begin, all[k].end)
			all = append(all[:k], all[k+1:]...)
		}
		p := placed{begin: uint64(r.Intn(16)) * 10}
		p.end = p.begin + 1 + uint64(r.Intn(40))
		taken := map[int]bool{}
		for _, o := range all {
			taken[o.layer] = taken[o.layer] || o.begin < p.end && p.begin < o.end
		}
		for taken[p.layer] {
			p.layer++
		}
		highest = max(highest, p.layer)
		require.Equal(t, p.layer, l.Insert(Span[int]{p.begin, p.end, i}))
		all = append(all, p)
		got, ok := l.Find(p.layer, p.end-1)
		require.True(t, ok)
		require.Equal(t, i, got)
	}
	require.Greater(t, highest, 8)
	_, ok := l.Find(highest+1000, 0)
	require.False(t, ok)
}

// TestLayersOfOneRange: spans of the same bytes are told apart without a look at each.
func TestLayersOfOneRange(t *testing.T) {
	var l Layers[int]
	for i := range 50_000 {
		require.Equal(t, i, l.Insert(Span[int]{100, 200, i}))
	}
	b, _ := l.bases.Find(100)
	require.Equal(t, 50_000, b.full)
	l.Remove(77, 100, 200)
	require.Equal(t, 77, l.Insert(Span[int]{100, 200, -1}))
	require.Equal(t, 50_000, b.full)
}
