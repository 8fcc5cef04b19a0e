// Package template writes a call in another way: it fills the pieces of the call, as the script has them, into a template.
//
//	queue:Wait(F, n + 1)      with the template %1:WaitCPU(%2)      becomes F:WaitCPU(n + 1)
//
// A template names the receiver (%r), the called function (%f), an argument (%1, what stands between its braces %i1, a field of the first one
// %1.Name), all arguments (%a), these as a list (%l), and the first as an operand (%p). The package must not know what is wrong with the call.
package template

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Call fills the pieces of a call of a text, with the record that it has there, into a template. ok is false where a piece is not there.
func Call(tree *flow.Tree, whole string, call *ast.FuncCallExpr, r *parse.Record, template string) (text string, ok bool) {
	switch call.Receiver.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
	default: // nothing is assigned to what a call returns
		if strings.HasPrefix(template, "%r =") {
			return "", false
		}
	}
	if assigned := assignedArguments.FindString(template); assigned != "" {
		for _, place := range argumentNumber.FindAllStringSubmatch(assigned, -1) {
			if n, _ := strconv.Atoi(place[1]); n > len(call.Args) || !flow.Assignable(call.Args[n-1]) {
				return "", false
			}
		}
	}
	pairs, ok := fields(tree, whole, call, template)
	if !ok {
		return "", false
	}
	pairs = append(pairs, "%r", Before(whole[r.Extent.Start:r.Point.Start]))
	if call.Func != nil {
		f := tree.Record(call.Func).Extent
		pairs = append(pairs, "%f", whole[f.Start:f.End])
	}
	if len(call.Args) > 0 {
		pairs = append(pairs, "%p", tree.Operand(whole, call.Args[0]))
	}
	if n := len(r.Parts); n > 0 {
		pairs = append(pairs, "%a", whole[r.Parts[0].Start:r.Parts[n-1].End])
	}
	if len(r.Parts) == 1 {
		list := whole[r.Parts[0].Start:r.Parts[0].End]
		if _, is := call.Args[0].(*ast.TableExpr); !is {
			list = "{ " + list + " }"
		}
		pairs = append(pairs, "%l", list)
	}
	for i, at := range r.Parts {
		pairs = append(pairs, "%"+strconv.Itoa(i+1), whole[at.Start:at.End])
		if inner, ok := Inside(whole[at.Start:at.End]); ok && i < len(call.Args) {
			pairs = append(pairs, "%i"+strconv.Itoa(i+1), inner)
		}
	}
	text = strings.NewReplacer(pairs...).Replace(template)
	return text, !strings.Contains(text, "%i") && complete(template, len(call.Args), len(r.Parts))
}

// complete says whether a call of so many arguments, written in so many parts, has all that a template names of it.
func complete(template string, args, parts int) bool {
	for _, place := range argumentNumber.FindAllStringSubmatch(template, -1) {
		if n, _ := strconv.Atoi(place[1]); n > args {
			return false
		}
	}
	return (parts > 0 || !strings.Contains(template, "%a")) && (parts == 1 || !strings.Contains(template, "%l")) &&
		(args > 0 || !strings.Contains(template, "%p"))
}

// fields are the values that a template names of the first argument, as %1.Name, where that is a table which is written in the call: of anything else
// they are read from it. ok is false where the table has no such field.
func fields(tree *flow.Tree, whole string, call *ast.FuncCallExpr, template string) (pairs []string, ok bool) {
	named := fieldOfFirst.FindAllStringSubmatch(template, -1)
	if len(named) == 0 || len(call.Args) == 0 {
		return nil, true
	}
	table, is := call.Args[0].(*ast.TableExpr)
	if !is {
		_, variable := call.Args[0].(*ast.IdentExpr)
		return nil, variable
	}
	slices.SortFunc(named, func(a, b []string) int { return len(b[0]) - len(a[0]) }) // Src is the beginning of SrcOffset
	for _, m := range named {
		i := flow.FieldAt(table, m[1], 0)
		if i < 0 {
			return nil, false
		}
		at := tree.Record(table.Fields[i].Value).Extent
		pairs = append(pairs, m[0], whole[at.Start:at.End])
	}
	return pairs, true
}

// assignedArguments is the left side of an assignment to arguments, at the beginning of a template.
var assignedArguments = regexp.MustCompile(`^%\d+(?:, %\d+)* = `)

// argumentNumber is an argument in a template.
var argumentNumber = regexp.MustCompile(`%(\d+)`)

// fieldOfFirst is a field of the first argument in a template.
var fieldOfFirst = regexp.MustCompile(`%1\.([A-Za-z_][A-Za-z0-9_]*)`)

// Inside is what stands between the braces of a table. ok is false if the text is no table, or if a comment stands in it.
func Inside(text string) (inner string, ok bool) {
	inner, opens := strings.CutPrefix(text, "{")
	inner, closes := strings.CutSuffix(inner, "}")
	return strings.TrimRight(strings.TrimSpace(inner), ",;"+lex.Space), opens && closes && !strings.Contains(inner, "--")
}

// Before is what stands before a called name, without the sign between them.
func Before(text string) string { return strings.TrimRight(text, lex.Space+".:") }
