package ir

import (
	"encoding/binary"
)

// access is one memory instruction with what is known of its operands.
type access struct {
	in      *Instr
	slot    form
	at      [4]form // buffer: element, byte; texture: x, y, z, mip
	limits  limits
	certain bool // every work item inside limits comes here exactly so
}

// walker evaluates a kernel over forms, with the numbers of one dispatch.
type walker struct {
	k        *Kernel
	d        *Dispatch
	forms    []form
	defs     []*Instr // by Value
	limits   limits
	certain  bool
	accesses []access
}

func newWalker(k *Kernel, d *Dispatch) *walker {
	w := &walker{k: k, d: d, forms: make([]form, k.NumValues()), defs: make([]*Instr, k.NumValues()), certain: true}
	k.Body.Walk(func(in *Instr) {
		for _, r := range in.Results {
			w.defs[r] = in
		}
	})
	w.limits = groupLimits(k, d, interval{0, int64(d.Groups[0]) - 1}, interval{0, int64(d.Groups[1]) - 1}, interval{0, int64(d.Groups[2]) - 1})
	return w
}

// groupLimits are the ranges of the symbols for a box of groups.
func groupLimits(k *Kernel, d *Dispatch, groups ...interval) limits {
	var l limits
	for axis := range symbol(3) {
		n := int64(k.NumThreads[axis])
		l[symGroup+axis] = groups[axis]
		l[symThread+axis] = interval{0, n - 1}
		l[symDispatch+axis] = interval{groups[axis].lo * n, groups[axis].hi*n + n - 1}
	}
	return l
}

func (w *walker) block(b *Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case OpIf:
			w.ifInstr(in)
		case OpLoop:
			w.loopInstr(in)
		default:
			if usesBinding(in.Op) && in.Op != OpQuery {
				w.access(in)
			}
			if len(in.Results) > 0 {
				w.forms[in.Results[0]] = w.value(in).checked(w.k.NumThreads)
			}
		}
	}
}

func (w *walker) access(in *Instr) {
	a := access{in: in, slot: w.arg(in, 0), limits: w.limits, certain: w.certain}
	switch in.Op {
	case OpLoadConst:
		a.at[1] = w.arg(in, 1)
	case OpLoadBuf, OpStoreBuf, OpAtomicBuf:
		a.at[0], a.at[1] = w.arg(in, 1), w.arg(in, 2)
	default:
		for i := range a.at {
			a.at[i] = w.arg(in, i+1)
		}
	}
	w.accesses = append(w.accesses, a)
}

// arg is the form of an argument; an absent one is 0.
func (w *walker) arg(in *Instr, i int) form {
	if in.Args[i] == 0 {
		return constForm(0)
	}
	return w.forms[in.Args[i]]
}

func (w *walker) ifInstr(in *Instr) {
	limits, certain := w.limits, w.certain
	for i, b := range in.Blocks {
		w.certain = w.assume(in.Args[0], i == 0) && certain
		w.block(b)
		w.limits, w.certain = limits, certain
	}
	for i, r := range in.Results {
		w.forms[r] = hull(w.forms[in.Blocks[0].Yield[i]], w.forms[in.Blocks[1].Yield[i]], &w.limits)
	}
}

// assume narrows the limits to where cond has the value truth, and tells whether the limits now say exactly that.
func (w *walker) assume(cond Value, truth bool) bool {
	in := w.defs[cond]
	if in == nil {
		return false
	}
	switch in.Op {
	case OpConst:
		return (in.Imm != 0) == truth
	case OpBNot:
		return w.assume(in.Args[0], !truth)
	case OpBAnd, OpBOr:
		if truth != (in.Op == OpBAnd) {
			return false
		}
		left := w.assume(in.Args[0], truth)
		return w.assume(in.Args[1], truth) && left
	case OpLtS, OpLtU:
		if truth {
			return w.assumeLess(in, in.Args[0], in.Args[1], 1)
		}
		return w.assumeLess(in, in.Args[1], in.Args[0], 0)
	case OpLeS, OpLeU:
		if truth {
			return w.assumeLess(in, in.Args[0], in.Args[1], 0)
		}
		return w.assumeLess(in, in.Args[1], in.Args[0], 1)
	}
	return false
}

