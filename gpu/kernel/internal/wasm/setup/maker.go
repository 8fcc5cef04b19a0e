package setup

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// maker writes one function of vectors, one method for each thing that all programs of the package say.
type maker struct{ asm.Func }

// newMaker begins an exported function of numbers.
func newMaker(name string, params int) maker {
	types := make([]enc.ValType, params)
	for i := range types {
		types[i] = enc.I32
	}
	g := maker{asm.New(name, types, nil)}
	g.F.Export = RunExport
	return g
}

// module is the module of the function, in a memory of that many pages of 64 KiB.
func (g maker) module(pages uint32) *enc.Module {
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// spreadWord pushes a word of memory in all lanes.
func (g maker) spreadWord(base asm.Local, offset uint32) {
	g.Get(base)
	g.Mem(enc.V128Load32Zero, offset)
	g.SpreadLane0()
}

// spread gives a number in all lanes.
func (g maker) spread(v asm.Local) asm.Local {
	g.Get(v)
	g.Op(enc.I32x4Splat)
	return g.keep()
}

// addresses gives those of the points that four words are the items of: for all of them at once it takes less than for each of three.
func (g maker) addresses(list asm.Local, offset uint32, step, points asm.Local) asm.Local {
	g.Get(list)
	g.Mem(enc.V128Load, offset)
	g.Get(step)
	g.Op(enc.I32x4Mul)
	g.Get(points)
	g.Op(enc.I32x4Add)
	return g.keep()
}

// keep takes a vector from the stack.
func (g maker) keep() asm.Local { return g.Keep(enc.V128) }

// calc gives the result of an operation.
func (g maker) calc(op enc.Op, a, b asm.Local) asm.Local {
	g.Get(a, b)
	g.Op(op)
	return g.keep()
}

// with gives the result of an operation with a number in all lanes.
func (g maker) with(op enc.Op, a asm.Local, n uint32) asm.Local {
	g.Get(a)
	g.All(n)
	g.Op(op)
	return g.keep()
}

// shift is with for shifts.
func (g maker) shift(op enc.Op, a asm.Local, n uint32) asm.Local {
	g.Get(a)
	g.I32(n)
	g.Op(op)
	return g.keep()
}

// words picks words of the two vectors on the stack: 0 to 3 are those of the first one.
func (g maker) words(ws ...byte) {
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = 4*ws[i/4] + byte(i%4)
	}
	g.F.Body = append(g.F.Body, in)
}

// word stores a lane of a vector as a word: as a float, which the runtime takes out by one move and an integer by two.
func (g maker) word(base asm.Local, word uint32, v asm.Local, lane int) {
	g.Get(base, v)
	g.Lane(enc.F32x4ExtractLane, lane)
	g.Mem(enc.F32Store, 4*word)
}

func (g maker) zero() asm.Local {
	g.All(0)
	return g.keep()
}

// pair pushes a number, twice.
func (g maker) pair(v float64) {
	b := math.Float64bits(v)
	g.Vec(uint32(b), uint32(b>>32), uint32(b), uint32(b>>32))
}

// eight pushes eight bytes from an offset of each of two addresses.
func (g maker) eight(one, other asm.Local, offset uint32) {
	g.Get(one)
	g.Mem(enc.V128Load64Zero, offset)
	g.Get(other)
	g.Mem(enc.F64Load, offset)
	g.Lane(enc.F64x2ReplaceLane, 1)
}

// four pushes a word from an offset of each of four addresses.
func (g maker) four(at [lanes]asm.Local, offset uint32) {
	g.Get(at[0])
	g.Mem(enc.V128Load32Zero, offset)
	for lane := 1; lane < lanes; lane++ {
		g.Get(at[lane])
		g.Mem(enc.F32Load, offset)
		g.Lane(enc.F32x4ReplaceLane, lane)
	}
}

// apart pushes four words, a distance from each other.
func (g maker) apart(at asm.Local, offset, distance uint32) {
	g.Get(at)
	g.Mem(enc.V128Load32Zero, offset)
	for lane := 1; lane < lanes; lane++ {
		g.Get(at)
		g.Mem(enc.F32Load, offset+distance*uint32(lane))
		g.Lane(enc.F32x4ReplaceLane, lane)
	}
}
