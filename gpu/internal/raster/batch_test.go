package raster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// TestCutRow: a row that goes on after the cut is two rows then, and its second half does not depend on what stood in the memory.
func TestCutRow(t *testing.T) {
	for _, tt := range []struct {
		name string
		at   int
		want map[int]quad
	}{
		{"in a row", 4, map[int]quad{0: {Shape: 1, Cover: 15, X: 2, Y: 6, Row: 1}, 1: {Shape: 7, Cover: wholeQuad, X: 10, Y: 4, Row: 3}, 4: {Shape: 7, Cover: wholeQuad, X: 16, Y: 4, Row: 2}}},
		{"before a row", 1, map[int]quad{0: {Shape: 1, Cover: 15, X: 2, Y: 6, Row: 1}, 1: {Shape: 7, Cover: wholeQuad, X: 10, Y: 4, Row: 5}}},
		{"after a row", 6, map[int]quad{1: {Shape: 7, Cover: wholeQuad, X: 10, Y: 4, Row: 5}, 6: {Shape: 2, Cover: 1, X: 8, Y: 8, Row: 1}}},
	} {
		b := batch{quads: make([]byte, 8*stage.MergeEntry)}
		b.setQuad(0, 1, 15, 2, 6, 1)
		b.setQuad(1, 7, wholeQuad, 10, 4, 5)
		b.setQuad(6, 2, 1, 8, 8, 1)
		b.cutRow(tt.at)
		for n, want := range tt.want {
			require.Equal(t, want, b.quadAt(n), "%s: quad %d", tt.name, n)
		}
	}
}
