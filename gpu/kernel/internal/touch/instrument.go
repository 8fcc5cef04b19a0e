package touch

import (
	"fmt"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// Watch is a kernel that notes what some of its accesses touch.
type Watch struct {
	Kernel *ir.Kernel // does what the original does at the same cost, and has the maps as its last bindings
	maps   []imprint
	first  uint32 // record of the first map
	Blocks Blocks // of its maps of blocks, which come after all others: reading costs what was touched
	lists  []list // of notes, which are in the place of maps; their records come from first on
}

// imprint is the map of one binding for one kind of access.
type imprint struct {
	binding int32
	class   ir.Class
	op      ir.AtomicOp
	granule uint32 // bytes that one byte of the map stands for
	shift   uint32 // log2 of the elements that a byte of the map of blocks stands for; bytes of constants
	cells   cells  // its marks are those of cells, for the map into
	into    int
}

// maxGranule is the most bytes that one mark stands for.
const maxGranule = 16

// constantBytes is the size of the map of a constant buffer: the largest such view (D3D12_REQ_CONSTANT_BUFFER_ELEMENT_COUNT × 16 bytes).
const constantBytes = 1 << 16

// mark is what the accesses of one block with equal operands touch.
type mark struct {
	at    *ir.Instr // the first of them
	runs  []run
	place int         // of the map
	floor [2]ir.Value // of a cell of a clamped texture: what its x and y were before
}

// run is a range of bytes inside an element.
type run struct{ begin, end uint32 }

// instrumenter puts marks into a kernel.
type instrumenter struct {
	Watch
	k     *ir.Kernel
	open  map[*ir.Instr]bool
	defs  map[ir.Value]*ir.Instr
	marks map[*ir.Instr]*mark // by the first access
	fixed []*ir.Instr         // constants of the entry block
	zeroF *ir.Instr           // the float 0 there

	mute    map[*ir.Instr]bool
	covered *ir.Instr   // of the entry block: the work item is no helper
	items   []*ir.Instr // of the entry block: what makes the number of the work item,
	item    ir.Value    // and the number
}

// New watches accesses of a verified kernel in which the stride of every buffer and texture is set. With blocks, each mark is a second one in a small
// map, so that reading the maps costs what was touched, and not what the views hold.
func New(k *ir.Kernel, open []*ir.Instr, blocks Blocks) *Watch {
	t := newInstrumenter(k, open, blocks)
	t.settle()
	t.bind()
	t.emit(t.k.Body)
	return t.watch()
}

// newInstrumenter has the marks of some accesses, in a copy of a kernel.
func newInstrumenter(k *ir.Kernel, open []*ir.Instr, blocks Blocks) *instrumenter {
	t := &instrumenter{k: k.Clone(), open: map[*ir.Instr]bool{}, defs: map[ir.Value]*ir.Instr{}, marks: map[*ir.Instr]*mark{}}
	t.Kernel, t.first, t.Blocks = t.k, k.Records(), blocks
	t.mute = muteLoads(t.k)
	t.match(k, open)
	t.collect(t.k.Body)
	return t
}

// watch ends the work on the kernel.
func (t *instrumenter) watch() *Watch {
	t.declare()
	if err := ir.Verify(t.k); err != nil {
		panic(fmt.Sprintf("BUG: touch: kernel %q with marks: %v", t.k.Name, err))
	}
	return &t.Watch
}

// match finds the accesses in the copy, and the definitions of values.
func (t *instrumenter) match(original *ir.Kernel, open []*ir.Instr) {
	wanted := map[*ir.Instr]bool{}
	for _, in := range open {
		wanted[in] = true
	}
	var order []bool
	original.Body.Walk(func(in *ir.Instr) { order = append(order, wanted[in]) })
	n := 0
	t.k.Body.Walk(func(in *ir.Instr) {
		t.open[in] = order[n]
		n++
		for _, r := range in.Results {
			t.defs[r] = in
		}
	})
}

// operands are those that decide where an access goes.
type operands struct {
	place int
	args  [5]ir.Value
	mute  bool
}

// collect makes the marks of a block: one for all accesses with equal operands, because the work items that do one do all.
func (t *instrumenter) collect(b *ir.Block) {
	known, list := map[operands]*mark{}, []*mark(nil)
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			t.collect(nested)
		}
		if !t.open[in] {
			continue
		}
		key := operands{place: t.place(in), mute: t.mute[in]}
		copy(key.args[:], t.address(in))
		m := known[key]
		if m == nil || t.dynamic(in) != 0 || in.Op == ir.OpLoadConst { // each of these is inside or not for itself
			m = &mark{at: in, place: key.place}
			t.marks[in], known[key], list = m, m, append(list, m)
		}
		m.add(run{in.Offset, in.Offset + uint32(in.Width)})
		imprint := &t.maps[key.place]
		imprint.granule = min(imprint.granule, t.granule(in))
	}
	t.joinCells(list)
}

