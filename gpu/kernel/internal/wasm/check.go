package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/guard"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// checkCall makes once for a call the checks that do not depend on the group.
func (g *gen) checkCall() {
	g.apart, g.allFast = 0, 0
	if g.opt.Forms == SlowForm {
		return
	}
	if g.rules != nil {
		g.pushApart()
		g.apart = g.Keep(enc.I32)
	}
	if w := g.guard(); w.IsForAll() {
		w.Push(true)
		g.allFast = g.Keep(enc.I32)
	}
}

// pushFast pushes whether the group takes its fast form.
func (g *gen) pushFast() {
	switch {
	case g.allFast == 0:
		g.guard().Push(false)
	default:
		g.Get(g.allFast)
		g.Choose(enc.I32, func() { g.I32(1) }, func() { g.guard().Push(false) })
	}
	if g.apart != 0 {
		g.Get(g.apart)
		g.Op(enc.I32And)
	}
}

// guard writes the checks.
func (g *gen) guard() *guard.Writer {
	return &guard.Writer{Func: g.Func, Kernel: g.K, Forms: g.forms, Checks: g.bounds.Checks, Scalar: g.Scalar,
		Count: g.pushCount, Group: g.pushGroupNumber}
}

// pushGroupNumber pushes a component of GroupID as an i64: of the group, or the largest or smallest one of the dispatch.
func (g *gen) pushGroupNumber(axis reach.Symbol, which guard.Which) {
	switch which {
	case guard.This:
		g.Get(g.groups.ID[axis])
		g.Op(enc.I64ExtendI32U)
	case guard.Highest:
		g.Get(g.block)
		g.Mem(enc.I32Load, block.FieldGroups+4*uint32(axis))
		g.Op(enc.I64ExtendI32U)
		g.I64(1)
		g.Op(enc.I64Sub)
	default:
		g.I64(0)
	}
}

// pushCount pushes a count that is a value or a word of a record.
func (g *gen) pushCount(n bounds.Count) {
	switch {
	case n.Value != 0:
		g.Scalar(n.Value)
	case n.Word >= ir.WordWidth && n.Word <= ir.WordDepth:
		g.PushScalar(g.hoisted(wordKey{Kind: parts.WordExtent, Record: n.Record, Word: n.Word}))
	default:
		g.PushScalar(g.hoisted(wordKey{Kind: parts.WordPlain, Record: n.Record, Word: n.Word}))
	}
}
