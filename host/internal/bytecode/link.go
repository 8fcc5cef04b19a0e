package bytecode

import (
	"github.com/yuin/gopher-lua"
)

// MaxJump is over how many instructions a jump can go, forwards or back (18 bits, signed).
const MaxJump = 1<<17 - 1

// maxConstants is how many constants a function can have (18 bits).
const maxConstants = 1 << 18

// maxUpvalues is how many variables of the functions around it a function can use: a byte counts them.
const maxUpvalues = 255

// Notes say what the tree knows and the instructions do not. Keys are places.
type Notes struct {
	Values map[int]lua.LValue // what the constant loaded at a place is
	Keys   map[int]int        // keys of fields in table constructors: how many elements before them wait to be stored
	Pads   map[int]bool       // elements that are there only to fill a batch, which is not stored
	Calls  map[int]string     // names of called functions
	Places map[int]int        // true places of those that stand for others
}

// A Limit is what a function exceeds.
type Limit int

// The limits.
const (
	NoLimit       Limit = iota
	TooManyValues       // constants
	TooManyUpvalues
)

// Link repairs a prototype and those in it. If a function is beyond a limit, Link says which, and where it was defined.
func Link(p *lua.FunctionProto, notes Notes) (over Limit, defined int) {
	if over := link(p, notes); over != NoLimit {
		return over, p.LineDefined
	}
	for _, inner := range p.FunctionPrototypes {
		if over, defined := Link(inner, notes); over != NoLimit {
			return over, defined
		}
	}
	return NoLimit, 0
}

func link(p *lua.FunctionProto, notes Notes) Limit {
	if len(p.DbgUpvalues) > maxUpvalues {
		return TooManyUpvalues
	}
	own := map[lua.LValue]int{}
	tables := map[int]int{} // batches stored so far, by the register of the table
	for pc := 0; pc < len(p.Code); pc++ {
		inst := &p.Code[pc]
		switch opcode(*inst) {
		case lua.OP_LOADK:
			v, ok := notes.Values[p.DbgSourcePositions[pc]]
			if !ok {
				continue
			}
			index, ok := own[v]
			if !ok {
				index = len(p.Constants)
				own[v] = index
				p.Constants = append(p.Constants, v)
			}
			setBx(inst, index)
			if place, ok := notes.Places[p.DbgSourcePositions[pc]]; ok {
				p.DbgSourcePositions[pc] = place
			}
		case lua.OP_NEWTABLE:
			tables[argA(*inst)] = 0
		case lua.OP_SETLIST:
			pc += setList(p, pc, tables, notes)
		}
	}
	for i := range p.DbgCalls {
		if name, ok := notes.Calls[p.DbgSourcePositions[p.DbgCalls[i].Pc]]; ok {
			p.DbgCalls[i].Name = name
		}
	}
	if len(p.Constants) > maxConstants {
		return TooManyValues
	}
	return NoLimit
}

// setList repairs one batch, and returns how many words follow the instruction.
func setList(p *lua.FunctionProto, pc int, tables map[int]int, notes Notes) (words int) {
	inst := &p.Code[pc]
	a, place := argA(*inst), p.DbgSourcePositions[pc]
	if argC(*inst) == 0 {
		words = 1
	}
	waiting, named := notes.Keys[place]
	needless := notes.Pads[place] || named && waiting == 0
	if !needless {
		tables[a]++
	}
	if named {
		setB(inst, waiting)
	}
	switch batch := tables[a]; {
	case needless:
		for i := range words + 1 {
			p.Code[pc+i] = uint32(lua.OP_NOP) << 26
		}
	case words == 1:
		p.Code[pc+1] = uint32(batch)
	case batch <= maxC:
		setC(inst, batch)
	default:
		panic("BUG: bytecode: no room for the number of a batch")
	}
	return words
}

// MaxBatch is the last batch whose number fits into its instruction; those after it need a word of their own.
const MaxBatch = maxC

// An instruction is 6 bits of operation, 8 of A, 9 of C and 9 of B; or Bx in place of C and B.
const maxC = 1<<9 - 1

func opcode(inst uint32) int        { return int(inst >> 26) }
func argA(inst uint32) int          { return int(inst>>18) & 0xff }
func argC(inst uint32) int          { return int(inst>>9) & maxC }
func setB(inst *uint32, b int)      { *inst = *inst&^maxC | uint32(b) }
func setC(inst *uint32, c int)      { *inst = *inst&^(maxC<<9) | uint32(c)<<9 }
func setBx(inst *uint32, index int) { *inst = *inst&^(maxConstants-1) | uint32(index)&(maxConstants-1) }

// A Range is of places, [First, Last].
type Range struct{ First, Last int }

// LongRange returns the first of the ranges that has more instructions than a jump can go over.
func LongRange(p *lua.FunctionProto, ranges []Range) (Range, bool) {
	if len(p.Code) > MaxJump {
		for _, r := range ranges {
			n := 0
			for _, place := range p.DbgSourcePositions {
				if place >= r.First && place <= r.Last {
					n++
				}
			}
			if n > MaxJump {
				return r, true
			}
		}
	}
	for _, inner := range p.FunctionPrototypes {
		if r, ok := LongRange(inner, ranges); ok {
			return r, true
		}
	}
	return Range{}, false
}
