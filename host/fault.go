package host

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host/internal/gowords"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// A fault says what a refused operation was about, in terms of the source.
type fault struct {
	code       diag.Code
	title      string
	site       gpu.Site // of the operand to blame, 0 for the operation itself
	label      string
	help       string
	fix        diag.Fix // the edit of the operation that the help says; the zero value: none
	note       string
	pointed    bool            // underline the one word of the operation
	name       string          // the name to blame, if it may be misspelt
	candidates func() []string // what it could have been; expensive
	unknown    *ast.IdentExpr  // a global that is nil
}

// The messages of gopher-lua's machine.
var (
	indexMessage    = regexp.MustCompile(`(?s)^attempt to index a non-table object\((\w+)\) with key '(.*)'$`)
	arithMessage    = regexp.MustCompile(`^cannot perform (\w+) operation between (\w+) and (\w+)$`)
	compareMessage  = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	forMessage      = regexp.MustCompile(`^for statement (init|limit|step) must be a number$`)
	argumentMessage = regexp.MustCompile(`(?s)^bad argument #(\d+) to (\S+) \((.*)\)$`)
)

const callMessage = "attempt to call a non-function object"

// explain finds the operand to blame for a message of the machine. The stack of L must stand as it was;
// L is nil if it is gone.
func (h *Host) explain(L *lua.LState, site gpu.Site, message string) fault {
	node, _ := h.source.Node(site)
	if m := indexMessage.FindStringSubmatch(message); m != nil {
		return h.indexFault(L, indexed(node, m[2]), m[1], m[2])
	}
	if m := arithMessage.FindStringSubmatch(message); m != nil {
		if m[1] == "concat" {
			return h.concatFault(L, node, m[2], m[3])
		}
		return h.arithFault(L, node, m[2], m[3])
	}
	if m := compareMessage.FindStringSubmatch(message); m != nil {
		return h.compareFault(L, node, m[1], m[2])
	}
	if m := forMessage.FindStringSubmatch(message); m != nil {
		return h.forFault(node, m[1])
	}
	if m := argumentMessage.FindStringSubmatch(message); m != nil {
		return h.argumentFault(node, m[1], m[2], gowords.Problem(m[3]))
	}
	if c, ok := gowords.ReadCount(message); ok {
		return countFault(node, c)
	}
	switch message {
	case callMessage:
		return h.callFault(L, node)
	case "__unm undefined", "__len undefined":
		return h.unaryFault(L, node)
	case "stack overflow", overflowPanic:
		return fault{code: diag.StackOverflow, title: fmt.Sprintf("stack overflow: more than %s calls are open", grouped(callDepth)),
			label: "this call does not fit", help: "A function that calls itself needs a case in which it does not."}
	case "registry overflow":
		return fault{code: diag.StackOverflow, title: "stack overflow: too many local values are alive at once",
			help: "Pass a long list as a table instead of unpack or '...'."}
	}
	return fault{code: diag.RuntimeError, title: message}
}

// indexed returns the expression whose field an operation at the node reads or writes.
func indexed(node ast.PositionHolder, key string) ast.Expr {
	switch x := node.(type) {
	case *ast.FuncCallExpr:
		return x.Receiver
	case *ast.AttrGetExpr:
		if k, ok := x.Key.(*ast.StringExpr); ok && k.Value != key {
			return x // the target of `function a.b:c()`, which is indexed with c
		}
		return x.Object
	case ast.Expr:
		return x
	}
	return nil
}

// subject is "local 'x' (a nil value)", or "a nil value" for an expression without name.
func (h *Host) subject(e ast.Expr, typ string) string {
	if name := h.describe(e); name != "" {
		return fmt.Sprintf("%s (%s)", name, article(typ))
	}
	return article(typ)
}

func (h *Host) describe(e ast.Expr) string {
	if e == nil {
		return ""
	}
	return h.source.Describe(e)
}

func article(typ string) string {
	switch typ {
	case "":
		return "not a function"
	case "userdata":
		return "an object"
	}
	return "a " + typ + " value"
}

