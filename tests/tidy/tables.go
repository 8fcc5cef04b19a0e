package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// checkTables shows that every variable whose comment says "sorted by name" is sorted: the first text of each element is
// its name.
func checkTables(t *tree) []complaint {
	var out []complaint
	for _, s := range t.golang {
		for _, d := range s.file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if !strings.Contains(g.Doc.Text()+v.Doc.Text(), "sorted by name") || len(v.Values) != 1 {
					continue
				}
				if a, b := unsorted(v.Values[0]); b != "" {
					out = append(out, complaint{"table", s.path + ":" + v.Names[0].Name, 0, fmt.Sprintf("%q stands before %q", a, b)})
				}
			}
		}
	}
	return out
}

// unsorted returns the first two neighbours in the wrong order.
func unsorted(e ast.Expr) (a, b string) {
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return "", ""
	}
	last := ""
	for _, element := range literal.Elts {
		name := firstText(element)
		if name <= last && last != "" && name != "" {
			return last, name
		}
		last = name
	}
	return "", ""
}

// firstText returns the first text literal of an expression.
func firstText(e ast.Expr) string {
	text := ""
	ast.Inspect(e, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && text == "" {
			text, _ = strconv.Unquote(l.Value)
		}
		return text == ""
	})
	return text
}
