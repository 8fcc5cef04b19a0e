package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// locksIn are the places of a file where goroutines could wait for each other: locks, atomic values, channels.
func locksIn(fset *token.FileSet, f *ast.File) (out []string) {
	for _, i := range f.Imports {
		if p := strings.Trim(i.Path.Value, `"`); p == "sync" || strings.HasPrefix(p, "sync/") {
			out = append(out, fset.Position(i.Pos()).String()+": "+p)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ChanType, *ast.SelectStmt, *ast.SendStmt, *ast.GoStmt:
			out = append(out, fset.Position(n.Pos()).String())
		}
		return true
	})
	return out
}

// TestNoLocks: no package of the engine has a lock, so the way to dynamic memory and descriptors takes none of the engine's. Those of package heaps
// are held by its test while contexts take both.
func TestNoLocks(t *testing.T) {
	files := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		require.NoError(t, err)
		require.Empty(t, locksIn(fset, f))
		files++
		return nil
	}))
	require.Greater(t, files, 50)
	for _, text := range []string{"import \"sync\"", "import \"sync/atomic\"", "func f() { go f() }", "type c chan int", "func f() { select {} }"} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\n"+text, 0)
		require.NoError(t, err)
		require.Len(t, locksIn(fset, f), 1, text)
	}
}
