package plan

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// usualTurns is what a loop is taken to run whose end is not a constant.
const usualTurns = 32

// estimate is about what one wave costs, at least 1: loops run as often as their constants say, or some usual number of times. Only whether work is
// shared out depends on it.
func estimate(k *ir.Kernel) uint64 {
	e := estimator{make(map[ir.Value]*ir.Instr)}
	k.Body.Walk(func(in *ir.Instr) {
		for _, r := range in.Results {
			e.defs[r] = in
		}
	})
	return max(e.block(k.Body), 1)
}

type estimator struct{ defs map[ir.Value]*ir.Instr }

// most keeps products far from overflow.
const most = 1 << 40

func (e *estimator) block(b *ir.Block) uint64 {
	sum := ir.Cost(b)
	for _, in := range b.Instrs {
		inner := uint64(0)
		for _, nested := range in.Blocks {
			inner += e.block(nested)
		}
		if in.Op == ir.OpLoop {
			inner *= e.turns(in)
		}
		sum = min(sum+inner, most)
	}
	return sum
}

// turns looks for a counter that is compared with a constant.
func (e *estimator) turns(loop *ir.Instr) uint64 {
	head, body := loop.Blocks[0], loop.Blocks[1]
	for i, p := range head.Params {
		first, okFirst := e.constant(loop.Args[i])
		step, okStep := e.step(body.Yield[i], p)
		end, okEnd := e.end(head, p)
		if okFirst && okStep && okEnd && step > 0 && end > first {
			return min((end-first+step-1)/step, most)
		}
		if n, ok := e.shrinks(loop, i); ok {
			return n
		}
	}
	return usualTurns
}

// shrinks counts the iterations of a loop whose i-th carried value is divided, shifted or multiplied by a constant each time, from a constant to
// another one.
func (e *estimator) shrinks(loop *ir.Instr, i int) (uint64, bool) {
	head, body := loop.Blocks[0], loop.Blocks[1]
	p, next, cond := head.Params[i], e.defs[body.Yield[i]], e.defs[head.Yield[0]]
	if next == nil || cond == nil || len(next.Args) != 2 || next.Args[0] != p || next.Op.Class() != ir.Pure ||
		cond.Op.Class() != ir.Pure || len(cond.Args) != 2 {
		return 0, false
	}
	v, okFirst := e.constant(loop.Args[i])
	by, okBy := e.constant(next.Args[1])
	if !okFirst || !okBy {
		return 0, false
	}
	now := uint32(v)
	for n := range uint64(usualTurns) {
		var args [2]uint32
		for side, a := range cond.Args {
			c, ok := e.constant(a)
			if args[side] = uint32(c); a == p {
				args[side], ok = now, true
			}
			if !ok {
				return 0, false
			}
		}
		if ir.Eval(cond.Op, args[0], args[1], 0) == 0 {
			return n, true
		}
		now = ir.Eval(next.Op, now, uint32(by), 0)
	}
	return 0, false
}

func (e *estimator) constant(v ir.Value) (uint64, bool) {
	if in := e.defs[v]; in != nil && in.Op == ir.OpConst {
		return uint64(in.Imm), true
	}
	return 0, false
}

// step follows sums of constants back to p: an unrolled loop adds several times.
func (e *estimator) step(v, p ir.Value) (uint64, bool) {
	sum := uint64(0)
	for v != p {
		in := e.defs[v]
		if in == nil || in.Op != ir.OpIAdd {
			return 0, false
		}
		c, ok := e.constant(in.Args[1])
		if !ok {
			return 0, false
		}
		v, sum = in.Args[0], sum+c
	}
	return sum, true
}

// end is the constant that p is compared with in a condition block.
func (e *estimator) end(head *ir.Block, p ir.Value) (uint64, bool) {
	for _, in := range head.Instrs {
		if in.Op >= ir.OpLtS && in.Op <= ir.OpLeU && in.Args[0] == p {
			return e.constant(in.Args[1])
		}
	}
	return 0, false
}
