// Package bounds finds the accesses of a kernel that one comparison of their extremes can decide for a whole group, and says what to compare.
//
// It must not know WebAssembly. It does not change the kernel.
package bounds

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Count is a number of places: Number, or else the value Value as an unsigned number, or else word Word of record Record.
type Count struct {
	Number       uint32
	Value        ir.Value
	Record, Word uint32
}

// Check is one number that must be in [0, count) for all work items of a group and all turns of the loops around it.
type Check struct {
	Form   reach.Form // its constant is the smallest of the checks that were joined
	Above  int64      // the largest constant is so much above
	Count  Count
	Signed bool   // Count.Value must not be negative
	Items  uint32 // the check is about the work items whose GroupIndex is below that; 0: about all
}

// Kernel is k with the items that a check is about.
func (c *Check) Kernel(k *ir.Kernel) *ir.Kernel {
	if c.Items == 0 {
		return k
	}
	few := *k
	few.NumThreads[0] = c.Items
	return &few
}

// Input is what the checks are found from.
type Input struct {
	Kernel *ir.Kernel
	Forms  *reach.Forms
	Shapes *shape.Shapes
	Early  []bool      // by Value: known before the waves of a group
	Defs   []*ir.Instr // by Value: its definition, where that has no blocks
	Report bool        // constants outside their view are reported, so they are checked too
}

// Result is what must hold, and for what.
type Result struct {
	Checks []Check            // what must hold for the group
	Surely map[*ir.Instr]bool // accesses that are inside, and choices that all items take, when the checks hold
	Always map[*ir.Instr]bool // those of them that need no check
	Within map[*ir.Instr]bool // loads of texels that are inside for every lane when the checks hold, wherever the lanes go
}

type checker struct {
	Result
	in     *Input
	items  uint32 // GroupIndex is below that here
	ragged bool   // and not all of those come here
}

// Find collects the checks of a kernel.
func Find(in *Input) *Result {
	c := &checker{Result{Surely: make(map[*ir.Instr]bool), Always: make(map[*ir.Instr]bool), Within: make(map[*ir.Instr]bool)},
		in, in.Kernel.Threads(), false}
	c.findChecks(in.Kernel.Body, nil)
	return &c.Result
}

// findChecks collects the accesses and choices that a comparison of extremes decides for the whole group. Choices are guards against
// items beyond the end. loops are the loops in whose bodies b is.
func (c *checker) findChecks(b *ir.Block, loops []*ir.Instr) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpLoop:
			c.findChecks(in.Blocks[0], loops)
			c.findChecks(in.Blocks[1], append(loops[:len(loops):len(loops)], in))
		case ir.OpIf:
			if list, ok := c.guard(in.Args[0], loops); ok && !in.HasBarrier() {
				c.decide(in, list)
			}
			outer, ragged := c.items, c.ragged
			if first := c.first(in.Args[0]); first < outer {
				c.items = min(outer, (first+together-1)/together*together)
				c.ragged = first%together != 0
			}
			c.findChecks(in.Blocks[0], loops)
			c.items, c.ragged = outer, ragged
			c.findChecks(in.Blocks[1], loops)
		case ir.OpLoadConst:
			if c.in.Early[in.Result()] && c.in.Report {
				c.decide(in, []Check{{Form: reach.Form{Known: true, Const: int64(in.Offset) + 3}, Count: c.word(in, ir.WordSize)}})
			}
		default:
			if list, ok := c.accessChecks(in, loops); ok {
				c.decide(in, list)
			} else if list, ok := c.withinChecks(in); ok {
				c.Within[in] = true
				for _, one := range list {
					c.join(one)
				}
			}
		}
	}
}

// decide adds checks for in. What they find out before the kernel runs is not checked again. An access of some of the items of a packet, by their
// numbers, is left to itself: what those may touch is often all that there is.
func (c *checker) decide(in *ir.Instr, list []Check) {
	var left []Check
	for _, one := range list {
		one.Items = c.itemsOf(one.Form)
		lo, hi, ok := Known(one.Kernel(c.in.Kernel), c.in.Forms, one.Form)
		switch {
		case c.ragged && one.Items != 0 && one.Count.Number == 0:
			return
		case !ok || one.Count.Number == 0:
			left = append(left, one)
		case lo < 0 || hi >= int64(one.Count.Number):
			return
		}
	}
	c.Surely[in] = true
	if len(left) == 0 {
		c.Always[in] = true
	}
	for _, one := range left {
		c.join(one)
	}
}

