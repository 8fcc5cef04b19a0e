package tidy

import (
	"go/ast"
	"regexp"
)

// leftover are words that mark unfinished work. They are written apart here, so that this file does not hold them.
var leftover = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)

// checkLeftovers finds the marks of unfinished work.
func checkLeftovers(t *tree) []complaint {
	var out []complaint
	for _, s := range t.all {
		if word := leftover.FindString(s.text); word != "" {
			out = append(out, complaint{"leftover", s.path, 0, "there is a " + word})
		}
	}
	return out
}

// checkComments looks for the comments of packages and of exported names.
func checkComments(t *tree) []complaint {
	var out []complaint
	for dir, files := range t.packages() {
		commented := false
		for _, s := range files {
			commented = commented || s.file.Doc != nil
		}
		if !commented {
			out = append(out, complaint{"comment", dir, 0, "the package has no comment"})
		}
	}
	for _, s := range t.golang {
		if s.isTest() {
			continue
		}
		for _, name := range undocumented(s.file) {
			out = append(out, complaint{"comment", s.path + ":" + name, 0, "the exported name has no comment"})
		}
	}
	return out
}

// undocumented lists the exported names of a file without a comment. The comment of a group serves all constants and
// variables in it.
func undocumented(file *ast.File) []string {
	var out []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				out = append(out, undocumentedSpec(d, spec)...)
			}
		}
	}
	return out
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) []string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && spec.Doc == nil && (d.Doc == nil || d.Lparen.IsValid()) {
			return []string{spec.Name.Name}
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				return []string{name.Name}
			}
		}
	}
	return nil
}

// exportedReceiver reports whether a function is no method, or one of an exported type.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}
