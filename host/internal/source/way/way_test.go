package way

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// chain is the places of a site, from inside.
func chain(w *Ways, site gpu.Site) (list []gpu.Site) {
	for ; site != 0; site = w.Caller(site) {
		list = append(list, w.Own(site))
	}
	return list
}

// TestAt: a site keeps all calls of its chain, and equal chains have equal sites.
func TestAt(t *testing.T) {
	var w Ways
	type sites = []gpu.Site
	seen := map[gpu.Site]int{}
	for i, want := range []sites{{5}, {5, 6}, {5, 6, 7}, {6, 7}, {5, 7}, {5, 5, 5}, {5, 1, 7}, {1}} {
		at := w.At(append(want[:len(want):len(want)], 0, 9))
		for range 2 {
			require.Equal(t, at, w.At(want))
		}
		require.Equal(t, want, chain(&w, at))
		require.NotContains(t, seen, at, "as %v", want)
		seen[at] = i
	}
	require.Zero(t, w.At(nil))
	require.Zero(t, w.At(sites{0, 5}))
	require.Equal(t, w.Through(5, 6), w.Through(w.Through(5, 7), 6), "the last call counts")
	require.Zero(t, testing.AllocsPerRun(10, func() { w.At(sites{5, 6, 7}) }))
}

// TestUnknown: sites that were not given have no callers.
func TestUnknown(t *testing.T) {
	var w Ways
	w.Through(5, 6)
	for _, site := range []gpu.Site{0, 5, First + 1, ^gpu.Site(0)} {
		require.Zero(t, w.Caller(site))
		require.Equal(t, site, w.Own(site))
	}
	require.Zero(t, w.Through(0, 5))
	require.Equal(t, gpu.Site(5), w.Through(5, 0))
}

// TestFull: when all numbers are given, a new place is told without its callers, and those that are known keep theirs.
func TestFull(t *testing.T) {
	var w Ways
	for i := range mostPairs {
		w.Through(5, gpu.Site(i+1))
	}
	require.Equal(t, gpu.Site(5), w.Through(5, mostPairs+1))
	require.Equal(t, []gpu.Site{5, mostPairs}, chain(&w, w.Through(5, mostPairs)))
}
