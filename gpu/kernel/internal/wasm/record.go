package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// wordKey names a quantity of a record with a fixed place in the table. They do not change during a dispatch and are loaded once for each call.
type wordKey = parts.Word

func (g *gen) hoisted(key wordKey) operand {
	return operand{loc: g.words.Scalar(g.Func, key), word: &key}
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
		return g.hoisted(wordKey{Kind: parts.WordPlain, Record: r.index, Word: word})
	case r.at.vector:
		g.Get(r.at.loc)
		g.call(g.library.Gather(4, false, 4*word))
		return operand{loc: g.Keep(enc.V128), vector: true}
	}
	g.Get(r.at.loc)
	g.Mem(enc.I32Load, 4*word)
	return operand{loc: g.Keep(enc.I32)}
}

// roomOf gives word - used, at least 0, where word is a scalar.
func (g *gen) roomOf(r record, word, used uint32) operand {
	if r.fixed {
		return g.hoisted(wordKey{Kind: parts.WordRoom, Record: r.index, Word: word, Arg: used})
	}
	g.pushScalar(g.word(r, word))
	parts.Room(g.Func, func() { g.I32(used) })
	return operand{loc: g.Keep(enc.I32)}
}

// isSamples tells whether the levels of the view are samples.
func (r *record) isSamples() bool { return r.binding.Shape.IsMultisampled() }
