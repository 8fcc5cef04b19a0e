package compared

import (
	"iter"
	"sync/atomic"
	"weak"

	lua "github.com/yuin/gopher-lua"
)

// instruction is one of gopher-lua's: six bits of opcode, then A, C and B, or A and Bx.
type instruction uint32

func (i instruction) op() int   { return int(i >> 26) }
func (i instruction) a() int    { return int(i>>18) & 0xff }
func (i instruction) b() int    { return int(i) & 0x1ff }
func (i instruction) c() int    { return int(i>>9) & 0x1ff }
func (i instruction) bx() int   { return int(i) & 0x3ffff }
func (i instruction) jump() int { return i.bx() - 0x3ffff>>1 }

// constant is the bit of an operand that is the number of a constant, not of a register.
const constant = 1 << 8

// span is registers [first, end).
type span struct{ first, end int }

// all is the end of a span that goes up to the last register.
const all = 256

// effect is which registers an instruction reads and writes, apart from what is said of copies and comparisons; false: the instruction is not known.
func (i instruction) effect() (reads [3]span, writes span, known bool) {
	one := func(operand int) span {
		if operand >= constant {
			return span{}
		}
		return span{operand, operand + 1}
	}
	to := span{i.a(), i.a() + 1}
	switch i.op() {
	case lua.OP_LOADK, lua.OP_LOADBOOL, lua.OP_GETUPVAL, lua.OP_GETGLOBAL, lua.OP_NEWTABLE, lua.OP_CLOSURE:
		return reads, to, true
	case lua.OP_LOADNIL:
		return reads, span{i.a(), i.b() + 1}, true
	case lua.OP_GETTABLE, lua.OP_GETTABLEKS, lua.OP_ADD, lua.OP_SUB, lua.OP_MUL, lua.OP_DIV, lua.OP_MOD, lua.OP_POW:
		return [3]span{one(i.b()), one(i.c())}, to, true
	case lua.OP_UNM, lua.OP_NOT, lua.OP_LEN:
		return [3]span{one(i.b())}, to, true
	case lua.OP_SELF:
		return [3]span{one(i.b()), one(i.c())}, span{i.a(), i.a() + 2}, true
	case lua.OP_CONCAT:
		return [3]span{{i.b(), i.c() + 1}}, to, true
	case lua.OP_SETGLOBAL, lua.OP_SETUPVAL:
		return [3]span{to}, writes, true
	case lua.OP_SETTABLE, lua.OP_SETTABLEKS:
		return [3]span{to, one(i.b()), one(i.c())}, writes, true
	}
	return i.flow()
}

// flow is effect of calls, loops and jumps.
func (i instruction) flow() (reads [3]span, writes span, known bool) {
	a := i.a()
	upTo := func(n int) span { // n values and one more; 0: whatever there is
		if n == 0 {
			return span{a, all}
		}
		return span{a, a + n}
	}
	switch i.op() {
	case lua.OP_CALL, lua.OP_TAILCALL:
		return [3]span{upTo(i.b())}, span{a, all}, true
	case lua.OP_RETURN:
		if i.b() == 0 {
			return [3]span{upTo(0)}, writes, true
		}
		return [3]span{{a, a + i.b() - 1}}, writes, true
	case lua.OP_FORLOOP:
		return [3]span{{a, a + 3}}, span{a, a + 4}, true
	case lua.OP_FORPREP:
		return [3]span{{a, a + 3}}, span{a, a + 1}, true
	case lua.OP_TFORLOOP:
		return [3]span{{a, a + 3}}, span{a + 2, all}, true
	case lua.OP_SETLIST:
		return [3]span{{a, all}}, writes, true
	case lua.OP_VARARG:
		return reads, span{a, all}, true
	case lua.OP_JMP, lua.OP_CLOSE, lua.OP_NOP:
		return reads, writes, true
	}
	return reads, writes, false
}

// quiet says that an instruction changes nothing but registers, and runs nothing that may.
func (i instruction) quiet() bool {
	switch i.op() {
	case lua.OP_LOADK, lua.OP_LOADBOOL, lua.OP_LOADNIL, lua.OP_GETUPVAL, lua.OP_NEWTABLE, lua.OP_CLOSURE, lua.OP_VARARG,
		lua.OP_NOT, lua.OP_JMP, lua.OP_FORPREP, lua.OP_FORLOOP, lua.OP_CLOSE, lua.OP_NOP:
		return true
	}
	return false
}