// MaxPacket is the most waves that run together. Where some items of them do something, all do it, and those that should not are masked.
const MaxPacket = 8

// together is how many items that is.
const together = MaxPacket * ir.WaveSize

// first is how many of the first items of a group may come where a condition holds, all of them where it does not tell.
func (c *checker) first(cond ir.Value) uint32 {
	all, in := c.in.Kernel.Threads(), c.in.Defs[cond]
	if in == nil || in.Op != ir.OpLtU && in.Op != ir.OpLtS && in.Op != ir.OpIEq {
		return all
	}
	f, end := c.in.Forms.Of(in.Args[0]), c.in.Shapes.Konst[in.Args[1]]
	if end == nil || end.Imm >= all || !f.Known || f.Const != 0 || len(f.Terms) == 0 {
		return all
	}
	items := int64(1)
	for axis, t := range f.Terms { // GroupIndex, axis after axis
		if axis >= len(c.in.Kernel.NumThreads) || t.Symbol != reach.Thread+reach.Symbol(axis) || t.Factor != 0 || t.Coef != items {
			return all
		}
		items *= int64(c.in.Kernel.NumThreads[axis])
	}
	if items != int64(all) {
		return all
	}
	if in.Op == ir.OpIEq {
		return end.Imm + 1
	}
	return end.Imm
}

// itemsOf is how many items a check of a form is about, where it depends on them, not all of the group come here, and the group is a row.
func (c *checker) itemsOf(f reach.Form) uint32 {
	n := c.in.Kernel.NumThreads
	if c.items == c.in.Kernel.Threads() && !c.ragged || n[1]*n[2] > 1 || !slices.ContainsFunc(f.Terms, isOfItem) {
		return 0
	}
	return c.items
}

func isOfItem(t reach.Term) bool { return t.Symbol >= reach.Thread && t.Symbol < reach.Counter }

// join adds a check, or widens one that differs in the constant only.
func (c *checker) join(one Check) {
	for i := range c.Checks {
		o := &c.Checks[i]
		if o.Count != one.Count || o.Signed != one.Signed || o.Items != one.Items || !slices.Equal(o.Form.Terms, one.Form.Terms) {
			continue
		}
		lo, hi := min(o.Form.Const, one.Form.Const), max(o.Form.Const+o.Above, one.Form.Const+one.Above)
		o.Form.Const, o.Above = lo, hi-lo
		return
	}
	c.Checks = append(c.Checks, one)
}

// word is the count in a word of an access's record.
func (c *checker) word(in *ir.Instr, word uint32) Count {
	r := c.in.Kernel.FirstRecord(in.Binding)
	if slot := in.Args[0]; slot != 0 {
		r += c.in.Shapes.Konst[slot].Imm
	}
	return Count{Record: r, Word: word}
}

// isFixedSlot tells whether the record of an access is known before the kernel runs.
func isFixedSlot(k *ir.Kernel, shapes *shape.Shapes, in *ir.Instr) bool {
	slot := in.Args[0]
	if slot == 0 {
		return true
	}
	konst := shapes.Konst[slot]
	return konst != nil && konst.Imm < k.Bindings[in.Binding].Count
}

// IsMip0 tells whether an access is known to go to the first level.
func IsMip0(shapes *shape.Shapes, mip ir.Value) bool {
	return mip == 0 || shapes.Konst[mip] != nil && shapes.Konst[mip].Imm == 0
}

// isEven tells whether v is a scalar whose lanes ascend.
func (c *checker) isEven(v ir.Value) bool {
	s := c.in.Shapes.Of[v]
	return v == 0 || !s.Varies && s.Step >= 0
}

// Known is the range of a form that nothing unknown is in.
func Known(k *ir.Kernel, forms *reach.Forms, f reach.Form) (lo, hi int64, ok bool) {
	lo, hi = f.Const, f.Const
	for _, t := range f.Terms {
		a, b := Extremes(k, forms, t)
		if t.Factor != 0 || t.Symbol >= reach.Group && t.Symbol < reach.Thread || a.End != 0 || b.End != 0 {
			return 0, 0, false
		}
		lo, hi = lo+t.Coef*a.N, hi+t.Coef*b.N
	}
	return lo, hi, true
}

