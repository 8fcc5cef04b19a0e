package reach

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// findCounters finds the carried values of a loop that ascend by a constant step from a constant to a bound in its condition.
func (f *Forms) findCounters(loop *ir.Instr) {
	head, body := loop.Blocks[0], loop.Blocks[1]
	for i, p := range head.Params {
		first := f.defs[loop.Args[i]]
		step, ok := f.step(body.Yield[i], p)
		if !ok || f.k.Type(p) != ir.I32 || first == nil || first.Op != ir.OpConst || int32(first.Imm) < 0 {
			continue
		}
		if r, ok := f.end(head.Yield[0], p, int64(first.Imm), step); ok {
			f.counters[p] = r
			f.forms[p] = Form{Known: true, Terms: []Term{{Coef: 1, Symbol: Counter, Param: p}}}
		}
	}
}

// step follows sums of constants from v back to p.
func (f *Forms) step(v, p ir.Value) (int64, bool) {
	sum := int64(0)
	for v != p {
		in := f.defs[v]
		if in == nil || in.Op != ir.OpIAdd {
			return 0, false
		}
		c := f.defs[in.Args[1]]
		if c == nil || c.Op != ir.OpConst || int32(c.Imm) <= 0 {
			return 0, false
		}
		v, sum = in.Args[0], sum+int64(c.Imm)
	}
	return sum, sum > 0 && sum < maxCoef
}

// end looks in a condition for a comparison that holds p below a bound. The body runs only where it is true.
func (f *Forms) end(cond, p ir.Value, first, step int64) (Range, bool) {
	in := f.defs[cond]
	if in == nil {
		return Range{}, false
	}
	switch {
	case in.Op == ir.OpBAnd || in.Op == ir.OpSelect && f.isFalse(in.Args[2]):
		for _, side := range in.Args[:2] {
			if r, ok := f.end(side, p, first, step); ok {
				return r, ok
			}
		}
	case in.Op >= ir.OpLtS && in.Op <= ir.OpLeU && in.Args[0] == p:
		less := int64(0)
		if in.Op == ir.OpLtS || in.Op == ir.OpLtU {
			less = 1
		}
		if c := f.defs[in.Args[1]]; c != nil && c.Op == ir.OpConst {
			last := int64(int32(c.Imm)) - less
			if last < first { // also a bound of 2^31 and more
				return Range{}, false
			}
			return Range{First: first, Last: first + (last-first)/step*step}, last+step <= 1<<31-1
		}
		// A signed bound: the counter cannot wrap before it is reached when the step is 1.
		if (in.Op == ir.OpLtS || in.Op == ir.OpLeS) && step == 1 && f.early[in.Args[1]] {
			return Range{First: first, Last: -less, End: in.Args[1]}, less == 1
		}
	}
	return Range{}, false
}

func (f *Forms) isFalse(v ir.Value) bool {
	in := f.defs[v]
	return in != nil && in.Op == ir.OpConst && in.Imm == 0
}
