package wasm

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// check is one number that must be in [0, count) for all work items of a group and all turns of the loops around it.
type check struct {
	form   reach.Form // its constant is the smallest of the checks that were joined
	above  int64      // the largest constant is so much above
	object string     // what the count belongs to, where count is not nil
	count  func()     // pushes the count as an i64
	number uint32     // the count, where count is nil
	value  bool       // the count is a value of the kernel
	signed ir.Value   // a count that must not be negative, or 0
}

// findChecks collects the accesses and choices that a comparison of extremes decides for the whole group. Choices are guards against
// items beyond the end. loops are the loops in whose bodies b is.
func (g *gen) findChecks(b *ir.Block, loops []*ir.Instr) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpLoop:
			g.findChecks(in.Blocks[0], loops)
			g.findChecks(in.Blocks[1], append(loops[:len(loops):len(loops)], in))
		case ir.OpIf:
			if list, ok := g.guard(in.Args[0], loops); ok && !in.HasBarrier() {
				g.decide(in, list)
			}
			g.findChecks(in.Blocks[0], loops)
			g.findChecks(in.Blocks[1], loops)
		case ir.OpLoadConst:
			if g.early[in.Result()] && g.opt.Report {
				r := g.record(in, in.Args[0])
				g.decide(in, []check{{form: reach.Form{Known: true, Const: int64(in.Offset) + 3}, object: g.objectOf(in, ir.WordSize), count: g.countOf(func() operand { return g.word(r, ir.WordSize) })}})
			}
		default:
			if list, ok := g.accessChecks(in, loops); ok {
				g.decide(in, list)
			}
		}
	}
}

// decide adds checks for in. What they find out before the kernel runs is not checked again.
func (g *gen) decide(in *ir.Instr, list []check) {
	left := list[:0]
	for _, c := range list {
		lo, hi, ok := g.known(c.form)
		switch {
		case !ok || c.count != nil:
			left = append(left, c)
		case lo < 0 || hi >= int64(c.number):
			return
		}
	}
	g.surely[in] = true
	if len(left) == 0 {
		g.always[in] = true
	}
	for _, c := range left {
		g.join(c)
	}
}

// join adds a check, or widens one that differs in the constant only.
func (g *gen) join(c check) {
	for i := range g.checks {
		o := &g.checks[i]
		if o.object != c.object || o.number != c.number || o.signed != c.signed || !slices.Equal(o.form.Terms, c.form.Terms) {
			continue
		}
		lo, hi := min(o.form.Const, c.form.Const), max(o.form.Const+o.above, c.form.Const+c.above)
		o.form.Const, o.above = lo, hi-lo
		return
	}
	g.checks = append(g.checks, c)
}

// objectOf names a word of an instruction's record.
func (g *gen) objectOf(in *ir.Instr, word uint32) string {
	slot := uint32(0)
	if v := in.Args[0]; v != 0 {
		slot = g.shapes.Konst[v].Imm
	}
	return fmt.Sprint("record ", in.Binding, slot, word)
}

// known is the range of a form that nothing unknown is in.
func (g *gen) known(f reach.Form) (lo, hi int64, ok bool) {
	lo, hi = f.Const, f.Const
	for _, t := range f.Terms {
		a, b := g.extremes(t)
		if t.Factor != 0 || t.Symbol >= reach.Group && t.Symbol < reach.Thread || a.end != 0 || b.end != 0 {
			return 0, 0, false
		}
		lo, hi = lo+t.Coef*a.n, hi+t.Coef*b.n
	}
	return lo, hi, true
}

// countOf makes a count from an operand, which is looked up when the code is emitted.
func (g *gen) countOf(o func() operand) func() {
	return func() {
		g.pushScalar(o())
		g.op(enc.I64ExtendI32U)
	}
}

// formOf is the form of v where it can be checked here: counters must be those of the loops around.
func (g *gen) formOf(v ir.Value, loops []*ir.Instr) (reach.Form, bool) {
	if v == 0 {
		return reach.Form{Known: true}, true
	}
	f := g.forms.Of(v)
	for _, t := range f.Terms {
		if t.Symbol == reach.Counter && !carriedBy(loops, t.Param) {
			return f, false
		}
	}
	return f, f.Known
}

