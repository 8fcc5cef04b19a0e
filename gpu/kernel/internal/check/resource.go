package check

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// capturedResource is a resource by its name. Constant buffers are structs, everything else is indexed or has methods.
func (l *lowerer) capturedResource(name string, decl *syntax.Resource, site gpu.Site) value {
	binding, ok := l.bind(name, decl, site)
	if !ok {
		return value{site: site}
	}
	ref := &resourceRef{decl: decl, name: name, binding: binding, chosen: !decl.IsArray}
	return l.resourceValue(ref, site)
}

func (l *lowerer) resourceValue(ref *resourceRef, site gpu.Site) value {
	if ref.decl.Kind == syntax.ConstantBuffer && ref.chosen {
		return value{kind: located, site: site, from: ref.decl.Site, t: ref.decl.Elem, place: &place{space: inConstant, name: ref.name,
			site: ref.decl.Site, rule: syntax.Constant, res: ref, readonly: "a constant buffer"}}
	}
	return value{kind: resource, site: site, from: ref.decl.Site, res: ref}
}

// bind gives the slot of a declaration, a new one at its first use.
func (l *lowerer) bind(name string, decl *syntax.Resource, site gpu.Site) (int32, bool) {
	if i, ok := l.bindings[decl]; ok {
		return i, i >= 0
	}
	for _, other := range l.bound {
		if overlap(decl, other) {
			l.bindings[decl] = -1
			l.fail(diag.RegisterOverlap, site, "%s uses register %s, which another resource of this kernel uses too", name, decl.Register).
				Also(decl.Site, "declared here with "+decl.Register.String()).
				Also(other.Site, "declared here with "+other.Register.String()).
				HelpText("give one of them the next free register, and the root signature a range for it")
			return 0, false
		}
	}
	b := ir.Binding{Name: name, Kind: irKind(decl.Kind), Shape: irShape(decl.Kind), Register: decl.Register.Index, Space: decl.Register.Space,
		Count: uint32(decl.Count), Site: decl.Site}
	if decl.Elem != nil {
		b.Element = decl.Elem.String()
	}
	switch {
	case decl.Kind.IsTyped():
		f, ok := l.format(name, decl, site)
		if !ok {
			l.bindings[decl] = -1
			return 0, false
		}
		b.Format, b.Stride = uint32(f), f.Bytes()
	case decl.Kind.IsStructured():
		b.Stride = uint32(syntax.Size(decl.Elem, syntax.Packed))
	case decl.Kind.IsRaw():
		b.Stride = 4
	}
	i := int32(len(l.b.K.Bindings))
	l.b.K.Bindings = append(l.b.K.Bindings, b)
	l.bindings[decl] = i
	l.bound = append(l.bound, decl)
	return i, true
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
	case syntax.StructuredBuffer, syntax.RWStructuredBuffer:
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
	}
	return ir.ShapeNone
}

