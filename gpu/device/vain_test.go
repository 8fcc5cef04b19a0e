package device

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWanted: what a poll that has read 3 waits for is found out from what its caller would do with other values.
func TestWanted(t *testing.T) {
	atLeast := func(limits ...uint64) func(uint64) (uint64, bool) {
		return func(read uint64) (least uint64, only bool) {
			for _, l := range limits {
				if l <= read {
					least = max(least, l)
				}
			}
			return least, true
		}
	}
	for _, c := range []struct {
		name  string
		finds func(uint64) (uint64, bool)
		value uint64
		known bool
	}{
		{"a larger value", atLeast(7), 7, true},
		{"the first of several larger values", atLeast(9, 2, 5), 5, true},
		{"the next value", atLeast(4), 4, true},
		{"one that has come", atLeast(2), 3, true},
		{"none", atLeast(), 3, true},
		{"equal to a value above", func(read uint64) (uint64, bool) { return 0, read != 8 }, 8, true},
		{"equal to a value far above", func(read uint64) (uint64, bool) { return 0, read != 8000 }, 3, true},
		{"the value itself", func(uint64) (uint64, bool) { return 0, false }, 4, false},
	} {
		value, known := wanted(3, c.finds)
		require.Equal(t, c.value, value, c.name)
		require.Equal(t, c.known, known, c.name)
	}
}
