package flow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// Filled puts the text of a value into a template.
func (t *Tree) Filled(whole, template string, e ast.Expr) string {
	at := t.Record(e).Extent
	return strings.NewReplacer("%1", whole[at.Start:at.End], "%p", t.Operand(whole, e)).Replace(template)
}

// Plus is the text of a value with a number added: to the number at its end where it has one. That is right again when a variable has changed, or a
// sum of variables. What else a value may be is not known, so more than 1 goes to nothing but a number; and of math.max(0, frame - 3) it is not known
// how far it is below 0. Nor is it known what a field or a variable that is set again has been before: 0 in the first frames, perhaps.
func (t *Tree) Plus(whole string, e ast.Expr, n int) (text string, ok bool) {
	at := t.Record(e).Extent
	switch e := e.(type) {
	case *ast.IdentExpr:
		return added(whole[at.Start:at.End], n), (n == 1 || n == -1) && t.Assigned(t.Variable(e)) <= 1
	case *ast.ArithmeticOpExpr:
		if !summed(e) {
			return "", false
		}
		if number, is := e.Rhs.(*ast.NumberExpr); is {
			more, err := strconv.Atoi(e.Operator + number.Value)
			return added(whole[at.Start:t.Record(e.Lhs).Extent.End], more+n), err == nil
		}
		return added(whole[at.Start:at.End], n), n == 1 || n == -1
	}
	return "", false
}

// summed says whether a value is a sum of variables, fields and numbers, the first of which is no number.
func summed(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
		return true
	case *ast.ArithmeticOpExpr:
		return (e.Operator == "+" || e.Operator == "-") && summed(e.Lhs)
	}
	return false
}

// added is a text with a number added to it, as a script writes it.
func added(text string, n int) string {
	switch {
	case n > 0:
		return fmt.Sprintf("%s + %d", text, n)
	case n < 0:
		return fmt.Sprintf("%s - %d", text, -n)
	}
	return text
}

// Mentions says whether a node has a name, or a field with names before it, in it.
func (t *Tree) Mentions(whole string, node ast.PositionHolder, name string) bool {
	at := t.Record(node).Extent
	for i := range t.Records {
		r := &t.Records[i]
		if at.Start <= r.Extent.Start && r.Extent.End <= at.End && whole[r.Extent.Start:r.Extent.End] == name {
			return true
		}
	}
	return false
}

// Names says whether a node has a variable in it.
func (t *Tree) Names(node ast.PositionHolder, v Variable) bool {
	at := t.Record(node).Extent
	return slices.ContainsFunc(t.Records, func(r parse.Record) bool {
		id, isName := r.Node.(*ast.IdentExpr)
		return isName && at.Start <= r.Extent.Start && r.Extent.End <= at.End && t.Variable(id) == v
	})
}

// Operand is the text of a value, in parentheses if it is an operation.
func (t *Tree) Operand(whole string, e ast.Expr) string {
	at := t.Record(e).Extent
	text := whole[at.Start:at.End]
	switch e.(type) {
	case *ast.ArithmeticOpExpr, *ast.LogicalOpExpr, *ast.RelationalOpExpr, *ast.StringConcatOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryNotOpExpr:
		return "(" + text + ")"
	}
	return text
}

// Missing writes the fields that are to be added to a table, with %s for the value of the last. ok is false where one is an entry of a list,
// and where the table is a list, whose entries may be fields.
func Missing(table *ast.TableExpr, steps [][]string) (text string, ok bool) {
	for _, f := range table.Fields {
		if f.Key == nil && steps[0][4] == "" {
			return "", false
		}
	}
	text = "%s"
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i][3] == "" {
			return "", false
		}
		if text = steps[i][3] + " = " + text; i > 0 {
			text = "{ " + text + " }"
		}
	}
	return text, true
}

// Entry is the number of an entry of a list that a step names; 0: it names none.
func Entry(step []string, table *ast.TableExpr) int {
	n, _ := strconv.Atoi(step[1] + step[4])
	if most, err := strconv.Atoi(step[6]); err == nil && FieldAt(table, "", most+1) >= 0 {
		n, _ = strconv.Atoi(step[5])
	}
	return n
}
