package conflict

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// TestExecution: a command stands on both sides where a bundle, or its list, is executed twice.
func TestExecution(t *testing.T) {
	list := hazard.Side{List: 3, Index: 4}
	bundle := list
	bundle.Bundle = 9
	require.Equal(t, "an execution", execution(&list, &list))
	require.Equal(t, "an ExecuteBundle", execution(&bundle, &bundle))

	later := list
	later.Index = 5
	require.True(t, again(&later, &list), "the second execution comes to the first command after the first one has come to the second")
	require.False(t, again(&list, &later), "one execution does both")
	other := list
	other.List = 7
	require.False(t, again(&list, &other))
}
