package readme

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// blocks are the code blocks of the README in a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	return blocksOf(t, path, language)
}

// blocksOf is blocks for any text.
func blocksOf(t *testing.T, path, language string) (out []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	return out
}

// TestGoBlocks: the Go code of the README is the body of the first example of package host, without its braces and tabs.
func TestGoBlocks(t *testing.T) {
	source, err := os.ReadFile("../../host/example_test.go")
	require.NoError(t, err)
	all := blocks(t, "go")
	require.Len(t, all, 1)
	for _, b := range all {
		indented := "\t" + strings.ReplaceAll(strings.TrimSuffix(b, "\n"), "\n", "\n\t")
		require.Contains(t, string(source), "func Example() {\n"+indented+"\n}\n")
	}
}

// TestCaughtError: the block that catches an error goes on with the device of a block before, and prints what stands after -->.
func TestCaughtError(t *testing.T) {
	tested := 0
	for _, b := range blocks(t, "lua") {
		code, want, found := strings.Cut(b, "--> ")
		if !found {
			continue
		}
		tested++
		var out bytes.Buffer
		h := host.New(host.Options{Stdout: &out})
		require.NoError(t, h.RunString(context.Background(), "caught.lua", "local gpu = require \"gpu\"\nlocal device = gpu.CreateDevice { Name = \"demo\" }\n"+code))
		require.NoError(t, h.Close())
		require.Equal(t, want, out.String())
	}
	require.Equal(t, 1, tested)
}

// TestErrorTable: the guide to diagnostics has a row for every field of the table that pcall gets, and no others.
func TestErrorTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/diagnostics.md")
	require.NoError(t, err)
	inScripts, _, ok := strings.Cut(string(text), "\n## Filters\n")
	require.True(t, ok)
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.+?) \\|").FindAllStringSubmatch(inScripts, -1) {
		documented = append(documented, strings.Split(strings.ReplaceAll(row[1], "`", ""), ", ")...)
	}
	shown, err := os.ReadFile("../golden/error_table_fields.golden")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^[a-z]\w+`).FindAllString(string(shown), -1) {
		seen[line] = true
	}
	require.ElementsMatch(t, documented, slices.Collect(maps.Keys(seen)))
}

// TestDiagnosticAsJSON: the script of the guide to diagnostics ends in the object that is shown there.
func TestDiagnosticAsJSON(t *testing.T) {
	const guide = "../../docs/diagnostics.md"
	scripts, objects := blocksOf(t, guide, "lua"), blocksOf(t, guide, "json")
	require.Len(t, scripts, 1)
	require.Len(t, objects, 1)
	h := host.New(host.Options{})
	require.Error(t, h.RunString(context.Background(), "scene.lua", scripts[0]))
	require.NoError(t, h.Close())
	require.Len(t, h.Result().Diagnostics, 1)
	got, err := json.Marshal(h.Result().Diagnostics[0])
	require.NoError(t, err)
	require.JSONEq(t, objects[0], string(got))
}
