package repair

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// TestNumbersOfThreads: of two threads that wait for each other one has a number that is too high.
func TestNumbersOfThreads(t *testing.T) {
	data, err := os.ReadFile("testdata/frames/recorder.lua")
	require.NoError(t, err)
	text := string(data)
	for _, wait := range []string{"ready:WaitCPU(frame)", "done:WaitCPU(frame)"} {
		wrong := strings.Replace(text, wait, strings.Replace(wait, "frame", "frame + 1", 1), 1)
		require.NotEqual(t, text, wrong)
		path := script(t, wrong, map[string]string{})
		o, err := Script(context.Background(), path, host.Options{})
		require.NoError(t, err)
		require.Empty(t, o.Left, wait)
		require.Equal(t, text, o.After[filepath.ToSlash(path)], wait)
	}
}

// TestSignalBehindALoop: a thread that signals behind its loop, and not in each pass, waits for no other number.
func TestSignalBehindALoop(t *testing.T) {
	data, err := os.ReadFile("testdata/frames/recorder.lua")
	require.NoError(t, err)
	wrong := strings.Replace(string(data), "    done:Signal(frame)\n  end\n", "  end\n  done:Signal(4)\n", 1)
	require.NotEqual(t, string(data), wrong)
	o, err := Script(context.Background(), script(t, wrong, map[string]string{}), host.Options{})
	require.NoError(t, err)
	for _, step := range o.Steps {
		require.NotContains(t, step.Help.Text, "wait for")
	}
}
