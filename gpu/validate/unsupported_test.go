package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestLater: every command that is refused by name says with what it comes, and what there is instead.
func TestLater(t *testing.T) {
	other := laterOf("Unheard")
	for _, r := range gpu.CommandTable() {
		if r.Op == gpu.OpNone {
			require.NotEqual(t, other, laterOf(r.Name), r.Name)
		}
	}
	require.Contains(t, other.instead, "ExecuteIndirect")
	require.Contains(t, laterOf("CreateSwapChain").instead, "DIRECT queue")
}
