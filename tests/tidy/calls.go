package tidy

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// ban is a name that some packages may not use.
type ban struct {
	imported string   // path of its package
	names    []string // nil for all
	only     []string // packages it is banned in; nil for all
	except   []string // packages it is allowed in
	why      string
}

// bans are about code that is not a test.
var bans = []ban{
	{"fmt", []string{"Errorf"}, []string{"gpu/internal/exec", "gpu/internal/sched", "gpu/internal/track"}, nil,
		"the executor trusts its input and panics with BUG:; users hear from package validate"},
	{"math/rand", nil, nil, []string{"host", "host/...", "cmd/...", "tests/..."}, "the same script gives the same bytes"},
	{"math/rand/v2", nil, nil, []string{"host", "host/...", "cmd/...", "tests/..."}, "the same script gives the same bytes"},
	{"os/exec", nil, nil, []string{"tests/..."}, "a script must not reach another program"},
	{"time", []string{"Now", "Since", "Until", "Sleep", "After", "Tick"}, nil, []string{"host", "host/...", "cmd/...", "tests/..."},
		"time is virtual; a real clock must reach no output"},
}

// checkCalls finds banned names.
func checkCalls(t *tree) []complaint {
	var out []complaint
	for _, s := range t.golang {
		if s.isTest() {
			continue
		}
		for _, b := range bans {
			if b.only != nil && !anyMatches(b.only, s.dir()) || anyMatches(b.except, s.dir()) || !slices.Contains(s.imports(), b.imported) {
				continue
			}
			for _, use := range uses(s, b) {
				out = append(out, complaint{"call", s.path + ":" + use, 0, fmt.Sprintf("%s is banned here: %s", use, b.why)})
			}
		}
	}
	return out
}

// uses lists the banned names that a file uses, each once.
func uses(s *source, b ban) []string {
	short := b.imported[strings.LastIndex(b.imported, "/")+1:]
	if short == "v2" {
		short = "rand"
	}
	if b.names == nil {
		return []string{b.imported}
	}
	var found []string
	ast.Inspect(s.file, func(n ast.Node) bool {
		if x, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := x.X.(*ast.Ident); ok && id.Name == short && slices.Contains(b.names, x.Sel.Name) {
				found = append(found, short+"."+x.Sel.Name)
			}
		}
		return true
	})
	slices.Sort(found)
	return slices.Compact(found)
}
