package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeapMapOfTheEngine: the picture in the documentation is that of the example. Its descriptor heaps are shown once, as the engine level
// manages them.
func TestHeapMapOfTheEngine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "heaps.svg")
	_, stderr, exit := command("--heapmap="+path, "../../scripts/descriptor_heaps.lua")
	require.Empty(t, stderr)
	require.Zero(t, exit)
	picture, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := os.ReadFile("../../docs/descriptor_heaps.svg")
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), string(picture), "if the change is meant: gpuscript --heapmap=docs/descriptor_heaps.svg scripts/descriptor_heaps.lua")
	for _, s := range []string{"CPU descriptor heap", "GPU descriptor heap", "static, mutable", "4 live, 36 stale, 88 free descriptors, largest 56"} {
		require.Contains(t, string(picture), s)
	}
	require.NotContains(t, string(picture), "descriptors &#34;heaps")
}