// format is that of the view bound to a typed resource, which must hold numbers of the declared kind.
func (l *lowerer) format(name string, decl *syntax.Resource, site gpu.Site) (gpu.Format, bool) {
	f := gpu.FormatUnknown
	if l.formats != nil {
		f = l.formats(decl.Register)
	}
	if f == gpu.FormatUnknown {
		return plainFormat(decl.Elem), true
	}
	info := f.Info()
	s := decl.Elem.Scalar
	fits := emit.IsFloat(info) && s.IsFloat() || info.Numeric == gpu.NumericUint && s == syntax.Uint || info.Numeric == gpu.NumericSint && s == syntax.Int
	if fits {
		return f, true
	}
	l.fail(diag.ElementFormatMismatch, site, "%s %s has elements of type %s, but its view has the format %s", decl.Kind, name, decl.Elem, f).
		Also(decl.Site, "declared here").
		WithRule("float elements need a FLOAT, UNORM or SNORM format, uint elements UINT, int elements SINT (D3D12 typed views)")
	return f, false
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

// capturedShared is a groupshared declaration by its name: an array.
func (l *lowerer) capturedShared(name string, decl *syntax.GroupShared, site gpu.Site) value {
	at, ok := l.shared[decl]
	t := syntax.ArrayOf(decl.Elem, decl.Count)
	if !ok {
		size := uint32(syntax.Size(t, syntax.Packed))
		if l.b.K.SharedBytes()+size > syntax.MaxGroupSharedBytes {
			l.fail(diag.GroupSharedTooLarge, site, "with %s this kernel has %d bytes of groupshared memory; %d are allowed", name,
				l.b.K.SharedBytes()+size, syntax.MaxGroupSharedBytes).Also(decl.Site, "declared here")
			return value{site: site}
		}
		at = l.b.K.AddShared(name, size, 4, decl.Site)
		l.shared[decl] = at
	}
	return value{kind: located, site: site, from: decl.Site, t: t, place: &place{space: inShared, name: name, site: decl.Site, off: int(at)}}
}

// resourceUsage says how a resource is used, for help.
func resourceUsage(r *syntax.Resource) string {
	switch k := r.Kind; {
	case r.IsArray:
		return fmt.Sprintf("choose one of them first: …[0] to …[%d]", r.Count-1)
	case k.IsRaw():
		return "bytes are read with :Load(address)"
	case k == syntax.SamplerState:
		return "a sampler is an argument of SampleLevel"
	case k.Coordinates() > 1:
		return fmt.Sprintf("elements are indexed by int%d or uint%d: …[xy]", k.Coordinates(), k.Coordinates())
	}
	return "elements are numbered from 0: …[0]"
}

// indexResource is resource[key]: one of an array of resources, or an element.
func (l *lowerer) indexResource(object, key value, site gpu.Site) value {
	ref := object.res
	if !ref.chosen {
		return l.chooseResource(ref, key, site)
	}
	k := ref.decl.Kind
	switch {
	case k.IsRaw() || k == syntax.SamplerState:
		l.fail(diag.WrongIndex, site, "%s cannot be indexed", withArticle(k)).Also(ref.decl.Site, "declared here").HelpText("%s", resourceUsage(ref.decl))
		return value{site: site}
	case k == syntax.TextureCube:
		l.fail(diag.WrongIndex, site, "a TextureCube cannot be indexed").HelpText("sample it by a direction: :SampleLevel(sampler, direction, 0)")
		return value{site: site}
	case k.IsStructured():
		return l.element(ref, l.scalarInt(key, "the index of "+ref.name), site)
	}
	coord, ok := l.coordinates(ref, key, k.Coordinates())
	if !ok {
		return value{site: site}
	}
	return l.texel(ref, l.place4(k, coord), site)
}

func (l *lowerer) chooseResource(ref *resourceRef, key value, site gpu.Site) value {
	i := l.scalarInt(key, "the index of "+ref.name)
	if bits, ok := l.b.Known(i); ok && bits >= uint32(ref.decl.Count) {
		l.fail(diag.ConstantOutOfRange, key.site, "there is no %s[%d]: its elements are 0 to %d", ref.name, int32(bits), ref.decl.Count-1).
			Also(ref.decl.Site, "declared here")
		return value{site: site}
	}
	one := *ref
	one.slot, one.chosen, one.name = i, true, ref.name+"[…]"
	return l.resourceValue(&one, site)
}

// element is an element of a structured buffer.
func (l *lowerer) element(ref *resourceRef, index V, site gpu.Site) value {
	p := &place{space: inBuffer, name: ref.name, site: ref.decl.Site, res: ref, index: index}
	if !ref.decl.Kind.Writable() {
		p.readonly = "a " + ref.decl.Kind.String() + ", which is read-only"
	}
	return value{kind: located, site: site, from: ref.decl.Site, t: ref.decl.Elem, place: p}
}

// texel is an element of a typed buffer or texture.
func (l *lowerer) texel(ref *resourceRef, coord [4]V, site gpu.Site) value {
	p := &place{space: inTexel, name: ref.name, site: ref.decl.Site, res: ref, coord: coord}
	if !ref.decl.Kind.Writable() {
		p.readonly = "a " + ref.decl.Kind.String() + ", which is read-only"
	}
	return value{kind: located, site: site, from: ref.decl.Site, t: ref.decl.Elem, place: p}
}

// coordinates checks n integer coordinates of an element.
func (l *lowerer) coordinates(ref *resourceRef, key value, n int) ([]V, bool) {
	v := l.asData(key)
	if v.kind == invalid {
		return nil, false
	}
	if key.kind == constant && key.isFloat || v.kind != data || v.t.Kind != syntax.Numeric || v.t.Components() != n || v.t.IsMatrix() || !v.t.Scalar.IsInteger() {
		d := l.fail(diag.WrongIndex, key.site, "%s, %s, has the index type %s, but this is %s", ref.name, withArticle(ref.decl.Kind), syntax.Vector(syntax.Int, n), key.describe()).
			Also(ref.decl.Site, "declared here")
		switch {
		case v.kind == data && v.t.IsVector() && v.t.Cols > n && v.t.Scalar.IsInteger():
			d.HelpText("choose the components: add .%s", swizzleOf[n])
		case v.kind == data && v.t.Kind == syntax.Numeric && v.t.Components() == n && v.t.Scalar.IsFloat():
			d.HelpText("write %s(…) around it", syntax.Vector(syntax.Int, n))
		}
		return nil, false
	}
	return v.c, true
}

// place4 is x, y, z and no mip of coordinates in HLSL's order: the slice of an array is z.
func (l *lowerer) place4(k syntax.ResourceKind, c []V) [4]V {
	var coord [4]V
	dims := k.Dimensions()
	copy(coord[:], c[:dims])
	if k.IsArray() || k == syntax.TextureCube {
		coord[2] = c[dims]
	}
	return coord
}

func (l *lowerer) readTexel(p *place, t *syntax.Type) []V {
	elem := p.res.decl.Elem
	c := l.decode(p.res, p.coord)
	comps := p.comps
	if comps == nil {
		comps = []int{0, 1, 2, 3}[:elem.Cols]
	}
	out := make([]V, t.Components())
	for i, j := range comps {
		out[i] = c[j]
	}
	return out
}

// decode reads one whole texel.
func (l *lowerer) decode(ref *resourceRef, coord [4]V) [4]V {
	info := gpu.Format(l.b.K.Bindings[ref.binding].Format).Info()
	return l.b.Decode(info, func(off uint32, width uint8, signed bool) V {
		in := &ir.Instr{Op: ir.OpLoadTex, Binding: ref.binding, Offset: off, Width: width, Signed: signed, Args: texelArgs(ref, coord)}
		if !ref.decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpLoadBuf, []V{ref.slot, coord[0], 0}
		}
		return l.b.Append(in, ir.I32)
	})
}

