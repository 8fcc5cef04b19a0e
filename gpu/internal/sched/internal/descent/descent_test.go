package descent

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManyGenerations: the order is that of the ways from the main thread, however long they are.
func TestManyGenerations(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	lines := []*Line{{}}
	for i := range 300 {
		of := lines[r.Intn(len(lines))]
		if i%3 > 0 { // and one line that is long
			of = lines[len(lines)-1]
		}
		next := &Line{}
		next.Born(of)
		lines = append(lines, next)
	}
	for _, a := range lines {
		for _, b := range lines {
			require.Equal(t, slices.Compare(path(a), path(b)), Compare(a, b))
		}
	}
}

// path is which child each ancestor was, and the line itself, from the main thread's child on.
func path(l *Line) (nth []int) {
	if l.parent == nil {
		return nil
	}
	return append(path(l.parent), l.nth)
}
