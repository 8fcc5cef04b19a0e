package tidy

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// checkCodes shows that every diagnostic code is documented with a failing script and its repaired twin, and emitted by one
// subsystem; a code of a rule of the GPU by one file. A rule that two places check is two rules, or code that belongs together.
// Codes of the language and of kernels say what kind of mistake it is, which a checker finds in many places; diag.Internal
// says that gpuscript is wrong, which can be anywhere.
func checkCodes(t *tree) []complaint {
	files, dirs := map[string]set{}, map[string]set{}
	for _, s := range t.golang {
		if s.isTest() || strings.HasPrefix(s.path, documentation) || strings.HasPrefix(s.path, "tests/") {
			continue
		}
		for _, name := range selected(s.file, "diag", s.dir() == "gpu/diag") {
			files[name] = files[name].with(s.path)
			dirs[name] = dirs[name].with(subsystem(s.dir()))
		}
	}
	var out []complaint
	for _, d := range diag.Docs() {
		in := dirs[d.Name]
		if d.Code >= firstRule {
			in = files[d.Name]
		}
		switch {
		case len(in) == 0:
			out = append(out, complaint{"code", d.Name, 0, fmt.Sprintf("%v is emitted nowhere", d.Code)})
		case len(in) > 1 && d.Code != diag.Internal:
			out = append(out, complaint{"code", d.Name, len(in), fmt.Sprintf("%v is used in %s", d.Code, strings.Join(in, ", "))})
		}
		if d.NoExample == "" && (d.Example == "" || d.Fixed == "") {
			out = append(out, complaint{"example", d.Name, 0, fmt.Sprintf("%v has no failing script with its repaired twin", d.Code)})
		}
	}
	return out
}

// firstRule is the first code of a rule of the GPU.
const firstRule = 300

// subsystem is the package that a group of packages belongs to.
func subsystem(dir string) string {
	for _, s := range []string{"bindings", "gpu/kernel", "host"} {
		if strings.HasPrefix(dir, s+"/") {
			return s
		}
	}
	return dir
}

// set is a small set of texts in the order in which they came.
type set []string

func (s set) with(text string) set {
	if slices.Contains(s, text) {
		return s
	}
	return append(s, text)
}

// selected lists the names X of all expressions pkg.X, or of all plain X inside the package itself. Keys of tables, cases and
// comparisons ask for a code and do not emit it: they do not count.
func selected(file *ast.File, pkg string, inside bool) []string {
	var out []string
	asked := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.KeyValueExpr:
			asked[x.Key] = true
		case *ast.CaseClause:
			for _, e := range x.List {
				asked[e] = true
			}
		case *ast.BinaryExpr:
			asked[x.X], asked[x.Y] = true, true
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok && id.Name == pkg && !asked[n] {
				out = append(out, x.Sel.Name)
			}
		case *ast.Ident:
			if inside && !asked[n] {
				out = append(out, x.Name)
			}
		}
		return true
	})
	return out
}
