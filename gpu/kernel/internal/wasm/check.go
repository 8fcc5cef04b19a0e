package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// checkCall makes once for a call the checks that do not depend on the group.
func (g *gen) checkCall() {
	g.apart, g.allFast = 0, 0
	if g.rules != nil {
		g.pushApart()
		g.apart = g.Keep(enc.I32)
	}
	for _, c := range g.bounds.Checks {
		for _, t := range c.Form.Terms {
			_, hi := bounds.Extremes(g.k, g.forms, t)
			if t.Factor != 0 || hi.End != 0 {
				return
			}
		}
		if c.Count.Value != 0 {
			return
		}
	}
	g.everyGroup = true
	g.pushChecks()
	g.everyGroup = false
	g.allFast = g.Keep(enc.I32)
}

// pushFast pushes whether the group takes its fast form.
func (g *gen) pushFast() {
	switch {
	case g.allFast == 0:
		g.pushChecks()
	default:
		g.Get(g.allFast)
		g.Choose(enc.I32, func() { g.I32(1) }, g.pushChecks)
	}
	if g.apart != 0 {
		g.Get(g.apart)
		g.Op(enc.I32And)
	}
}

// pushChecks pushes whether all checks hold for the group. Everything that must not be negative is or-ed together:
//
//	lowest | (count-1 - highest) | factor | (MaxFactor - factor) | …  >= 0
func (g *gen) pushChecks() {
	all := g.Local(enc.I64)
	g.I64(0)
	g.Set(all)
	need := func(push func()) {
		push()
		g.Get(all)
		g.Op(enc.I64Or)
		g.Set(all)
	}
	seen := make(map[ir.Value]bool)
	for _, c := range g.bounds.Checks {
		if lo, _, ok := bounds.Known(g.k, g.forms, c.Form); !ok || lo < 0 {
			need(func() { g.pushExtreme(c.Form, false) })
		}
		need(func() {
			g.pushCount(c.Count)
			g.I64(1)
			g.Op(enc.I64Sub)
			g.pushExtreme(c.Form, true)
			g.I64(uint64(c.Above))
			g.Op(enc.I64Add, enc.I64Sub)
		})
		if c.Signed {
			need(func() { g.pushSigned(c.Count.Value) })
		}
		g.limitFactors(c.Form, seen, need)
	}
	g.Get(all)
	g.I64(0)
	g.Op(enc.I64GeS)
}

// limitFactors demands what the extremes of a form take for granted.
func (g *gen) limitFactors(f reach.Form, seen map[ir.Value]bool, need func(func())) {
	limit := func(v ir.Value, lowest bool) {
		if v == 0 || seen[v] {
			return
		}
		seen[v] = true
		if lowest {
			need(func() { g.pushSigned(v) })
		}
		need(func() {
			g.I64(reach.MaxFactor)
			g.pushSigned(v)
			g.Op(enc.I64Sub)
		})
	}
	for _, t := range f.Terms {
		if t.Symbol == reach.None || t.Factor == 0 {
			continue
		}
		limit(t.Factor, true)
		_, hi := bounds.Extremes(g.k, g.forms, t)
		limit(hi.End, false)
	}
}

func (g *gen) pushSigned(v ir.Value) {
	g.scalar(v)
	g.Op(enc.I64ExtendI32S)
}

// pushExtreme pushes the smallest or largest value of a form as an i64.
func (g *gen) pushExtreme(f reach.Form, largest bool) {
	g.I64(uint64(f.Const))
	for _, t := range f.Terms {
		x, hi := bounds.Extremes(g.k, g.forms, t)
		if largest {
			x = hi
		}
		g.I64(uint64(t.Coef * x.N))
		if x.End != 0 {
			g.pushSigned(x.End)
			g.I64(uint64(t.Coef))
			g.Op(enc.I64Mul, enc.I64Add)
		}
		if t.Symbol >= reach.Group && t.Symbol < reach.Thread {
			g.pushGroupNumber(t.Symbol-reach.Group, largest == (t.Coef > 0))
			g.Op(enc.I64Mul)
		}
		if t.Factor != 0 {
			g.pushSigned(t.Factor)
			g.Op(enc.I64Mul)
		}
		g.Op(enc.I64Add)
	}
}

// pushGroupNumber pushes a component of GroupID as an i64: of the group, or the largest or smallest one of the dispatch.
func (g *gen) pushGroupNumber(axis reach.Symbol, largest bool) {
	switch {
	case !g.everyGroup:
		g.Get([3]asm.Local{g.groupX, g.groupY, g.group}[axis])
		g.Op(enc.I64ExtendI32U)
	case largest:
		g.Get(g.block)
		g.Mem(enc.I32Load, block.FieldGroups+4*uint32(axis))
		g.Op(enc.I64ExtendI32U)
		g.I64(1)
		g.Op(enc.I64Sub)
	default:
		g.I64(0)
	}
}

// pushCount pushes a count as an i64.
func (g *gen) pushCount(n bounds.Count) {
	switch {
	case n.Number != 0:
		g.I64(uint64(n.Number))
		return
	case n.Value != 0:
		g.scalar(n.Value)
	case n.Word >= ir.WordWidth && n.Word <= ir.WordDepth:
		g.pushScalar(g.hoisted(wordKey{Kind: parts.WordExtent, Record: n.Record, Word: n.Word}))
	default:
		g.pushScalar(g.hoisted(wordKey{Kind: parts.WordPlain, Record: n.Record, Word: n.Word}))
	}
	g.Op(enc.I64ExtendI32U)
}