// address are the operands of an access without the values it stores.
func (t *instrumenter) address(in *ir.Instr) []ir.Value {
	switch in.Op {
	case ir.OpLoadConst:
		return in.Args
	case ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf:
		return in.Args[:3]
	}
	return in.Args[:5]
}

// dynamic is the operand that is added to the constant offset, 0 if there is none.
func (t *instrumenter) dynamic(in *ir.Instr) ir.Value {
	switch in.Op {
	case ir.OpLoadConst:
		return in.Args[1]
	case ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf:
		return in.Args[2]
	}
	return 0
}

// place is the map for an access.
func (t *instrumenter) place(in *ir.Instr) int {
	key := plan.KeyOf(t.k, in, 0)
	for i := range t.maps {
		if m := &t.maps[i]; m.cells == noCells && m.binding == in.Binding && m.class == key.Class && m.op == key.Op {
			return i
		}
	}
	t.maps = append(t.maps, imprint{binding: in.Binding, class: key.Class, op: key.Op, granule: maxGranule})
	return len(t.maps) - 1
}

// granule is the largest one that an access allows, but for its bytes, which bind looks at.
func (t *instrumenter) granule(in *ir.Instr) uint32 {
	g := lowBit(t.k.Bindings[in.Binding].Stride | maxGranule)
	if v := t.dynamic(in); v != 0 {
		g = min(g, t.alignment(v, 4))
	}
	return g
}

// lowBit is the largest power of two that divides n, which is not 0.
func lowBit(n uint32) uint32 { return n & -n }

// alignment is a power of two up to maxGranule that divides v.
func (t *instrumenter) alignment(v ir.Value, depth int) uint32 {
	in := t.defs[v]
	if in == nil || depth == 0 {
		return 1
	}
	arg := func(i int) uint32 { return t.alignment(in.Args[i], depth-1) }
	switch in.Op {
	case ir.OpConst:
		return lowBit(in.Imm | maxGranule)
	case ir.OpIAdd, ir.OpISub:
		return min(arg(0), arg(1))
	case ir.OpIMul:
		return min(arg(0)*arg(1), maxGranule)
	case ir.OpAnd:
		return max(arg(0), arg(1))
	case ir.OpShl:
		if by := t.defs[in.Args[1]]; by != nil && by.Op == ir.OpConst {
			return min(arg(0)<<min(by.Imm&31, 4), maxGranule)
		}
	}
	return 1
}

// add puts a run to those that are there, in order, and joins it with neighbours.
func (m *mark) add(r run) {
	var out []run
	for _, o := range m.runs {
		if o.begin <= r.end && r.begin <= o.end {
			r = run{min(r.begin, o.begin), max(r.end, o.end)}
			continue
		}
		out = append(out, o)
	}
	at := len(out)
	for at > 0 && out[at-1].begin > r.begin {
		at--
	}
	m.runs = append(out[:at:at], append([]run{r}, out[at:]...)...)
}

// settle settles the granules.
func (t *instrumenter) settle() {
	for _, m := range t.marks {
		for _, r := range m.runs {
			g := &t.maps[m.place].granule
			*g = min(*g, lowBit(r.begin|r.end|maxGranule))
		}
	}
}

// bind adds the bindings of the maps.
func (t *instrumenter) bind() {
	for i := range t.maps {
		m := &t.maps[i]
		b := t.k.Bindings[m.binding]
		if b.Shape == ir.Constants {
			m.granule, b.Shape, b.Stride = 1, ir.Structured, constantBytes
		}
		if t.Blocks != NoBlocks {
			m.shift = t.Blocks.shift(&b, m.granule)
		}
		b.Name, b.Kind, b.Register, b.Space, b.CounterOf = fmt.Sprintf("marks %d", i), ir.UAV, uint32(i), 1<<31, 0
		b.Stride /= m.granule
		if b.Shape.IsBuffer() {
			b.Shape = ir.Structured
		}
		t.k.Bindings = append(t.k.Bindings, b)
	}
	if t.Blocks != NoBlocks {
		t.bindBlocks()
	}
}

