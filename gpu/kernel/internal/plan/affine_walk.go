package plan

import (
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// access is one memory instruction with what is known of its operands.
type access struct {
	in      *ir.Instr
	slot    form
	at      [4]form // buffer: element, byte; texture: x, y, z, mip
	limits  limits
	nobody  bool // comes here: limits are empty
	certain bool // every work item inside limits comes here exactly so
	ties    []tie
}

// tie says that an access is in a loop that shares numbers out over the values of a symbol (sharedLoop): which number comes goes with the symbol's
// value, so both cannot be free, and what is known of the numbers holds for these limits of the symbol.
type tie struct {
	s      symbol
	limits interval
}

// walker evaluates a kernel over forms, with the numbers of one dispatch.
type walker struct {
	k        *ir.Kernel
	d        *ir.Dispatch
	forms    []form
	defs     []*ir.Instr // by Value
	limits   limits
	certain  bool
	depth    int   // of loops with a symbol around the present place
	ties     []tie // of shared loops around the present place
	accesses []access
	reads    []read
	records  []ir.Record
	rooms    []room   // by record
	looked   []uint32 // the records that were looked at, all others of which make no difference
	seen     []bool   // by record: it is among them
	guards   []bool   // by Value: numbers that are compared only
	deciders []bool   // by Value: what is touched depends on it
	words    []word   // of buffers, that were read as if nobody wrote them
	distrust bool     // somebody may write them
	moving   motion
}

// begin prepares the walk through a kernel for one dispatch, in the memory of the walk before.
func (w *walker) begin(k *ir.Kernel, d *ir.Dispatch) {
	if w.k != k {
		n := k.Records()
		*w = walker{k: k, forms: make([]form, k.NumValues()), defs: make([]*ir.Instr, k.NumValues()), guards: guardsOf(k), deciders: deciders(k),
			records: make([]ir.Record, n), rooms: make([]room, n), seen: make([]bool, n)}
		k.Body.Walk(func(in *ir.Instr) {
			for _, r := range in.Results {
				w.defs[r] = in
			}
		})
	}
	clear(w.forms)
	w.d, w.certain, w.depth, w.ties, w.words, w.distrust = d, true, 0, nil, w.words[:0], false
	for _, record := range w.looked {
		w.seen[record] = false
	}
	w.moving.begin()
	w.accesses, w.reads, w.looked = w.accesses[:0], w.reads[:0], w.looked[:0]
	w.limits = groupLimits(k, d, interval{0, int64(d.Groups[0]) - 1}, interval{0, int64(d.Groups[1]) - 1}, interval{0, int64(d.Groups[2]) - 1})
}

// look is a record of a binding. What it does not give is not known of the record, so that a dispatch that chooses some of many descriptors costs no
// more than one that has no others.
func (w *walker) look(binding int32, record uint32) *ir.Record {
	r := &w.records[record]
	if !w.seen[record] {
		words := w.d.Memory[w.d.Records+record*ir.RecordBytes:]
		b := &w.k.Bindings[binding]
		if b.Shape == ir.Constants || b.Shape.IsBuffer() {
			*r = ir.LoadBuffer(words)
		} else {
			*r = ir.LoadRecord(words)
		}
		w.seen[record], w.looked, w.rooms[record] = true, append(w.looked, record), roomOf(b)
	}
	return r
}

// groupLimits are the ranges of the symbols for a box of groups.
func groupLimits(k *ir.Kernel, d *ir.Dispatch, groups ...interval) limits {
	var l limits
	for axis := range symbol(3) {
		n := int64(k.NumThreads[axis])
		l[symGroup+axis] = groups[axis]
		l[symThread+axis] = interval{0, n - 1}
		l[symDispatch+axis] = interval{groups[axis].lo * n, groups[axis].hi*n + n - 1}
	}
	for s := symTurn; s < numSymbols; s++ {
		l[s] = interval{0, maxTurns}
	}
	return l
}

func (w *walker) block(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			w.ifInstr(in)
		case ir.OpLoop:
			w.loopInstr(in)
		default:
			if in.Op.UsesBinding() && in.Op != ir.OpQuery && !in.Mark {
				w.access(in)
			}
			if len(in.Results) > 0 {
				w.forms[in.Results[0]] = w.value(in).checked(w.k.NumThreads)
			}
		}
	}
}

