package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Limits of unrolling, in instructions of the result.
const (
	maxWhole  = 320 // of a loop that disappears
	maxRounds = 32  // iterations of a loop that disappears
	maxRound  = 72  // of one iteration of a loop that stays
	mostTurns = 8   // turns of the old loop in one iteration of the new one
)

// passUnrollLoops writes out loops that run a constant number of times: short ones whole, of long ones several turns for each look at the condition.
// Inner loops come first.
func passUnrollLoops(k *ir.Kernel) {
	u := &unroller{rewriter: newRewriter(k)}
	u.block(k.Body)
	u.renameAll(k.Body)
}

type unroller struct{ *rewriter }

func (u *unroller) block(b *ir.Block) {
	out := make([]*ir.Instr, 0, len(b.Instrs))
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			u.block(nested)
			u.renameAll(nested) // before it is copied
			u.rename(nested.Yield)
		}
		turns, ok := u.turns(in)
		size := 0
		if ok {
			size = in.Blocks[0].Len() + in.Blocks[1].Len()
		}
		switch {
		case !ok:
			out = append(out, in)
		case turns <= maxRounds && turns*uint64(size) <= maxWhole:
			out = u.whole(out, in, int(turns))
		default:
			if !in.HasBarrier() { // a turn ends where the group waits anyway
				u.partly(in, turns, size)
			}
			out = append(out, in)
		}
	}
	b.Instrs = out
}

// turns is how often the body of a loop runs, where a counter alone decides that.
func (u *unroller) turns(in *ir.Instr) (uint64, bool) {
	if in.Op != ir.OpLoop {
		return 0, false
	}
	head, body := in.Blocks[0], in.Blocks[1]
	cond := u.defs[head.Yield[0]]
	if cond == nil || cond.Op < ir.OpLtS || cond.Op > ir.OpLeU {
		return 0, false
	}
	for i, p := range head.Params {
		if p != cond.Args[0] && p != cond.Args[1] {
			continue
		}
		next := u.defs[body.Yield[i]]
		first, ok := u.constant(in.Args[i])
		if next == nil || !ok {
			return 0, false
		}
		if n, ok := u.count(cond, next, p, first); ok {
			return n, true
		}
		return u.follow(cond, next, p, first)
	}
	return 0, false
}

// count counts the iterations of a loop whose counter p ascends by a constant.
func (u *unroller) count(cond, next *ir.Instr, p ir.Value, first uint32) (uint64, bool) {
	end, ok := u.constant(cond.Args[1])
	if !ok || cond.Args[0] != p || next.Op != ir.OpIAdd || next.Args[0] != p {
		return 0, false
	}
	step, ok := u.constant(next.Args[1])
	if !ok || int32(step) <= 0 {
		return 0, false
	}
	return countTurns(cond.Op, first, end, step)
}

// follow computes the counter p of a loop turn by turn, such as one that is halved, for as many turns as could be written out.
func (u *unroller) follow(cond, next *ir.Instr, p ir.Value, first uint32) (uint64, bool) {
	x := first
	for n := range uint64(maxRounds + 1) {
		goes, okCond := u.value(cond, p, x)
		then, okNext := u.value(next, p, x)
		if !okCond || !okNext || goes == 0 {
			return n, okCond && okNext
		}
		x = then
	}
	return 0, false
}

// value is the result of an instruction on p, which is x, and constants.
func (u *unroller) value(in *ir.Instr, p ir.Value, x uint32) (uint32, bool) {
	if in.Op.Class() != ir.Pure || in.Op == ir.OpConst || len(in.Args) != 2 {
		return 0, false
	}
	var args [2]uint32
	for i, a := range in.Args {
		n, ok := u.constant(a)
		if a == p {
			n, ok = x, true
		}
		if !ok {
			return 0, false
		}
		args[i] = n
	}
	return ir.Eval(in.Op, args[0], args[1], 0), true
}

// countTurns counts the numbers first, first+step, … for which the comparison with end holds; the one after them must not wrap.
func countTurns(op ir.Op, first, end, step uint32) (uint64, bool) {
	from, to := int64(first), int64(end)
	if op == ir.OpLtS || op == ir.OpLeS {
		from, to = int64(int32(first)), int64(int32(end))
	}
	if op == ir.OpLeS || op == ir.OpLeU {
		to++
	}
	if to <= from {
		return 0, true
	}
	n := (to - from + int64(step) - 1) / int64(step)
	return uint64(n), from+n*int64(step) <= 1<<31-1
}

// whole appends all turns, and the condition block's last run.
func (u *unroller) whole(out []*ir.Instr, in *ir.Instr, turns int) []*ir.Instr {
	head, body := in.Blocks[0], in.Blocks[1]
	carried := in.Args
	var wait []*ir.Instr // between two blocks
	if in.HasBarrier() {
		wait = []*ir.Instr{seam(in)}
	}
	for range turns {
		c := u.turn(head.Params, carried)
		out = c.append(append(out, wait...), head)
		out = c.append(append(out, wait...), body)
		carried = c.values(body.Yield)
	}
	c := u.turn(head.Params, carried)
	out = append(c.append(append(out, wait...), head), wait...)
	for i, v := range c.values(head.Yield[1:]) {
		u.replace(in.Results[i], v)
	}
	return out
}

// partly lengthens the body of a loop to as many turns as divide their number. Loops that stride through memory stay: their turns would
// read several rows at once, which memory is slower at than at one after the other.
func (u *unroller) partly(in *ir.Instr, turns uint64, size int) {
	n := mostTurns
	if u.strides(in) {
		n = 1
	}
	for n > 1 && (turns%uint64(n) != 0 || n*size > maxRound) {
		n--
	}
	head, body := in.Blocks[0], in.Blocks[1]
	long := append([]*ir.Instr(nil), body.Instrs...)
	carried := body.Yield
	for range n - 1 {
		c := u.turn(head.Params, carried)
		long = c.append(long, head)
		long = c.append(long, body)
		carried = c.values(body.Yield)
	}
	body.Instrs, body.Yield = long, carried
}

// copier copies instructions with new values.
type copier struct {
	u   *unroller
	now map[ir.Value]ir.Value
}

// turn starts a copy in which params mean carried.
func (u *unroller) turn(params, carried []ir.Value) *copier {
	c := &copier{u: u, now: make(map[ir.Value]ir.Value)}
	for i, p := range params {
		c.now[p] = carried[i]
	}
	return c
}

func (c *copier) values(vs []ir.Value) []ir.Value {
	out := make([]ir.Value, len(vs))
	for i, v := range vs {
		out[i] = v
		if n, ok := c.now[v]; ok {
			out[i] = n
		}
	}
	return out
}

func (c *copier) fresh(vs []ir.Value) []ir.Value {
	out := make([]ir.Value, len(vs))
	for i, v := range vs {
		out[i] = c.u.newValue(c.u.k.Type(v))
		c.now[v] = out[i]
	}
	return out
}

// append adds a copy of the instructions of b to out.
func (c *copier) append(out []*ir.Instr, b *ir.Block) []*ir.Instr {
	for _, in := range b.Instrs {
		twin := *in
		twin.Args = c.values(in.Args)
		twin.Blocks = nil
		for _, nested := range in.Blocks {
			inner := &ir.Block{Params: c.fresh(nested.Params)}
			inner.Instrs = c.append(nil, nested)
			inner.Yield = c.values(nested.Yield)
			twin.Blocks = append(twin.Blocks, inner)
		}
		twin.Results = c.fresh(in.Results)
		c.u.define(&twin)
		out = append(out, &twin)
	}
	return out
}
