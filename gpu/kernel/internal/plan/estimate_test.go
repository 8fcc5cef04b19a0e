package plan

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

const loopText = `kernel "k" threads 64 1 1
body {
  %1:i32 = const FIRST
  %2:i32 = const 2
  %3:i32 = const 0
  loop %4:i32=%1 {
    %5:bool = COND
    yield %5
  } do {
    %6:i32 = NEXT
    yield %6
  }
}
`

// A turn costs 9 where the counter is divided, otherwise 2; the loop itself costs 1.
func TestEstimateCountsTurns(t *testing.T) {
	for _, c := range []struct {
		first, cond, next string
		want              uint64
	}{
		{"128", "lts %3 %4", "divs %4 %2", 8 * 9},  // 128 64 32 16 8 4 2 1
		{"127", "lts %3 %4", "divs %4 %2", 7 * 9},  // 127 63 31 15 7 3 1
		{"128", "lts %3 %4", "shru %4 %2", 4 * 2},  // 128 32 8 2
		{"0", "lts %3 %4", "divs %4 %2", 0},        // none
		{"128", "lts %3 %4", "or %4 %2", 32 * 2},   // for ever: the usual number
		{"1", "lts %4 %2", "iadd %4 %2", 2},        // 1
		{"128", "lts %4 %4", "divs %4 %2", 0},      // never true
		{"128", "ine %4 %3", "divs %2 %4", 32 * 9}, // not a division of the counter
		{"128", "ine %4 %2", "iadd %4 %2", 32 * 2}, // past its end for a long time
	} {
		k, err := ir.Parse(strings.NewReplacer("FIRST", c.first, "COND", c.cond, "NEXT", c.next).Replace(loopText))
		require.NoError(t, err)
		require.NoError(t, ir.Verify(k))
		require.Equal(t, c.want+1, estimate(k), "%s from %s while %s", c.next, c.first, c.cond)
	}
}

// TestInside: an index that may have wrapped so far that it is inside again may be anywhere; one that is outside as a negative or a large number is
// not.
func TestInside(t *testing.T) {
	var l limits
	all := interval{0, 9}
	for _, tt := range []struct {
		f     form
		count uint32
		want  interval
	}{
		{constForm(3), 10, interval{3, 3}},
		{between(-1<<31, 5), 10, interval{0, 5}},
		{between(-1<<31-1, 5), 10, all},
		{between(5, 1<<32-1), 10, interval{5, 9}},
		{between(5, 1<<32), 10, all},
		{form{}, 10, all},
		{constForm(3), 1<<31 - 1, interval{3, 3}},
		{constForm(3), 1 << 31, interval{0, 1<<31 - 1}},
	} {
		require.Equal(t, tt.want, tt.f.inside(&l, tt.count), "%+v", tt)
	}
}
