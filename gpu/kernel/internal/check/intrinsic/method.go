package intrinsic

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// method is one method of resources.
type method struct {
	name  string
	has   func(syntax.ResourceKind) bool
	lower func(l *expander, m *methodUse) []value.Value
	doc   string
}

// methodUse is one call of a method, its arguments lowered.
type methodUse struct {
	name string
	ref  *value.ResourceRef
	args []value.Value
	site gpu.Site
}

// methods is sorted by name.
var methods []method

// init breaks the cycle between the table and the lowering that looks names up in it, and brings the Interlocked methods
// to their places.
func init() {
	methods = []method{
		{"GetDimensions", sized, getDimensions, "GetDimensions([mip]): width, height, depth or slices, levels or samples; buffers: count, stride or bytes"},
		{"GetSamplePosition", syntax.ResourceKind.IsMultisampled, samplePosition,
			"GetSamplePosition(sample): where a sample is, in pixels from the centre"},
		{"Load", loadable, loadMethod, "Load(location [, offset]): an element; textures take the mip level after the coordinates, and a constant offset; multisampled ones take Load(location, sample [, offset])"},
		{"Load2", syntax.ResourceKind.IsRaw, rawLoad, "Load2(address): two uint from a byte address"},
		{"Load3", syntax.ResourceKind.IsRaw, rawLoad, "Load3(address): three uint from a byte address"},
		{"Load4", syntax.ResourceKind.IsRaw, rawLoad, "Load4(address): four uint from a byte address"},
		{"Store", rawWritable, rawStore, "Store(address, value): one uint"},
		{"Store2", rawWritable, rawStore, "Store2(address, value): two uint"},
		{"Store3", rawWritable, rawStore, "Store3(address, value): three uint"},
		{"Store4", rawWritable, rawStore, "Store4(address, value): four uint"},
	}
	for _, list := range [][]method{counterMethods(), rawAtomicMethods(), sampleMethods()} {
		methods = append(methods, list...)
	}
	sort.Slice(methods, func(i, j int) bool { return methods[i].name < methods[j].name })
}

// sized are the kinds that know how large they are.
func sized(k syntax.ResourceKind) bool { return !k.IsSampler() && k != syntax.ConstantBuffer }

// loadable are the kinds whose elements are read without a sampler.
func loadable(k syntax.ResourceKind) bool { return sized(k) && !k.IsStream() && !k.IsCube() }

func rawWritable(k syntax.ResourceKind) bool { return k == syntax.RWByteAddressBuffer }

// HasMethod says whether a resource has a method, and reports if not.
func HasMethod(ctx *value.Context, ref *value.ResourceRef, name string, site gpu.Site) bool {
	l := &expander{ctx}
	if !ref.Chosen {
		l.Fail(diag.UnknownResourceMethod, site, "%s is an array of %s: it has no methods", ref.Name, ref.Decl.Kind).
			HelpText("%s", value.ResourceUsage(ref.Decl))
		return false
	}
	if ref.IsLevels() {
		l.Fail(diag.UnknownResourceMethod, site, "%s has no methods", ref.Name).
			HelpText("index it: …[level][xy]; methods belong to the texture itself")
		return false
	}
	return l.findMethod(ref, name, site) != nil
}

// CallMethod lowers a call of a method that the resource has, and gives its results.
func CallMethod(ctx *value.Context, ref *value.ResourceRef, name string, args []value.Value, site gpu.Site) []value.Value {
	for _, a := range args {
		if a.Kind == value.Invalid {
			return bad(site)
		}
	}
	l := &expander{ctx}
	m := l.findMethod(ref, name, site)
	l.B.Site = site
	return m.lower(l, &methodUse{name: m.name, ref: ref, args: args, site: site})
}

// IsMethod says whether a resource has a method.
func IsMethod(ref *value.ResourceRef, name string) bool {
	for i := range methods {
		if m := &methods[i]; m.name == name && m.has(ref.Decl.Kind) {
			return ref.Chosen && !ref.IsLevels()
		}
	}
	return false
}

// stores are what other languages call writing an element.
var stores = []string{"Store", "Write", "imageStore", "store", "write"}