// next are the places that may come after the instruction at pc: n of them, two at most.
func (i instruction) next(pc int) (to [2]int, n int) {
	switch i.op() {
	case lua.OP_JMP, lua.OP_FORPREP:
		return [2]int{pc + 1 + i.jump()}, 1
	case lua.OP_FORLOOP:
		return [2]int{pc + 1, pc + 1 + i.jump()}, 2
	case lua.OP_EQ, lua.OP_LT, lua.OP_LE, lua.OP_TEST, lua.OP_TESTSET, lua.OP_TFORLOOP:
		return [2]int{pc + 1, pc + 2}, 2
	case lua.OP_LOADBOOL:
		if i.c() != 0 {
			return [2]int{pc + 2}, 1
		}
	case lua.OP_RETURN, lua.OP_TAILCALL:
		return to, 0
	}
	return [2]int{pc + 1}, 1
}

// shares is what captured found last: a script polls in one place, many times.
type shares struct {
	of  weak.Pointer[lua.FunctionProto]
	set []set
}

var lastShares atomic.Pointer[shares]

// sharedOf is captured, which remembers its last result: a function does not change.
func sharedOf(p *lua.FunctionProto) []set {
	if len(p.FunctionPrototypes) == 0 {
		return nil
	}
	if last := lastShares.Load(); last != nil && last.of == weak.Make(p) {
		return last.set
	}
	made := &shares{weak.Make(p), captured(p)}
	lastShares.Store(made)
	return made.set
}

// captured are, at each instruction of a function, the registers that its inner functions share: who holds one of them sees what is written there
// later. A register is shared from where an inner function is made until the block of its variable ends; before and after that other variables, which
// nobody shares, may use it.
func captured(p *lua.FunctionProto) []set {
	at := make([]set, len(p.Code)+2) // a comparison may skip an instruction
	for again := true; again; {
		again = false
		for pc := 0; pc < len(p.Code); pc++ {
			i, open := instruction(p.Code[pc]), at[pc]
			to, ways := i.next(pc)
			switch i.op() {
			case lua.OP_CLOSURE:
				for r := range captures(p, pc) {
					open.add(r)
				}
				to[0] = pc + 1 + upvalues(p, i)
			case lua.OP_CLOSE:
				for r := i.a(); r < all; r++ {
					open.remove(r)
				}
			}
			for _, next := range to[:ways] {
				again = at[next].join(open) && next <= pc || again
			}
			pc += upvalues(p, i)
		}
	}
	return at
}

// upvalues is how many entries stand after an instruction that makes a function, one for each variable that it shares.
func upvalues(p *lua.FunctionProto, i instruction) int {
	if i.op() != lua.OP_CLOSURE || i.bx() >= len(p.FunctionPrototypes) {
		return 0
	}
	return int(p.FunctionPrototypes[i.bx()].NumUpvalues)
}

// captures are the registers that the function which is made at pc shares.
func captures(p *lua.FunctionProto, pc int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for n := range upvalues(p, instruction(p.Code[pc])) {
			if at := pc + 1 + n; at < len(p.Code) {
				if i := instruction(p.Code[at]); i.op() == lua.OP_MOVE && !yield(i.b()) {
					return
				}
			}
		}
	}
}

// set is a set of registers.
type set [4]uint64

func (s *set) add(r int)      { s[r/64] |= 1 << (r % 64) }
func (s *set) remove(r int)   { s[r/64] &^= 1 << (r % 64) }
func (s *set) has(r int) bool { return r < all && s[r/64]>>(r%64)&1 != 0 }

// join adds the registers of another set, and says whether some were new.
func (s *set) join(o set) (grown bool) {
	for i := range s {
		grown = grown || o[i]&^s[i] != 0
		s[i] |= o[i]
	}
	return grown
}
func (s *set) empty() bool { return *s == set{} }

// meets says whether a register of a span is in the set.
func (s *set) meets(w span) bool {
	for r := w.first; r < w.end; r++ {
		if s.has(r) {
			return true
		}
	}
	return false
}
