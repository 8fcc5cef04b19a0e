package flow

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// WholeFunction says whether a call is the only statement of a function that has a name.
func (t *Tree) WholeFunction(call ast.PositionHolder) bool {
	whole := func(e ast.Expr) bool {
		f, ok := e.(*ast.FunctionExpr)
		if !ok || len(f.Stmts) != 1 {
			return false
		}
		only, ok := Called(f.Stmts[0])
		return ok && ast.PositionHolder(only) == call
	}
	for i := range t.Records {
		switch n := t.Records[i].Node.(type) {
		case *ast.FuncDefStmt:
			if whole(n.Func) {
				return true
			}
		case *ast.LocalAssignStmt:
			if slices.ContainsFunc(n.Exprs, whole) {
				return true
			}
		}
	}
	return false
}

// BlockOf is the rest of a block from the statement on that is a call; nothing if no statement is.
func (t *Tree) BlockOf(call *ast.FuncCallExpr) []ast.Stmt {
	rest := func(block []ast.Stmt) []ast.Stmt {
		for i, s := range block {
			if e, ok := Called(s); ok && e == call {
				return block[i:]
			}
		}
		return nil
	}
	if found := rest(t.Stmts); found != nil {
		return found
	}
	for i := range t.Records {
		for _, block := range Blocks(t.Records[i].Node) {
			if found := rest(block); found != nil {
				return found
			}
		}
	}
	return nil
}

// Blocks are the blocks of a node.
func Blocks(node ast.PositionHolder) [][]ast.Stmt {
	switch n := node.(type) {
	case *ast.FunctionExpr:
		return [][]ast.Stmt{n.Stmts}
	case *ast.DoBlockStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.WhileStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.RepeatStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.NumberForStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.GenericForStmt:
		return [][]ast.Stmt{n.Stmts}
	case *ast.IfStmt:
		return [][]ast.Stmt{n.Then, n.Else}
	}
	return nil
}

// ParameterOf is the argument, from 1, that an expression at a place stands for, or whose field at a path it is; 0 if it is none. One that stands
// before "or" counts.
//
//	function(size, options)   size   size or 64   options.Size   (options.Desc or {}).Size
func (t *Tree) ParameterOf(e ast.Expr, pos int) (argument int, path string) {
	switch e := e.(type) {
	case *ast.LogicalOpExpr:
		if e.Operator == "or" {
			return t.ParameterOf(e.Lhs, pos)
		}
	case *ast.AttrGetExpr:
		key, ok := e.Key.(*ast.StringExpr)
		argument, path = t.ParameterOf(e.Object, pos)
		if !ok || argument == 0 || !plainName.MatchString(key.Value) {
			return 0, ""
		}
		return argument, Joined(path, key.Value)
	case *ast.IdentExpr:
		return t.Parameter(e, pos) + 1, ""
	}
	return 0, ""
}

// Joined is a path and what follows.
func Joined(path, rest string) string {
	rest = strings.TrimPrefix(rest, ".")
	if path == "" || rest == "" || rest[0] == '[' {
		return path + rest
	}
	return path + "." + rest
}

// UsersOf are the outermost functions that use a local which a statement declares. ok is false if something else uses it, too.
func (t *Tree) UsersOf(local *parse.Record) (functions []*ast.FunctionExpr, ok bool) {
	for i := range t.Records {
		use := &t.Records[i]
		if _, is := use.Node.(*ast.IdentExpr); !is || use.Decl != local.Decl {
			continue
		}
		f := t.OutermostIn(use.Extent, local.Extent.End)
		if f == nil {
			return nil, false
		}
		if !slices.Contains(functions, f) {
			functions = append(functions, f)
		}
	}
	return functions, true
}

// OutermostIn is the outermost function that begins after a position and has a place in it; nil if there is none.
func (t *Tree) OutermostIn(at parse.Range, behind int) (found *ast.FunctionExpr) {
	most := 0
	for i := range t.Records {
		r := &t.Records[i]
		f, is := r.Node.(*ast.FunctionExpr)
		if is && r.Extent.Start >= behind && r.Extent.Start <= at.Start && at.End <= r.Extent.End && r.Extent.End-r.Extent.Start > most {
			found, most = f, r.Extent.End-r.Extent.Start
		}
	}
	return found
}

