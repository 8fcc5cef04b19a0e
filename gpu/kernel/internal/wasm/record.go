package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
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
		g.Get(g.records)
		g.Mem(enc.I32Load, key.record*ir.RecordBytes+4*word)
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
		g.Op(enc.I32Add)
	case wordConst:
		at(ir.WordSize)
		g.I32(key.arg + 3)
		g.Op(enc.I32GtU)
		g.Choose(enc.I32, func() {
			at(ir.WordBase)
			g.Mem(enc.I32Load, key.arg)
		}, func() { g.I32(0) })
	}
	g.words[key] = g.Keep(enc.I32)
}

// extentOrWord pushes a word; a size of a texture as ir.Record.Extent gives it for mip 0.
func (g *gen) extentOrWord(word uint32, at func(uint32)) {
	if word < ir.WordWidth || word > ir.WordDepth {
		at(word)
		return
	}
	at(word)
	g.I32(1)
	at(word)
	g.Op(enc.Select)
	g.I32(0)
	at(ir.WordMips)
	g.Op(enc.Select)
}

// room pops n and pushes n - used, or 0 where n is less.
func (g *gen) room(used operand) {
	n := g.Keep(enc.I32)
	g.Get(n)
	g.pushScalar(used)
	g.Op(enc.I32Sub)
	g.I32(0)
	g.Get(n)
	g.pushScalar(used)
	g.Op(enc.I32GtU, enc.Select)
}

func (g *gen) hoisted(key wordKey) operand {
	if !g.needWord[key] {
		g.needWord[key] = true
		g.wordOrder = append(g.wordOrder, key)
	}
	l := g.words[key]
	if l == 0 { // first pass
		l = g.Local(enc.I32)
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
		g.Get(g.records)
		g.I32(first * ir.RecordBytes)
		g.Op(enc.I32Add)
		g.scalar(slot)
		g.I32(8)
		g.Op(enc.I32Shl, enc.I32Add)
		g.I32(0)
		g.scalar(slot)
		g.I32(b.Count)
		g.Op(enc.I32LtU, enc.Select)
		r.at.loc = g.Keep(enc.I32)
	default:
		g.Get(g.records)
		g.I32(first * ir.RecordBytes)
		g.Op(enc.I32Add)
		g.Broadcast(g.depth > 0)
		g.vector(slot)
		g.I32(8)
		g.Op(enc.I32x4Shl, enc.I32x4Add)
		g.vector(slot)
		g.All(b.Count)
		g.Op(enc.I32x4LtU, enc.V128And)
		r.at = operand{loc: g.Keep(enc.V128), vector: true}
	}
	return r
}

// word gives a word of the record.
func (g *gen) word(r record, word uint32) operand {
	switch {
	case r.fixed:
		return g.hoisted(wordKey{kind: wordPlain, record: r.index, word: word})
	case r.at.vector:
		g.Get(r.at.loc)
		g.call(g.gatherHelper(4, false, 4*word))
		return operand{loc: g.Keep(enc.V128), vector: true}
	}
	g.Get(r.at.loc)
	g.Mem(enc.I32Load, 4*word)
	return operand{loc: g.Keep(enc.I32)}
}

// roomOf gives word - used, at least 0, where word is a scalar.
func (g *gen) roomOf(r record, word, used uint32) operand {
	if r.fixed {
		return g.hoisted(wordKey{kind: wordRoom, record: r.index, word: word, arg: used})
	}
	g.pushScalar(g.word(r, word))
	g.room(constant(used))
	return operand{loc: g.Keep(enc.I32)}
}

// gatherHelper is a function from four addresses to the values there.
func (g *gen) gatherHelper(width uint8, signed bool, offset uint32) uint64 {
	name := "gather" + parts.WidthName(width, signed) + "." + parts.Itoa(offset)
	return g.helper(name, oneV128, oneV128, func(a asm.Func) { parts.Gather(a, a.Param(0), width, signed, offset) })
}

// isSamples tells whether the levels of the view are samples.
func (r *record) isSamples() bool { return r.binding.Shape == ir.Texture2DMS }
