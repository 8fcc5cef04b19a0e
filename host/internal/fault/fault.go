package fault

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host/internal/gowords"
	"github.com/gpuscript/gpuscript/host/internal/source"
)

// A Fault says what a refused operation was about, in terms of the source.
type Fault struct {
	Code       diag.Code
	Title      string
	Site       gpu.Site // of the operand to blame, 0 for the operation itself
	Label      string
	Help       string
	Fix        diag.Fix   // the edit of the operation that the help says; the zero value: none
	Instead    string     // or what is written instead of the operand at Site; "": nothing
	Line       *diag.Help // or the line that is to be added; nil: none
	Note       string
	Pointed    bool            // underline the one word of the operation
	Name       string          // the name to blame, if it may be misspelt
	Candidates func() []string // what it could have been; expensive
	Unknown    *ast.IdentExpr  // a global that is nil
	field      string          // what was looked for in it
}

// The messages of gopher-lua's machine.
var (
	indexMessage    = regexp.MustCompile(`(?s)^attempt to index a non-table object\((\w+)\) with key '(.*)'$`)
	arithMessage    = regexp.MustCompile(`^cannot perform (\w+) operation between (\w+) and (\w+)$`)
	compareMessage  = regexp.MustCompile(`^attempt to compare (\w+) with (\w+)$`)
	forMessage      = regexp.MustCompile(`^for statement (init|limit|step) must be a number$`)
	argumentMessage = regexp.MustCompile(`(?s)^bad argument #(\d+) to (\S+) \((.*)\)$`)
)

// nameless is how gopher-lua names a function that no call of the script names.
const nameless = "(anonymous)"

const callMessage = "attempt to call a non-function object"

// Explain finds the operand to blame for a message of the machine. The stack of L must stand as it was;
// L is nil if it is gone.
func (h *Hearing) Explain(L *lua.LState, site gpu.Site, message string) Fault {
	node, _ := h.Source.Node(site)
	if m := indexMessage.FindStringSubmatch(message); m != nil {
		return h.indexFault(L, node, m[1], m[2])
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
		return h.argumentFault(L, node, m[1], m[2], gowords.Problem(m[3]))
	}
	if c, ok := gowords.ReadCount(message); ok {
		return countFault(node, c)
	}
	if name, ok := strings.CutPrefix(message, "unknown field "); ok {
		return h.fieldFault(L, node, name, message)
	}
	switch message {
	case callMessage:
		return h.callFault(L, node)
	case "__unm undefined", "__len undefined":
		return h.unaryFault(L, node)
	case "stack overflow", OverflowPanic:
		return Fault{Code: diag.StackOverflow, Title: "stack overflow: " + h.TooDeep(),
			Label: "this call does not fit", Help: "A function that calls itself needs a case in which it does not."}
	case "registry overflow":
		return Fault{Code: diag.StackOverflow, Title: "stack overflow: too many local values are alive at once",
			Help: "Pass a long list as a table instead of unpack or '...'."}
	}
	return Fault{Code: diag.RuntimeError, Title: message}
}

// TooDeep says what a stack that is full means.
func (h *Hearing) TooDeep() string { return fmt.Sprintf("more than %s calls are open", h.Depth) }

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
func (h *Hearing) subject(e ast.Expr, typ string) string {
	if name := h.describe(e); name != "" {
		return fmt.Sprintf("%s (%s)", name, Article(typ))
	}
	return Article(typ)
}

func (h *Hearing) describe(e ast.Expr) string {
	if e == nil {
		return ""
	}
	return h.Source.Describe(e)
}

// Article names a type of Lua with its article: a number value, an object.
func Article(typ string) string {
	switch typ {
	case "":
		return "not a function"
	case "userdata":
		return "an object"
	}
	return "a " + typ + " value"
}

