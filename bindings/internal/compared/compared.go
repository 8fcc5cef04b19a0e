package compared

import (
	"math"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/callsite"
)

// maxSteps bounds how many instructions are followed: a script in which a number is held for longer has it.
const maxSteps = 1024

// maxLevels bounds how many functions are followed that return the number.
const maxLevels = 8

// AtLeast is what the script that is running in L can find out about the number that the Go function which it has called is about to return: that it
// is at least so much, 0 for nothing, and no more than that. It reports false where the script has the number itself. A function that returns the
// number is followed to its call, and one that gets it from there.
func AtLeast(L *lua.LState, number uint64) (least uint64, only bool) {
	f := follower{L: L, number: float64(number), quiet: true, gave: itself}
	for f.level = 1; f.level <= maxLevels; f.level++ {
		fn, pc, call := at(L, f.level)
		switch {
		case call.op() == lua.OP_TAILCALL: // the function returns what it gets
			continue
		case call.op() != lua.OP_CALL || call.c() > 2: // 0: all that it returns, which is the number
			return 0, false
		case call.c() == 1: // nothing takes it
			return uint64(f.least), true
		}
		f.fn, f.frame, f.values, f.shared, f.returned, f.steps = fn, nil, nil, sharedOf(fn.Proto), false, 0
		from := place{pc: pc, fresh: f.quiet}
		from.hold(call.a(), f.gave)
		if !f.run(from) {
			return 0, false
		}
		if !f.returned {
			return uint64(f.least), true
		}
	}
	return 0, false
}

// Dropped says whether the script that is running in L drops what the Go function which it has called returns.
func Dropped(L *lua.LState) bool {
	for level := 1; level <= maxLevels; level++ {
		if _, _, call := at(L, level); call.op() != lua.OP_TAILCALL {
			return call.op() == lua.OP_CALL && call.c() == 1
		}
	}
	return false
}

// at is where a function is that is running in L, and the instruction with which it has called the one before; a NOP where that is not known.
func at(L *lua.LState, level int) (fn *lua.LFunction, pc int, call instruction) {
	fn, pc, ok := callsite.Caller(L, level)
	if !ok || pc < 1 || pc > len(fn.Proto.Code) {
		return nil, 0, instruction(lua.OP_NOP << 26)
	}
	return fn, pc, instruction(fn.Proto.Code[pc-1])
}

// place is where a script may be.
type place struct {
	pc    int
	holds set  // the registers that hold the number, or a sum of it
	sums  sums // of those, what is in them
	wrote set  // those that hold something else than at the call
	fresh bool // nothing that others see was changed since: no function has run, and nothing was stored
	// jumped says that it is not right after the instruction before.
	jumped bool
}

// follower follows the instructions after a call.
type follower struct {
	L      *lua.LState
	fn     *lua.LFunction
	number float64
	shared []set // at each instruction, nil: none anywhere
	least  float64
	frame  *lua.Debug
	values []held // of registers that were written, while nothing jumps
	level  int    // of the function among those that are running
	tries  bool   // it follows what a comparison has found
	steps  int    // how many instructions were followed
	depth  int    // of the function among those that it was given to, which do not run yet
	rest   []argument
	// returned says that the function returns the number, and quiet that nothing that others see was changed by then.
	returned, quiet bool
	gave            sum // what it returns of the number
}

// held is the value of a register.
type held struct {
	register int
	value    lua.LValue
}

// run follows all ways from a place. It reports false when the number gets away.
func (f *follower) run(from place) bool {
	var ( // most numbers are compared at once: these are enough, and cost no allocation
		first, met [8]place
		values     [8]held
	)
	open, seen := append(first[:0], from), met[:0]
	f.values = append(values[:0], f.values...)
	for ; len(open) > 0; f.steps++ {
		if f.steps == maxSteps {
			return false
		}
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.holds.empty() && f.rest == nil || at.jumped && slices.Contains(seen, at) {
			f.values = f.values[:0]
			continue
		}
		if at.jumped {
			seen = append(seen, at)
		}
		if at.pc >= len(f.fn.Proto.Code) {
			return false
		}
		i := instruction(f.fn.Proto.Code[at.pc])
		next, ways := i.next(at.pc)
		if !f.do(i, &at) {
			return false
		}
		if at.jumped = ways != 1 || next[0] != at.pc+1; at.jumped {
			f.values = f.values[:0]
		}
		if i.op() == lua.OP_CLOSURE {
			next[0] += upvalues(f.fn.Proto, i)
		}
		for _, pc := range next[:ways] {
			to := at
			to.pc = pc
			open = append(open, to)
		}
	}
	return true
}

