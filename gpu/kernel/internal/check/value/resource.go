package value

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// CapturedResource is a resource by its name. Constant buffers are structs, everything else is indexed or has methods.
func (l *Context) CapturedResource(name string, decl *syntax.Resource, site gpu.Site) Value {
	binding, ok := l.bind(name, decl, site)
	if !ok {
		return Value{Site: site}
	}
	ref := &ResourceRef{Decl: decl, Name: name, Binding: binding, Chosen: !decl.IsArray}
	return l.resourceValue(ref, site)
}

func (l *Context) resourceValue(ref *ResourceRef, site gpu.Site) Value {
	if ref.Decl.Kind == syntax.ConstantBuffer && ref.Chosen {
		return Value{Kind: Located, Site: site, From: ref.Decl.Site, T: ref.Decl.Elem, Place: &Place{space: inConstant, Name: ref.Name,
			Site: ref.Decl.Site, rule: syntax.Constant, res: ref, readonly: "a constant buffer"}}
	}
	return Value{Kind: Resource, Site: site, From: ref.Decl.Site, Res: ref}
}

// freeRegister is the register after all that the kernel uses of the class and space of a declaration.
func (l *Context) freeRegister(decl *syntax.Resource) syntax.Register {
	r := decl.Register
	taken := l.bound
	if l.Mentioned != nil {
		taken = append(slices.Clone(taken), l.Mentioned()...)
	}
	for _, other := range taken {
		if o := other.Register; o.Class == r.Class && o.Space == r.Space {
			r.Index = max(r.Index, o.Index+uint32(other.Count))
		}
	}
	return r
}

// bind gives the slot of a declaration, a new one at its first use.
func (l *Context) bind(name string, decl *syntax.Resource, site gpu.Site) (int32, bool) {
	if i, ok := l.bindings[decl]; ok {
		return i, i >= 0
	}
	for _, other := range l.bound {
		if overlap(decl, other) {
			l.bindings[decl] = -1
			l.Fail(diag.RegisterOverlap, site, "%s uses register %s, which another resource of this kernel uses too", name, decl.Register).
				Also(decl.Site, "declared here with "+decl.Register.String()).
				Also(other.Site, "declared here with "+other.Register.String()).
				HelpFix(decl.Site, diag.PutArgument(decl.Kind.String(), 1, l.freeRegister(decl)),
					"give one of them the next free register, and the root signature a range for it")
			return 0, false
		}
	}
	b := ir.Binding{Name: name, Kind: irKind(decl.Kind), Shape: irShape(decl.Kind), Register: decl.Register.Index, Space: decl.Register.Space,
		Count: uint32(decl.Count), Site: decl.Site}
	if decl.Elem != nil {
		b.Element = decl.Elem.String()
	}
	switch {
	case decl.Kind.IsSampler():
		if decl.Kind == syntax.SamplerComparisonState {
			b.Element = ir.Comparison
		}
		if decl.Count > 1 {
			b.Shape, b.Stride = ir.Raw, 4 // its fields, for SamplerField
		}
	case decl.Kind.IsTyped():
		f, ok := l.format(name, decl, site)
		if !ok {
			l.bindings[decl] = -1
			return 0, false
		}
		b.Format, b.Stride = uint32(f), f.Bytes()
	case decl.Kind == syntax.ConstantBuffer:
		b.Constants = constantsOf(name, decl.Elem)
	case decl.Kind.IsStructured():
		b.Stride = uint32(syntax.Size(decl.Elem, syntax.Packed))
	case decl.Kind.IsRaw():
		b.Stride = 4
	}
	i := int32(len(l.B.K.Bindings))
	l.B.K.Bindings = append(l.B.K.Bindings, b)
	l.bindings[decl] = i
	l.bound = append(l.bound, decl)
	return i, true
}

// Counter gives the slot of the hidden counter of a writable structured buffer, a new one at its first use.
func (l *Context) Counter(ref *ResourceRef) int32 {
	if i, ok := l.counters[ref.Decl]; ok {
		return i
	}
	owner := l.B.K.Bindings[ref.Binding]
	i := int32(len(l.B.K.Bindings))
	l.B.K.Bindings = append(l.B.K.Bindings, ir.Binding{Name: "the counter of " + owner.Name, Kind: ir.UAV,
		Shape: ir.Counter, Register: owner.Register,
		Space: owner.Space, Count: owner.Count, Stride: 4, Element: "uint", CounterOf: ref.Binding + 1, Site: owner.Site})
	l.counters[ref.Decl] = i
	return i
}

func overlap(a, b *syntax.Resource) bool {
	if a.Register.Class != b.Register.Class || a.Register.Space != b.Register.Space {
		return false
	}
	return a.Register.Index < b.Register.Index+uint32(b.Count) && b.Register.Index < a.Register.Index+uint32(a.Count)
}