func (w *walker) access(in *ir.Instr) {
	n := len(w.accesses)
	w.accesses = slices.Grow(w.accesses, 1)[:n+1]
	a := &w.accesses[n] // written where it stands: it is large
	a.in, a.slot, a.limits, a.nobody, a.certain, a.ties = in, w.arg(in, 0), w.limits, w.limits.empty(), w.certain, w.ties
	for i := range a.at {
		a.at[i] = form{}
	}
	switch in.Op {
	case ir.OpLoadConst:
		a.at[1] = w.arg(in, 1)
	case ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf:
		a.at[0], a.at[1] = w.arg(in, 1), w.arg(in, 2)
	default:
		for i := range a.at {
			a.at[i] = w.arg(in, i+1)
		}
		w.moving.pin(&a.at[3])
	}
	w.moving.pin(&a.slot)
}

// arg is the form of an argument; an absent one is 0.
func (w *walker) arg(in *ir.Instr, i int) form {
	if in.Args[i] == 0 {
		return constForm(0)
	}
	return w.forms[in.Args[i]]
}

func (w *walker) ifInstr(in *ir.Instr) {
	limits, certain := w.limits, w.certain
	for i, b := range in.Blocks {
		w.certain = w.assume(in.Args[0], i == 0) && certain
		w.block(b)
		w.limits, w.certain = limits, certain
	}
	for i, r := range in.Results {
		w.forms[r] = w.hull(w.forms[in.Blocks[0].Yield[i]], w.forms[in.Blocks[1].Yield[i]])
	}
}

// value is the form of the result of in.
func (w *walker) value(in *ir.Instr) form {
	switch in.Op {
	case ir.OpConst:
		if w.k.Type(in.Result()) == ir.I32 {
			return constForm(int64(int32(in.Imm)))
		}
	case ir.OpSys:
		return w.system(ir.SysVal(in.Imm))
	case ir.OpLoadConst, ir.OpQuery:
		if w.deciders[in.Result()] {
			return w.fromRecord(in)
		}
	case ir.OpLoadBuf:
		return w.fromBuffer(in)
	case ir.OpIAdd:
		return w.arg(in, 0).add(w.arg(in, 1))
	case ir.OpISub:
		return w.arg(in, 0).add(w.arg(in, 1).scale(-1))
	case ir.OpSelect:
		if w.k.Type(in.Result()) == ir.I32 {
			return w.hull(w.arg(in, 1), w.arg(in, 2))
		}
	case ir.OpWaveFirst:
		return w.arg(in, 0).anyLane(w.k.NumThreads)
	case ir.OpIMul, ir.OpShl:
		return w.product(in)
	case ir.OpMinS, ir.OpMinU, ir.OpMaxS, ir.OpMaxU:
		return w.extreme(in)
	case ir.OpDivU, ir.OpRemU, ir.OpAnd, ir.OpShrU, ir.OpDivS, ir.OpRemS, ir.OpShrS:
		return w.quotient(in)
	}
	return form{}
}

func (w *walker) system(s ir.SysVal) form {
	n := w.k.NumThreads
	switch {
	case s <= ir.GroupIDZ:
		return symbolForm(symbol(s))
	case s == ir.GroupIndex:
		f := constForm(0)
		f.coef[symThread], f.coef[symThread+1], f.coef[symThread+2] = 1, int64(n[0]), int64(n[0])*int64(n[1])
		f.of = 1<<symThread | 1<<(symThread+1) | 1<<(symThread+2)
		return f
	case s == ir.LaneIndex:
		return between(0, ir.WaveSize-1)
	}
	return constForm(int64(w.d.Groups[s-ir.GroupCountX]))
}

// fromRecord reads what does not change during the dispatch: constants and the fields of records.
func (w *walker) fromRecord(in *ir.Instr) form {
	slot, dyn := w.arg(in, 0), w.arg(in, 1)
	if !slot.isConst() || !dyn.isConst() || uint64(slot.base) >= uint64(w.k.Bindings[in.Binding].Count) {
		return form{}
	}
	w.moving.pin(&slot, &dyn)
	record := w.k.FirstRecord(in.Binding) + uint32(slot.base)
	r := w.look(in.Binding, record)
	if in.Op == ir.OpLoadConst {
		offset := uint64(uint32(dyn.base)) + uint64(in.Offset)
		if offset+4 > uint64(r.Size) {
			w.rooms[record].fixed = true
			return constForm(0)
		}
		w.rooms[record].need(uint32(offset + 4))
		return w.constant(record, offset, binary.LittleEndian.Uint32(w.d.Memory[uint64(r.Base)+offset:]))
	}
	w.rooms[record].fixed = true
	width, height, depth := r.Extent(uint32(dyn.base))
	switch f := ir.QueryField(in.Imm); f {
	case ir.QueryWidth:
		return constForm(int64(width))
	case ir.QueryHeight:
		return constForm(int64(height))
	case ir.QueryDepth:
		return constForm(int64(depth))
	default:
		return constForm(int64(int32(ir.RecordWord(w.d.Memory[w.d.Records+record*ir.RecordBytes:], int(f.Word())))))
	}
}