// do follows one instruction.
func (f *follower) do(i instruction, at *place) bool {
	switch i.op() {
	case lua.OP_MOVE, lua.OP_MOVEN, lua.OP_TESTSET:
		return f.copy(i, at)
	case lua.OP_TEST:
		return !at.sumIn(i.a()).truth || f.same(at) // numbers are true
	case lua.OP_EQ, lua.OP_LT, lua.OP_LE:
		return f.compare(i, at)
	case lua.OP_RETURN:
		if i.b() == 2 && at.holds.has(i.a()) {
			return f.gives(at.sumIn(i.a()), at)
		}
	case lua.OP_CLOSURE:
		for r := range captures(f.fn.Proto, at.pc) {
			if at.holds.has(r) && r != i.a() { // not a function that calls itself: what its register held is gone
				return false
			}
		}
	}
	reads, writes, known := i.effect()
	if !known {
		return false
	}
	u := f.use(i, at)
	if u.only {
		reads = [3]span{}
	}
	for _, r := range reads {
		if at.holds.meets(r) {
			return false
		}
	}
	value := f.result(i, at)
	for r := writes.first; r < writes.end; r++ {
		at.drop(r)
		at.wrote.add(r)
		f.forget(r)
	}
	if u.runs {
		at.fresh = false
	}
	switch {
	case u.makes && i.op() == lua.OP_TAILCALL:
		return f.gives(u.made, at)
	case u.makes:
		return !f.shares(i.a(), at.pc) && at.hold(i.a(), u.made)
	case i.op() == lua.OP_VARARG && !f.spreads(i, at):
		return false
	}
	if value != nil {
		f.know(i.a(), value)
	}
	at.fresh = at.fresh && (value != nil || i.quiet())
	return true
}

// use is what an instruction does with the number.
type use struct {
	only  bool // nothing but show it, or make a sum or text of it, or give it to a function that does no more
	made  sum  // what comes of it, if it makes something
	makes bool
	runs  bool // a function has run
}

func (f *follower) use(i instruction, at *place) use {
	if made, ok := f.calculate(i, at); ok {
		return use{only: true, made: made, makes: true}
	}
	shown, text := f.shows(i, at)
	switch {
	case text || f.joins(i, at):
		return use{only: true, made: sum{text: true}, makes: true, runs: shown}
	case shown:
		return use{only: true, runs: true}
	case i.op() == lua.OP_NOT && at.sumIn(i.b()).truth:
		return use{only: true, made: sum{truth: true}, makes: true}
	}
	if gave, returned, ok := f.enters(i, at); ok {
		return use{only: true, made: gave, makes: returned && (i.op() == lua.OP_TAILCALL || i.c() != 1), runs: true}
	}
	return use{}
}

// copy follows a move between registers.
func (f *follower) copy(i instruction, at *place) bool {
	a, b := i.a(), i.b()
	holds, sum, value := at.holds.has(b), at.sumIn(b), f.register(b, at)
	if holds && (f.shares(a, at.pc) || i.op() == lua.OP_TESTSET && sum.truth) {
		return false
	}
	if i.op() == lua.OP_TESTSET && !holds {
		at.wrote.add(a)
		f.forget(a)
		return true // it may be copied or not
	}
	at.drop(a)
	at.wrote.add(a)
	f.forget(a)
	switch {
	case holds:
		return at.hold(a, sum)
	case value != nil:
		f.know(a, value)
	}
	return true
}

// shares says whether an inner function that was made before pc sees what is written to a register.
func (f *follower) shares(register, pc int) bool {
	return f.shared != nil && f.shared[pc].has(register)
}

// know notes the value of a register that was written and forgotten.
func (f *follower) know(register int, value lua.LValue) {
	f.values = append(f.values, held{register, value})
}

func (f *follower) forget(register int) {
	f.values = slices.DeleteFunc(f.values, func(h held) bool { return h.register == register })
}

// known is the value of a register that was written, nil if it is not known.
func (f *follower) known(register int) lua.LValue {
	for i := range f.values {
		if f.values[i].register == register {
			return f.values[i].value
		}
	}
	return nil
}

