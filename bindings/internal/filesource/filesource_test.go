package filesource

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestFunction: a function is found by the lines on which it begins and ends, unless others do so too, and a place of it is a line.
func TestFunction(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tool.lua")
	require.NoError(t, os.WriteFile(file, []byte(`
function alone(x)
  return x
end
function outer() return function() end end
`), 0o644))
	L := lua.NewState()
	defer L.Close()
	require.NoError(t, L.DoFile(file))
	var s Source
	node, found := s.Function(L.GetGlobal("alone").(*lua.LFunction))
	require.True(t, found)
	require.Equal(t, []string{"x"}, node.ParList.Names)
	span, known := s.Span(gpu.Site(node.Stmts[0].Line()))
	require.True(t, known)
	require.Equal(t, diag.Span{File: file, Line: 3, Col: 3, EndLine: 3, EndCol: 11}, span)

	_, found = s.Function(L.GetGlobal("outer").(*lua.LFunction))
	require.False(t, found, "two functions stand on the line")
	_, found = s.Function(L.GetGlobal("print").(*lua.LFunction))
	require.False(t, found, "it has no text")
	_, known = s.Span(7)
	require.False(t, known, "a line is no site")

	require.NoError(t, L.DoString("function inline()\nend"))
	_, found = s.Function(L.GetGlobal("inline").(*lua.LFunction))
	require.False(t, found, "its file cannot be read")
}
