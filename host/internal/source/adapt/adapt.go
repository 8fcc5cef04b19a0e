package adapt

import (
	"math"
	"strconv"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/elementary"
	"github.com/gpuscript/gpuscript/host/internal/bytecode"
)

// Bounds of what gopher-lua's compiler does in good time. It looks for each constant in a list, and folds an operation anew for each
// operation around it.
const (
	maxEarly = 256 // constants of a function that the compiler numbers itself: as many as an operand can name
	maxFolds = 256 // operations on constants in a function that the compiler folds
)

// Bounds of the constants of a function that stand for placeholders.
const (
	MaxDirect = 100_000 // how many an instruction loads; the others are elements of hidden tables
	Drawer    = 50_000  // how many elements are in one table
)

// shortText is how many bytes an operation `..` may add to one value without being counted. A text that grows by so little in a step
// needs days to become too long.
const shortText = 64

// An Adapter prepares the tree of one text, while the parser builds it. It is not safe for concurrent use.
type Adapter struct {
	Notes bytecode.Notes   // what is to be finished in the bytecode
	Loops []bytecode.Range // the places of each loop; the parser adds them

	called    Operators
	chains    map[ast.Expr]bool // calls of concat
	functions []*constants      // those that are open, outermost first
	hidden    int               // the last place that is no node's
}

// Operators are the functions that are called for operators, nil where the machine's own stay.
type Operators struct {
	Concat lua.LValue // with all operands of a chain of `..`
	Power  lua.LValue // with the operands of `^`
}

// New returns an adapter.
func New(called Operators) *Adapter {
	return &Adapter{called: called, chains: map[ast.Expr]bool{},
		Notes: bytecode.Notes{Values: map[int]lua.LValue{}, Keys: map[int]int{}, Pads: map[int]bool{},
			Calls: map[int]string{}, Places: map[int]int{}}}
}

// constants are those of one function.
type constants struct {
	seen   map[lua.LValue]bool // the early ones
	order  []ast.Expr          // the early ones as they appeared
	folds  int
	late   bool               // there are more: what is not early is a placeholder
	later  map[lua.LValue]int // in order of appearance
	tables []*lua.LTable
	text   string // the placeholder
	number string // the placeholder where a number must stand, as a key: the compiler treats texts there as names
}

// EnterFunction is called where a function begins, and where the text does.
func (a *Adapter) EnterFunction() {
	a.functions = append(a.functions, &constants{seen: map[lua.LValue]bool{}})
}

// LeaveFunction returns the statements of the function, with what makes its early constants the first of its list.
func (a *Adapter) LeaveFunction(stmts []ast.Stmt) []ast.Stmt {
	last := len(a.functions) - 1
	c := a.functions[last]
	a.functions = a.functions[:last]
	if !c.late {
		return stmts
	}
	return append([]ast.Stmt{c.declaration()}, stmts...)
}

// declaration is `if false then local x = …; x = …; end` with every early constant: it makes no code that runs but one jump.
func (c *constants) declaration() ast.Stmt {
	const hidden = "(constant)"
	body := []ast.Stmt{&ast.LocalAssignStmt{Names: []string{hidden}, Exprs: []ast.Expr{&ast.TrueExpr{}}}}
	for _, e := range c.order {
		body = append(body, &ast.AssignStmt{Lhs: []ast.Expr{&ast.IdentExpr{Value: hidden}}, Rhs: []ast.Expr{e}})
	}
	return &ast.IfStmt{Condition: &ast.FalseExpr{}, Then: body}
}

// beLate makes all further constants placeholders. Their index must be beyond what an operand can name, so that each is loaded by an
// instruction of its own: the early ones are filled up.
func (c *constants) beLate() {
	for n := 0; len(c.seen) < maxEarly; n++ {
		c.early(&ast.NumberExpr{Value: lua.LNumber(n).String()}, lua.LNumber(n))
	}
	c.late, c.text, c.number, c.later = true, "(", "0.5", map[lua.LValue]int{}
	for c.seen[lua.LString(c.text)] {
		c.text += "("
	}
	for n := lua.LNumber(0.5); c.seen[n]; n++ {
		c.number = (n + 1).String()
	}
}

// early notes a constant that is in the list by itself.
func (c *constants) early(e ast.Expr, v lua.LValue) {
	if !c.seen[v] {
		c.seen[v] = true
		c.order = append(c.order, e)
	}
}