// blame fills in the operand: its place and what it could have been meant to be.
func (h *Hearing) blame(L *lua.LState, w Fault, e ast.Expr, typ string) Fault {
	if e == nil {
		return w
	}
	w.Site = gpu.Site(e.Line())
	if typ != "nil" {
		return w
	}
	w.Label = "nil"
	switch x := e.(type) {
	case *ast.IdentExpr:
		if h.Source.Scope(x) == source.Global {
			w.Name, w.Unknown = x.Value, x
			w.Label = "nothing has been assigned to '" + x.Value + "'"
			if kernel.IsIntrinsic(x.Value) {
				w.Help = fmt.Sprintf(
					"'%s' exists in shaders only: call it in the Main function of a gpu.ComputeShader, or in a function that it calls.", x.Value)
			}
			w.Candidates = func() []string {
				return h.namesOf(x, func(kind string) bool { return !slices.Contains(useless[w.Code], kind) })
			}
			if w.Help == "" {
				h.missing(&w, x)
			}
			if x.Value == "this" && slices.Contains(h.Source.Visible(x), "self") {
				w.Help, w.Instead, w.Candidates = "The object of a method is called 'self'.", "self", nil
			}
		}
	case *ast.AttrGetExpr:
		if k, ok := x.Key.(*ast.StringExpr); ok {
			w.Name = k.Value
			if !h.Source.Sets(x) {
				w.Candidates = h.keysOf(L, x.Object)
			}
		}
	case *ast.FuncCallExpr:
		w.Label = "returned nil"
	}
	return w
}

