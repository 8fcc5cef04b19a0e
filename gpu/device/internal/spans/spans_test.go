package spans

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFind(t *testing.T) {
	var m Map[string]
	m.Insert(Span[string]{20, 30, "b"})
	m.Insert(Span[string]{0, 10, "a"})
	m.Insert(Span[string]{30, 31, "c"})
	for address, want := range map[uint64]string{0: "a", 9: "a", 10: "", 19: "", 20: "b", 29: "b", 30: "c", 31: ""} {
		got, ok := m.Find(address)
		require.Equal(t, want, got, "address %d", address)
		require.Equal(t, want != "", ok)
	}
	m.Remove(20)
	_, ok := m.Find(25)
	require.False(t, ok)
	require.Panics(t, func() { m.Remove(20) })
	require.Panics(t, func() { m.Remove(5) }, "inside of a span, not at its begin")
}