// Literal returns what stands in the tree for a number or a text.
func (a *Adapter) Literal(e ast.Expr) ast.Expr {
	var v lua.LValue
	switch x := e.(type) {
	case *ast.NumberExpr:
		v = lua.LVAsNumber(lua.LString(x.Value))
	case *ast.StringExpr:
		v = lua.LString(x.Value)
	default:
		return e
	}
	c := a.functions[len(a.functions)-1]
	if c.seen[v] {
		return e
	}
	if !c.late && len(c.seen) < maxEarly {
		c.early(e, v)
		return e
	}
	if !c.late {
		c.beLate()
	}
	n, ok := c.later[v]
	if !ok {
		n = len(c.later)
		c.later[v] = n
	}
	if n >= MaxDirect {
		return a.element(e, v, n-MaxDirect)
	}
	return a.load(e, v)
}

// element returns what stands for the nth constant after those that have an instruction: t[i] with a hidden table.
func (a *Adapter) element(place ast.Expr, v lua.LValue, n int) ast.Expr {
	c := a.functions[len(a.functions)-1]
	if n/Drawer == len(c.tables) {
		c.tables = append(c.tables, new(lua.LState).NewTable())
	}
	t, i := c.tables[n/Drawer], n%Drawer+1
	t.RawSetInt(i, v)
	return at(&ast.AttrGetExpr{Object: a.hide(&ast.StringExpr{Value: c.text}, place, t),
		Key: a.hide(&ast.NumberExpr{Value: c.number}, place, lua.LNumber(i))}, place)
}

// hide gives a placeholder a place of its own, which stands for another.
func (a *Adapter) hide(e, place ast.Expr, v lua.LValue) ast.Expr {
	a.hidden--
	a.Notes.Values[a.hidden], a.Notes.Places[a.hidden] = v, place.Line()
	e.SetLine(a.hidden)
	return e
}

// load returns a placeholder at the place of an expression.
func (a *Adapter) load(place ast.Expr, v lua.LValue) ast.Expr {
	c := a.functions[len(a.functions)-1]
	a.Notes.Values[place.Line()] = v
	return at(&ast.StringExpr{Value: c.text}, place)
}

// Key returns what stands for a key: a number must not look like a name.
func (a *Adapter) Key(e ast.Expr) ast.Expr {
	if _, ok := a.Notes.Values[e.Line()].(lua.LNumber); ok {
		if _, placeholder := e.(*ast.StringExpr); placeholder {
			return at(&ast.NumberExpr{Value: a.functions[len(a.functions)-1].number}, e)
		}
	}
	return e
}

// Operation returns what stands for an operator.
func (a *Adapter) Operation(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.StringConcatOpExpr:
		return a.concatenation(x)
	case *ast.ArithmeticOpExpr:
		if x.Operator == "^" {
			return a.power(x)
		}
		if foldable(x.Lhs) && foldable(x.Rhs) && a.unfold() {
			x.Lhs, x.Rhs = a.loaded(x.Lhs), a.loaded(x.Rhs)
		}
	case *ast.UnaryMinusOpExpr:
		if foldable(x.Expr) && a.unfold() {
			x.Expr = a.loaded(x.Expr)
		}
	}
	return e
}

// foldable reports whether the compiler may see a number in an expression.
func foldable(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.NumberExpr:
		return true
	case *ast.UnaryMinusOpExpr:
		return foldable(x.Expr)
	case *ast.ArithmeticOpExpr:
		return foldable(x.Lhs) && foldable(x.Rhs)
	}
	return false
}

// unfold counts an operation on constants and says whether it is one too many: its result would be a constant more.
func (a *Adapter) unfold() bool {
	c := a.functions[len(a.functions)-1]
	c.folds++
	if c.folds == maxFolds && !c.late {
		c.beLate()
	}
	return c.folds > maxFolds
}

// loaded returns a number so that it is not folded.
func (a *Adapter) loaded(e ast.Expr) ast.Expr {
	if n, ok := e.(*ast.NumberExpr); ok {
		return a.load(n, lua.LVAsNumber(lua.LString(n.Value)))
	}
	return e
}

// concatenation returns a call of concat with all operands of a chain, unless the chain adds little to one value.
func (a *Adapter) concatenation(e *ast.StringConcatOpExpr) ast.Expr {
	operands := a.operands(nil, e)
	if a.called.Concat == nil || a.little(operands) {
		return e
	}
	call := a.call(a.called.Concat, e, operands)
	a.chains[call] = true
	return call
}

