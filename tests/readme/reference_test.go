package readme

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings"
)

const module = "github.com/gpuscript/gpuscript/"

// comments finds the comments of Go types and of their fields. Packages are read once.
type comments map[string]map[string]string // by package, then by "Type" and "Type.Field"

// of is the comment of a type, or of a field of it; empty if there is none.
func (c comments) of(t *testing.T, typ reflect.Type, field string) string {
	t.Helper()
	pkg := typ.PkgPath()
	if c[pkg] == nil {
		c[pkg] = commentsOf(t, "../../"+strings.TrimPrefix(pkg, module))
	}
	name := typ.Name()
	if field == "" && c[pkg][name] == "" && typ.Kind() == reflect.Struct && typ.Field(0).Anonymous {
		return c.of(t, typ.Field(0).Type, "") // a description with a place
	}
	if field != "" {
		name += "." + field
	}
	return c[pkg][name]
}

// commentsOf reads the comments of a folder.
func commentsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files, folder)
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.TypeSpec)
				all[spec.Name.Name] = flat(first(spec.Doc, decl.Doc))
				fieldComments(all, spec)
			}
		}
	}
	return all
}

// fieldComments adds the comments of the fields of a struct: above the field or after it.
func fieldComments(all map[string]string, spec *ast.TypeSpec) {
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			all[spec.Name.Name+"."+n.Name] = flat(first(f.Comment, f.Doc))
		}
	}
}

func first(a, b *ast.CommentGroup) *ast.CommentGroup {
	if a != nil {
		return a
	}
	return b
}

// flat is a comment as one line, without tables and pictures, which are indented.
func flat(c *ast.CommentGroup) string {
	var words []string
	for line := range strings.Lines(c.Text()) {
		if !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "  ") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return strings.Join(words, " ")
}

// prose is the comment of a Go type for readers of Lua: without the verb that Go's comments begin with.
func prose(comment string) string {
	_, rest, found := strings.Cut(comment, " ")
	if !found {
		return ""
	}
	for _, verb := range []string{"is ", "are "} {
		rest = strings.TrimPrefix(rest, verb)
	}
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// signature is a call as a script writes it.
func signature(owner string, f bindings.Function) string {
	var params []string
	for _, p := range f.Params {
		name := p.Name
		switch {
		case f.Variadic && len(params) == len(f.Params)-1:
			name += " …"
		case p.Optional:
			name += "?"
		}
		params = append(params, name)
	}
	s := owner + f.Name + "(" + strings.Join(params, ", ") + ")"
	if f.Returns != "" {
		s += " → " + f.Returns
	}
	return s
}

// cell makes a text fit into a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// functions writes the table of a module or class.
func functions(b *strings.Builder, owner string, g bindings.Group) {
	var refused []string
	b.WriteString("| call | what it does |\n|---|---|\n")
	for _, f := range g.Functions {
		if f.Refused {
			refused = append(refused, "`"+f.Name+"`")
			continue
		}
		text := f.Doc
		for _, p := range f.Params {
			text += "<br>`" + p.Name + "`: " + typeText(p.Type)
			if p.Doc != "" {
				text += ", " + p.Doc
			}
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", cell(signature(owner, f)), cell(text))
	}
	for _, f := range g.Fields {
		fmt.Fprintf(b, "| `%s` | %s |\n", cell(strings.Replace(owner, ":", ".", 1)+f.Name+" → "+f.Type), cell(f.Doc))
	}
	if len(refused) > 0 {
		fmt.Fprintf(b, "\nRefused by name, with what there is instead: %s.\n", strings.Join(refused, ", "))
	}
	b.WriteString("\n")
}

// linked are the types that have a heading of their own.
var linked = regexp.MustCompile(`[A-Z]\w+`)

// typeText is a type with links to its parts.
func typeText(typ string) string {
	return linked.ReplaceAllStringFunc(typ, func(name string) string { return "[" + name + "](#" + strings.ToLower(name) + ")" })
}

// fieldText is what a field is, and what it may be.
func fieldText(t *testing.T, table bindings.Table, f bindings.TableField, c comments) string {
	text := c.of(t, f.Owner, f.GoName)
	if text == "" && f.Name == "Name" && strings.HasSuffix(table.Name, "Desc") {
		text = "what messages, traces and pictures call it"
	}
	var parts []string
	for _, part := range []string{text, f.Limits} {
		if part != "" {
			parts = append(parts, strings.TrimSuffix(part, "."))
		}
	}
	if len(f.When) > 0 {
		parts = append(parts, "only with "+strings.Join(f.When, ", "))
	}
	return strings.Join(parts, "; ")
}

// tables writes the tables with named fields.
func tables(t *testing.T, b *strings.Builder, all []bindings.Table, c comments) {
	for _, table := range all {
		fmt.Fprintf(b, "### %s\n\n%s\n\n| field | type | default | what it is |\n|---|---|---|---|\n", table.Name, prose(c.of(t, table.Go, "")))
		for _, f := range table.Fields {
			standard := f.Default
			if f.Required {
				standard = "required"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Name, cell(typeText(f.Type)), cell(standard), cell(fieldText(t, table, f, c)))
		}
		b.WriteString("\n")
	}
}

// TestAPI: docs/api.md is what the rows of the bindings and the comments of the Go types say.
func TestAPI(t *testing.T) {
	r, c := bindings.Describe(), comments{}
	const page = "../../docs/api.md"
	var b strings.Builder
	for _, m := range r.Modules {
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", m.Name, m.Doc)
		functions(&b, m.Name[strings.LastIndex(m.Name, ".")+1:]+".", m)
	}
	sectionOf(t, page, "modules", b.String())
	b.Reset()
	for _, g := range r.Classes {
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", g.Name, g.Doc)
		functions(&b, ":", g)
	}
	sectionOf(t, page, "objects", b.String())
	b.Reset()
	tables(t, &b, r.Tables, c)
	sectionOf(t, page, "tables", b.String())
	b.Reset()
	for _, e := range r.Enums {
		kind := "one of"
		if e.Flags {
			kind = "any of, joined with `|`"
		}
		fmt.Fprintf(&b, "### %s\n\n%s\n\n%s `%s`\n\n", e.Name, prose(c.of(t, e.Go, "")), kind, strings.Join(e.Values, "`, `"))
	}
	sectionOf(t, page, "names", b.String())
}

// TestEveryTypeHasAHeading: whatever type the reference names is explained in it.
func TestEveryTypeHasAHeading(t *testing.T) {
	text, err := os.ReadFile("../../docs/api.md")
	require.NoError(t, err)
	headings := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^### (.+)$`).FindAllStringSubmatch(string(text), -1) {
		require.False(t, headings[strings.ToLower(m[1])], "%s stands there twice", m[1])
		headings[strings.ToLower(m[1])] = true
	}
	missing := map[string]bool{}
	for _, m := range regexp.MustCompile(`\]\(#([\w.-]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if !headings[m[1]] {
			missing[m[1]] = true
		}
	}
	require.Empty(t, missing)
}
