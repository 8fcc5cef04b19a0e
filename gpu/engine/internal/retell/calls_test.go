package retell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestCalls: commands get the names of the methods that record them, also in the edit that exchanges two calls, and arguments become fields of a
// table; other words and edits stay.
func TestCalls(t *testing.T) {
	behind := diag.Fix{Method: "DrawInstanced", Argument: 1, Action: diag.FixBehind, Text: "IASetVertexBuffers"}
	put := diag.Fix{Method: "DrawInstanced", Argument: 1, Action: diag.FixPut, Text: "Dispatch"}
	d := diag.New(diag.NullVertices, "DrawInstanced reads a Dispatched vertex").HelpFix(0, behind, "call DrawInstanced after IASetVertexBuffers").
		HelpFix(0, put, "call Dispatch").HelpFix(0, put.At(2), "call Dispatch").HelpFix(0, put.At(5), "call Dispatch")
	Calls(d)
	require.Equal(t, "Draw reads a Dispatched vertex", d.Title)
	require.Equal(t, "call Draw after SetVertexBuffers", d.Help[0].Text)
	require.Equal(t, diag.Fix{Method: "Draw", Argument: 1, Action: diag.FixBehind, Text: "SetVertexBuffers"}, *d.Help[0].Fix)
	require.Equal(t, diag.Fix{Method: "Draw", Argument: 1, Path: "NumVertices", Action: diag.FixPut, Text: "Dispatch"}, *d.Help[1].Fix)
	require.Equal(t, diag.Fix{Method: "Draw", Argument: 1, Path: "NumInstances", Action: diag.FixPut, Text: "Dispatch"}, *d.Help[2].Fix)
	require.Equal(t, diag.Fix{Method: "Draw", Argument: 5, Action: diag.FixPut, Text: "Dispatch"}, *d.Help[3].Fix)
	require.Equal(t, "IASetVertexBuffers", behind.Text, "the fix may be shared")
}