// call returns a call that stands for an operation.
func (a *Adapter) call(fn lua.LValue, e ast.Expr, operands []ast.Expr) *ast.FuncCallExpr {
	switch x := operands[len(operands)-1].(type) { // an operand is one value
	case *ast.FuncCallExpr:
		x.AdjustRet = true
	case *ast.Comma3Expr:
		x.AdjustRet = true
	}
	a.Notes.Values[e.Line()] = fn
	return at(&ast.FuncCallExpr{Func: at(&ast.StringExpr{Value: "("}, e), Args: operands, AdjustRet: true}, e)
}

// power returns the value of a power of constants, and a call for any other.
func (a *Adapter) power(e *ast.ArithmeticOpExpr) ast.Expr {
	if a.called.Power == nil {
		return e
	}
	x, known := a.number(e.Lhs)
	y, too := a.number(e.Rhs)
	if v := elementary.Pow(x, y); known && too && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return a.constant(v, e)
	}
	return a.call(a.called.Power, e, []ast.Expr{e.Lhs, e.Rhs})
}

// constant returns what stands for a number that the text does not hold.
func (a *Adapter) constant(v float64, place ast.Expr) ast.Expr {
	n := a.Literal(at(&ast.NumberExpr{Value: strconv.FormatFloat(math.Abs(v), 'g', -1, 64)}, place))
	if math.Signbit(v) {
		return at(&ast.UnaryMinusOpExpr{Expr: n}, place)
	}
	return n
}

// number is the value of a constant.
func (a *Adapter) number(e ast.Expr) (v float64, known bool) {
	switch x := e.(type) {
	case *ast.NumberExpr:
		return float64(lua.LVAsNumber(lua.LString(x.Value))), true
	case *ast.StringExpr:
		n, ok := a.Notes.Values[x.Line()].(lua.LNumber)
		return float64(n), ok
	case *ast.UnaryMinusOpExpr:
		v, known = a.number(x.Expr)
		return -v, known
	}
	return 0, false
}

func (a *Adapter) operands(list []ast.Expr, e ast.Expr) []ast.Expr {
	switch x := e.(type) {
	case *ast.StringConcatOpExpr:
		return a.operands(append(list, x.Lhs), x.Rhs)
	case *ast.FuncCallExpr:
		if a.chains[x] {
			return append(list, x.Args...)
		}
	}
	return append(list, e)
}

func (a *Adapter) little(operands []ast.Expr) bool {
	length, values := 0, 0
	for _, o := range operands {
		v, known := a.Notes.Values[o.Line()]
		switch x := o.(type) {
		case *ast.NumberExpr:
			length += len(x.Value)
		case *ast.StringExpr:
			if known {
				length += len(v.String())
			}
			length += len(x.Value)
		default:
			values++
		}
	}
	return values <= 1 && length <= shortText
}

// NameCall notes the name of a called field that the compiler does not see.
func (a *Adapter) NameCall(e *ast.FuncCallExpr) {
	field, ok := e.Func.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	if name, ok := a.Notes.Values[field.Key.Line()].(lua.LString); ok {
		a.Notes.Calls[e.Line()] = string(name)
	}
}

// Table notes the fields of a constructor, which may need a batch that only makes room for a larger number.
func (a *Adapter) Table(t *ast.TableExpr) {
	elements := 0
	for i, f := range t.Fields {
		if f.Key != nil {
			f.Key = a.Key(f.Key)
			if elements > 0 {
				a.Notes.Keys[f.Key.Line()] = elements % lua.FieldsPerFlush
			}
			continue
		}
		if i == len(t.Fields)-1 && elements == bytecode.MaxBatch*lua.FieldsPerFlush && several(f.Value) {
			t.Fields = append(t.Fields[:i:i], append(a.pad(t), f)...)
			return
		}
		elements++
	}
}

// several reports whether an expression gives all its values at the end of a list.
func several(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		return !x.AdjustRet
	case *ast.Comma3Expr:
		return !x.AdjustRet
	}
	return false
}

// pad is a batch of nothing.
func (a *Adapter) pad(t *ast.TableExpr) []*ast.Field {
	fields := make([]*ast.Field, lua.FieldsPerFlush)
	for i := range fields {
		fields[i] = &ast.Field{Value: at(&ast.NilExpr{}, t)}
	}
	a.Notes.Pads[t.Line()] = true
	return fields
}
