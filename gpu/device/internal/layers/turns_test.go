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
	var told ledger
	for range 2 {
		require.False(t, told.turn(said("", 1, 2)), "it says nothing of turns")
	}
	require.False(t, told.turn(said("chain", 1, 2)))
	require.False(t, told.turn(said("chain", 1, 2)), "the same call, with another object")
	told.calls++
	require.True(t, told.turn(said("chain", 1, 2)))
	require.False(t, told.turn(said("another", 1, 2)))
	require.False(t, told.turn(said("chain", 3, 2)), "submitted elsewhere")
	require.False(t, told.turn(said("chain", 1, 3)), "recorded elsewhere")
}

// TestRacingTurns: what orders two submissions serves all objects that they touch.
func TestRacingTurns(t *testing.T) {
	said := func(turn string) *diag.Diagnostic {
		d := diag.New(diag.UnorderedTransition, "x").At(1, "").Via(2, "")
		d.Turn = turn
		return d
	}
	var told ledger
	require.False(t, told.turn(said("buffers of a chain")))
	require.True(t, told.turn(said("buffers of a chain")), "the same call, with another buffer")
	require.False(t, told.turn(said("the other way round")))
}

// TestRefusedTurns: what is refused in each turn of a loop is told of the first one, if the same places have made its objects.
func TestRefusedTurns(t *testing.T) {
	call := &gpu.UnsupportedCall{}
	said := func(turn string, site, made gpu.Site) *diag.Diagnostic {
		d := diag.New(diag.BadSubresource, "x").At(site, "").Also(made, "it is created here")
		d.Turn = turn
		return d
	}
	var told ledger
	again := func(refused ...*diag.Diagnostic) bool { return told.dropped(call, refused) }
	require.False(t, again(said("has 2", 1, 2)))
	require.False(t, again(said("has 2", 1, 2)), "the same call, with another object")
	told.calls++
	require.True(t, again(said("has 2", 1, 2)))
	require.False(t, again(said("has 3", 1, 2)), "another mistake")
	require.False(t, again(said("has 2", 1, 3)), "an object of another place")
	require.False(t, again(said("has 2", 4, 2)), "another call")
	known, second := said("has 2", 1, 2), said("has 4", 1, 2)
	require.False(t, again(known, second), "and a second mistake")
	require.True(t, known.Follows && !second.Follows, "which alone is told")
}

// TestMended: what is repaired by an edit that was proposed before is told once; another object, another edit and an edit of the call itself are not
// known by that.
func TestMended(t *testing.T) {
	said := func(resource string, made gpu.Site, flags string) *diag.Diagnostic {
		return diag.New(diag.BarrierFlagMissing, "x").At(1, "").WithResource(resource).HelpFix(made, diag.Put("Create", "Flags", flags), "create it with %s", flags)
	}
	var told ledger
	again := func(d *diag.Diagnostic) bool {
		told.calls++
		return told.done(nil, d)
	}
	require.False(t, again(said("texture x", 5, "A")))
	require.True(t, again(said("texture x", 5, "A")), "by another call, or of another rule")
	require.False(t, again(said("texture y", 5, "A")), "another object of the same helper")
	require.False(t, again(said("texture x", 5, "B")), "another edit")
	require.False(t, again(said("texture x", 6, "A")), "another place")
	for range 2 {
		require.False(t, again(said("texture x", 1, "A")), "the call itself, which may be made with other objects")
		require.False(t, again(diag.New(diag.BarrierFlagMissing, "x").At(1, "").WithResource("texture x").HelpText("create it anew")), "words only")
	}
}