// formOf is the form of v where it can be checked here: counters must be those of the loops around.
func (c *checker) formOf(v ir.Value, loops []*ir.Instr) (reach.Form, bool) {
	if v == 0 {
		return reach.Form{Known: true}, true
	}
	f := c.in.Forms.Of(v)
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
func (c *checker) accessChecks(in *ir.Instr, loops []*ir.Instr) ([]Check, bool) {
	form := func(v ir.Value) (reach.Form, bool) { return c.formOf(v, loops) }
	switch in.Op {
	case ir.OpLoadBuf, ir.OpStoreBuf:
		f, ok := form(in.Args[1])
		even := c.isEven(in.Args[1])
		if !ok || !even || in.Args[2] != 0 || !isFixedSlot(c.in.Kernel, c.in.Shapes, in) || in.Offset+
			uint32(in.Width) > c.in.Kernel.Bindings[in.Binding].Stride {
			return nil, false
		}
		return []Check{{Form: f, Count: c.word(in, ir.WordCount)}}, true
	case ir.OpLoadTex, ir.OpStoreTex:
		return c.texelChecks(in, form)
	case ir.OpLoadShared, ir.OpStoreShared:
		f, ok := form(in.Args[0])
		even := c.isEven(in.Args[0])
		array := c.in.Kernel.ArrayOf(in)
		size, used := array.End(), in.Offset+uint32(in.Width)
		if !ok || !even || used > size {
			return nil, false
		}
		list := []Check{{Form: f, Count: Count{Number: size - used + 1}}}
		if index := in.Args[1]; index != 0 && c.in.Forms.Multiple(in.Args[0], index) == 0 {
			f, ok = form(index)
			list = append(list, Check{Form: f, Count: Count{Number: ir.ElementLimit}})
		}
		return list, ok
	}
	return nil, false
}

func (c *checker) texelChecks(in *ir.Instr, form func(ir.Value) (reach.Form, bool)) ([]Check, bool) {
	even := c.isEven(in.Args[1])
	if !even || !isFixedSlot(c.in.Kernel, c.in.Shapes, in) || !IsMip0(c.in.Shapes, in.Args[4]) || in.Offset+
		uint32(in.Width) > c.in.Kernel.Bindings[in.Binding].Stride {
		return nil, false
	}
	var list []Check
	for i, word := range [...]uint32{ir.WordWidth, ir.WordHeight, ir.WordDepth} {
		v := in.Args[1+i]
		f, ok := form(v)
		if !ok || i > 0 && v != 0 && !c.in.Shapes.Of[v].IsUniform() {
			return nil, false
		}
		list = append(list, Check{Form: f, Count: c.word(in, word)})
	}
	return list, true
}

// guard takes a condition apart that holds for all items of most groups.
func (c *checker) guard(cond ir.Value, loops []*ir.Instr) ([]Check, bool) {
	in := c.in.Defs[cond]
	if in == nil || !c.in.Shapes.Of[cond].Varies {
		return nil, false
	}
	switch {
	case in.Op == ir.OpBAnd || in.Op == ir.OpSelect && c.in.Shapes.Konst[in.Args[2]] != nil && c.in.Shapes.Konst[in.Args[2]].Imm == 0:
		var list []Check
		for _, side := range in.Args[:2] {
			l, ok := c.guard(side, loops)
			if !ok {
				return nil, false
			}
			list = append(list, l...)
		}
		return list, true
	case in.Op != ir.OpLtU && in.Op != ir.OpLtS:
		return nil, false
	}
	f, ok := c.formOf(in.Args[0], loops)
	end := in.Args[1]
	if konst := c.in.Shapes.Konst[end]; konst != nil {
		if !ok || int32(konst.Imm) <= 0 {
			return nil, false
		}
		return []Check{{Form: f, Count: Count{Number: konst.Imm}}}, true
	}
	if !ok || !c.in.Early[end] {
		return nil, false
	}
	return []Check{{Form: f, Count: Count{Value: end}, Signed: in.Op == ir.OpLtS}}, true
}

// Extreme is one end of the range of a symbol: N, or the value End plus N.
type Extreme struct {
	N   int64
	End ir.Value
}

// Extremes gives where the symbol of a term is when the term is smallest and largest. Group numbers are as they are.
func Extremes(k *ir.Kernel, forms *reach.Forms, t reach.Term) (lo, hi Extreme) {
	switch {
	case isOfItem(t):
		hi.N = int64(k.NumThreads[t.Symbol-reach.Thread]) - 1
	case t.Symbol == reach.Counter:
		r, _ := forms.Counter(t.Param)
		lo.N, hi = r.First, Extreme{r.Last, r.End}
	default:
		return Extreme{N: 1}, Extreme{N: 1}
	}
	if t.Coef < 0 {
		lo, hi = hi, lo
	}
	return lo, hi
}
