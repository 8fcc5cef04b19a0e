package plan

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// loopInstr covers all iterations at once. In a loop that all work items take the same number of turns of, the number of the turn is a
// symbol. In others counters get the range they run through, and other carried values are unknown.
func (w *walker) loopInstr(in *ir.Instr) {
	if turns, ok := w.turns(in); ok && turns <= maxTurns && w.depth < maxDepth {
		w.countedLoop(in, turns)
		return
	}
	head, body := in.Blocks[0], in.Blocks[1]
	limits, certain := w.limits, w.certain
	inside := make([]form, len(head.Params)) // of the parameters, once the condition has held
	for i, p := range head.Params {
		w.forms[p], inside[i] = form{}, form{}
		if body.Yield[i] == p {
			w.forms[p], inside[i] = w.forms[in.Args[i]], w.forms[in.Args[i]]
		}
	}
	for i, p := range head.Params {
		if all, in, ok := w.counter(in, i); ok {
			w.forms[p], inside[i] = all, in
		}
	}
	w.certain = false
	w.block(head)
	for i, p := range head.Params {
		w.forms[p] = inside[i]
	}
	w.block(body)
	w.limits, w.certain = limits, certain
	for i, r := range in.Results {
		y := head.Yield[1+i]
		w.forms[r] = form{}
		if w.defs[y] != nil && !contains(head, w.defs[y]) && !contains(body, w.defs[y]) {
			w.forms[r] = w.forms[y]
		}
	}
}

func contains(b *ir.Block, want *ir.Instr) bool {
	found := false
	b.Walk(func(in *ir.Instr) { found = found || in == want })
	return found
}

// turns is how often every work item that comes to a loop runs its body, where a counter alone decides that and all agree.
func (w *walker) turns(in *ir.Instr) (int64, bool) {
	head := in.Blocks[0]
	cond := w.defs[head.Yield[0]]
	if cond == nil || cond.Op < ir.OpLtS || cond.Op > ir.OpLeU {
		return 0, false
	}
	for i, p := range head.Params {
		if p != cond.Args[0] {
			continue
		}
		step, ok := w.stepOf(in.Blocks[1].Yield[i], p)
		start, fits := w.forms[in.Args[i]].signed(&w.limits)
		if !ok || !fits || step <= 0 || start.lo < 0 {
			return 0, false
		}
		last, ok := w.bound(head.Yield[0], p)
		if !ok || last+step > 1<<31-1 {
			return 0, false
		}
		most, least := countTurns(start.lo, last, step), countTurns(start.hi, last, step)
		return most, most == least
	}
	return 0, false
}

func countTurns(start, last, step int64) int64 {
	if start > last {
		return 0
	}
	return (last-start)/step + 1
}

// countedLoop walks a loop of which every work item takes the same number of turns.
func (w *walker) countedLoop(in *ir.Instr, turns int64) {
	head, body := in.Blocks[0], in.Blocks[1]
	turn := symTurn + symbol(w.depth)
	w.depth++
	limits := w.limits
	for i, p := range head.Params {
		start := w.forms[in.Args[i]]
		step, ok := w.stepOf(body.Yield[i], p)
		w.forms[p] = form{}
		if ok {
			w.forms[p] = start.add(symbolForm(turn).scale(step)).checked(w.k.NumThreads)
		}
	}
	w.limits[turn] = interval{0, turns}
	w.block(head)
	w.limits[turn].hi = turns - 1
	w.block(body)
	w.limits = limits
	w.depth--
	for i, r := range in.Results {
		f := w.forms[head.Yield[1+i]]
		f.base, f.coef[turn] = f.base+f.coef[turn]*turns, 0 // as the condition block saw it at last
		w.forms[r] = f.checked(w.k.NumThreads)
	}
}

// counter recognises carried value i as a counter with a constant step and a bound in the condition: its range in the condition block,
// where it may be one step beyond, and in the body.
func (w *walker) counter(in *ir.Instr, i int) (all, inside form, ok bool) {
	head, body := in.Blocks[0], in.Blocks[1]
	p := head.Params[i]
	step, found := w.stepOf(body.Yield[i], p)
	start, fits := w.forms[in.Args[i]].signed(&w.limits)
	if !found || !fits || step <= 0 || start.lo < 0 {
		return all, inside, false
	}
	last, found := w.bound(head.Yield[0], p)
	if !found || last+step > 1<<31-1 {
		return all, inside, false
	}
	inside = between(start.lo, max(start.lo, last))
	return between(start.lo, max(start.hi, last+step)), inside, true
}

// stepOf is what v adds to p, as a sum of constants; an unrolled loop has several of them.
func (w *walker) stepOf(v, p ir.Value) (int64, bool) {
	sum := int64(0)
	for v != p {
		def := w.defs[v]
		if def == nil || def.Op != ir.OpIAdd {
			return 0, false
		}
		value, number := def.Args[0], def.Args[1]
		n, ok := w.number(number)
		if !ok || number == p {
			value, number = number, value
			n, ok = w.number(number)
		}
		if !ok || number == p || outside(sum+n) {
			return 0, false
		}
		v, sum = value, sum+n
	}
	return sum, true
}

// number is v as one signed number; constants are found before the walk reaches them.
func (w *walker) number(v ir.Value) (int64, bool) {
	if def := w.defs[v]; def != nil && def.Op == ir.OpConst {
		return int64(int32(def.Imm)), true
	}
	f := &w.forms[v]
	return f.base, f.isConst()
}

// bound is the largest value of p for which cond can be true.
func (w *walker) bound(cond, p ir.Value) (int64, bool) {
	in := w.defs[cond]
	if in == nil {
		return 0, false
	}
	if in.Op == ir.OpBAnd {
		if last, ok := w.bound(in.Args[0], p); ok {
			return last, true
		}
		return w.bound(in.Args[1], p)
	}
	if in.Op < ir.OpLtS || in.Op > ir.OpLeU || in.Args[0] != p {
		return 0, false
	}
	if n, ok := w.number(in.Args[1]); ok && n >= 0 && n < 1<<31 {
		return n - int64(bit(in.Op == ir.OpLtS || in.Op == ir.OpLtU)), true
	}
	return 0, false
}