func (l *expander) findMethod(ref *value.ResourceRef, name string, site gpu.Site) *method {
	var names []string
	for i := range methods {
		m := &methods[i]
		if !m.has(ref.Decl.Kind) {
			continue
		}
		if m.name == name {
			return m
		}
		names = append(names, m.name)
	}
	d := l.Fail(diag.UnknownResourceMethod, site, "%s has no method %s", value.WithArticle(ref.Decl.Kind), name).Also(ref.Decl.Site, "declared here")
	if near := spell.Nearest(name, names); near != "" {
		d.HelpSpelling(name, near, "did you mean %s?", near)
	} else if slices.Contains(stores, name) && strings.HasPrefix(ref.Decl.Kind.String(), "RW") {
		d.HelpFix(site, diag.Fix{Method: name, Argument: 1, Action: diag.FixCall, Text: "%r[%1] = %2"},
			"assign to an element: %s[index] = value", ref.Name)
	} else if len(names) > 0 {
		d.HelpText("its methods are %s", strings.Join(names, ", "))
	} else {
		d.HelpText("a sampler is an argument of the methods of textures: texture:SampleLevel(%s, location, level)", ref.Name)
	}
	return nil
}

// want checks the number of arguments and reports if it is wrong.
func (l *expander) want(m *methodUse, low, high int) bool {
	n := len(m.args)
	if n >= low && n <= high {
		return true
	}
	l.argumentCount(m.name, n, low, high, m.site)
	return false
}

func (l *expander) argumentCount(name string, n, low, high int, site gpu.Site) *diag.Diagnostic {
	d := diag.WrongArgumentCount
	switch {
	case low == high && n == high+1:
		return l.Fail(d, site, "%s takes %s, but gets %d", name, arguments(low), n).
			HelpFix(site, diag.Drop(name, "").At(n), "remove the last argument")
	case low == high:
		return l.Fail(d, site, "%s takes %s, but gets %d", name, arguments(low), n)
	case n < low:
		return l.Fail(d, site, "%s takes at least %s, but gets %d", name, arguments(low), n)
	}
	return l.Fail(d, site, "%s takes at most %s, but gets %d", name, arguments(high), n)
}

// arguments is a number of arguments in words.
func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// intrinsicCount reports a wrong number of arguments of an intrinsic. What HLSL returns through out parameters are results here.
func (l *expander) intrinsicCount(in *intrinsicInfo, n int, site gpu.Site) {
	if two := in.name + "2"; n > in.high && Has(two) { // GLSL's atan(y, x)
		l.Fail(diag.WrongArgumentCount, site, "%s takes %s, but gets %d", in.name, arguments(in.high), n).
			HelpSpelling(in.name, two, "HLSL and kernels call it %s", two)
		return
	}
	if n <= in.high || !strings.HasPrefix(in.doc, "local ") && !TakesPlace(in.name) {
		l.argumentCount(in.name, n, in.low, in.high, site).Note("%s.", in.doc)
		return
	}
	d := l.Fail(diag.WrongArgumentCount, site, "%s takes %s, but gets %d", in.name, arguments(in.high), n).Because(asResults)
	if in.name == "sincos" && n == 3 || TakesPlace(in.name) && n == in.high+1 { // all results are out parameters, so the call is a statement
		d.HelpFix(site, results(in.name, "%f", in.high, n), "%s", in.doc)
		return
	}
	d.HelpText("%s", in.doc)
}

// asResults is why a call has too many arguments.
const asResults = "What HLSL returns through out parameters are results here."

// results makes an assignment of a call of n arguments, all but the first of which HLSL writes to.
func results(name, called string, inputs, n int) diag.Fix {
	list := func(first, end int) string {
		var all []string
		for i := first; i <= end; i++ {
			all = append(all, fmt.Sprintf("%%%d", i))
		}
		return strings.Join(all, ", ")
	}
	return diag.Fix{Method: name, Argument: 1, Action: diag.FixCall, Text: fmt.Sprintf("%s = %s(%s)", list(inputs+1, n), called, list(1, inputs))}
}

