package display

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDue: with a latency of 1 the CPU waits for the frame that it has presented, with one of 3 for that two before; the first ones wait for none.
func TestDue(t *testing.T) {
	for _, c := range []struct {
		frame   uint64
		latency uint32
		want    uint64
	}{{1, 1, 1}, {7, 1, 7}, {7, 3, 5}, {3, 3, 1}, {2, 3, 0}, {1, 3, 0}, {1, 16, 0}} {
		require.Equal(t, c.want, Due(c.frame, c.latency), "frame %d, latency %d", c.frame, c.latency)
	}
}