func texelArgs(ref *resourceRef, coord [4]V) []V {
	return []V{ref.slot, coord[0], coord[1], coord[2], coord[3]}
}

func (l *lowerer) writeTexel(p *place, t *syntax.Type, c []V) {
	ref := p.res
	info := gpu.Format(l.b.K.Bindings[ref.binding].Format).Info()
	full := [4]V{}
	zero, one := l.b.Zero(irType(t.Scalar)), l.b.I(1)
	if t.Scalar.IsFloat() {
		one = l.b.F(1)
	}
	for i := range full {
		full[i] = zero
	}
	full[3] = one
	copy(full[:], c)
	l.b.Encode(info, full, func(off uint32, width uint8, v V) {
		in := &ir.Instr{Op: ir.OpStoreTex, Binding: ref.binding, Offset: off, Width: width, Args: append(texelArgs(ref, p.coord), v)}
		if !ref.decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpStoreBuf, []V{ref.slot, p.coord[0], 0, v}
		}
		l.b.Append(in, ir.Invalid)
	})
}

// query reads a field of a view's record.
func (l *lowerer) query(ref *resourceRef, field ir.QueryField, mip V) V {
	return l.b.Append(&ir.Instr{Op: ir.OpQuery, Binding: ref.binding, Imm: uint32(field), Args: []V{ref.slot, mip}}, ir.I32)
}