// OutParameters reports a method of a resource that gets the out parameters of HLSL, before its arguments are looked at: they may name locals that
// have no value yet.
func OutParameters(ctx *value.Context, ref *value.ResourceRef, name string, n int, site gpu.Site) bool {
	kind := ref.Decl.Kind
	sizes := len(dimensionFields(kind))
	inputs := -1
	switch {
	case name == "GetDimensions" && n == sizes && (n > 1 || !sampled(kind)):
		inputs = 0
	case name == "GetDimensions" && sampled(kind) && n == sizes+2: // a mip level, the sizes, the number of levels
		inputs = 1
	case TakesPlace(name) && n == find(name).high+1:
		inputs = n - 1
	default:
		return false
	}
	d := (&expander{ctx}).Fail(diag.WrongArgumentCount, site, "%s takes %s, but gets %d", name, arguments(inputs), n).Because(asResults)
	d.HelpFix(site, results(name, "%r:"+name, inputs, n), "assign what it returns")
	return true
}

func bad(site gpu.Site) []value.Value { return []value.Value{{Site: site}} }

func loadMethod(l *expander, m *methodUse) []value.Value {
	k := m.ref.Decl.Kind
	if k.IsRaw() {
		return rawLoad(l, m)
	}
	if k.IsMultisampled() {
		return loadSample(l, m)
	}
	mips, most := sampled(k), 1
	if mips {
		most = 2 // with an offset
	}
	if !l.want(m, 1, most) {
		return bad(m.site)
	}
	if k.IsStructured() {
		return []value.Value{l.Element(m.ref, l.ScalarInt(m.args[0], "the index of "+m.ref.Name), m.site)}
	}
	n := k.Coordinates()
	if mips {
		n++
	}
	c, ok := l.Coordinates(m.ref, m.args[0], n)
	if !ok {
		return bad(m.site)
	}
	coord := l.Place4(k, c)
	if mips {
		coord[3] = c[n-1]
	}
	if !l.moved(m, 1, &coord) {
		return bad(m.site)
	}
	return []value.Value{l.Texel(m.ref, coord, m.site)}
}

// loadSample is Load of a multisampled texture.
func loadSample(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 2, 3) {
		return bad(m.site)
	}
	c, ok := l.Coordinates(m.ref, m.args[0], m.ref.Decl.Kind.Coordinates())
	if !ok {
		return bad(m.site)
	}
	coord := l.Place4(m.ref.Decl.Kind, c)
	coord[3] = l.ScalarInt(m.args[1], "the sample")
	if !l.moved(m, 2, &coord) {
		return bad(m.site)
	}
	return []value.Value{l.Texel(m.ref, coord, m.site)}
}

// moved adds the constant offset that argument i is, if there is one, to coordinates.
func (l *expander) moved(m *methodUse, i int, coord *[4]value.V) bool {
	if len(m.args) <= i {
		return true
	}
	offset, ok := l.offset(m, i)
	for d, o := range offset {
		coord[d] = l.B.IAdd(coord[d], l.B.I(o))
	}
	return ok
}

// samplePosition is where a sample of a multisampled texture is: the place in the standard pattern of as many samples as the texture has. The centre
// where there is no such sample.
func samplePosition(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 1, 1) {
		return bad(m.site)
	}
	b := l.B
	sample, count := l.ScalarInt(m.args[0], "the sample"), l.Query(m.ref, ir.QueryMips, 0)
	x, y := b.F(0), b.F(0)
	for _, n := range []int{2, 4, 8} {
		for i := range n {
			c := b.BAnd(b.IEq(count, b.I(int32(n))), b.IEq(sample, b.I(int32(i))))
			px, py := stage.SamplePlace(n, i)
			x, y = b.Select(c, b.F(float32(px)/16), x), b.Select(c, b.F(float32(py)/16), y)
		}
	}
	return []value.Value{value.NewData(m.site, syntax.Vector(syntax.Float, 2), x, y)}
}

// rawCount is the number of words of Load, Load2, Store4 …
func rawCount(name string) int {
	if n := int(name[len(name)-1] - '0'); n >= 2 && n <= 4 {
		return n
	}
	return 1
}

// rawAddress is the byte address that an access to a raw buffer names. One that is known and no multiple of 4 is refused. (Source: HLSL
// ByteAddressBuffer.)
func (l *expander) rawAddress(m *methodUse) value.V {
	a := l.ScalarInt(m.args[0], "the address")
	if bits, known := l.B.Known(a); known && bits%4 != 0 {
		l.FailOn(diag.ConstantOutOfRange, m.args[0], "address %d of %s is not a multiple of 4", bits, m.ref.Name).
			Also(m.ref.Decl.Site, "declared here").
			Because("Addresses of raw buffers are bytes, and words begin at multiples of 4.").
			HelpFix(m.args[0].Site, diag.Fix{Text: strconv.FormatUint(4*uint64(bits), 10)}, "word %d is at address %d", bits, 4*uint64(bits))
	}
	return a
}