func irKind(k syntax.ResourceKind) ir.Kind {
	switch k.Class() {
	case 'b':
		return ir.CBV
	case 't':
		return ir.SRV
	case 'u':
		return ir.UAV
	}
	return ir.Sampler
}

func irShape(k syntax.ResourceKind) ir.Shape {
	switch k {
	case syntax.ConstantBuffer:
		return ir.Constants
	case syntax.StructuredBuffer, syntax.RWStructuredBuffer, syntax.AppendStructuredBuffer, syntax.ConsumeStructuredBuffer:
		return ir.Structured
	case syntax.ByteAddressBuffer, syntax.RWByteAddressBuffer:
		return ir.Raw
	case syntax.Buffer, syntax.RWBuffer:
		return ir.Typed
	case syntax.Texture1D, syntax.RWTexture1D:
		return ir.Texture1D
	case syntax.Texture1DArray, syntax.RWTexture1DArray:
		return ir.Texture1DArray
	case syntax.Texture2D, syntax.RWTexture2D:
		return ir.Texture2D
	case syntax.Texture2DArray, syntax.RWTexture2DArray:
		return ir.Texture2DArray
	case syntax.Texture3D, syntax.RWTexture3D:
		return ir.Texture3D
	case syntax.TextureCube:
		return ir.TextureCube
	case syntax.TextureCubeArray:
		return ir.TextureCubeArray
	case syntax.Texture2DMS:
		return ir.Texture2DMS
	case syntax.Texture2DMSArray:
		return ir.Texture2DMSArray
	}
	return ir.ShapeNone
}

// format is that of the view bound to a typed resource, which must hold numbers of the declared kind.
func (l *Context) format(name string, decl *syntax.Resource, site gpu.Site) (gpu.Format, bool) {
	f := gpu.FormatUnknown
	if l.formats != nil {
		f = l.formats(decl.Register)
	}
	if f == gpu.FormatUnknown {
		return plainFormat(decl.Elem), true
	}
	info := f.Info()
	s := decl.Elem.Scalar
	fits := emit.IsFloat(info) && s.IsFloat() || info.Numeric == gpu.NumericUint && s == syntax.Uint ||
		info.Numeric == gpu.NumericSint && s == syntax.Int
	if fits {
		return f, true
	}
	fitting := decl.Elem.With(scalarOf(info))
	l.Fail(diag.ElementFormatMismatch, site, "%s %s has elements of type %s, but its view has the format %s", decl.Kind, name, decl.Elem, f).
		Also(decl.Site, "declared here").
		HelpFix(decl.Site, diag.PutArgument(decl.Kind.String(), 2, fitting),
			"declare elements of type %s, or give the view a format of %s", fitting, decl.Elem).
		WithRule("float elements need a FLOAT, UNORM or SNORM format, uint elements UINT, int elements SINT (D3D12 typed views)")
	return f, false
}

// scalarOf is the type of the components that kernels see of a format.
func scalarOf(info gpu.FormatInfo) syntax.Scalar {
	switch info.Numeric {
	case gpu.NumericUint:
		return syntax.Uint
	case gpu.NumericSint:
		return syntax.Int
	}
	return syntax.Float
}

// plainFormat stores t as it is: 32 bits a component.
func plainFormat(t *syntax.Type) gpu.Format {
	table := map[syntax.Scalar][4]gpu.Format{
		syntax.Float: {gpu.FormatR32Float, gpu.FormatR32G32Float, gpu.FormatR32G32B32Float, gpu.FormatR32G32B32A32Float},
		syntax.Int:   {gpu.FormatR32Sint, gpu.FormatR32G32Sint, gpu.FormatR32G32B32Sint, gpu.FormatR32G32B32A32Sint},
		syntax.Uint:  {gpu.FormatR32Uint, gpu.FormatR32G32Uint, gpu.FormatR32G32B32Uint, gpu.FormatR32G32B32A32Uint},
	}
	s := t.Scalar
	if s == syntax.Half {
		s = syntax.Float
	}
	return table[s][t.Cols-1]
}

