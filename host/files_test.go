package host

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNearFiles: a file that is not there is looked for by the names next to those of its folders, and to its own.
func TestNearFiles(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "assets", "tiles"), 0o755))
	for _, name := range []string{"top.png", "assets/one.png", "assets/tiles/floor.png"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	for name, want := range map[string]string{
		"tops.png":              "top.png",
		"asset/one.png":         "assets/one.png",
		"assets/on.png":         "assets/one.png",
		"Assets/tile/floor.png": "assets/tiles/floor.png",
		"assets/tile/flor.png":  "assets/tiles/floor.png",
		"textures/one.png":      "",
		"assets/zebra.png":      "",
		"a/../../one.png":       "",
	} {
		h := New(Options{Dir: dir})
		require.Error(t, h.RunString(context.Background(), "a.lua", `require("gpu").LoadImage("`+name+`")`), name)
		help := h.Result().Diagnostics[0].Help
		if want == "" {
			require.Empty(t, help, name)
		} else {
			require.Len(t, help, 1, name)
			require.Equal(t, want, help[0].Replace, name)
		}
		require.NoError(t, h.Close())
	}
}
