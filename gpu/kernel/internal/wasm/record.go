package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// wordKind is what a hoisted quantity is made of.
type wordKind uint8

const (
	wordPlain  wordKind = iota // a word of the record
	wordRoom                   // word - arg, at least 0: how many bases of arg+1 neighbours lie inside
	wordExtent                 // a size of mip 0: at least 1, or 0 where there are no levels
	wordMipAt                  // address of the first texel of mip 0
	wordConst                  // constant at byte arg, 0 outside
)

// wordKey names a quantity of a record with a fixed place in the table. They do not change during a dispatch and are
// loaded once for each call.
type wordKey struct {
	kind   wordKind
	record uint32
	word   uint32
	arg    uint32
}

func (g *gen) loadWord(key wordKey) {
	at := func(word uint32) {
		g.get(g.records)
		g.mem(enc.I32Load, key.record*ir.RecordBytes+4*word)
	}
	switch key.kind {
	case wordPlain:
		at(key.word)
	case wordRoom:
		g.extentOrWord(key.word, at)
		g.room(constant(key.arg))
	case wordExtent:
		g.extentOrWord(key.word, at)
	case wordMipAt:
		at(ir.WordBase)
		at(ir.WordMip0)
		g.op(enc.I32Add)
	case wordConst:
		at(ir.WordSize)
		g.i32(key.arg + 3)
		g.op(enc.I32GtU)
		g.choose(enc.I32, func() {
			at(ir.WordBase)
			g.mem(enc.I32Load, key.arg)
		}, func() { g.i32(0) })
	}
	g.words[key] = g.keep(enc.I32)
}

// extentOrWord pushes a word; a size of a texture as ir.Record.Extent gives it for mip 0.
func (g *gen) extentOrWord(word uint32, at func(uint32)) {
	if word < ir.WordWidth || word > ir.WordDepth {
		at(word)
		return
	}
	at(word)
	g.i32(1)
	at(word)
	g.op(enc.Select)
	g.i32(0)
	at(ir.WordMips)
	g.op(enc.Select)
}

// room pops n and pushes n - used, or 0 where n is less.
func (g *gen) room(used operand) {
	n := g.keep(enc.I32)
	g.get(n)
	g.pushScalar(used)
	g.op(enc.I32Sub)
	g.i32(0)
	g.get(n)
	g.pushScalar(used)
	g.op(enc.I32GtU, enc.Select)
}

func (g *gen) hoisted(key wordKey) operand {
	if !g.needWord[key] {
		g.needWord[key] = true
		g.wordOrder = append(g.wordOrder, key)
	}
	l := g.words[key]
	if l == 0 { // first pass
		l = g.local(enc.I32)
		g.words[key] = l
	}
	return operand{loc: l}
}

// record is the view that an access goes to.
type record struct {
	binding *ir.Binding
	fixed   bool    // its place in the table is known
	index   uint32  // fixed: record number
	at      operand // else: address; 0, where zeros lie, for a slot outside the array
}

func (g *gen) record(in *ir.Instr, slot ir.Value) record {
	b := &g.k.Bindings[in.Binding]
	first := g.k.FirstRecord(in.Binding)
	r := record{binding: b}
	c := (*ir.Instr)(nil)
	if slot != 0 {
		c = g.shapes.Konst[slot]
	}
	switch {
	case slot == 0:
		r.fixed, r.index = true, first
	case c != nil && c.Imm < b.Count:
		r.fixed, r.index = true, first+c.Imm
	case g.isUniform(slot):
		g.get(g.records)
		g.i32(first * ir.RecordBytes)
		g.op(enc.I32Add)
		g.scalar(slot)
		g.i32(8)
		g.op(enc.I32Shl, enc.I32Add)
		g.i32(0)
		g.scalar(slot)
		g.i32(b.Count)
		g.op(enc.I32LtU, enc.Select)
		r.at.loc = g.keep(enc.I32)
	default:
		g.get(g.records)
		g.i32(first * ir.RecordBytes)
		g.op(enc.I32Add)
		g.broadcast(g.depth > 0)
		g.vector(slot)
		g.i32(8)
		g.op(enc.I32x4Shl, enc.I32x4Add)
		g.vector(slot)
		g.all(b.Count)
		g.op(enc.I32x4LtU, enc.V128And)
		r.at = operand{loc: g.keep(enc.V128), vector: true}
	}
	return r
}

// word gives a word of the record.
func (g *gen) word(r record, word uint32) operand {
	switch {
	case r.fixed:
		return g.hoisted(wordKey{kind: wordPlain, record: r.index, word: word})
	case r.at.vector:
		g.get(r.at.loc)
		g.call(g.gatherHelper(4, false, 4*word))
		return operand{loc: g.keep(enc.V128), vector: true}
	}
	g.get(r.at.loc)
	g.mem(enc.I32Load, 4*word)
	return operand{loc: g.keep(enc.I32)}
}

// roomOf gives word - used, at least 0, where word is a scalar.
func (g *gen) roomOf(r record, word, used uint32) operand {
	if r.fixed {
		return g.hoisted(wordKey{kind: wordRoom, record: r.index, word: word, arg: used})
	}
	g.pushScalar(g.word(r, word))
	g.room(constant(used))
	return operand{loc: g.keep(enc.I32)}
}

// gatherHelper is a function from four addresses to the values there.
func (g *gen) gatherHelper(width uint8, signed bool, offset uint32) uint64 {
	name := "gather" + widthName(width, signed) + "." + itoa(offset)
	return g.helper(name, oneV128, oneV128, func(a asm) { gather(a, a.param(0), width, signed, offset) })
}

// gather pushes the values at four addresses.
func gather(a asm, addresses local, width uint8, signed bool, offset uint32) {
	if width != 4 {
		a.all(0)
		for lane := range ir.WaveSize {
			a.get(addresses)
			a.lane(enc.I32x4ExtractLane, lane)
			a.mem(loadOp(width, signed), offset)
			a.lane(enc.I32x4ReplaceLane, lane)
		}
		return
	}
	for lane := range ir.WaveSize {
		a.get(addresses)
		a.lane(enc.I32x4ExtractLane, lane)
	}
	addr := [ir.WaveSize]local{}
	for lane := ir.WaveSize - 1; lane > 0; lane-- {
		addr[lane] = a.keep(enc.I32)
	}
	a.mem(enc.V128Load32Zero, offset)
	v := a.keep(enc.V128)
	for lane := 1; lane < ir.WaveSize; lane++ {
		a.get(addr[lane], v)
		a.memLane(enc.V128Load32Lane, offset, lane)
		a.set(v)
	}
	a.get(v)
}

func loadOp(width uint8, signed bool) enc.Op {
	switch {
	case width == 4:
		return enc.I32Load
	case width == 2 && signed:
		return enc.I32Load16S
	case width == 2:
		return enc.I32Load16U
	case signed:
		return enc.I32Load8S
	}
	return enc.I32Load8U
}

func storeOp(width uint8) enc.Op {
	switch width {
	case 4:
		return enc.I32Store
	case 2:
		return enc.I32Store16
	}
	return enc.I32Store8
}
