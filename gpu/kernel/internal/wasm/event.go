package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

const eventFunc = 0 // number of the imported function

// sendEvent fills the head and calls the host.
func (g *gen) sendEvent(kind uint32, in *ir.Instr, code, binding uint32) {
	parts.EventWord(g.Func, g.block, block.EventKind, kind)
	parts.EventWord(g.Func, g.block, block.EventSite, uint32(in.Site))
	parts.EventWord(g.Func, g.block, block.EventCode, code)
	parts.EventWord(g.Func, g.block, block.EventBinding, binding)
	g.Get(g.block, g.item0)
	g.Mem(enc.I32Store, block.FieldEvent+block.EventItem)
	g.Get(g.block)
	g.Mem(enc.I32Load, block.FieldWorker)
	g.call(eventFunc)
}

// reportOutside tells the host about the active lanes that are not inside: of all loads of a texel at the first one.
func (g *gen) reportOutside(in *ir.Instr, inside asm.Local, a access) {
	list, several := g.alike[in]
	if !g.opt.Report || in.Mark || several && list == nil {
		return
	}
	g.maskOf()
	g.Get(inside)
	g.Op(enc.V128Andnot)
	outside := g.Keep(enc.V128)
	g.Get(outside)
	g.Op(enc.V128AnyTrue)
	g.When(func() {
		parts.EventVector(g.Func, g.block, block.EventMask, func() { g.Get(outside) })
		for i, push := range a.report() {
			if push == nil {
				push = func() { g.All(0) }
			}
			parts.EventVector(g.Func, g.block, block.EventLanes+16*uint32(i), push)
		}
		binding := uint32(in.Binding)
		if !in.Op.NamesBinding() {
			binding = ^uint32(0)
		}
		for _, one := range append(list, in)[:max(len(list), 1)] {
			g.sendEvent(block.EventReport, one, uint32(in.Op), binding)
		}
	})
}

// aligned tells the host about the active lanes whose address is no multiple of 4.
func (g *gen) aligned(in *ir.Instr) {
	slot, address := in.Args[0], in.Args[1]
	test := func(report func()) { g.When(report) }
	if g.IsUniform(address) {
		g.Scalar(address)
		g.I32(3)
		g.Op(enc.I32And)
		test = func(report func()) { g.When(func() { g.Slowly(report) }) }
	} else {
		g.Vector(address)
		g.All(3)
		g.Op(enc.V128And, enc.V128AnyTrue)
	}
	test(func() {
		g.Vector(address)
		g.All(3)
		g.Op(enc.V128And)
		g.All(0)
		g.Op(enc.I32x4Eq)
		inside := g.Keep(enc.V128)
		g.reportOutside(in, inside, access{report: func() reportFields {
			return reportFields{block.ReportSlot: func() { g.VectorOrZero(slot) }, block.ReportIndex0: func() { g.Vector(address) }}
		}})
	})
}

// printf hands the arguments of all lanes to the host.
func (g *gen) printf(in *ir.Instr) {
	parts.EventVector(g.Func, g.block, block.EventMask, g.maskOf)
	for i, v := range in.Args {
		parts.EventVector(g.Func, g.block, block.EventLanes+16*uint32(i), func() {
			g.Vector(v)
			switch g.K.Type(v) {
			case ir.F32:
				g.arith.Canonical(v)
			case ir.Bool:
				g.All(1)
				g.Op(enc.V128And)
			}
		})
	}
	g.sendEvent(block.EventPrint, in, in.Imm, uint32(len(in.Args)))
}