func carriedBy(loops []*ir.Instr, p ir.Value) bool {
	for _, l := range loops {
		for _, v := range l.Blocks[0].Params {
			if v == p {
				return true
			}
		}
	}
	return false
}

// accessChecks are the checks of a memory access whose waves can move vectors or one scalar.
func (g *gen) accessChecks(in *ir.Instr, loops []*ir.Instr) ([]check, bool) {
	form := func(v ir.Value) (reach.Form, bool) { return g.formOf(v, loops) }
	switch in.Op {
	case ir.OpLoadBuf, ir.OpStoreBuf:
		f, ok := form(in.Args[1])
		_, even := g.evenStep(in.Args[1])
		if !ok || !even || in.Args[2] != 0 || !g.isFixedSlot(in) || in.Offset+uint32(in.Width) > g.k.Bindings[in.Binding].Stride {
			return nil, false
		}
		return []check{{form: f, object: g.objectOf(in, ir.WordCount), count: g.countOf(func() operand { return g.word(g.record(in, in.Args[0]), ir.WordCount) })}}, true
	case ir.OpLoadTex, ir.OpStoreTex:
		return g.texelChecks(in, form)
	case ir.OpLoadShared, ir.OpStoreShared:
		f, ok := form(in.Args[0])
		_, even := g.evenStep(in.Args[0])
		size, used := g.k.SharedBytes(), in.Offset+uint32(in.Width)
		if !ok || !even || used > size {
			return nil, false
		}
		return []check{{form: f, number: size - used + 1}}, true
	}
	return nil, false
}

func (g *gen) texelChecks(in *ir.Instr, form func(ir.Value) (reach.Form, bool)) ([]check, bool) {
	_, even := g.evenStep(in.Args[1])
	if !even || !g.isFixedSlot(in) || !g.isMip0(in.Args[4]) || in.Offset+uint32(in.Width) > g.k.Bindings[in.Binding].Stride {
		return nil, false
	}
	var list []check
	for i, word := range [...]uint32{ir.WordWidth, ir.WordHeight, ir.WordDepth} {
		v := in.Args[1+i]
		f, ok := form(v)
		if !ok || i > 0 && v != 0 && !g.isUniform(v) {
			return nil, false
		}
		list = append(list, check{form: f, object: g.objectOf(in, word), count: g.countOf(func() operand {
			return g.hoisted(wordKey{kind: wordExtent, record: g.record(in, in.Args[0]).index, word: word})
		})})
	}
	return list, true
}

// guard takes a condition apart that holds for all items of most groups.
func (g *gen) guard(cond ir.Value, loops []*ir.Instr) ([]check, bool) {
	in := g.defs[cond]
	if in == nil || !g.shapes.Of[cond].Varies {
		return nil, false
	}
	switch {
	case in.Op == ir.OpBAnd || in.Op == ir.OpSelect && g.shapes.Konst[in.Args[2]] != nil && g.shapes.Konst[in.Args[2]].Imm == 0:
		var list []check
		for _, side := range in.Args[:2] {
			l, ok := g.guard(side, loops)
			if !ok {
				return nil, false
			}
			list = append(list, l...)
		}
		return list, true
	case in.Op != ir.OpLtU && in.Op != ir.OpLtS:
		return nil, false
	}
	f, ok := g.formOf(in.Args[0], loops)
	end := in.Args[1]
	if !ok || g.shapes.Konst[end] == nil && !g.early[end] {
		return nil, false
	}
	c := check{form: f, value: true, object: fmt.Sprint("value ", end), count: func() {
		g.scalar(end)
		g.op(enc.I64ExtendI32U)
	}}
	if in.Op == ir.OpLtS {
		c.signed = end
	}
	return []check{c}, true
}

// extreme is one end of the range of a symbol: n, or the value end plus n.
type extreme struct {
	n   int64
	end ir.Value
}

// extremes gives where the symbol of a term is when the term is smallest and largest. Group numbers are as they are.
func (g *gen) extremes(t reach.Term) (lo, hi extreme) {
	switch {
	case t.Symbol >= reach.Thread && t.Symbol < reach.Counter:
		hi.n = int64(g.k.NumThreads[t.Symbol-reach.Thread]) - 1
	case t.Symbol == reach.Counter:
		r, _ := g.forms.Counter(t.Param)
		lo.n, hi = r.First, extreme{r.Last, r.End}
	default:
		return extreme{n: 1}, extreme{n: 1}
	}
	if t.Coef < 0 {
		lo, hi = hi, lo
	}
	return lo, hi
}

