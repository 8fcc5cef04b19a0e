// Package filesource finds the source of Lua functions of which only their file is known, and the lines on which they begin and end. It must not
// know what the functions are for.
package filesource

import (
	"bytes"
	"os"
	"reflect"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Source finds the source of functions in a Lua state that somebody else loaded: it parses the file that the function comes from, and takes the one
// function that begins and ends on the same lines. gopher-lua knows no columns, so a place is a whole line here; a host that numbers its scripts
// gives exact places. The zero value has read no file.
type Source struct {
	files map[string]*sourceFile
	nodes []place // by site, from firstPlace
}

// place is what a site of a Source stands for.
type place struct {
	file string
	line int
}

// sourceFile is a parsed file.
type sourceFile struct {
	lines     [][]byte
	functions map[[2]int][]*ast.FunctionExpr // by first and last line
}

// firstPlace keeps the sites of a Source apart from line numbers.
const firstPlace = 1 << 24

// Function is the syntax tree of a function, whose lines are sites. It reports false where the file cannot be read, or says too little.
func (s *Source) Function(fn *lua.LFunction) (*ast.FunctionExpr, bool) {
	if fn.Proto == nil {
		return nil, false
	}
	file := s.open(fn.Proto.SourceName)
	if file == nil {
		return nil, false
	}
	found := file.functions[[2]int{fn.Proto.LineDefined, fn.Proto.LastLineDefined}]
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

// open parses a file once; nil if it cannot be read or is no Lua.
func (s *Source) open(name string) *sourceFile {
	if file, known := s.files[name]; known {
		return file
	}
	if s.files == nil {
		s.files = map[string]*sourceFile{}
	}
	s.files[name] = nil
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	chunk, err := parse.Parse(bytes.NewReader(text), name)
	if err != nil {
		return nil
	}
	file := &sourceFile{lines: bytes.Split(text, []byte("\n")), functions: map[[2]int][]*ast.FunctionExpr{}}
	visitNodes(reflect.ValueOf(chunk), func(n ast.PositionHolder) {
		if f, ok := n.(*ast.FunctionExpr); ok {
			lines := [2]int{n.Line(), n.LastLine()}
			file.functions[lines] = append(file.functions[lines], f)
		}
		s.nodes = append(s.nodes, place{name, n.Line()})
		n.SetLine(firstPlace + len(s.nodes) - 1)
	})
	s.files[name] = file
	return file
}

// Span is the text of the line that a site stands for.
func (s *Source) Span(site gpu.Site) (diag.Span, bool) {
	i := int(site) - firstPlace
	if i < 0 || i >= len(s.nodes) {
		return diag.Span{}, false
	}
	p := s.nodes[i]
	line := bytes.TrimRight(s.files[p.file].lines[p.line-1], " \t\r")
	indent := len(line) - len(bytes.TrimLeft(line, " \t"))
	return diag.Span{File: p.file, Line: p.line, Col: indent + 1, EndLine: p.line, EndCol: len(line) + 1}, true
}

// visitNodes calls visit for every node of a syntax tree, each before its parts.
func visitNodes(v reflect.Value, visit func(ast.PositionHolder)) {
	switch v.Kind() {
	case reflect.Interface:
		visitNodes(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			visitNodes(v.Index(i), visit)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.PositionHolder); ok {
			visit(n)
		}
		for i := range v.Elem().NumField() {
			visitNodes(v.Elem().Field(i), visit)
		}
	}
}
