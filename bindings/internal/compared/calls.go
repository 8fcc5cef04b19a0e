package compared

import lua "github.com/yuin/gopher-lua"

// A number that a script gives to one of its own functions is followed there:
//
//	local function log(...) print(string.format(...)) end
//	log("frame %d", n)                              it is only shown
//	local function reached(n, v) return n >= v end
//	if reached(n, 4) then                           it is compared with 4

// argument is one of a function that takes as many as it gets, behind its parameters.
type argument struct {
	place int
	sum   sum
}

// everything is all registers.
var everything = set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// enters follows a call that gets the number into the function of the script that is called. It reports false where there is none, or the number gets
// away in it. returned says that it comes back, as gave.
func (f *follower) enters(i instruction, at *place) (gave sum, returned, ok bool) {
	arguments, _, _ := i.effect()
	given := span{i.a() + 1, arguments[0].end}
	if i.op() != lua.OP_CALL && i.op() != lua.OP_TAILCALL || at.holds.has(i.a()) || !at.holds.meets(given) || f.depth == maxLevels {
		return gave, false, false
	}
	fn, ok := f.register(i.a(), at).(*lua.LFunction)
	if !ok || fn.IsG {
		return gave, false, false
	}
	inner := follower{L: f.L, fn: fn, number: f.number, shared: sharedOf(fn.Proto), least: f.least, level: f.level, tries: f.tries,
		depth: f.depth + 1, steps: f.steps}
	from := place{wrote: everything, fresh: at.fresh}
	if !inner.takes(&from, f, at, given) || !inner.run(from) {
		return gave, false, false
	}
	f.least, f.steps = inner.least, inner.steps
	return inner.gave, inner.returned, true
}

// takes puts the arguments of a call into the registers of the function. It reports false where the number is among what a function gets that keeps
// it in a table.
func (f *follower) takes(from *place, caller *follower, at *place, given span) bool {
	parameters := int(f.fn.Proto.NumParameters)
	for r := given.first; r < given.end; r++ {
		n, held := r-given.first, at.holds.has(r)
		switch {
		case n < parameters && held:
			if !from.hold(n, at.sumIn(r)) {
				return false
			}
		case n < parameters:
			if v := caller.register(r, at); v != nil {
				f.know(n, v)
			}
		case held && f.fn.Proto.IsVarArg&lua.VarArgNeedsArg != 0:
			return false
		case held:
			f.rest = append(f.rest, argument{n - parameters, at.sumIn(r)})
		}
	}
	return true
}

// spreads puts the arguments behind the parameters into registers, as many as are wanted; 0 of the instruction: all.
func (f *follower) spreads(i instruction, at *place) bool {
	for _, x := range f.rest {
		if i.b() != 0 && x.place >= i.b()-1 {
			continue
		}
		if r := i.a() + x.place; r >= all || f.shares(r, at.pc) || !at.hold(r, x.sum) {
			return false
		}
	}
	return true
}

// gives notes what the function returns of the number. It reports false where that is not the same on all ways.
func (f *follower) gives(s sum, at *place) bool {
	if f.returned && s != f.gave {
		return false
	}
	f.returned, f.gave, f.quiet = true, s, f.quiet && at.fresh
	return true
}
