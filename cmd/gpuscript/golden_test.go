package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sameAs compares a text with a file of testdata.
func sameAs(t *testing.T, name, got string) {
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// TestJSONGolden: docs/diagnostics.md describes these lines.
func TestJSONGolden(t *testing.T) {
	stdout, stderr, exit := command("--diagnostics=json", "--errors=report", "testdata/mistakes.lua")
	require.Empty(t, stdout)
	require.Equal(t, 1, exit)
	sameAs(t, "mistakes.json", stderr)
}

func TestHeapMap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "heaps.svg")
	_, stderr, exit := command("--heapmap="+path, "testdata/heaps.lua")
	require.Empty(t, stderr)
	require.Zero(t, exit)
	picture, err := os.ReadFile(path)
	require.NoError(t, err)
	sameAs(t, "heaps.svg", string(picture))

	_, stderr, exit = command("--heapmap="+t.TempDir(), "testdata/heaps.lua")
	require.Contains(t, stderr, "gpuscript: --heapmap: ")
	require.NotZero(t, exit)
}

// TestFilterFlags: what is denied is not shown, and what is made an error stops the script.
func TestFilterFlags(t *testing.T) {
	all := []string{"--diagnostics=short", "--errors=report", "testdata/mistakes.lua"}
	_, stderr, _ := command(all...)
	require.Contains(t, stderr, "advice[GS0908]")
	require.Contains(t, stderr, "error[GS0601]")
	_, stderr, _ = command(append([]string{"--deny=GS0908,ReleasedInFlight"}, all...)...)
	require.NotContains(t, stderr, "GS0908")
	require.NotContains(t, stderr, "GS0601")
	require.Contains(t, stderr, "error[GS0121]") // held
	_, stderr, _ = command(append([]string{"--allow=GS0908"}, all...)...)
	require.Contains(t, stderr, "advice[GS0908]")
	require.NotContains(t, stderr, "GS0601")
	_, stderr, exit := command("--diagnostics=short", "--severity=GS0908=error", "testdata/mistakes.lua")
	require.Contains(t, stderr, "error[GS0908]")
	require.NotContains(t, stderr, "GS0121") // the script has stopped before
	require.Equal(t, 1, exit)
	_, stderr, exit = command("--deny=GS0306", "testdata/mistakes.lua")
	require.Equal(t, "gpuscript: --deny: GS0306 cannot be denied: the device relies on it\n", stderr)
	require.Equal(t, 2, exit)
}
