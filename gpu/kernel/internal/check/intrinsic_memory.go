package check

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

type builder = emit.Builder

// memoryIntrinsics is sorted by name.
func memoryIntrinsics() []intrinsicInfo {
	list := []intrinsicInfo{
		{name: "AllMemoryBarrier", class: special, lower: memoryBarrier, doc: "AllMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "AllMemoryBarrierWithGroupSync", class: special, lower: barrier, doc: "AllMemoryBarrierWithGroupSync(): waits for all work items of the group"},
		{name: "Array", class: special, low: 2, high: 2, lower: newArray, doc: `Array("float", n): an array of the work item, zeros, passed by reference`},
		{name: "DeviceMemoryBarrier", class: special, lower: memoryBarrier, doc: "DeviceMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "DeviceMemoryBarrierWithGroupSync", class: special, lower: barrier, doc: "DeviceMemoryBarrierWithGroupSync(): waits for all work items of the group"},
		{name: "GroupMemoryBarrier", class: special, lower: memoryBarrier, doc: "GroupMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "GroupMemoryBarrierWithGroupSync", class: special, lower: barrier, doc: "GroupMemoryBarrierWithGroupSync(): waits for all work items of the group"},
		{name: "printf", class: special, low: 1, high: 16, lower: printf, doc: `printf(format, …): a line of output: %d %i %u %x %f %g %s for each component`},
	}
	for _, a := range atomics {
		list = append(list, intrinsicInfo{name: a.name, class: special, low: a.args, high: a.args, lower: interlocked,
			doc: a.name + a.doc})
	}
	return list
}

func barrier(l *lowerer, c *intrinsicUse) []value {
	l.b.Append(&ir.Instr{Op: ir.OpBarrier}, ir.Invalid)
	return nil
}

func memoryBarrier(*lowerer, *intrinsicUse) []value { return nil }

// newArray is local memory for one work item. It is zeroed where it is made, because a loop may come by again.
func newArray(l *lowerer, c *intrinsicUse) []value {
	name, count := c.args[0], c.args[1]
	if name.kind != text {
		l.fail(diag.WrongArgumentType, name.site, "argument 1 of Array must be the name of a type in quotes, but this is %s", name.describe()).
			HelpText(`for example Array("float", 8)`)
		return bad(c.site)
	}
	t, d := syntax.ParseType(name.str)
	if d != nil {
		l.diags = append(l.diags, d.At(name.site, ""))
		return bad(c.site)
	}
	if count.kind != constant || count.isFloat || count.num < 1 {
		l.fail(diag.WrongArgumentType, count.site, "the length of an Array must be a whole number above 0 that is known when the kernel is compiled")
		return bad(c.site)
	}
	size := uint64(syntax.Size(t, syntax.Packed)) * uint64(min(count.num, 1<<20))
	if uint64(l.b.K.LocalBytes())+size > ir.MaxLocalBytes {
		l.fail(diag.KernelTooLarge, c.site, "with this Array the kernel has %d bytes of local arrays; %d are allowed", uint64(l.b.K.LocalBytes())+size, ir.MaxLocalBytes)
		return bad(c.site)
	}
	at := l.b.K.AddLocal("array", uint32(size), 4, c.site)
	l.zeroLocal(at, uint32(size))
	v := value{kind: located, site: c.site, t: syntax.ArrayOf(t, int(count.num)), place: &place{space: inLocal, name: "this array", site: c.site, off: int(at)}}
	return []value{v}
}

// zeroLocal clears local memory, in a loop where it is long. Local memory is zero when the kernel starts, so outside of
// loops and branches nothing is to do; inside, the array may have been used before.
func (l *lowerer) zeroLocal(at, size uint32) {
	if l.b.Block() == l.b.K.Body {
		return
	}
	const unrolled = 64
	store := func(address V, off uint32) {
		l.b.Append(&ir.Instr{Op: ir.OpStoreLocal, Binding: -1, Offset: off, Width: 4, Args: []V{address, l.b.I(0)}}, ir.Invalid)
	}
	if size <= unrolled {
		for off := uint32(0); off < size; off += 4 {
			store(l.b.I(0), at+off)
		}
		return
	}
	counter := &variable{t: syntax.ScalarType(syntax.Uint), c: []V{l.b.I(0)}}
	l.live = append(l.live, counter)
	l.repeatWhile(&effects{}, []*variable{counter}, func() V { return l.b.LtU(counter.c[0], l.b.U(size)) }, func() {
		store(counter.c[0], at)
		counter.c = []V{l.b.IAdd(counter.c[0], l.b.I(4))}
	})
	l.live = l.live[:len(l.live)-1]
}

// atomicInfo is a row of the table of Interlocked operations.
type atomicInfo struct {
	name     string
	op       ir.AtomicOp
	unsigned ir.AtomicOp
	args     int
	doc      string
}

// atomics is sorted by name.
var atomics = []atomicInfo{
	{"InterlockedAdd", ir.AtomicAdd, ir.AtomicAdd, 2, "(element, v): adds v; gives the value before"},
	{"InterlockedAnd", ir.AtomicAnd, ir.AtomicAnd, 2, "(element, v): keeps the bits of v; gives the value before"},
	{"InterlockedCompareExchange", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3, "(element, compare, v): stores v where the element equals compare; gives the value before"},
	{"InterlockedCompareStore", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3, "(element, compare, v): stores v where the element equals compare"},
	{"InterlockedExchange", ir.AtomicExchange, ir.AtomicExchange, 2, "(element, v): stores v; gives the value before"},
	{"InterlockedMax", ir.AtomicMaxS, ir.AtomicMaxU, 2, "(element, v): keeps the larger one; gives the value before"},
	{"InterlockedMin", ir.AtomicMinS, ir.AtomicMinU, 2, "(element, v): keeps the smaller one; gives the value before"},
	{"InterlockedOr", ir.AtomicOr, ir.AtomicOr, 2, "(element, v): adds the bits of v; gives the value before"},
	{"InterlockedXor", ir.AtomicXor, ir.AtomicXor, 2, "(element, v): flips the bits of v; gives the value before"},
}

func findAtomic(name string) *atomicInfo {
	for i := range atomics {
		if atomics[i].name == name {
			return &atomics[i]
		}
	}
	return nil
}

func interlocked(l *lowerer, c *intrinsicUse) []value {
	a := findAtomic(c.name)
	to := c.args[0]
	if !l.atomicTarget(c.name, to) || !l.writable(to) {
		return bad(c.site)
	}
	s := to.t.Scalar
	if s.IsFloat() && a.op != ir.AtomicExchange {
		l.fail(diag.AtomicTarget, to.site, "%s works on int and uint, but this is %s", c.name, to.t).
			Also(to.place.site, "declared here").HelpText("store the bits of the float in a uint, or scale it to a whole number")
		return bad(c.site)
	}
	op := a.op
	if s == syntax.Uint {
		op = a.unsigned
	}
	v, compare := c.args[len(c.args)-1], V(0)
	if len(c.args) == 3 {
		compare = l.toBits(l.convertTo(c.args[1], to.t, &target{what: "the comparand"})[0], s)
	}
	bits := l.toBits(l.convertTo(v, to.t, &target{what: "the value of " + c.name})[0], s)
	l.b.Site = c.site
	old := l.atomic(op, to.place, bits, compare)
	if c.name == "InterlockedCompareStore" {
		return nil
	}
	return c.one(to.t, l.fromBits(old, s))
}

// atomicTarget says whether v is a scalar of a writable buffer, texture or groupshared memory.
func (l *lowerer) atomicTarget(name string, v value) bool {
	if v.kind == located && v.t.IsScalar() && v.t.Scalar != syntax.Bool && v.place.space != inVariable && v.place.space != inLocal {
		if v.place.space != inTexel || l.wordTexel(v.place) {
			return true
		}
	}
	d := l.fail(diag.AtomicTarget, v.site, "argument 1 of %s must be an element of an RW resource or of groupshared memory, one int or uint of 32 bits", name)
	if v.kind == located {
		d.Also(v.place.site, "this is "+v.t.String()+" of "+v.place.name)
	}
	d.HelpText("write %s(counters[i], 1)", name)
	return false
}

// wordTexel says whether a texel is one word, which atomics need.
func (l *lowerer) wordTexel(p *place) bool {
	info := gpu.Format(l.b.K.Bindings[p.res.binding].Format).Info()
	return info.Components == 1 && info.Bits == 32 && p.comps == nil
}

func (l *lowerer) atomic(op ir.AtomicOp, p *place, v, compare V) V {
	in := &ir.Instr{Imm: uint32(op), Width: 4, Binding: -1}
	off := p.off
	if p.offs != nil {
		off += p.offs[0]
	}
	in.Offset = uint32(off)
	switch p.space {
	case inBuffer:
		in.Op, in.Binding, in.Args = ir.OpAtomicBuf, p.res.binding, []V{p.res.slot, p.index, p.dyn, v, compare}
	case inShared:
		in.Op, in.Args = ir.OpAtomicShared, []V{l.address(p), v, compare}
	default:
		in.Binding = p.res.binding
		in.Op, in.Args = ir.OpAtomicTex, append(texelArgs(p.res, p.coord), v, compare)
		if !p.res.decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpAtomicBuf, []V{p.res.slot, p.coord[0], 0, v, compare}
		}
	}
	return l.b.Append(in, ir.I32)
}

// rawAtomicMethods are the Interlocked methods of RWByteAddressBuffer: buffer:InterlockedAdd(address, v).
func rawAtomicMethods() []method {
	var list []method
	for _, a := range atomics {
		list = append(list, method{a.name, rawWritable, rawAtomic, a.name + strings.Replace(a.doc, "element", "address", 1)})
	}
	return list
}

func rawAtomic(l *lowerer, m *methodUse) []value {
	a := findAtomic(m.name)
	if !l.want(m, a.args, a.args) {
		return bad(m.site)
	}
	p := l.rawPlace(m.ref, m.args[0], 0)
	t := syntax.ScalarType(syntax.Uint)
	op := a.unsigned
	if v := m.args[len(m.args)-1]; v.kind != constant && v.t != nil && v.t.IsScalar() && v.t.Scalar == syntax.Int {
		t, op = syntax.ScalarType(syntax.Int), a.op
	}
	compare := V(0)
	if a.args == 3 {
		compare = l.convertTo(m.args[1], t, &target{what: "the comparand"})[0]
	}
	v := l.convertTo(m.args[a.args-1], t, &target{what: "the value of " + m.name})[0]
	l.b.Site = m.site
	old := l.atomic(op, p, v, compare)
	if m.name == "InterlockedCompareStore" {
		return nil
	}
	return []value{dataValue(m.site, t, old)}
}

// printf passes every component of its arguments; a vector takes as many verbs as it has components.
func printf(l *lowerer, c *intrinsicUse) []value {
	format := c.args[0]
	if format.kind != text {
		l.fail(diag.WrongArgumentType, format.site, "argument 1 of printf must be a format in quotes, but this is %s", format.describe()).
			HelpText(`for example printf("x = %%g", x)`)
		return bad(c.site)
	}
	var args []V
	var scalars []syntax.Scalar
	for _, a := range c.args[1:] {
		v := l.asData(a)
		if v.kind != data {
			if v.kind != invalid {
				l.notData(v, floatType, &target{what: "printf"})
			}
			return bad(c.site)
		}
		args, scalars = append(args, v.c...), append(scalars, v.t.Scalars()...)
	}
	verbs, ok := l.parseFormat(format)
	if !ok {
		return bad(c.site)
	}
	if len(verbs) != len(args) {
		l.fail(diag.BadPrintfFormat, format.site, "the format has places for %d components, but there are %d", len(verbs), len(args)).
			Because("A vector takes one place for each component.")
		return bad(c.site)
	}
	for i, verb := range verbs {
		args[i] = l.printfArgument(verb, args[i], scalars[i])
	}
	l.b.K.Formats = append(l.b.K.Formats, format.str)
	l.b.Append(&ir.Instr{Op: ir.OpPrintf, Imm: uint32(len(l.b.K.Formats) - 1), Args: args}, ir.Invalid)
	return nil
}

// printfArgument converts a component to what its verb shows: %f and %g a float, the others an integer.
func (l *lowerer) printfArgument(verb byte, v V, s syntax.Scalar) V {
	switch verb {
	case 'f', 'g', 'e':
		return l.castScalar(v, s, syntax.Float)
	case 'u', 'x', 'X':
		return l.castScalar(v, s, syntax.Uint)
	}
	return l.castScalar(v, s, syntax.Int)
}

// parseFormat lists the verbs of a printf format.
func (l *lowerer) parseFormat(format value) ([]byte, bool) {
	var verbs []byte
	s := format.str
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		i++
		if i < len(s) && s[i] == '%' {
			continue
		}
		for i < len(s) && strings.IndexByte("-+ #0123456789.", s[i]) >= 0 {
			i++
		}
		if i >= len(s) || strings.IndexByte("diuxXfge", s[i]) < 0 {
			l.fail(diag.BadPrintfFormat, format.site, "the format %q has a place that printf does not know", s).
				HelpText("places are %%d %%i %%u %%x %%X %%f %%g %%e, with width and precision, and %%%% for a percent sign")
			return nil, false
		}
		verbs = append(verbs, s[i])
	}
	return verbs, true
}