// assumeLess narrows to x + gap <= y, where one side is a symbol plus a number and the other a number.
func (w *walker) assumeLess(in *Instr, x, y Value, gap int64) bool {
	f, g := &w.forms[x], &w.forms[y]
	get := (*form).unsigned
	if in.Op == OpLtS || in.Op == OpLeS {
		get = (*form).signed
	}
	_, okX := get(f, &w.limits)
	_, okY := get(g, &w.limits)
	if !okX || !okY {
		return false
	}
	if s, ok := f.single(); ok && g.isConst() {
		w.limits[s].hi = min(w.limits[s].hi, g.base-gap-f.base)
		return true
	}
	if s, ok := g.single(); ok && f.isConst() {
		w.limits[s].lo = max(w.limits[s].lo, f.base+gap-g.base)
		return true
	}
	return f.isConst() && g.isConst() && f.base+gap <= g.base
}

// single tells whether f is one symbol plus a number.
func (f *form) single() (symbol, bool) {
	found, n := symbol(0), 0
	for s, c := range f.coef {
		if c != 0 {
			found = symbol(s)
			n++
		}
	}
	return found, n == 1 && f.coef[found] == 1 && f.lo == 0 && f.hi == 0
}

// loopInstr covers all iterations at once: counters get the range they run through, other carried values are unknown.
func (w *walker) loopInstr(in *Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	certain := w.certain
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
	w.certain = certain
	for i, r := range in.Results {
		y := head.Yield[1+i]
		w.forms[r] = form{}
		if w.defs[y] != nil && !contains(head, w.defs[y]) && !contains(body, w.defs[y]) {
			w.forms[r] = w.forms[y]
		}
	}
}

func contains(b *Block, want *Instr) bool {
	found := false
	b.Walk(func(in *Instr) { found = found || in == want })
	return found
}