// checkCall makes once for a call the checks that do not depend on the group.
func (g *gen) checkCall() {
	g.apart, g.allFast = 0, 0
	if g.rules != nil {
		g.pushApart()
		g.apart = g.keep(enc.I32)
	}
	for _, c := range g.checks {
		for _, t := range c.form.Terms {
			_, hi := g.extremes(t)
			if t.Factor != 0 || hi.end != 0 {
				return
			}
		}
		if c.value {
			return
		}
	}
	g.everyGroup = true
	g.pushChecks()
	g.everyGroup = false
	g.allFast = g.keep(enc.I32)
}

// pushFast pushes whether the group takes its fast form.
func (g *gen) pushFast() {
	switch {
	case g.allFast == 0:
		g.pushChecks()
	default:
		g.get(g.allFast)
		g.choose(enc.I32, func() { g.i32(1) }, g.pushChecks)
	}
	if g.apart != 0 {
		g.get(g.apart)
		g.op(enc.I32And)
	}
}

// pushChecks pushes whether all checks hold for the group. Everything that must not be negative is or-ed together:
//
//	lowest | (count-1 - highest) | factor | (MaxFactor - factor) | …  >= 0
func (g *gen) pushChecks() {
	all := g.local(enc.I64)
	g.i64(0)
	g.set(all)
	need := func(push func()) {
		push()
		g.get(all)
		g.op(enc.I64Or)
		g.set(all)
	}
	seen := make(map[ir.Value]bool)
	for _, c := range g.checks {
		if lo, _, ok := g.known(c.form); !ok || lo < 0 {
			need(func() { g.pushExtreme(c.form, false) })
		}
		need(func() {
			if c.count == nil {
				g.i64(uint64(c.number))
			} else {
				c.count()
			}
			g.i64(1)
			g.op(enc.I64Sub)
			g.pushExtreme(c.form, true)
			g.i64(uint64(c.above))
			g.op(enc.I64Add, enc.I64Sub)
		})
		if c.signed != 0 {
			need(func() { g.pushSigned(c.signed) })
		}
		g.limitFactors(c.form, seen, need)
	}
	g.get(all)
	g.i64(0)
	g.op(enc.I64GeS)
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
			g.i64(reach.MaxFactor)
			g.pushSigned(v)
			g.op(enc.I64Sub)
		})
	}
	for _, t := range f.Terms {
		if t.Symbol == reach.None || t.Factor == 0 {
			continue
		}
		limit(t.Factor, true)
		_, hi := g.extremes(t)
		limit(hi.end, false)
	}
}

func (g *gen) pushSigned(v ir.Value) {
	g.scalar(v)
	g.op(enc.I64ExtendI32S)
}

// pushExtreme pushes the smallest or largest value of a form as an i64.
func (g *gen) pushExtreme(f reach.Form, largest bool) {
	g.i64(uint64(f.Const))
	for _, t := range f.Terms {
		x, hi := g.extremes(t)
		if largest {
			x = hi
		}
		g.i64(uint64(t.Coef * x.n))
		if x.end != 0 {
			g.pushSigned(x.end)
			g.i64(uint64(t.Coef))
			g.op(enc.I64Mul, enc.I64Add)
		}
		if t.Symbol >= reach.Group && t.Symbol < reach.Thread {
			g.pushGroupNumber(t.Symbol-reach.Group, largest == (t.Coef > 0))
			g.op(enc.I64Mul)
		}
		if t.Factor != 0 {
			g.pushSigned(t.Factor)
			g.op(enc.I64Mul)
		}
		g.op(enc.I64Add)
	}
}

// pushGroupNumber pushes a component of GroupID as an i64: of the group, or the largest or smallest one of the dispatch.
func (g *gen) pushGroupNumber(axis reach.Symbol, largest bool) {
	switch {
	case !g.everyGroup:
		g.get([3]local{g.groupX, g.groupY, g.group}[axis])
		g.op(enc.I64ExtendI32U)
	case largest:
		g.get(g.block)
		g.mem(enc.I32Load, block.FieldGroups+4*uint32(axis))
		g.op(enc.I64ExtendI32U)
		g.i64(1)
		g.op(enc.I64Sub)
	default:
		g.i64(0)
	}
}
