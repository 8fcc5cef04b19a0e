package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// hostCodes are the codes this package emits.
var hostCodes = []diag.Code{diag.SyntaxError, diag.RuntimeError, diag.ScriptError, diag.IndexOfNil, diag.CallOfNonFunction,
	diag.WrongOperand, diag.StackOverflow, diag.ModuleNotFound, diag.FileOutsideSandbox, diag.FileUnreadable,
	diag.ModuleCycle, diag.NotInSandbox, diag.StepLimit, diag.TimeLimit, diag.OutputLimit, diag.ScriptMemoryLimit,
	diag.Cancelled, diag.Internal}

// TestExamplesOfTheCodes runs the failing script of each code and its repaired twin, those that need no device.
func TestExamplesOfTheCodes(t *testing.T) {
	ran := 0
	for _, code := range hostCodes {
		doc, ok := diag.Explain(code)
		require.True(t, ok, "%s", code)
		if doc.Example != "" && !needsDevice(doc.Example) {
			ran++
			err := runExample(t, doc.Example)
			var de *diag.Error
			require.True(t, errors.As(err, &de), "the example of %s runs", code)
			require.Equal(t, code.String(), de.Diagnostics[0].Code.String(), "%s", de)
		}
		if doc.Fixed != "" && !needsDevice(doc.Fixed) {
			require.NoError(t, runExample(t, doc.Fixed), "%s", code)
		}
	}
	require.GreaterOrEqual(t, ran, 12)
}

// runExample runs an example with the limits and the files its first lines ask for.
func runExample(t *testing.T, text string) error {
	t.Helper()
	setup, err := diag.ParseSetup(text)
	require.NoError(t, err)
	dir := t.TempDir()
	for _, f := range setup.Files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644))
	}
	h := New(Options{Dir: dir, Limits: Limits{LuaSteps: int64(setup.Steps), Memory: int64(setup.Memory), OutputBytes: int64(setup.Output),
		WallTime: time.Duration(setup.TimeMS) * time.Millisecond}})
	defer h.Close()
	return h.RunString(context.Background(), "example.lua", text)
}

func needsDevice(text string) bool { return strings.Contains(text, `require "gpu"`) }

// FuzzRun runs any text: it may fail, but only with diagnostics that are not internal errors, and within its limits.
func FuzzRun(f *testing.F) {
	for _, text := range []string{
		"for i = 1, 3 do print(i) end", "local t = {} t.x = t.y.z", "pcall(error, {})", "coroutine.wrap(function() error('x') end)()",
		"string.format('%d %s', 1, {})", "print(('x'):rep(3), ('a'):find('a', 1, true))", "return function(...) return ... end",
		"setmetatable({}, { __index = function(t, k) return t[k] end }).x = 1", "goto a ::a::", "table.sort({ 3, 1 }, function() return true end)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		h := New(Options{Limits: Limits{LuaSteps: 20_000, OutputBytes: 10_000}})
		defer h.Close()
		err := h.RunString(context.Background(), "fuzz.lua", text)
		var de *diag.Error
		if err == nil {
			return
		}
		require.True(t, errors.As(err, &de))
		for _, d := range de.Diagnostics {
			require.NotEqual(t, diag.Internal, d.Code, "%s\n%v", d.Title, d.Notes)
			require.NotRegexp(t, `:\d{8}`, d.Title)
		}
	})
}