// keysOf returns the names of the fields of an expression's value, nil if the value is not known.
func (h *Hearing) keysOf(L *lua.LState, e ast.Expr) func() []string {
	v, ok := h.valueOf(L, e)
	if !ok {
		return nil
	}
	return func() []string {
		out := members(v)
		for range 10 {
			if t, ok := v.(*lua.LTable); ok {
				out = append(out, Keys(t)...)
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

// Keys returns the string keys of a table in the order of pairs.
func Keys(t *lua.LTable) []string {
	var out []string
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		if s, ok := k.(lua.LString); ok {
			out = append(out, string(s))
		}
	}
	return out
}

func (h *Hearing) indexFault(L *lua.LState, node ast.PositionHolder, typ, key string) Fault {
	e := indexed(node, key)
	w := Fault{Code: diag.IndexOfNil, Title: fmt.Sprintf("attempt to index %s", h.subject(e, typ))}
	w.Note, w.field = fmt.Sprintf("Its field '%s' is used here.", key), key
	if typ == "userdata" {
		w.Help = "Its fields can be read and not set; for those of a struct to be set the program has to expose a pointer to it."
	}
	w = h.blame(L, w, e, typ)
	if typ == "nil" {
		w.without(func(name string) bool { return h.lacks(w.Unknown, name, key) })
		h.fits(L, &w, e)
		h.absent(L, &w, e, node)
	}
	return w
}

func (h *Hearing) callFault(L *lua.LState, node ast.PositionHolder) Fault {
	w := Fault{Code: diag.CallOfNonFunction}
	call, ok := node.(*ast.FuncCallExpr)
	switch {
	case !ok:
		if loop, isLoop := node.(*ast.GenericForStmt); isLoop {
			w.Title = "the 'for' loop has nothing to call: its expression is not an iterator"
			w.Site = gpu.Site(loop.Exprs[0].Line())
			w.Help = "Write 'pairs(t)' or 'ipairs(t)' to walk a table."
			return w
		}
		w.Title = "attempt to call a value that is not a function"
	case call.Func == nil:
		typ := h.typeOf(L, &ast.AttrGetExpr{Object: call.Receiver, Key: &ast.StringExpr{Value: call.Method}})
		w.Title = fmt.Sprintf("attempt to call method '%s' (%s)", call.Method, Article(typ))
		w.Site, w.Pointed = gpu.Site(call.Line()), true
		w.Name, w.Candidates = call.Method, h.keysOf(L, call.Receiver)
		if f, ok := h.foreignCall(L, call); ok {
			w.Help, w.Fix, w.Candidates = f.help, h.foreignFix(f, call), nil
		} else if spell.Nearest(w.Name, w.names()) == "" {
			w.Note = h.receiver(L, call.Receiver)
		}
	default:
		typ := h.calleeType(L, call)
		w.Title = fmt.Sprintf("attempt to call %s", h.subject(call.Func, typ))
		w.Help, _ = h.helpWith(L, call.Func, typ, calling)
		if typ == "number" && len(call.Args) == 1 {
			w.Help, w.Fix = "A product is written with '*'.", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}
		}
		w = h.blame(L, w, call.Func, typ)
		w.without(func(name string) bool { return h.isLibrary(w.Unknown, name) })
		if reason := h.fails(call.Func); typ == "nil" && reason != "" {
			h.absent(L, &w, call.Func, call)
		}
		if f, ok := h.foreignCall(L, call); ok && typ == "nil" {
			w.Help, w.Fix, w.Candidates = f.help, h.foreignFix(f, call), nil
		}
	}
	return w
}

func (h *Hearing) arithFault(L *lua.LState, node ast.PositionHolder, left, right string) Fault {
	op, ok := node.(*ast.ArithmeticOpExpr)
	if !ok {
		return Fault{Code: diag.WrongOperand, Title: fmt.Sprintf("attempt to perform arithmetic on %s and %s", Article(left), Article(right))}
	}
	e, typ := op.Lhs, left
	if left == "number" || isNumeric(left) && !isNumeric(right) {
		e, typ = op.Rhs, right
	}
	w := Fault{Code: diag.WrongOperand, Title: fmt.Sprintf("attempt to perform arithmetic on %s", h.subject(e, typ))}
	switch {
	case op.Operator == "+" && isFlag(op.Lhs) && isFlag(op.Rhs):
		w.Help, w.Fix = "'+' adds numbers; flags are joined by '|' in one string: \"A|B\".", diag.Fix{Action: diag.FixOperator, Text: `.. "|" ..`}
	case typ == "string" && op.Operator == "+":
		w.Help, w.Fix = "'+' adds numbers; '..' joins strings.", diag.Fix{Action: diag.FixOperator, Text: ".."}
	case typ == "string":
		w.Help = "The string is not a number."
	default:
		w.Help, w.Instead = h.helpWith(L, e, typ, arithmetic)
	}
	return h.blame(L, w, e, typ)
}

// isFlag says whether an expression is a text that looks like a value of an enumeration.
func isFlag(e ast.Expr) bool {
	s, ok := e.(*ast.StringExpr)
	return ok && flag.MatchString(s.Value)
}

// flag matches the names of values of enumerations.
var flag = regexp.MustCompile(`^[A-Z][A-Z0-9_|]*$`)

func isNumeric(typ string) bool { return typ == "number" || typ == "string" }

// concatFault looks for the operand among all of a chain, which is one operation to the machine.
func (h *Hearing) concatFault(L *lua.LState, node ast.PositionHolder, left, right string) Fault {
	typ := right
	if isNumeric(right) {
		typ = left
	}
	w := Fault{Code: diag.WrongOperand}
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
		w.Title = fmt.Sprintf("attempt to concatenate %s", h.subject(e, typ))
		w.Help, w.Instead = h.helpWith(L, e, typ, concatenation)
		return h.blame(L, w, e, typ)
	}
	for i := len(operands) - 1; i >= 0; i-- {
		uncalled, _ := h.helpUncalled(L, operands[i])
		if t := h.typeOf(L, operands[i]); t == typ || typ == "function" && uncalled != "" {
			w.Title = fmt.Sprintf("attempt to concatenate %s", h.subject(operands[i], typ))
			w.Help, w.Instead = h.helpWith(L, operands[i], typ, concatenation)
			return h.blame(L, w, operands[i], typ)
		}
	}
	w.Title = fmt.Sprintf("attempt to concatenate %s", Article(typ))
	return w
}

func (h *Hearing) compareFault(L *lua.LState, node ast.PositionHolder, left, right string) Fault {
	w := Fault{Code: diag.WrongOperand}
	op, ok := node.(*ast.RelationalOpExpr)
	if ok && strings.HasPrefix(op.Operator, ">") {
		left, right = right, left // the machine compares the other way round
	}
	w.Title = fmt.Sprintf("attempt to compare %s with %s", comparand(left), comparand(right))
	if left == right {
		w.Title = fmt.Sprintf("attempt to compare two %s values", comparand(left))
	}
	if !ok {
		return w
	}
	for _, side := range []struct {
		e   ast.Expr
		typ string
	}{{op.Lhs, left}, {op.Rhs, right}} {
		if side.typ == "nil" && h.describe(side.e) != "" {
			w.Site, w.Label = gpu.Site(side.e.Line()), h.describe(side.e)+" is nil"
			return w
		}
		if w.Help, w.Instead = h.helpWith(L, side.e, side.typ, comparison); w.Help != "" {
			w.Site = gpu.Site(side.e.Line())
			return w
		}
	}
	w.Help = "An order is defined for two numbers and for two strings; tonumber and tostring convert."
	if e, typ := op.Lhs, left; left != right {
		if isNumeric(left) && (left == "number" || !isNumeric(right)) {
			e, typ = op.Rhs, right
		}
		if what := h.describe(e); what != "" {
			w.Site, w.Label = gpu.Site(e.Line()), what+" is "+Article(typ)
		}
	}
	return w
}

// comparand is how a type is named in comparisons.
func comparand(typ string) string {
	if typ == "userdata" {
		return "object"
	}
	return typ
}

func (h *Hearing) forFault(node ast.PositionHolder, part string) Fault {
	words := map[string]string{"init": "first value", "limit": "last value", "step": "step"}
	w := Fault{Code: diag.RuntimeError, Title: fmt.Sprintf("the %s of 'for' is not a number", words[part])}
	if loop, ok := node.(*ast.NumberForStmt); ok {
		e := map[string]ast.Expr{"init": loop.Init, "limit": loop.Limit, "step": loop.Step}[part]
		if e != nil {
			w.Site, w.Label = gpu.Site(e.Line()), h.describe(e)
		}
	}
	return w
}

func (h *Hearing) unaryFault(L *lua.LState, node ast.PositionHolder) Fault {
	w := Fault{Code: diag.WrongOperand, Title: "attempt to perform arithmetic on a value that is not a number"}
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
		w.Title = fmt.Sprintf("attempt to %s %s", verb, cmp.Or(h.describe(e), unknown))
		w.Site = gpu.Site(e.Line())
		return w
	}
	w.Title = fmt.Sprintf("attempt to %s %s", verb, h.subject(e, typ))
	w.Help, w.Instead = h.helpWith(L, e, typ, asked)
	return h.blame(L, w, e, typ)
}

