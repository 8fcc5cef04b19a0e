package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/values"
)

// wordKey names a quantity of a record with a fixed place in the table. They do not change during a dispatch and are loaded once for each call.
type wordKey = parts.Word

func (g *gen) hoisted(key wordKey) values.Operand {
	return values.Operand{Loc: g.Words.Scalar(g.Func, key), Word: &key}
}

// record is the view that an access goes to.
type record struct {
	binding *ir.Binding
	fixed   bool           // its place in the table is known
	index   uint32         // fixed: record number
	at      values.Operand // else: address; 0, where zeros lie, for a slot outside the array
}

func (g *gen) record(in *ir.Instr, slot ir.Value) record {
	b := &g.K.Bindings[in.Binding]
	first := g.K.FirstRecord(in.Binding)
	r := record{binding: b}
	c := (*ir.Instr)(nil)
	if slot != 0 {
		c = g.Shapes.Konst[slot]
	}
	switch {
	case slot == 0:
		r.fixed, r.index = true, first
	case c != nil && c.Imm < b.Count:
		r.fixed, r.index = true, first+c.Imm
	case g.IsUniform(slot):
		g.Get(g.records)
		g.I32(first * ir.RecordBytes)
		g.Op(enc.I32Add)
		g.Scalar(slot)
		g.I32(8)
		g.Op(enc.I32Shl, enc.I32Add)
		g.I32(0)
		g.Scalar(slot)
		g.I32(b.Count)
		g.Op(enc.I32LtU, enc.Select)
		r.at.Loc = g.Keep(enc.I32)
	default:
		g.Get(g.records)
		g.I32(first * ir.RecordBytes)
		g.Op(enc.I32Add)
		g.Broadcast(g.Depth > 0)
		g.Vector(slot)
		g.I32(8)
		g.Op(enc.I32x4Shl, enc.I32x4Add)
		g.Vector(slot)
		g.All(b.Count)
		g.Op(enc.I32x4LtU, enc.V128And)
		r.at = values.Operand{Loc: g.Keep(enc.V128), Vector: true}
	}
	return r
}

// word gives a word of the record.
func (g *gen) word(r record, word uint32) values.Operand {
	switch {
	case r.fixed:
		return g.hoisted(wordKey{Kind: parts.WordPlain, Record: r.index, Word: word})
	case r.at.Vector:
		g.Get(r.at.Loc)
		g.call(g.library.Gather(4, false, 4*word))
		return values.Operand{Loc: g.Keep(enc.V128), Vector: true}
	}
	g.Get(r.at.Loc)
	g.Mem(enc.I32Load, 4*word)
	return values.Operand{Loc: g.Keep(enc.I32)}
}

// roomOf gives word - used, at least 0, where word is a scalar.
func (g *gen) roomOf(r record, word, used uint32) values.Operand {
	if r.fixed {
		return g.hoisted(wordKey{Kind: parts.WordRoom, Record: r.index, Word: word, Arg: used})
	}
	g.PushScalar(g.word(r, word))
	parts.Room(g.Func, func() { g.I32(used) })
	return values.Operand{Loc: g.Keep(enc.I32)}
}

// isSamples tells whether the levels of the view are samples.
func (r *record) isSamples() bool { return r.binding.Shape.IsMultisampled() }