// blame fills in the operand: its place and what it could have been meant to be.
func (h *Host) blame(L *lua.LState, w fault, e ast.Expr, typ string) fault {
	if e == nil {
		return w
	}
	w.site = gpu.Site(e.Line())
	if typ != "nil" {
		return w
	}
	w.label = "nil"
	switch x := e.(type) {
	case *ast.IdentExpr:
		if h.source.Scope(x) == source.Global {
			w.name, w.unknown = x.Value, x
			w.label = "nothing has been assigned to '" + x.Value + "'"
			if kernel.IsIntrinsic(x.Value) {
				w.help = fmt.Sprintf("'%s' exists in shaders only: call it in the Main function of a gpu.ComputeShader, or in a function that it calls.", x.Value)
			}
			w.candidates = func() []string { return append(h.source.Visible(x), keys(h.L.G.Global)...) }
		}
	case *ast.AttrGetExpr:
		if k, ok := x.Key.(*ast.StringExpr); ok {
			w.name, w.candidates = k.Value, h.keysOf(L, x.Object)
		}
	case *ast.FuncCallExpr:
		w.label = "returned nil"
	}
	return w
}

// keysOf returns the names of the fields of an expression's value, nil if the value is not known.
func (h *Host) keysOf(L *lua.LState, e ast.Expr) func() []string {
	v, ok := h.valueOf(L, e)
	if !ok {
		return nil
	}
	return func() []string {
		var out []string
		for range 10 {
			if t, ok := v.(*lua.LTable); ok {
				out = append(out, keys(t)...)
			}
			mt, ok := h.L.GetMetatable(v).(*lua.LTable)
			if !ok {
				break
			}
			v = mt.RawGetString("__index")
		}
		return out
	}
}

// keys returns the string keys of a table in the order of pairs.
func keys(t *lua.LTable) []string {
	var out []string
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		if s, ok := k.(lua.LString); ok {
			out = append(out, string(s))
		}
	}
	return out
}

func (h *Host) indexFault(L *lua.LState, e ast.Expr, typ, key string) fault {
	w := fault{code: diag.IndexOfNil, title: fmt.Sprintf("attempt to index %s", h.subject(e, typ))}
	w.note = fmt.Sprintf("Field '%s' of it is used.", key)
	return h.blame(L, w, e, typ)
}

func (h *Host) callFault(L *lua.LState, node ast.PositionHolder) fault {
	w := fault{code: diag.CallOfNonFunction}
	call, ok := node.(*ast.FuncCallExpr)
	switch {
	case !ok:
		if loop, isLoop := node.(*ast.GenericForStmt); isLoop {
			w.title = "the 'for' loop has nothing to call: its expression is not an iterator"
			w.site = gpu.Site(loop.Exprs[0].Line())
			w.help = "Write 'pairs(t)' or 'ipairs(t)' to walk a table."
			return w
		}
		w.title = "attempt to call a value that is not a function"
	case call.Func == nil:
		typ := h.typeOf(L, &ast.AttrGetExpr{Object: call.Receiver, Key: &ast.StringExpr{Value: call.Method}})
		w.title = fmt.Sprintf("attempt to call method '%s' (%s)", call.Method, article(typ))
		w.site, w.pointed = gpu.Site(call.Line()), true
		w.name, w.candidates = call.Method, h.keysOf(L, call.Receiver)
	default:
		typ := h.typeOf(L, call.Func)
		w.title = fmt.Sprintf("attempt to call %s", h.subject(call.Func, typ))
		w.help = h.helpWith(L, call.Func, typ, calling)
		if typ == "number" && len(call.Args) == 1 {
			w.help, w.fix = "A product is written with '*'.", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}
		}
		return h.blame(L, w, call.Func, typ)
	}
	return w
}

func (h *Host) arithFault(L *lua.LState, node ast.PositionHolder, left, right string) fault {
	op, ok := node.(*ast.ArithmeticOpExpr)
	if !ok {
		return fault{code: diag.WrongOperand, title: fmt.Sprintf("attempt to perform arithmetic on %s and %s", article(left), article(right))}
	}
	e, typ := op.Lhs, left
	if left == "number" || isNumeric(left) && !isNumeric(right) {
		e, typ = op.Rhs, right
	}
	w := fault{code: diag.WrongOperand, title: fmt.Sprintf("attempt to perform arithmetic on %s", h.subject(e, typ))}
	switch {
	case typ == "string" && op.Operator == "+":
		w.help, w.fix = "'+' adds numbers; '..' joins texts.", diag.Fix{Action: diag.FixOperator, Text: ".."}
	case typ == "string":
		w.help = "The text is not a number."
	default:
		w.help = h.helpWith(L, e, typ, arithmetic)
	}
	return h.blame(L, w, e, typ)
}

func isNumeric(typ string) bool { return typ == "number" || typ == "string" }

