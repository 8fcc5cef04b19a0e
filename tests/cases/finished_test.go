package cases

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestFinishedHere: a list was finished where its context was told to, also if another thread calls the device meanwhile.
func TestFinishedHere(t *testing.T) {
	const execute, finish = "  immediate:ExecuteCommandLists(lists)\n", "  for _, ctx in ipairs(deferred) do ctx:FinishFrame() end\n"
	data, err := os.ReadFile("../../scripts/deferred_contexts.lua")
	require.NoError(t, err)
	text := strings.Replace(string(data), execute+finish, finish+execute, 1)
	require.NotEqual(t, string(data), text)
	seen := &observer{}
	h := host.New(host.Options{Dir: "../../scripts", Out: t.TempDir(), Observer: seen, Errors: host.ReportErrors, Interpreter: true})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "deferred_contexts.lua", text) // what it returns is among the diagnostics
	require.NotEmpty(t, seen.said)
	lines := strings.Split(text, "\n")
	for _, d := range seen.said {
		require.Equal(t, diag.EngineFrameBeforeExecution, d.Code, "what follows is not told")
		require.Equal(t, "finished here", d.Labels[1].Text)
		require.Contains(t, lines[d.Labels[1].Span.Line-1], "FinishCommandList")
	}
}
