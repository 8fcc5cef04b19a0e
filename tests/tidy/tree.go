// Package tidy holds the rules of this repository that a program can check: who may import whom, lengths, comments, forbidden
// calls, tables, links. It has no code for other packages; `go test ./tests/tidy` checks the whole tree.
//
// Every check is a function from a tree to complaints. What was wrong when a check was added stands in ratchet.txt with its
// count. The list gets shorter, never longer: a new complaint, a higher count and a line that is no longer needed all fail
// the test, and `go test ./tests/tidy -lower` takes away what is no longer needed.
package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// module is the path of this module.
const module = "github.com/gpuscript/gpuscript"

// complaint is one broken rule. The check and the subject are the key of the ratchet, which holds the count.
type complaint struct {
	check, subject string
	count          int // how bad it is, 0 if there is nothing to count
	message        string
}

// source is one file.
type source struct {
	path string // from the root, with '/'
	text string
	file *ast.File // nil for files that are not Go
	fset *token.FileSet
}

func (s *source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }
func (s *source) dir() string  { return path.Dir(s.path) }

// line returns the line of a position.
func (s *source) line(p token.Pos) int { return s.fset.Position(p).Line }

// lines counts the lines.
func (s *source) lines() int { return strings.Count(s.text, "\n") }

// tree is the repository.
type tree struct {
	files  fs.FS
	all    []*source // every file that the checks read
	golang []*source
}

// load reads the files of a tree that the checks are about: Go, Lua and Markdown. Folders whose name begins with a dot and
// the folder of outputs are passed over.
func load(files fs.FS) (*tree, error) {
	t := &tree{files: files}
	fset := token.NewFileSet()
	err := fs.WalkDir(files, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if p != "." && strings.HasPrefix(e.Name(), ".") || p == "out" {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".lua", ".md"}, path.Ext(p)) {
			return nil
		}
		data, err := fs.ReadFile(files, p)
		if err != nil {
			return err
		}
		s := &source{path: p, text: string(data), fset: fset}
		if path.Ext(p) == ".go" {
			if s.file, err = parser.ParseFile(fset, p, data, parser.ParseComments); err != nil {
				return fmt.Errorf("parsing: %w", err)
			}
			t.golang = append(t.golang, s)
		}
		t.all = append(t.all, s)
		return nil
	})
	return t, err
}

// packages returns the Go files by folder.
func (t *tree) packages() map[string][]*source {
	out := map[string][]*source{}
	for _, s := range t.golang {
		out[s.dir()] = append(out[s.dir()], s)
	}
	return out
}

// imports returns the imported paths of a file.
func (s *source) imports() []string {
	var out []string
	for _, i := range s.file.Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}