// CapturedShared is a groupshared declaration by its name: an array.
func (l *Context) CapturedShared(name string, decl *syntax.GroupShared, site gpu.Site) Value {
	if l.Alive != nil {
		l.Fail(diag.WrongStage, site, "%s is groupshared memory, which belongs to compute shaders", name).Also(decl.Site, "declared here").
			Because("Vertices and pixels are in no group.")
		return Value{Site: site}
	}
	at, ok := l.shared[decl]
	t := syntax.ArrayOf(decl.Elem, decl.Count)
	if !ok {
		size := uint32(syntax.Size(t, syntax.Packed))
		if l.B.K.SharedBytes()+size > gpu.MaxGroupSharedBytes {
			l.Fail(diag.GroupSharedTooLarge, site, "with %s this kernel has %d bytes of groupshared memory; %d are allowed", name,
				l.B.K.SharedBytes()+size, gpu.MaxGroupSharedBytes).Also(decl.Site, "declared here")
			return Value{Site: site}
		}
		at = l.B.K.AddShared(name, size, 4, decl.Site)
		l.B.K.Shared[len(l.B.K.Shared)-1].Stride = size / uint32(decl.Count)
		l.shared[decl] = at
	}
	return Value{Kind: Located, Site: site, From: decl.Site, T: t, Place: &Place{space: inShared, Name: name, Site: decl.Site, off: int(at)}}
}

// ResourceUsage says how a resource is used, for help.
func ResourceUsage(r *syntax.Resource) string {
	switch k := r.Kind; {
	case r.IsArray:
		return fmt.Sprintf("choose one of them first: …[0] to …[%d]", r.Count-1)
	case k.IsRaw() && k.Writable():
		return "words are read with :Load(address) and written with :Store(address, value); addresses are bytes"
	case k.IsRaw():
		return "words are read with :Load(address); addresses are bytes"
	case k == syntax.SamplerState:
		return "a sampler is an argument of SampleLevel"
	case k == syntax.SamplerComparisonState:
		return "a comparison sampler is an argument of SampleCmpLevelZero"
	case k == syntax.AppendStructuredBuffer:
		return "elements are added with :Append(value)"
	case k == syntax.ConsumeStructuredBuffer:
		return "elements are taken with :Consume()"
	case k.Coordinates() > 1:
		return fmt.Sprintf("elements are indexed by int%d or uint%d: …[xy]", k.Coordinates(), k.Coordinates())
	}
	return "elements are numbered from 0: …[0]"
}

// indexResource is resource[key]: one of an array of resources, or an element.
func (l *Context) indexResource(object, key Value, site gpu.Site) Value {
	ref := object.Res
	if !ref.Chosen {
		return l.chooseResource(ref, key, site)
	}
	k := ref.Decl.Kind
	switch {
	case k.IsRaw() || k.IsSampler() || k.IsStream():
		l.Fail(diag.WrongIndex, site, "%s cannot be indexed", WithArticle(k)).Also(ref.Decl.Site, "declared here").
			HelpText("%s", ResourceUsage(ref.Decl))
		return Value{Site: site}
	case k.IsCube():
		l.Fail(diag.WrongIndex, site, "%s cannot be indexed", WithArticle(k)).
			HelpText("sample it by a direction: :SampleLevel(sampler, direction, 0)")
		return Value{Site: site}
	case ref.mips && ref.level == 0:
		one, what := *ref, "the mip level"
		if k.IsMultisampled() {
			what = "the sample"
		}
		one.level = l.ScalarInt(key, what)
		return Value{Kind: Resource, Site: site, From: ref.Decl.Site, Res: &one}
	case k.IsStructured():
		return l.Element(ref, l.ScalarInt(key, "the index of "+ref.Name), site)
	}
	coord, ok := l.Coordinates(ref, key, k.Coordinates())
	if !ok {
		return Value{Site: site}
	}
	at := l.Place4(k, coord)
	at[3] = ref.level
	return l.Texel(ref, at, site)
}

// levelsOf is texture.mips, which is indexed by a level and then by coordinates, or texture.sample, of a multisampled texture. ok is false for what
// has none.
func (l *Context) levelsOf(ref *ResourceRef, name string, site gpu.Site) (v Value, ok bool) {
	k := ref.Decl.Kind
	if !ref.Chosen || ref.mips || !k.IsTexture() || k.Writable() || k.IsCube() || k.IsMultisampled() != (name == "sample") {
		return Value{}, false
	}
	all := *ref
	all.mips, all.Name = true, ref.Name+"."+name+"[…]"
	return Value{Kind: Resource, Site: site, From: ref.Decl.Site, Res: &all}, true
}

func (l *Context) chooseResource(ref *ResourceRef, key Value, site gpu.Site) Value {
	i := l.ScalarInt(key, "the index of "+ref.Name)
	if bits, ok := l.B.Known(i); ok && bits >= uint32(ref.Decl.Count) {
		d := l.FailOn(diag.ConstantOutOfRange, key, "there is no %s[%d]: its elements are 0 to %d", ref.Name, int32(bits), ref.Decl.Count-1).
			Also(ref.Decl.Site, "declared here")
		HelpIndex(d, key, int(int32(bits)), 0, int(ref.Decl.Count)-1)
		return Value{Site: site}
	}
	if l.Chosen[i] == 0 {
		l.Chosen[i] = key.Site
	}
	one := *ref
	one.Slot, one.Chosen, one.Name = i, true, ref.Name+"[…]"
	return l.resourceValue(&one, site)
}