// compare follows a comparison: of the number, it is what the script finds out.
func (f *follower) compare(i instruction, at *place) bool {
	left, right := at.holds.has(i.b()), at.holds.has(i.c())
	one, two := at.sumIn(i.b()), at.sumIn(i.c())
	if left && right && (one != two || one.shown()) { // 4 - number < number
		return false
	}
	if left == right { // of others, where a metamethod may run, or of the number with itself
		at.fresh = at.fresh && left
		return true
	}
	if f.same(at) {
		return true
	}
	if one.shown() || two.shown() {
		return false
	}
	if f.showsTruth(at) {
		return true
	}
	mine, other, least := i.b(), i.c(), 0.0
	if right {
		mine, other = other, mine
	}
	value, sum := f.operand(other, at), at.sumIn(mine)
	with, ok := value.(lua.LNumber)
	bound := sum.solve(float64(with))
	switch {
	case value != nil && !ok && i.op() == lua.OP_EQ:
		return true // no number is equal to it
	case !ok || math.IsNaN(bound):
		return false
	case i.op() == lua.OP_EQ && bound != 0:
		return bound != f.number
	case i.op() == lua.OP_EQ: // what is not 0 is at least 1
		least = 1
	case ((i.op() == lua.OP_LT) == left) != sum.minus: // number < bound, bound <= number
		least = math.Ceil(bound)
	default:
		least = math.Floor(bound) + 1
	}
	if least <= f.number {
		f.least = max(f.least, least)
	}
	return true
}

// maxJumps bounds how many jumps in a row are followed: they may go in a circle.
const maxJumps = 8

// lands is the place to which jumps lead from pc.
func (f *follower) lands(pc int) int {
	for range maxJumps {
		if pc >= len(f.fn.Proto.Code) {
			return pc
		}
		switch i := instruction(f.fn.Proto.Code[pc]); i.op() {
		case lua.OP_JMP:
			pc += 1 + i.jump()
		case lua.OP_NOP:
			pc++
		default:
			return pc
		}
	}
	return pc
}

// operand is the value of a constant or a register, nil if it is not known.
func (f *follower) operand(o int, at *place) lua.LValue {
	if o >= constant {
		if o -= constant; o < len(f.fn.Proto.Constants) {
			return f.fn.Proto.Constants[o]
		}
		return nil
	}
	return f.register(o, at)
}

// register is the value of a register, nil if it is not known.
func (f *follower) register(r int, at *place) lua.LValue {
	switch {
	case f.shares(r, at.pc) && !at.fresh:
		return nil
	case at.wrote.has(r):
		return f.known(r)
	}
	if f.frame == nil {
		frame, ok := f.L.GetStack(f.level)
		if !ok {
			return nil
		}
		f.frame = frame
	}
	name, v := f.L.GetLocal(f.frame, r+1)
	if name == "" {
		return nil
	}
	return v
}

// result is the value that an instruction gives its register, nil if it is not known.
func (f *follower) result(i instruction, at *place) lua.LValue {
	switch i.op() {
	case lua.OP_LOADK:
		if i.bx() < len(f.fn.Proto.Constants) {
			return f.fn.Proto.Constants[i.bx()]
		}
	case lua.OP_LOADNIL:
		return lua.LNil
	case lua.OP_GETUPVAL:
		if i.b() < len(f.fn.Upvalues) {
			return f.holds(f.fn.Upvalues[i.b()].Value(), at)
		}
	case lua.OP_GETGLOBAL:
		if i.bx() < len(f.fn.Proto.Constants) {
			return f.holds(rawField(f.fn.Env, f.fn.Proto.Constants[i.bx()]), at)
		}
	case lua.OP_GETTABLE, lua.OP_GETTABLEKS:
		return f.holds(rawField(f.operand(i.b(), at), f.operand(i.c(), at)), at)
	case lua.OP_SELF:
		return f.method(f.register(i.b(), at), f.operand(i.c(), at), at)
	case lua.OP_ADD, lua.OP_SUB, lua.OP_MUL:
		b, ok1 := f.operand(i.b(), at).(lua.LNumber)
		c, ok2 := f.operand(i.c(), at).(lua.LNumber)
		if ok1 && ok2 {
			return arithmetic(i.op(), b, c)
		}
	}
	return nil
}

// holds is a value that a variable has now; nil if it may have another one by then.
func (f *follower) holds(v lua.LValue, at *place) lua.LValue {
	if at.fresh || f.library(v) {
		return v
	}
	return nil
}

func arithmetic(op int, b, c lua.LNumber) lua.LValue {
	switch op {
	case lua.OP_ADD:
		return b + c
	case lua.OP_SUB:
		return b - c
	}
	return b * c
}

// rawField is a field that a table has itself, nil if there is none.
func rawField(object, key lua.LValue) lua.LValue {
	t, ok := object.(*lua.LTable)
	if !ok || t == nil || key == nil {
		return nil
	}
	if v := t.RawGet(key); v != lua.LNil {
		return v
	}
	return nil
}