// calledField is what a call a.b(…) calls.
func calledField(call *ast.FuncCallExpr) (*ast.AttrGetExpr, bool) {
	if call == nil {
		return nil, false
	}
	field, ok := call.Func.(*ast.AttrGetExpr)
	return field, ok
}

// argumentFault points at the argument in the call. A method counts its object as the first.
func (h *Hearing) argumentFault(L *lua.LState, node ast.PositionHolder, number, function, problem string) Fault {
	n, _ := strconv.Atoi(number)
	call, ok := node.(*ast.FuncCallExpr)
	if ok && call.Func == nil {
		n--
	}
	name := "'" + function + "'"
	if function == nameless {
		if name = "the function"; !ok {
			return Fault{Code: diag.RuntimeError, Title: problem} // an access to a value of the program, which is a call only for gopher-luar
		}
	}
	w := Fault{Code: diag.RuntimeError, Title: fmt.Sprintf("bad argument #%d to %s (%s)", n, name, problem)}
	if function == nameless {
		return w // that another function, such as pcall, has called: the arguments of the call are not its own
	}
	if field, isField := calledField(call); ok && isField && n == 1 && len(call.Args) == 0 && h.typeOf(L, field.Object) == "string" {
		w.Help, w.Fix = "A function of a string is called with ':', or gets the string as its argument.",
			diag.Fix{Method: function, Argument: 1, Action: diag.FixColon}
	}
	if ok && n >= 1 && n <= len(call.Args) {
		w.Site = gpu.Site(call.Args[n-1].Line())
		w.Label = h.describe(call.Args[n-1])
	}
	return w
}