// concatFault looks for the operand among all of a chain, which is one operation to the machine.
func (h *Host) concatFault(L *lua.LState, node ast.PositionHolder, left, right string) fault {
	typ := right
	if isNumeric(right) {
		typ = left
	}
	w := fault{code: diag.WrongOperand}
	var operands []ast.Expr
	e, _ := node.(ast.Expr)
	for {
		c, ok := e.(*ast.StringConcatOpExpr)
		if !ok {
			break
		}
		operands, e = append(operands, c.Lhs), c.Rhs
	}
	if e != nil {
		operands = append(operands, e)
	}
	if len(operands) == 2 {
		e = operands[1]
		if isNumeric(right) {
			e = operands[0]
		}
		w.title = fmt.Sprintf("attempt to concatenate %s", h.subject(e, typ))
		w.help = h.helpWith(L, e, typ, concatenation)
		return h.blame(L, w, e, typ)
	}
	for i := len(operands) - 1; i >= 0; i-- {
		if t := h.typeOf(L, operands[i]); t == typ {
			w.title = fmt.Sprintf("attempt to concatenate %s", h.subject(operands[i], typ))
			w.help = h.helpWith(L, operands[i], typ, concatenation)
			return h.blame(L, w, operands[i], typ)
		}
	}
	w.title = fmt.Sprintf("attempt to concatenate %s", article(typ))
	return w
}

func (h *Host) compareFault(L *lua.LState, node ast.PositionHolder, left, right string) fault {
	w := fault{code: diag.WrongOperand}
	op, ok := node.(*ast.RelationalOpExpr)
	if ok && strings.HasPrefix(op.Operator, ">") {
		left, right = right, left // the machine compares the other way round
	}
	w.title = fmt.Sprintf("attempt to compare %s with %s", comparand(left), comparand(right))
	if left == right {
		w.title = fmt.Sprintf("attempt to compare two %s values", comparand(left))
	}
	if !ok {
		return w
	}
	for _, side := range []struct {
		e   ast.Expr
		typ string
	}{{op.Lhs, left}, {op.Rhs, right}} {
		if side.typ == "nil" && h.describe(side.e) != "" {
			w.site, w.label = gpu.Site(side.e.Line()), h.describe(side.e)+" is nil"
			return w
		}
		if w.help = h.helpWith(L, side.e, side.typ, comparison); w.help != "" {
			return w
		}
	}
	w.help = "An order is defined for two numbers and for two strings; tonumber and tostring convert."
	return w
}

// comparand is how a type is named in comparisons.
func comparand(typ string) string {
	if typ == "userdata" {
		return "object"
	}
	return typ
}

func (h *Host) forFault(node ast.PositionHolder, part string) fault {
	words := map[string]string{"init": "first value", "limit": "last value", "step": "step"}
	w := fault{code: diag.RuntimeError, title: fmt.Sprintf("the %s of 'for' is not a number", words[part])}
	if loop, ok := node.(*ast.NumberForStmt); ok {
		e := map[string]ast.Expr{"init": loop.Init, "limit": loop.Limit, "step": loop.Step}[part]
		if e != nil {
			w.site, w.label = gpu.Site(e.Line()), h.describe(e)
		}
	}
	return w
}

func (h *Host) unaryFault(L *lua.LState, node ast.PositionHolder) fault {
	w := fault{code: diag.WrongOperand, title: "attempt to perform arithmetic on a value that is not a number"}
	var e ast.Expr
	verb, unknown, asked := "perform arithmetic on", "a value that is not a number", arithmetic
	switch x := node.(type) {
	case *ast.UnaryMinusOpExpr:
		e = x.Expr
	case *ast.UnaryLenOpExpr:
		e, verb, unknown, asked = x.Expr, "get length of", "a value that has none", length
	default:
		return w
	}
	typ := h.typeOf(L, e)
	if typ == "" {
		w.title = fmt.Sprintf("attempt to %s %s", verb, cmp.Or(h.describe(e), unknown))
		w.site = gpu.Site(e.Line())
		return w
	}
	w.title = fmt.Sprintf("attempt to %s %s", verb, h.subject(e, typ))
	w.help = h.helpWith(L, e, typ, asked)
	return h.blame(L, w, e, typ)
}

// argumentFault points at the argument in the call. A method counts its object as the first.
func (h *Host) argumentFault(node ast.PositionHolder, number, function, problem string) fault {
	n, _ := strconv.Atoi(number)
	call, ok := node.(*ast.FuncCallExpr)
	if ok && call.Func == nil {
		n--
	}
	w := fault{code: diag.RuntimeError, title: fmt.Sprintf("bad argument #%d to '%s' (%s)", n, function, problem)}
	if ok && n >= 1 && n <= len(call.Args) {
		w.site = gpu.Site(call.Args[n-1].Line())
		w.label = h.describe(call.Args[n-1])
	}
	return w
}
