package words

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestInstead: every command that is refused by name says with what it comes, and what there is instead.
func TestInstead(t *testing.T) {
	unheard, generally := Instead("Unheard")
	for _, r := range gpu.CommandTable() {
		if r.Op == gpu.OpNone {
			comes, _ := Instead(r.Name)
			require.NotEqual(t, unheard, comes, r.Name)
		}
	}
	require.Contains(t, generally, "ExecuteIndirect")
	_, instead := Instead("CreateSwapChain")
	require.Contains(t, instead, "DIRECT queue")
}