// Element is an element of a structured buffer.
func (l *Context) Element(ref *ResourceRef, index V, site gpu.Site) Value {
	p := &Place{space: inBuffer, Name: ref.Name, Site: ref.Decl.Site, res: ref, index: index, at: site}
	if !ref.Decl.Kind.Writable() {
		p.readonly = "a " + ref.Decl.Kind.String() + ", which is read-only"
	}
	return Value{Kind: Located, Site: site, From: ref.Decl.Site, T: ref.Decl.Elem, Place: p}
}

// Texel is an element of a typed buffer or texture.
func (l *Context) Texel(ref *ResourceRef, coord [4]V, site gpu.Site) Value {
	if l.IsClamped(ref) {
		coord[3] = l.levelOfView(ref, coord[3])
	}
	p := &Place{space: inTexel, Name: ref.Name, Site: ref.Decl.Site, res: ref, coord: coord}
	if !ref.Decl.Kind.Writable() {
		p.readonly = "a " + ref.Decl.Kind.String() + ", which is read-only"
	}
	return Value{Kind: Located, Site: site, From: ref.Decl.Site, T: ref.Decl.Elem, Place: p}
}

// levelOfView is a mip level of a view that leaves some out: those are outside it, as those after the last are.
func (l *Context) levelOfView(ref *ResourceRef, level V) V {
	b := l.B
	if level == 0 {
		level = b.I(0)
	}
	least := b.FToS(b.FFloor(b.BitsToF(l.Query(ref, ir.QueryLeast, 0))))
	return b.Select(b.LtS(level, least), b.Or(level, b.U(ir.LeftOut)), level)
}

// Coordinates checks n integer coordinates of an element.
func (l *Context) Coordinates(ref *ResourceRef, key Value, n int) ([]V, bool) {
	v := l.AsData(key)
	if v.Kind == Invalid {
		return nil, false
	}
	if key.Kind == Constant && key.IsFloat || v.Kind != Data || v.T.Kind != syntax.Numeric ||
		v.T.Components() != n || v.T.IsMatrix() || !v.T.Scalar.IsInteger() {
		d := l.FailOn(diag.WrongIndex, key, "%s, %s, has the index type %s, but this is %s", ref.Name, WithArticle(ref.Decl.Kind),
			syntax.Vector(syntax.Int, n), key.Describe()).
			Also(ref.Decl.Site, "declared here")
		switch {
		case v.Kind == Data && v.T.IsVector() && v.T.Cols > n && v.T.Scalar.IsInteger():
			d.HelpFix(key.Site, diag.Around("%p."+swizzleOf[n]), "choose the components: add .%s", swizzleOf[n])
		case v.Kind == Data && v.T.Kind == syntax.Numeric && v.T.Components() == n && v.T.Scalar.IsFloat():
			d.HelpFix(key.Site, diag.Around(syntax.Vector(syntax.Int, n).String()+"(%1)"), "write %s(…) around it", syntax.Vector(syntax.Int, n))
		case v.Kind == Data && v.T.Kind == syntax.Numeric && v.T.Components() == n-1 && n-1 == coordinates(ref.Decl.Kind) && v.T.Scalar.IsInteger():
			d.HelpFix(key.Site, diag.Around(syntax.Vector(syntax.Int, n).String()+"(%1, 0)"), "the mip level comes last: write %s(…, 0) around it",
				syntax.Vector(syntax.Int, n))
		case v.Kind == Data && v.T.Kind == syntax.Numeric && v.T.Components() < n && v.T.Rows == 1 && v.T.Scalar.IsInteger():
			d.HelpText("give all coordinates: %s[%s(%s)]", ref.Name, syntax.Vector(syntax.Int, n), [...]string{"", "x", "x, y", "x, y, z"}[n])
		}
		return nil, false
	}
	return v.C, true
}

// coordinates is how many name a texel of a mip level: those of the texture, and the slice of an array.
func coordinates(k syntax.ResourceKind) int {
	if k.IsArray() || k.IsCube() {
		return k.Dimensions() + 1
	}
	return k.Dimensions()
}

// Place4 is x, y, z and no mip of coordinates in HLSL's order: the slice of an array is z.
func (l *Context) Place4(k syntax.ResourceKind, c []V) [4]V {
	var coord [4]V
	dims := k.Dimensions()
	copy(coord[:], c[:dims])
	if k.IsArray() || k.IsCube() {
		coord[2] = c[dims]
	}
	return coord
}
