package compared

import lua "github.com/yuin/gopher-lua"

// A number that is only shown to somebody changes nothing of what the script does:
//
//	print(("frame %d of %d"):format(n, frames))     CALL format: what it returns holds text; CALL print: nothing is left
//	print("frame " .. n)                            CONCAT: text
//
// Text that goes anywhere else may be taken apart again, so then the script has the number.

// sort says what a function of Lua's libraries makes of its arguments.
type sort uint8

const (
	other  sort = iota
	writes      // shows them
	makes       // returns text of them
)

// libraries are the functions that show their arguments or return text of them, in the tables of a state; "": its globals.
var libraries = [...]struct {
	table, name string
	sort        sort
}{{"", printing, writes}, {"io", "write", writes}, {"", "tostring", makes}, {"string", "format", makes}}

// field is one of a table among the globals of the function, or a global; nil: there is none.
func (f *follower) field(table, name string) lua.LValue {
	from := lua.LValue(f.fn.Env)
	if table != "" {
		from = rawField(from, lua.LString(table))
	}
	return rawField(from, lua.LString(name))
}

// sortOf is what a function does. It is in its variable for good.
func (f *follower) sortOf(v lua.LValue) sort {
	fn, ok := v.(*lua.LFunction)
	if !ok || !fn.IsG {
		return other
	}
	for _, l := range libraries {
		if f.field(l.table, l.name) == v {
			return l.sort
		}
	}
	return other
}

// library says whether a value is such a function, or a table of them.
func (f *follower) library(v lua.LValue) bool {
	if v == nil {
		return false
	}
	for _, l := range libraries {
		if l.table != "" && f.field("", l.table) == v {
			return true
		}
	}
	return f.sortOf(v) != other
}

// method is the function that a method of a text or a table is, which has it itself or in the table that its metatable names.
func (f *follower) method(object, name lua.LValue, at *place) lua.LValue {
	switch object.(type) {
	case lua.LString, *lua.LTable:
	default:
		return nil
	}
	fn := rawField(object, name)
	if fn == nil {
		fn = rawField(rawField(f.L.GetMetatable(object), lua.LString("__index")), name)
	}
	return f.holds(fn, at)
}

// showsTruth says whether what the comparison at pc finds is a value that the script only shows:
//
//	LE       R1 <= R2
//	JMP      yes
//	LOADBOOL R3 = false, and over the next
//	LOADBOOL R3 = true              yes
//	CALL     print(R3)
func (f *follower) showsTruth(at *place) bool {
	code, pc := f.fn.Proto.Code, at.pc
	if f.tries || pc+3 >= len(code) {
		return false
	}
	jump, no, yes := instruction(code[pc+1]), instruction(code[pc+2]), instruction(code[pc+3])
	if jump.op() != lua.OP_JMP || jump.jump() != 1 || no.op() != lua.OP_LOADBOOL || no.c() == 0 || yes.op() != lua.OP_LOADBOOL ||
		no.a() != yes.a() || f.shares(yes.a(), pc) {
		return false
	}
	try := follower{L: f.L, fn: f.fn, number: f.number, shared: f.shared, level: f.level, values: f.values, tries: true}
	from := place{pc: pc + 4, wrote: at.wrote}
	from.wrote.add(yes.a())
	from.hold(yes.a(), sum{truth: true})
	return try.run(from) && !try.returned
}

// concatKey is where a state has the function that its programs call in place of the operator `..`.
const concatKey = "compared.concat"

// SetConcat tells which function the programs of a state call, with all operands, in place of the operator `..`.
func SetConcat(L *lua.LState, fn *lua.LFunction) { L.G.Registry.RawSetString(concatKey, fn) }

// joins says whether an instruction makes text of the number, and of nothing that does otherwise.
func (f *follower) joins(i instruction, at *place) bool {
	operands := span{i.b(), i.c() + 1}
	switch {
	case i.op() == lua.OP_CONCAT:
	case i.op() == lua.OP_CALL && i.b() > 1 && !at.holds.has(i.a()) && at.holds.meets(span{i.a() + 1, i.a() + i.b()}) &&
		f.register(i.a(), at) == f.L.G.Registry.RawGetString(concatKey):
		operands = span{i.a() + 1, i.a() + i.b()}
	default:
		return false
	}
	if !at.holds.meets(operands) {
		return false
	}
	for r := operands.first; r < operands.end; r++ {
		switch f.register(r, at).(type) {
		case lua.LString, lua.LNumber:
		default:
			if !at.holds.has(r) {
				return false
			}
		}
	}
	return true
}

// shows says whether a call gets the number, or text of it, as an argument and does nothing but show it, and whether it returns text of it.
func (f *follower) shows(i instruction, at *place) (only, text bool) {
	reads, _, _ := i.effect()
	if i.op() != lua.OP_CALL && i.op() != lua.OP_TAILCALL || at.holds.has(i.a()) || !at.holds.meets(reads[0]) {
		return false, false
	}
	sort := f.sortOf(f.register(i.a(), at))
	return sort != other, sort == makes && (i.op() == lua.OP_TAILCALL || i.c() != 1)
}