// testAddress has an address that is not known tested when the kernel runs.
func (l *expander) testAddress(m *methodUse, a value.V) {
	if _, known := l.B.Known(a); !known {
		l.B.Site = m.site
		l.B.Append(&ir.Instr{Op: ir.OpAligned, Binding: m.ref.Binding, Args: []value.V{m.ref.Slot, a}}, ir.Invalid)
	}
}

// rawWords are n words from a byte address, whose last two bits are ignored.
func (l *expander) rawWords(m *methodUse, a value.V, n int) []*value.Place {
	first, list := l.B.ShrU(a, l.B.I(2)), make([]*value.Place, n)
	for i := range list {
		list[i] = value.NewWord(m.ref, l.B.IAdd(first, l.B.I(int32(i))))
	}
	return list
}

func rawLoad(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 1, 1) {
		return bad(m.site)
	}
	n := rawCount(m.name)
	c := make([]value.V, n)
	a := l.rawAddress(m)
	l.testAddress(m, a)
	for i, p := range l.rawWords(m, a, n) {
		c[i] = l.LoadWord(p, 0)
	}
	return []value.Value{value.NewData(m.site, syntax.Vector(syntax.Uint, n), c...)}
}

func rawStore(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 2, 2) {
		return bad(m.site)
	}
	n := rawCount(m.name)
	c := l.ConvertTo(m.args[1], syntax.Vector(syntax.Uint, n), &value.Target{What: "the value of " + m.name, Bits: true})
	a := l.rawAddress(m)
	l.Guarded(func() {
		l.testAddress(m, a)
		for i, p := range l.rawWords(m, a, n) {
			l.StoreWord(p, 0, c[i])
		}
	})
	return nil
}

// getDimensions gives the sizes as several results, in HLSL's order.
func getDimensions(l *expander, m *methodUse) []value.Value {
	k := m.ref.Decl.Kind
	most := 0
	if sampled(k) {
		most = 1 // the mip level
	}
	if !l.want(m, 0, most) {
		return bad(m.site)
	}
	fields := dimensionFields(k)
	mip := value.V(0)
	if len(m.args) == 1 {
		mip = l.ScalarInt(m.args[0], "the mip level")
		fields = append(fields, ir.QueryMips)
	}
	var out []value.Value
	for _, f := range fields {
		q := l.Query(m.ref, f, mip)
		if f == ir.QueryDepth && k == syntax.TextureCubeArray {
			q = l.B.DivU(q, l.B.I(6))
		}
		out = append(out, value.NewData(m.site, syntax.ScalarType(syntax.Uint), q))
	}
	return out
}

func dimensionFields(k syntax.ResourceKind) []ir.QueryField {
	switch {
	case k.IsRaw():
		return []ir.QueryField{ir.QuerySize}
	case k.IsStructured():
		return []ir.QueryField{ir.QueryCount, ir.QueryStride}
	case !k.IsTexture():
		return []ir.QueryField{ir.QueryCount}
	}
	fields := []ir.QueryField{ir.QueryWidth, ir.QueryHeight, ir.QueryDepth}[:k.Dimensions()]
	fields = fields[:len(fields):len(fields)]
	if k.IsArray() {
		fields = append(fields, ir.QueryDepth)
	}
	if k.IsMultisampled() {
		fields = append(fields, ir.QueryMips)
	}
	return fields
}

// Method is what the documentation says about a method: its name, the kinds of resources that have it, and what it does.
type Method struct {
	Name, Doc string
	Kinds     []syntax.ResourceKind
}

// Methods lists all methods by name.
func Methods() []Method {
	list := make([]Method, len(methods))
	for i, m := range methods {
		list[i] = Method{Name: m.name, Doc: m.doc}
		for _, k := range syntax.Kinds() {
			if m.has(k) {
				list[i].Kinds = append(list[i].Kinds, k)
			}
		}
	}
	return list
}
