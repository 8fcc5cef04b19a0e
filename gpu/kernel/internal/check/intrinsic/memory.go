package intrinsic

import (
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

type builder = emit.Builder

// memoryIntrinsics is sorted by name.
func memoryIntrinsics() []intrinsicInfo {
	list := []intrinsicInfo{
		{name: "AllMemoryBarrier", class: special, lower: memoryBarrier,
			doc: "AllMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "AllMemoryBarrierWithGroupSync", class: special, lower: barrier,
			doc: "AllMemoryBarrierWithGroupSync(): waits for all work items of the group"},
		{name: "Array", class: special, low: 2, high: 5, lower: newArray,
			doc: `Array("float", n): an array of the work item, zeros, passed by reference; Array(Node, n) of a struct, Array("float", 3, 4) for float a[3][4]`},
		{name: "DeviceMemoryBarrier", class: special, lower: memoryBarrier,
			doc: "DeviceMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "DeviceMemoryBarrierWithGroupSync", class: special, lower: barrier,
			doc: "DeviceMemoryBarrierWithGroupSync(): waits for all work items of the group"},
		{name: "GroupMemoryBarrier", class: special, lower: memoryBarrier,
			doc: "GroupMemoryBarrier(): memory is always ordered here, so this does nothing"},
		{name: "GroupMemoryBarrierWithGroupSync", class: special, lower: barrier,
			doc: "GroupMemoryBarrierWithGroupSync(): waits for all work items of the group"},
	}
	for _, a := range atomics {
		list = append(list, intrinsicInfo{name: a.name, class: special, low: a.args, high: a.args, lower: interlocked,
			doc: a.name + a.doc})
	}
	return list
}

func barrier(l *expander, c *intrinsicUse) []value.Value {
	if l.Alive != nil {
		l.Fail(diag.WrongStage, c.site, "%s belongs to compute shaders", c.name).Because("Vertices and pixels are in no group that could wait.").
			HelpEdit(c.site, diag.EditDeleteLine, "", "leave it out")
		return bad(c.site)
	}
	l.Barriers = append(l.Barriers, c.site)
	l.B.Append(&ir.Instr{Op: ir.OpBarrier}, ir.Invalid)
	return nil
}

func memoryBarrier(*expander, *intrinsicUse) []value.Value { return nil }

// newArray is local memory for one work item. It is zeroed where it is made, because a loop may come by again.
func newArray(l *expander, c *intrinsicUse) []value.Value {
	t, lengths := l.elementType(c.args[0]), make([]int, len(c.args))
	if t == nil {
		return bad(c.site)
	}
	for i := len(c.args) - 1; i > 0; i-- {
		n, ok := l.arrayLength(c.args[i])
		if !ok || !l.roomFor(t, n, c.site, i == 1) {
			return bad(c.site)
		}
		if lengths[i] = n; i > 1 {
			t = syntax.ArrayOf(t, n)
		}
	}
	stride := uint32(syntax.Size(t, syntax.Packed))
	size := stride * uint32(lengths[1])
	at := l.B.K.AddLocal(value.Nameless, size, 4, c.site)
	l.B.K.Locals[len(l.B.K.Locals)-1].Stride = stride
	l.zeroLocal(at, size)
	return []value.Value{value.NewArray(t, lengths[1], at, c.site)}
}

// arrayLength is a length of an Array: below 1<<20, which is more than fits.
func (l *expander) arrayLength(v value.Value) (int, bool) {
	if v.Kind != value.Constant || v.IsFloat || v.Number < 1 {
		d := l.FailOn(diag.WrongArgumentType, v, "the length of an Array must be a whole number above 0 that is known when the kernel is compiled")
		if v.Kind == value.Fields {
			d.HelpText("write the number of elements, and assign each of them; what never changes is a list of the script that the kernel captures")
		} else {
			d.HelpText("write the most elements that are needed, as a number or a number of the script, and use as many as there are")
		}
		return 0, false
	}
	return int(min(v.Number, 1<<20)), true
}

// roomFor says whether n more elements fit into the local arrays of a kernel, and reports if not; where they are the outermost, how many do.
func (l *expander) roomFor(t *syntax.Type, n int, site gpu.Site, outermost bool) bool {
	stride, used := syntax.Size(t, syntax.Packed), int(l.B.K.LocalBytes())
	if used+stride*n <= ir.MaxLocalBytes {
		return true
	}
	d := l.Fail(diag.KernelTooLarge, site, "with this Array the kernel has %d bytes of local arrays; %d are allowed", used+stride*n, ir.MaxLocalBytes)
	if fit := (ir.MaxLocalBytes - used) / stride; fit > 0 && outermost {
		d.HelpFix(site, diag.PutArgument("Array", 2, fit), "%d elements fit", fit)
	}
	return false
}

// elementType is the type of the elements of an Array: by its name in quotes, or a struct that the script declares; nil after reporting that there is
// none.
func (l *expander) elementType(name value.Value) *syntax.Type {
	switch name.Kind {
	case value.Invalid:
		return nil
	case value.TypeName:
		if name.T.Kind == syntax.Struct {
			return name.T
		}
		l.FailOn(diag.WrongArgumentType, name, "argument 1 of Array must be the name of a type in quotes, but this is %s", name.Describe()).
			HelpFix(name.Site, diag.Fix{Text: strconv.Quote(name.Str)}, "write %q", name.Str)
	case value.Text:
		t, d := syntax.ParseType(name.Str)
		if d != nil {
			l.Report(d.At(name.Site, ""))
		}
		return t
	default:
		l.FailOn(diag.WrongArgumentType, name, "argument 1 of Array must be the name of a type in quotes, but this is %s", name.Describe()).
			HelpText(`for example Array("float", 8); a struct is a list of fields that the script declares, as for StructuredBuffer`)
	}
	return nil
}

// zeroLocal clears local memory, in a loop where it is long. Local memory is zero when the kernel starts, so outside
// loops and branches nothing is to do; inside, the array may have been used before.
func (l *expander) zeroLocal(at, size uint32) {
	if l.B.Block() == l.B.K.Body {
		return
	}
	const unrolled = 64
	store := func(address value.V, off uint32) {
		l.B.Append(&ir.Instr{Op: ir.OpStoreLocal, Binding: -1, Offset: off, Width: 4, Args: []value.V{address, 0, l.B.I(0)}}, ir.Invalid)
	}
	if size <= unrolled {
		for off := uint32(0); off < size; off += 4 {
			store(l.B.I(0), at+off)
		}
		return
	}
	counter := &value.Variable{T: syntax.ScalarType(syntax.Uint), C: []value.V{l.B.I(0)}}
	l.Live = append(l.Live, counter)
	l.RepeatWhile([]*value.Variable{counter}, func() value.V { return l.B.LtU(counter.C[0], l.B.U(size)) }, func() {
		store(counter.C[0], at)
		counter.C = []value.V{l.B.IAdd(counter.C[0], l.B.I(4))}
	})
	l.Live = l.Live[:len(l.Live)-1]
}

// atomicInfo is a row of the table of Interlocked operations.
type atomicInfo struct {
	name     string
	op       ir.AtomicOp
	unsigned ir.AtomicOp
	args     int
	doc      string
	floats   bool // on floats, by their bits, and on nothing else
}

// atomics is sorted by name.
var atomics = []atomicInfo{
	{"InterlockedAdd", ir.AtomicAdd, ir.AtomicAdd, 2, "(element, v): adds v; gives the value before", false},
	{"InterlockedAnd", ir.AtomicAnd, ir.AtomicAnd, 2, "(element, v): keeps the bits of v; gives the value before", false},
	{"InterlockedCompareExchange", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3,
		"(element, compare, v): stores v where the element equals compare; gives the value before", false},
	{"InterlockedCompareExchangeFloatBitwise", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3,
		"(element, compare, v): the same of floats, whose bits are compared: 0 and -0 are two numbers", true},
	{"InterlockedCompareStore", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3,
		"(element, compare, v): stores v where the element equals compare", false},
	{"InterlockedCompareStoreFloatBitwise", ir.AtomicCompareExchange, ir.AtomicCompareExchange, 3,
		"(element, compare, v): stores the float v where the element has the same bits as compare", true},
	{"InterlockedExchange", ir.AtomicExchange, ir.AtomicExchange, 2, "(element, v): stores v, also a float; gives the value before", false},
	{"InterlockedMax", ir.AtomicMaxS, ir.AtomicMaxU, 2, "(element, v): keeps the larger one; gives the value before", false},
	{"InterlockedMin", ir.AtomicMinS, ir.AtomicMinU, 2, "(element, v): keeps the smaller one; gives the value before", false},
	{"InterlockedOr", ir.AtomicOr, ir.AtomicOr, 2, "(element, v): adds the bits of v; gives the value before", false},
	{"InterlockedXor", ir.AtomicXor, ir.AtomicXor, 2, "(element, v): flips the bits of v; gives the value before", false},
}

func findAtomic(name string) *atomicInfo {
	for i := range atomics {
		if atomics[i].name == name {
			return &atomics[i]
		}
	}
	return nil
}

func interlocked(l *expander, c *intrinsicUse) []value.Value {
	a := findAtomic(c.name)
	to := c.args[0]
	if !l.atomicTarget(c.name, to) || !l.Writable(to) {
		return bad(c.site)
	}
	s := to.T.Scalar
	if a.floats && !s.IsFloat() {
		l.FailOn(diag.AtomicTarget, to, "%s works on float, but this is %s", c.name, to.T).
			Also(to.Place.Site, "declared here").HelpText("write %s", strings.TrimSuffix(c.name, "FloatBitwise"))
		return bad(c.site)
	}
	if s.IsFloat() && !a.floats && a.op != ir.AtomicExchange {
		l.FailOn(diag.AtomicTarget, to, "%s works on int and uint, but this is %s", c.name, to.T).
			Also(to.Place.Site, "declared here").HelpFix(to.Place.Site, diag.PutArgument("RWStructuredBuffer", 2, "uint"),
			"declare it as uint, and store the bits of the float in a uint, or scale it to a whole number")
		return bad(c.site)
	}
	op := a.op
	if s == syntax.Uint {
		op = a.unsigned
	}
	v, compare := c.args[len(c.args)-1], value.V(0)
	if len(c.args) == 3 {
		compare = l.ToBits(l.ConvertTo(c.args[1], to.T, &value.Target{What: "the comparand"})[0], s)
	}
	bits := l.ToBits(l.ConvertTo(v, to.T, &value.Target{What: "the value of " + c.name})[0], s)
	l.B.Site = c.site
	old := l.Atomic(op, to.Place, bits, compare)
	if strings.HasPrefix(c.name, "InterlockedCompareStore") {
		return nil
	}
	return c.one(to.T, l.FromBits(old, s))
}

// atomicTarget says whether v is a scalar of a writable buffer, texture or groupshared memory.
func (l *expander) atomicTarget(name string, v value.Value) bool {
	if l.TakesAtomics(v) {
		return true
	}
	d := l.FailOn(diag.AtomicTarget, v, "argument 1 of %s must be an element of an RW resource or of groupshared memory, one int or uint of 32 bits", name)
	if v.Kind == value.Located {
		d.Also(v.Place.Site, "this is "+v.T.String()+" of "+v.Place.Name)
	}
	d.HelpText("write %s(counters[i], 1)", name)
	return false
}

// rawAtomicMethods are the Interlocked methods of RWByteAddressBuffer: buffer:InterlockedAdd(address, v).
func rawAtomicMethods() []method {
	var list []method
	for _, a := range atomics {
		list = append(list, method{a.name, rawWritable, rawAtomic, a.name + strings.Replace(a.doc, "element", "address", 1)})
	}
	return list
}

func rawAtomic(l *expander, m *methodUse) []value.Value {
	a := findAtomic(m.name)
	if !l.want(m, a.args, a.args) {
		return bad(m.site)
	}
	address := l.rawAddress(m)
	t := uintType
	op := a.unsigned
	switch v := m.args[a.args-1]; {
	case a.floats, a.op == ir.AtomicExchange && v.IsNumeric() && v.NumericType().Scalar.IsFloat():
		t = floatType
	case v.Kind != value.Constant && v.T != nil && v.T.IsScalar() && v.T.Scalar == syntax.Int:
		t, op = syntax.ScalarType(syntax.Int), a.op
	}
	compare := value.V(0)
	if a.args == 3 {
		compare = l.ToBits(l.ConvertTo(m.args[1], t, &value.Target{What: "the comparand"})[0], t.Scalar)
	}
	v := l.ToBits(l.ConvertTo(m.args[a.args-1], t, &value.Target{What: "the value of " + m.name})[0], t.Scalar)
	l.B.Site = m.site
	l.Guarded(func() { l.testAddress(m, address) })
	old := l.Atomic(op, l.rawWords(m, address, 1)[0], v, compare)
	if strings.HasPrefix(m.name, "InterlockedCompareStore") {
		return nil
	}
	return []value.Value{value.NewData(m.site, t, l.FromBits(old, t.Scalar))}
}