// constant is a word of constants. As long as nothing is decided by it, it may have other values.
func (w *walker) constant(record uint32, at uint64, value uint32) form {
	f, found := constForm(int64(int32(value))), read{record: record, at: at, value: value}
	for i := range w.reads {
		if r := &w.reads[i]; r.record == record && r.at == at {
			found.mover = r.mover
		}
	}
	if found.mover == 0 {
		found.mover = w.moving.another()
	}
	if found.mover > 0 {
		f.moved[found.mover-1] = 1
	}
	w.reads = append(w.reads, found)
	return f
}

func (w *walker) product(in *ir.Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	if in.Op == ir.OpShl {
		if !g.isConst() {
			return form{}
		}
		w.moving.pin(&g)
		g = constForm(1 << (uint32(g.base) & 31))
	}
	if f.isConst() && (!g.isConst() || g.moved.any()) { // the second one is the number
		f, g = g, f
	}
	w.moving.pin(&g)
	if g.isConst() {
		return f.scale(int64(int32(g.base)))
	}
	w.moving.pin(&f)
	i, okI := f.unsigned(&w.limits)
	j, okJ := g.unsigned(&w.limits)
	if !okI || !okJ {
		return form{}
	}
	return between(i.lo*j.lo, i.hi*j.hi)
}

func (w *walker) extreme(in *ir.Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	w.moving.pin(&f, &g)
	signed := in.Op == ir.OpMinS || in.Op == ir.OpMaxS
	i, okI := f.number(&w.limits, signed)
	j, okJ := g.number(&w.limits, signed)
	switch {
	case !okI || !okJ:
		return form{}
	case in.Op == ir.OpMinS || in.Op == ir.OpMinU:
		return between(min(i.lo, j.lo), min(i.hi, j.hi))
	}
	return between(max(i.lo, j.lo), max(i.hi, j.hi))
}

// quotient covers division, remainder, right shift and masks by a positive constant.
func (w *walker) quotient(in *ir.Instr) form {
	f, g := w.arg(in, 0), w.arg(in, 1)
	if in.Op == ir.OpAnd && f.isConst() && !f.moved.any() {
		f, g = g, f
	}
	w.moving.pin(&g)
	c := g.base
	if in.Op == ir.OpShrU || in.Op == ir.OpShrS {
		c = 1 << (uint32(c) & 31)
	}
	if g.isConst() {
		if part, ok := w.moving.part(&f, partOf(in.Op), c); ok {
			return part
		}
	}
	w.moving.pin(&f)
	f.moved, g.moved = moves{}, moves{}
	if in.Op == ir.OpAnd && f.isConst() {
		f, g, c = g, f, f.base
	}
	if !g.isConst() || c <= 0 {
		return form{}
	}
	i, ok := f.unsigned(&w.limits)
	switch {
	case in.Op == ir.OpAnd && c&(c+1) == 0:
		return f.remainder(i, ok, c+1)
	case in.Op == ir.OpAnd:
		if ok && i.lo == i.hi {
			return constForm(i.lo & c)
		}
		return between(0, c)
	case !ok:
		if in.Op == ir.OpRemU {
			return between(0, c-1)
		}
		return form{}
	case in.Op == ir.OpRemU || in.Op == ir.OpRemS:
		return f.remainder(i, ok, c)
	}
	return between(i.lo/c, i.hi/c)
}

// partOf is the operation on unsigned numbers that one does to numbers below 2^31, which is divided by 1 << n instead of shifted by n.
func partOf(op ir.Op) ir.Op {
	switch op {
	case ir.OpDivU, ir.OpDivS, ir.OpShrU, ir.OpShrS:
		return ir.OpDivU
	case ir.OpRemU, ir.OpRemS:
		return ir.OpRemU
	}
	return ir.OpAnd
}

// remainder is that of a division by c of a number that is in i, if ok says so.
func (f form) remainder(i interval, ok bool, c int64) form {
	if ok && i.lo/c == i.hi/c {
		return f.add(constForm(-i.lo / c * c))
	}
	return between(0, c-1)
}

func bit(v bool) uint32 {
	if v {
		return 1
	}
	return 0
}
