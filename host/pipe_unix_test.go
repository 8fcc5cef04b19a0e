//go:build unix

package host_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// pipe makes a named pipe in a folder. Readers that still wait when the test is over go on.
func pipe(t *testing.T) (folder, path string) {
	folder = t.TempDir()
	path = filepath.Join(folder, "pipe.lua")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	t.Cleanup(func() {
		if f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			_ = f.Close()
		}
	})
	return folder, path
}

// TestReadsOfPipesEnd: a run ends with its context, although nobody writes to the pipe that the script is, requires or reads.
func TestReadsOfPipesEnd(t *testing.T) {
	for _, text := range []string{"", `require "pipe"`, `pcall(function() io.open("pipe.lua"):read("*a") end) print "goes on"`} {
		folder, path := pipe(t)
		ctx, cancel := context.WithCancel(context.Background())
		var out bytes.Buffer
		h := host.New(host.Options{Dir: folder, Stdout: &out})
		var err error
		if text == "" {
			cancel()
			err = h.RunFile(ctx, path)
		} else {
			h.Expose("interrupt", func() { cancel() })
			err = h.RunString(ctx, "t.lua", "interrupt() "+text)
		}
		cancel()
		var de *diag.Error
		require.ErrorAs(t, err, &de, text)
		require.Equal(t, diag.Cancelled, de.Diagnostics[0].Code, text)
		require.Empty(t, out.String())
		require.NoError(t, h.Close())
	}
}

// TestScriptsComeThroughPipes: what somebody writes to the pipe is the script.
func TestScriptsComeThroughPipes(t *testing.T) {
	_, path := pipe(t)
	var out bytes.Buffer
	h := host.New(host.Options{Stdout: &out})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { _ = os.WriteFile(path, []byte(`print "through"`), 0o600) }()
	require.NoError(t, h.RunFile(ctx, path))
	require.Equal(t, "through\n", out.String())
	require.NoError(t, h.Close())
}
