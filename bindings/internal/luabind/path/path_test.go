package path

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPath(t *testing.T) {
	var p Path
	require.Equal(t, []string{"", "a", "[1]", ""}, []string{p.String(), p.With("a"), p.With("[1]"), p.Last()})
	p.Push("Barriers")
	p.PushIndex(3)
	require.Equal(t, []string{"Barriers[3]", "Barriers[3].After", "Barriers[3][\"x y\"]", ""}, []string{p.String(), p.With("After"), p.With("[\"x y\"]"), p.Last()})
	p.Push("After")
	require.Equal(t, []string{"Barriers[3].After", "After", "[3].After"}, []string{p.String(), p.Last(), p[1:].String()})
	p.Pop()
	p.Push("[true]")
	require.Equal(t, "Barriers[3][true]", p.String())
	p.Pop()
	p.PushEntry("After", 4)
	require.Equal(t, []string{"Barriers[3].After", "Barriers[3][4]", "After"}, []string{p.String(), p.Written(), p.Last()})
	p.Pop()
	p.PushEntry("After", 0)
	require.Equal(t, "Barriers[3].After", p.Written(), "by its name")
}
