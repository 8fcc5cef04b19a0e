package diag

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Doc is the documentation of one code, taken from the doc comment of its constant.
type Doc struct {
	Code      Code
	Name      string // the constant, "WrongType"
	Summary   string // the first paragraph, on one line
	Rule      string // the rule without its source and without full stop
	Source    string // where the rule is written
	Example   string // a failing script, "" where a script cannot show it
	Fixed     string // the corrected twin of Example
	NoExample string // why there is no example, "" where there is one
	Text      string // the whole comment, with scripts indented by one tab

	file string // the codes file, for the style test
}

// RuleText returns the rule with its source, as `= rule:` lines show it.
func (d Doc) RuleText() string {
	if d.Rule == "" || d.Source == "" {
		return d.Rule
	}
	return d.Rule + " (" + d.Source + ")"
}

// codeFiles holds the sources of the codes. A new file codes_*.go is found without a change here.
//
//go:embed codes_*.go
var codeFiles embed.FS

// registry is the parsed documentation, sorted by code.
var registry = sync.OnceValue(func() []Doc {
	docs, err := parseDocs(codeFiles)
	if err != nil {
		panic("BUG: diag: " + err.Error())
	}
	return docs
})

// Docs returns the documentation of all codes, sorted by code. The slice belongs to the caller.
func Docs() []Doc { return slices.Clone(registry()) }

// Explain returns the documentation of a code, and false if there is no such code.
func Explain(code Code) (Doc, bool) {
	docs := registry()
	i, ok := slices.BinarySearchFunc(docs, code, func(d Doc, c Code) int { return int(d.Code) - int(c) })
	if !ok {
		return Doc{}, false
	}
	return docs[i], true
}

// parseDocs reads all constants of type Code in the files codes_*.go of a file system.
func parseDocs(files fs.FS) ([]Doc, error) {
	names, err := fs.Glob(files, "codes_*.go")
	if err != nil {
		return nil, err
	}
	var docs []Doc
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		found, err := parseCodeFile(name, source)
		if err != nil {
			return nil, err
		}
		docs = append(docs, found...)
	}
	slices.SortStableFunc(docs, func(a, b Doc) int { return int(a.Code) - int(b.Code) })
	return docs, nil
}

// parseCodeFile returns the documented constants of one file in the order of the file.
func parseCodeFile(name string, source []byte) ([]Doc, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var docs []Doc
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			constant := spec.(*ast.ValueSpec)
			if !group.Lparen.IsValid() {
				constant.Doc = group.Doc
			}
			doc, ok, err := parseConstant(constant)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if ok {
				doc.file = name
				docs = append(docs, doc)
			}
		}
	}
	return docs, nil
}

// parseConstant reads `Name Code = 123` and its comment. It reports false for constants of another type.
func parseConstant(spec *ast.ValueSpec) (Doc, bool, error) {
	typ, ok := spec.Type.(*ast.Ident)
	if !ok || typ.Name != "Code" {
		return Doc{}, false, nil
	}
	name := spec.Names[0].Name
	if len(spec.Names) != 1 || len(spec.Values) != 1 {
		return Doc{}, false, fmt.Errorf("%s is not declared as `Name Code = number`", name)
	}
	literal, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.INT {
		return Doc{}, false, fmt.Errorf("the value of %s is not a number", name)
	}
	code, ok := ParseCode(literal.Value)
	if !ok {
		return Doc{}, false, fmt.Errorf("the value of %s is not a code: %s", name, literal.Value)
	}
	doc := parseComment(spec.Doc.Text())
	doc.Code, doc.Name = code, name
	return doc, true, nil
}

// The words that open the sections of a comment, and the source at the end of a rule.
const (
	sectionRule      = "Rule:"
	sectionExample   = "Example:"
	sectionFixed     = "Fixed:"
	sectionNoExample = "No example:"
)

var ruleSource = regexp.MustCompile(`^(.*\S)\s*\(source: (.*)\)\.?$`)

// parseComment splits a doc comment into its sections. A section lasts until the next one opens at the margin.
func parseComment(text string) Doc {
	sections := map[string][]string{}
	current := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		for _, open := range []string{sectionRule, sectionExample, sectionFixed, sectionNoExample} {
			if rest, ok := strings.CutPrefix(line, open); ok {
				current, line = open, strings.TrimSpace(rest)
			}
		}
		sections[current] = append(sections[current], line)
	}
	doc := Doc{
		Summary:   firstParagraph(sections[""]),
		Rule:      joinLines(sections[sectionRule]),
		Example:   scriptOf(sections[sectionExample]),
		Fixed:     scriptOf(sections[sectionFixed]),
		NoExample: joinLines(sections[sectionNoExample]),
		Text:      text,
	}
	if m := ruleSource.FindStringSubmatch(doc.Rule); m != nil {
		doc.Rule, doc.Source = m[1], m[2]
	}
	doc.Rule = strings.TrimSuffix(doc.Rule, ".")
	return doc
}

// joinLines makes one line of wrapped prose.
func joinLines(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

// firstParagraph joins the lines up to the first empty one.
func firstParagraph(lines []string) string {
	if end := slices.Index(lines, ""); end >= 0 {
		lines = lines[:end]
	}
	return joinLines(lines)
}

// scriptOf removes the common indentation and the empty lines around a code block, and ends it with a newline.
func scriptOf(lines []string) string {
	indent := -1
	for _, line := range lines {
		if n := len(line) - len(strings.TrimLeft(line, " \t")); line != "" && (indent < 0 || n < indent) {
			indent = n
		}
	}
	if indent < 0 {
		return ""
	}
	cut := make([]string, len(lines))
	for i, line := range lines {
		cut[i] = line[min(indent, len(line)):]
	}
	return strings.Trim(strings.Join(cut, "\n"), "\n") + "\n"
}