// counter recognises carried value i as a counter with a constant step and a bound in the condition: its range in the condition block,
// where it may be one step beyond, and in the body.
func (w *walker) counter(in *Instr, i int) (all, inside form, ok bool) {
	head, body := in.Blocks[0], in.Blocks[1]
	p := head.Params[i]
	next := w.defs[body.Yield[i]]
	if next == nil || next.Op != OpIAdd {
		return all, inside, false
	}
	step, found := w.stepOf(next, p)
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

// stepOf is the constant that next adds to p.
func (w *walker) stepOf(next *Instr, p Value) (int64, bool) {
	for i, a := range next.Args {
		if a == p {
			return w.number(next.Args[1-i])
		}
	}
	return 0, false
}

// number is v as one signed number; constants are found before the walk reaches them.
func (w *walker) number(v Value) (int64, bool) {
	if def := w.defs[v]; def != nil && def.Op == OpConst {
		return int64(int32(def.Imm)), true
	}
	f := &w.forms[v]
	return f.base, f.isConst()
}

// bound is the largest value of p for which cond can be true.
func (w *walker) bound(cond, p Value) (int64, bool) {
	in := w.defs[cond]
	if in == nil {
		return 0, false
	}
	if in.Op == OpBAnd {
		if last, ok := w.bound(in.Args[0], p); ok {
			return last, true
		}
		return w.bound(in.Args[1], p)
	}
	if in.Op < OpLtS || in.Op > OpLeU || in.Args[0] != p {
		return 0, false
	}
	if n, ok := w.number(in.Args[1]); ok && n >= 0 && n < 1<<31 {
		return n - int64(bit(in.Op == OpLtS || in.Op == OpLtU)), true
	}
	return 0, false
}

// value is the form of the result of in.
func (w *walker) value(in *Instr) form {
	switch in.Op {
	case OpConst:
		if w.k.Type(in.Result()) == I32 {
			return constForm(int64(int32(in.Imm)))
		}
	case OpSys:
		return w.system(SysVal(in.Imm))
	case OpLoadConst, OpQuery:
		return w.fromRecord(in)
	case OpIAdd:
		return w.arg(in, 0).add(w.arg(in, 1))
	case OpISub:
		return w.arg(in, 0).add(w.arg(in, 1).scale(-1))
	case OpSelect:
		if w.k.Type(in.Result()) == I32 {
			return hull(w.arg(in, 1), w.arg(in, 2), &w.limits)
		}
	case OpWaveFirst:
		return w.arg(in, 0).anyLane(w.k.NumThreads)
	case OpIMul, OpShl:
		return w.product(in)
	case OpMinS, OpMinU, OpMaxS, OpMaxU:
		return w.extreme(in)
	case OpDivU, OpRemU, OpAnd, OpShrU, OpDivS, OpRemS, OpShrS:
		return w.quotient(in)
	}
	return form{}
}

func (w *walker) system(s SysVal) form {
	n := w.k.NumThreads
	switch {
	case s <= GroupIDZ:
		return symbolForm(symbol(s))
	case s == GroupIndex:
		f := constForm(0)
		f.coef[symThread], f.coef[symThread+1], f.coef[symThread+2] = 1, int64(n[0]), int64(n[0])*int64(n[1])
		return f
	case s == LaneIndex:
		return between(0, WaveSize-1)
	}
	return constForm(int64(w.d.Groups[s-GroupCountX]))
}

// fromRecord reads what does not change during the dispatch: constants and the fields of records.
func (w *walker) fromRecord(in *Instr) form {
	slot, dyn := w.arg(in, 0), w.arg(in, 1)
	if !slot.isConst() || !dyn.isConst() || uint64(slot.base) >= uint64(w.k.Bindings[in.Binding].Count) {
		return form{}
	}
	at := w.d.Records + (w.k.FirstRecord(in.Binding)+uint32(slot.base))*RecordBytes
	r := LoadRecord(w.d.Memory[at:])
	if in.Op == OpLoadConst {
		offset := uint64(uint32(dyn.base)) + uint64(in.Offset)
		if offset+4 > uint64(r.Size) {
			return constForm(0)
		}
		return constForm(int64(int32(binary.LittleEndian.Uint32(w.d.Memory[uint64(r.Base)+offset:]))))
	}
	width, height, depth := r.Extent(uint32(dyn.base))
	switch f := QueryField(in.Imm); f {
	case QueryWidth:
		return constForm(int64(width))
	case QueryHeight:
		return constForm(int64(height))
	case QueryDepth:
		return constForm(int64(depth))
	default:
		return constForm(int64(int32(binary.LittleEndian.Uint32(w.d.Memory[at+4*f.Word():]))))
	}
}

func (w *walker) product(in *Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	if in.Op == OpShl {
		if !g.isConst() {
			return form{}
		}
		g = constForm(1 << (uint32(g.base) & 31))
	}
	switch {
	case g.isConst():
		return f.scale(int64(int32(g.base)))
	case f.isConst():
		return g.scale(int64(int32(f.base)))
	}
	i, okI := f.unsigned(&w.limits)
	j, okJ := g.unsigned(&w.limits)
	if !okI || !okJ {
		return form{}
	}
	return between(i.lo*j.lo, i.hi*j.hi)
}

func (w *walker) extreme(in *Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	get := (*form).unsigned
	if in.Op == OpMinS || in.Op == OpMaxS {
		get = (*form).signed
	}
	i, okI := get(&f, &w.limits)
	j, okJ := get(&g, &w.limits)
	switch {
	case !okI || !okJ:
		return form{}
	case in.Op == OpMinS || in.Op == OpMinU:
		return between(min(i.lo, j.lo), min(i.hi, j.hi))
	}
	return between(max(i.lo, j.lo), max(i.hi, j.hi))
}

// quotient covers division, remainder, right shift and masks by a positive constant.
func (w *walker) quotient(in *Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	if in.Op == OpAnd && f.isConst() {
		f, g = g, f
	}
	c := g.base
	if in.Op == OpShrU || in.Op == OpShrS {
		c = 1 << (uint32(c) & 31)
	}
	if !g.isConst() || c <= 0 {
		return form{}
	}
	i, ok := f.unsigned(&w.limits)
	switch {
	case in.Op == OpAnd:
		if ok && i.hi <= c && c&(c+1) == 0 {
			return f
		}
		return between(0, c)
	case !ok:
		if in.Op == OpRemU {
			return between(0, c-1)
		}
		return form{}
	case in.Op == OpRemU || in.Op == OpRemS:
		if i.hi < c {
			return f
		}
		return between(0, c-1)
	}
	return between(i.lo/c, i.hi/c)
}
