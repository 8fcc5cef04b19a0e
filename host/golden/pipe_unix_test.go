//go:build unix

package golden

import (
	"context"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPipes: a pipe in a folder is no script, and one that is named is given up when the run is.
func TestPipes(t *testing.T) {
	folder(t, map[string]string{"a.lua": "", "a.golden": ""})
	require.NoError(t, syscall.Mkfifo("b.lua", 0o600))
	require.NoError(t, syscall.Mkfifo("a.png", 0o600))
	require.Equal(t, "pass      a.lua\n1 passed\n", run(t, Options{}))

	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan []Result, 1)
	go func() { results <- Run(ctx, []string{"b.lua"}, Options{}, func(Result) {}) }()
	cancel()
	require.Equal(t, Cancelled, (<-results)[0].Status)
}
