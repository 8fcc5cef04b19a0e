package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestTurns: what a loop does in each turn is told of the first one, and what one call does of each object.
func TestTurns(t *testing.T) {
	said := func(turn string, site, via gpu.Site) *diag.Diagnostic {
		d := diag.New(diag.WrongState, "x").At(site, "").Via(via, "")
		d.Turn = turn
		return d
	}
	var told turns
	for range 2 {
		require.False(t, told.again(said("", 1, 2)), "it says nothing of turns")
	}
	require.False(t, told.again(said("chain", 1, 2)))
	require.False(t, told.again(said("chain", 1, 2)), "the same call, with another object")
	told.calls++
	require.True(t, told.again(said("chain", 1, 2)))
	require.False(t, told.again(said("another", 1, 2)))
	require.False(t, told.again(said("chain", 3, 2)), "submitted elsewhere")
	require.False(t, told.again(said("chain", 1, 3)), "recorded elsewhere")
}

// TestRefusedTurns: what is refused in each turn of a loop is told of the first one, whatever the objects are called, if the same places have made them.
func TestRefusedTurns(t *testing.T) {
	said := func(title string, site, made gpu.Site) []*diag.Diagnostic {
		return []*diag.Diagnostic{diag.New(diag.BadSubresource, "%s", title).At(site, "").Also(made, "it is created here")}
	}
	var told turns
	require.False(t, told.refused(said(`"a" has 2`, 1, 2)))
	require.False(t, told.refused(said(`"b" has 2`, 1, 2)), "the same call, with another object")
	told.calls++
	require.True(t, told.refused(said(`"b" has 2`, 1, 2)))
	require.False(t, told.refused(said(`"b" has 3`, 1, 2)), "another mistake")
	require.False(t, told.refused(said(`"b" has 2`, 1, 3)), "an object of another place")
	require.False(t, told.refused(said(`"b" has 2`, 4, 2)), "another call")
	require.False(t, told.refused(append(said(`"b" has 2`, 1, 2), said(`"b" has 4`, 1, 2)...)), "and a second mistake")
}