// StepTo is the way from a table to a value that is written in it.
func StepTo(table *ast.TableExpr, value ast.Expr) (step string, ok bool) {
	n := 0
	for _, f := range table.Fields {
		if f.Key == nil {
			n++
		}
		if f.Value != value {
			continue
		}
		switch k := f.Key.(type) {
		case nil:
			return "[" + strconv.Itoa(n) + "]", true
		case *ast.NumberExpr:
			return "[" + k.Value + "]", true
		case *ast.StringExpr:
			return "." + k.Value, plainName.MatchString(k.Value)
		}
	}
	return "", false
}

// IsConstant says whether a key is written out.
func IsConstant(key ast.Expr) bool {
	switch key.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		return true
	}
	return false
}

// Pure says whether an expression can be computed twice: it calls nothing, and makes nothing.
func (t *Tree) Pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ArithmeticOpExpr:
		return t.Pure(e.Lhs) && t.Pure(e.Rhs)
	case *ast.AttrGetExpr:
		return t.Pure(e.Object) && t.Pure(e.Key)
	case *ast.IdentExpr, *ast.StringExpr, *ast.NumberExpr:
		return true
	}
	return false
}

// Assignment is the assignment that sets one variable alone.
func (t *Tree) Assignment(variable *parse.Record) (a parse.Record, ok bool) {
	for i := range t.Records {
		r := &t.Records[i]
		if s, is := r.Node.(*ast.AssignStmt); is && len(s.Lhs) == 1 && s.Lhs[0] == variable.Node {
			return *r, true
		}
	}
	return a, false
}

// Declaration is Assignment where "local" before it makes every use of the name in the function that of the local: each comes after the assignment,
// in the block in which that stands.
func (t *Tree) Declaration(variable *parse.Record) (a parse.Record, ok bool) {
	id, isName := variable.Node.(*ast.IdentExpr)
	a, ok = t.Assignment(variable)
	if !ok || !isName {
		return a, false
	}
	end, function := t.blockEnd(a.Node), t.FunctionAround(a.Extent.Start)
	for i := range t.Records {
		r := &t.Records[i]
		use, is := r.Node.(*ast.IdentExpr)
		if is && use != id && t.Variable(use) == t.Variable(id) && t.FunctionAround(r.Extent.Start) == function &&
			(r.Extent.Start < a.Extent.End || r.Extent.Start >= end) {
			return a, false
		}
	}
	return a, true
}

// blockEnd is where the block ends in which a statement stands.
func (t *Tree) blockEnd(s ast.PositionHolder) (end int) {
	for i := range t.Records {
		for _, block := range Blocks(t.Records[i].Node) {
			if slices.ContainsFunc(block, func(in ast.Stmt) bool { return ast.PositionHolder(in) == s }) {
				return t.Record(block[len(block)-1]).Extent.End
			}
		}
	}
	return t.Records[len(t.Records)-1].Extent.End // of the text
}

// Assignable says whether something can be assigned to an expression.
func Assignable(e ast.Expr) bool {
	switch e.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
		return true
	}
	return false
}

// Written writes a number and so much more, not below 0 unless it is known to be at least 0.
func Written(name string, more int, bounded bool) string {
	switch {
	case more > 0:
		return fmt.Sprintf("%s + %d", name, more)
	case more == 0:
		return name
	case bounded:
		return fmt.Sprintf("%s - %d", name, -more)
	}
	return fmt.Sprintf("math.max(0, %s - %d)", name, -more)
}

// Called is the call that a statement is.
func Called(s ast.Stmt) (call *ast.FuncCallExpr, ok bool) {
	if s, is := s.(*ast.FuncCallStmt); is {
		call, ok = s.Expr.(*ast.FuncCallExpr)
	}
	return call, ok
}

// plainName is what can stand after a dot, and in a path as it is.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// keyed is an expression and the beginning of an index that is a name, without its end.
var keyed = regexp.MustCompile(`^(.+)\["([A-Za-z_][A-Za-z0-9_]*)"$`)

// Dotted writes an expression of an index that is a name, whose last bracket is not written yet, with a dot. ok is false where it is no such thing,
// and where the name is a word of Lua.
func Dotted(text string) (dotted string, ok bool) {
	m := keyed.FindStringSubmatch(text)
	if m == nil || lex.Keyword(m[2]) {
		return "", false
	}
	return m[1] + "." + m[2], true
}
