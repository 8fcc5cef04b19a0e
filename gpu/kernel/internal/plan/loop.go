package plan

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// loopInstr covers all iterations at once. In a loop that all work items take the same number of turns of, the number of the turn is a symbol; where
// they share the numbers up to an end out, the number is one. In others counters get the range they run through, and other carried values are
// unknown.
func (w *walker) loopInstr(in *ir.Instr) {
	if c, ok := w.leadingCounter(in); ok && w.depth < maxDepth {
		if turns, same := c.turns(); same && turns <= maxTurns {
			w.countedLoop(in, turns)
			return
		}
		if w.sharedLoop(in, &c) {
			return
		}
	}
	w.openLoop(in, nil, nil)
}

// openLoop walks a loop of which work items take different numbers of turns. enter and leave, if there are any, are called around the body.
func (w *walker) openLoop(in *ir.Instr, enter, leave func()) {
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
	if enter != nil {
		w.certain = certain
		enter()
	}
	w.block(body)
	if leave != nil {
		leave()
	}
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

// leading is the counter that alone decides how long a loop runs: from start, in steps, up to last.
type leading struct {
	param      ir.Value
	start      form
	over       interval // of start
	step, last int64
}

// leadingCounter finds the counter that the condition of a loop is about.
func (w *walker) leadingCounter(in *ir.Instr) (c leading, ok bool) {
	head := in.Blocks[0]
	cond := w.defs[head.Yield[0]]
	if cond == nil || cond.Op < ir.OpLtS || cond.Op > ir.OpLeU {
		return c, false
	}
	for i, p := range head.Params {
		if p != cond.Args[0] {
			continue
		}
		w.moving.pin(&w.forms[in.Args[i]])
		step, ok := w.stepOf(in.Blocks[1].Yield[i], p)
		start := w.forms[in.Args[i]].settle(&w.limits)
		over, fits := start.signed(&w.limits)
		if !ok || !fits || step <= 0 || over.lo < 0 {
			return c, false
		}
		last, ok := w.bound(head.Yield[0], p)
		return leading{p, start, over, step, last}, ok && last+step <= 1<<31-1
	}
	return c, false
}

// turns is how often every work item that comes to the loop runs its body, where all agree.
func (c *leading) turns() (int64, bool) {
	most, least := countTurns(c.over.lo, c.last, c.step), countTurns(c.over.hi, c.last, c.step)
	return most, most == least
}

// sharedLoop walks a loop of which each work item takes every nth number, n being how many they are: together they take each number up to the
// last. It tells whether the loop is one.
//
//	for i = DispatchThreadID.x, last, threads do        item 0: 0, n, 2n …   item 1: 1, n+1 …   together 0, 1, 2 … last
func (w *walker) sharedLoop(in *ir.Instr, c *leading) bool {
	s, ok := c.start.single()
	if !ok || w.limits[s].hi-w.limits[s].lo+1 != c.step || c.last-c.over.lo >= maxTurns || c.last < c.over.lo {
		return false
	}
	turn, ties := symTurn+symbol(w.depth), w.ties
	w.depth++
	w.openLoop(in, func() {
		w.forms[c.param] = constForm(c.over.lo).add(symbolForm(turn))
		w.limits[turn] = interval{0, c.last - c.over.lo}
		w.limits[s].hi = min(w.limits[s].hi, c.last-c.start.base)
		w.ties = append(ties[:len(ties):len(ties)], tie{s, w.limits[s]})
	}, func() { w.ties = ties })
	w.depth--
	return true
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
	if !found || step <= 0 {
		return all, inside, false
	}
	w.moving.pin(&w.forms[in.Args[i]])
	start, fits := w.forms[in.Args[i]].signed(&w.limits)
	if !fits || start.lo < 0 {
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
	if !f.isConst() {
		return 0, false
	}
	w.moving.pin(f)
	return f.base, true
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