// emit puts the marks before their first accesses.
func (t *instrumenter) emit(b *ir.Block) {
	var out []*ir.Instr
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			t.emit(nested)
		}
		if m := t.marks[in]; m != nil {
			out = t.stores(out, m)
		}
		out = append(out, in)
	}
	b.Instrs = out
}

// stores appends the stores of a mark.
func (t *instrumenter) stores(out []*ir.Instr, m *mark) []*ir.Instr {
	g := t.maps[m.place].granule
	args := append([]ir.Value(nil), t.address(m.at)...)
	op := ir.OpStoreBuf
	switch {
	case m.at.Op == ir.OpLoadConst:
		if m.at.Offset >= constantBytes {
			return out // no view is so large
		}
		args = []ir.Value{args[0], t.constant(0), args[1]}
		if t.mute[m.at] {
			out = t.guard(out, args)
		}
		return t.block(append(out, t.store(op, m, args, m.at.Offset, 1)), m, args)
	case len(args) == 5:
		op = ir.OpStoreTex
		out = t.clampedCell(out, m, args)
	case args[2] != 0 && g > 1:
		out, args[2] = t.shifted(out, args[2], uint32(bits.TrailingZeros32(g)))
	}
	if t.mute[m.at] {
		out = t.guard(out, args)
	}
	for _, r := range m.runs {
		for at, end := r.begin/g, r.end/g; at < end; {
			width := uint8(4)
			for uint32(width) > end-at {
				width /= 2
			}
			out = append(out, t.store(op, m, args, at, width))
			at += uint32(width)
		}
	}
	return t.block(out, m, args)
}

// guard leads the marks of helpers outside the map: it changes the element, or x.
func (t *instrumenter) guard(out []*ir.Instr, args []ir.Value) []*ir.Instr {
	if t.covered == nil {
		t.covered = &ir.Instr{Op: ir.OpCovered, Results: []ir.Value{t.k.NewValue(ir.Bool)}, Mark: true}
	}
	const nowhere = 1<<32 - 1 // an element and a coordinate that no view has
	pick := &ir.Instr{Op: ir.OpSelect, Args: []ir.Value{t.covered.Result(), args[1], t.constant(nowhere)},
		Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
	args[1] = pick.Result()
	return append(out, pick)
}

func (t *instrumenter) store(op ir.Op, m *mark, args []ir.Value, offset uint32, width uint8) *ir.Instr {
	one := t.constant(0x01010101 & (1<<(8*uint32(width)) - 1)) // a mark of width granules
	return &ir.Instr{Op: op, Args: append(args[:len(args):len(args)], one), Binding: t.binding(m.place), Offset: offset,
		Width: width, Site: m.at.Site, Mark: true}
}

// binding is that of a map.
func (t *instrumenter) binding(place int) int32 {
	first := len(t.k.Bindings) - len(t.maps)
	if t.Blocks != NoBlocks {
		first -= len(t.maps)
	}
	return int32(first + place)
}

// shifted appends the right shift of a value.
func (t *instrumenter) shifted(out []*ir.Instr, v ir.Value, by uint32) ([]*ir.Instr, ir.Value) {
	if by == 0 {
		return out, v
	}
	in := &ir.Instr{Op: ir.OpShrU, Args: []ir.Value{v, t.constant(by)}, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
	return append(out, in), in.Result()
}

// constant is a number of the entry block.
func (t *instrumenter) constant(n uint32) ir.Value {
	for _, in := range t.fixed {
		if in.Imm == n {
			return in.Result()
		}
	}
	in := &ir.Instr{Op: ir.OpConst, Imm: n, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
	t.fixed = append(t.fixed, in)
	return in.Result()
}

// zero is the float 0 of the entry block.
func (t *instrumenter) zero() ir.Value {
	if t.zeroF == nil {
		t.zeroF = &ir.Instr{Op: ir.OpConst, Results: []ir.Value{t.k.NewValue(ir.F32)}, Mark: true}
	}
	return t.zeroF.Result()
}

// declare puts the constants to the start of the kernel.
func (t *instrumenter) declare() {
	out := t.fixed
	if t.zeroF != nil {
		out = append(out, t.zeroF)
	}
	if t.covered != nil {
		out = append(out, t.covered)
	}
	t.k.Body.Instrs = append(append(out, t.items...), t.k.Body.Instrs...)
}
