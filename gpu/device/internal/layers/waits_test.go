package layers

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestWaits: a wait that is missing is told once, for all that the work needs and for all turns of a loop.
func TestWaits(t *testing.T) {
	lacks := func(site gpu.Site, w diag.Wait) *diag.Diagnostic {
		d := diag.New(diag.ReleasedInFlight, "x").At(site, "")
		d.Lacks = w
		return d
	}
	var w waits
	for range 2 {
		require.False(t, w.again(lacks(1, diag.Wait{})), "of no wait")
	}
	require.False(t, w.again(lacks(1, diag.Wait{By: 1, Before: 10, For: 2, Item: 7})))
	for _, c := range []struct {
		name string
		site gpu.Site
		wait diag.Wait
		told bool
	}{
		{"the same work at another place", 2, diag.Wait{By: 1, Before: 11, For: 2, Item: 7}, true},
		{"work before it", 3, diag.Wait{By: 1, Before: 12, For: 2, Item: 6}, true},
		{"an earlier call, for which the wait comes too late", 4, diag.Wait{By: 1, Before: 9, For: 2, Item: 7}, false},
		{"later work", 5, diag.Wait{By: 1, Before: 13, For: 2, Item: 8}, false},
		{"another queue", 6, diag.Wait{By: 1, Before: 14, For: 3, Item: 7}, false},
		{"another thread", 7, diag.Wait{By: 4, Before: 15, For: 2, Item: 7}, false},
		{"a later turn of a loop", 1, diag.Wait{By: 1, Before: 20, For: 2, Item: 17}, true},
		{"a later turn, of what another call was told for", 2, diag.Wait{By: 1, Before: 21, For: 2, Item: 17}, true},
		{"the same place in another thread", 1, diag.Wait{By: 4, Before: 22, For: 2, Item: 18}, false},
	} {
		require.Equal(t, c.told, w.again(lacks(c.site, c.wait)), c.name)
	}
}

// never says that nothing follows from something else.
func never(*diag.Diagnostic) bool { return false }

// TestUnserved: of errors that are found at once those are left out which the wait of another one would serve, wherever that stands among them.
func TestUnserved(t *testing.T) {
	lacks := func(code diag.Code, before, item uint64) *diag.Diagnostic {
		d := diag.New(code, "x")
		d.Lacks = diag.Wait{By: 1, Before: before, For: 2, Item: item}
		return d
	}
	first, later, other := lacks(diag.MappedRace, 10, 7), lacks(diag.DataRace, 12, 7), lacks(diag.DataRace, 12, 8)
	same, advice, none := lacks(diag.MappedRace, 10, 7), lacks(diag.UnorderedAtomics, 9, 9), diag.New(diag.DataRace, "x")
	advice.WithSeverity(diag.SeverityWarning)
	require.Equal(t, []*diag.Diagnostic{first}, unserved([]*diag.Diagnostic{later, first}, never), "its wait comes before both")
	require.Equal(t, []*diag.Diagnostic{first, other}, unserved([]*diag.Diagnostic{first, other}, never), "it is for later work")
	require.Equal(t, []*diag.Diagnostic{first}, unserved([]*diag.Diagnostic{first, same}, never), "of equals the first is told")
	require.Equal(t, []*diag.Diagnostic{advice, first}, unserved([]*diag.Diagnostic{advice, first}, never), "what is no error serves nothing")
	require.Equal(t, []*diag.Diagnostic{none, none}, unserved([]*diag.Diagnostic{none, none}, never), "of no wait")
	hidden := func(d *diag.Diagnostic) bool { return d == first }
	require.Equal(t, []*diag.Diagnostic{first, later}, unserved([]*diag.Diagnostic{first, later}, hidden), "what follows from something else serves nothing")
}

// TestUnservedOfMany: what is left is what a comparison of each with each of the others leaves.
func TestUnservedOfMany(t *testing.T) {
	serves := func(d, o *diag.Diagnostic) bool {
		a, b := d.Lacks, o.Lacks
		return d != o && d.Severity == diag.SeverityError && a.By == b.By && a.For == b.For && a.Before <= b.Before && b.Item <= a.Item
	}
	for seed := range int64(500) {
		r := rand.New(rand.NewSource(seed))
		var found, want []*diag.Diagnostic
		for range r.Intn(12) {
			d := diag.New(diag.DataRace, "x")
			if d.Lacks = (diag.Wait{By: 1 + r.Intn(2), Before: uint64(r.Intn(4)), For: 1 + r.Intn(2), Item: uint64(r.Intn(4))}); r.Intn(4) == 0 {
				d.WithSeverity(diag.SeverityWarning)
			}
			found = append(found, d)
		}
		for i, d := range found {
			if !slices.ContainsFunc(found, func(o *diag.Diagnostic) bool { return serves(o, d) && (!serves(d, o) || slices.Index(found, o) < i) }) {
				want = append(want, d)
			}
		}
		got := unserved(found, never)
		require.Len(t, got, len(want), "seed %d", seed)
		for i := range want {
			require.Same(t, want[i], got[i], "seed %d", seed)
		}
	}
}

// TestUnlifted: of waits that may miss their values one is told, which no race is why; races come first.
func TestUnlifted(t *testing.T) {
	race := diag.New(diag.DataRace, "race")
	race.Between = diag.Gap{By: 2, Before: 5, For: 1, Item: 3, Upto: 7}
	missed := func(name string, givers ...diag.Wait) *diag.Diagnostic {
		d := diag.New(diag.LoweredBeforeWait, "%s", name)
		d.Missed = diag.Missed{Wait: diag.Wait{By: 1, Before: 4, For: 1, Item: 3}, Lifts: givers}
		return d
	}
	giver := diag.Wait{By: 2, Before: 6, For: 1, Item: 4} // behind the work that the race says comes too early
	names := func(list []*diag.Diagnostic) (names []string) {
		for _, d := range list {
			names = append(names, d.Title)
		}
		return names
	}
	var l ledger
	lifted, first, second := missed("lifted", giver), missed("first"), missed("second")
	require.Equal(t, []string{"race", "first"}, names(l.unlifted([]*diag.Diagnostic{lifted, first, second, race})))
	require.True(t, lifted.Follows)
	require.False(t, first.Follows)

	require.Equal(t, []string{"lifted"}, names(l.unlifted([]*diag.Diagnostic{missed("lifted", giver)})), "no race was told")
	l.races = []*diag.Diagnostic{race}
	require.Empty(t, l.unlifted([]*diag.Diagnostic{missed("lifted", giver)}), "the race was told before")

	l = ledger{failed: missed("failed", giver)}
	require.Equal(t, []string{"race"}, names(l.unlifted([]*diag.Diagnostic{race, missed("second")})), "the script has failed at a wait")
	require.True(t, l.failed.Follows, "which the race is why")
}
