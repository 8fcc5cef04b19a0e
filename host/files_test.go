package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
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

// TestGivenFiles: a script reads what the program gives it, in front of its folders and nothing beside them.
func TestGivenFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "folder", "b.txt": "folder"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	given := fstest.MapFS{"a.txt": {Data: []byte("given")}, "deep/c.txt": {Data: []byte("deep")}}
	const text = `local f, why = io.open(arg[1]) print(f and f:read "*a" or why)`
	for name, want := range map[string]string{"a.txt": "given", "./a.txt": "given", "b.txt": "folder", "deep/c.txt": "deep", "deep/../a.txt": "given", "none.txt": "none.txt: no such file", "deep": "deep: "} {
		for _, dir := range []string{dir, ""} {
			out, _, err := run(t, Options{Dir: dir, Files: given, Args: []string{name}}, text)
			require.NoError(t, err)
			if dir != "" || want != "folder" {
				require.Contains(t, out, want, name)
			}
		}
	}
	for _, name := range []string{"../a.txt", "/a.txt"} {
		d, _ := failure1(t, Options{Files: given, Args: []string{name}}, text)
		require.Equal(t, diag.FileOutsideSandbox, d.Code, name)
	}
	d, _ := failure1(t, Options{Files: given}, `require("gpu").LoadImage("a\0b")`)
	require.Equal(t, "cannot read file \"a\x00b\": a path has no NUL byte", d.Title)
	require.Equal(t, "1:26", at(d), "the path")
	require.Contains(t, d.Help[0].Text, "write '/' between the folders")
	d, _ = failure1(t, Options{Files: given}, `require("gpu").LoadImage("b.png")`)
	require.Equal(t, "1:26", at(d), "the path")
	d, _ = failure1(t, Options{Files: given}, `io.open("a.txt", "w")`)
	require.Equal(t, diag.FileOutsideSandbox, d.Code)
}

// TestSave: pictures go to the program in place of the folder, within the limit of output, and what it says of them is an error of the call.
func TestSave(t *testing.T) {
	const script = `local gpu = require "gpu"
local texture = gpu.CreateDevice():CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM" }
gpu.SavePNG("../t.png", texture)`
	seen, saved := &imageNames{}, ""
	o := Options{Observer: seen, Save: func(name string, picture []byte) error { saved += name + string(picture[1:4]); return nil }}
	_, h, err := run(t, o, script)
	require.NoError(t, err)
	require.Equal(t, "../t.pngPNG", saved)
	require.Equal(t, []string{"../t.png"}, seen.names)
	require.Positive(t, h.Result().Stats.OutputBytes)
	full := errors.New("the gallery is full")
	o.Save = func(string, []byte) error { return full }
	_, _, err = run(t, o, script)
	require.ErrorIs(t, err, full)
	_, _, err = run(t, o, strings.Replace(script, `gpu.SavePNG(`, `local _, e = pcall(gpu.SavePNG, `, 1)+"\nerror(e)") // raised again, it is the same
	require.ErrorIs(t, err, full)
	d, _ := failure1(t, o, script)
	require.Equal(t, `cannot write file "../t.png": the gallery is full`, d.Title)
	require.True(t, strings.HasPrefix(at(d), "3:"))
	o.Limits.OutputBytes = 10
	d, _ = failure1(t, o, script)
	require.Equal(t, diag.OutputLimit, d.Code)
	require.Len(t, seen.names, 1)
}
