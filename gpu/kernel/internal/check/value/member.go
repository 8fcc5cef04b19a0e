package value

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Member is object.name: a field of a struct or components of a vector.
func (l *Context) Member(object Value, name string, site gpu.Site) Value {
	switch object.Kind {
	case Constant:
		object = l.AsData(object)
	case Data, Located:
	case Host:
		l.HostValue(object)
		return Value{Site: site}
	case Resource:
		if name == "mips" || name == "sample" {
			if v, ok := l.levelsOf(object.Res, name, site); ok {
				return v
			}
		}
		l.Fail(diag.NoMember, site, "%s has no field %q", object.Describe(), name).Also(object.Res.Decl.Site, "declared here").
			HelpText("%s", ResourceUsage(object.Res.Decl))
		return Value{Site: site}
	default:
		l.Fail(diag.NoMember, site, "%s has no field %q", object.Describe(), name)
		return Value{Site: site}
	}
	if object.Kind == Data {
		object = Value{Kind: Located, Site: object.Site, T: object.T, Place: l.temporary(object)}
	}
	if object.T.Kind == syntax.Struct {
		return l.field(object, name, site)
	}
	if sel := parseMatrixSwizzle(name, object.T); sel != nil {
		return Value{Kind: Located, Site: site, T: syntax.Vector(object.T.Scalar, len(sel)), Place: l.selectComponents(object, sel), Part: true}
	}
	if object.T.IsMatrix() {
		l.Fail(diag.NoMember, site, "%s has no field %q", object.T, name).
			HelpText("elements are [row][column] from 0, ._m00 to ._m%d%d, or ._11 to ._%d%d", object.T.Rows-1, object.T.Cols-1,
				object.T.Rows, object.T.Cols)
		return Value{Site: site}
	}
	if object.T.Kind == syntax.Array {
		l.Fail(diag.NoMember, site, "%s has no field %q", object.T, name).HelpText("its elements are numbered from 0: …[0]")
		return Value{Site: site}
	}
	return l.swizzle(object, name, site)
}

func (l *Context) field(object Value, name string, site gpu.Site) Value {
	t := object.T
	i := t.FieldNamed(name)
	if i < 0 {
		names := make([]string, len(t.Fields))
		for j, f := range t.Fields {
			names[j] = f.Name
		}
		d := l.Fail(diag.NoMember, site, "%s has no field %q", object.Place.Name, name)
		declared(d, object.Place.Site)
		if near := spell.Nearest(name, names); near != "" {
			d.HelpSpelling(name, near, "did you mean %s?", near)
		} else {
			d.HelpText("its fields are %s", strings.Join(names, ", "))
		}
		return Value{Site: site}
	}
	p := *object.Place
	before := 0
	for _, f := range t.Fields[:i] {
		before += f.Type.Components()
	}
	ft := t.Fields[i].Type
	if p.space == inVariable {
		p.alts = choose(p.alts, func(c []int) []int { return c[before : before+ft.Components()] })
	} else {
		p.off += syntax.FieldOffset(t, i, p.rule)
	}
	return Value{Kind: Located, Site: site, T: ft, Place: &p, Part: true}
}

// choose maps the components of every alternative.
func choose(alts []alternative, f func([]int) []int) []alternative {
	out := make([]alternative, len(alts))
	for i, a := range alts {
		out[i] = alternative{a.when, f(a.comps)}
	}
	return out
}

// parseSwizzle gives the components that a swizzle names, or nil. Letters of xyzw and rgba do not mix.
func parseSwizzle(name string) []int {
	if len(name) < 1 || len(name) > 4 {
		return nil
	}
	for _, set := range []string{"xyzw", "rgba"} {
		var list []int
		for _, r := range name {
			if i := strings.IndexRune(set, r); i >= 0 {
				list = append(list, i)
			}
		}
		if len(list) == len(name) {
			return list
		}
	}
	return nil
}

// unmixed is a swizzle that mixes xyzw and rgba with the letters of xyzw only; "" for what names no components.
func unmixed(name string) string {
	one := strings.NewReplacer("r", "x", "g", "y", "b", "z", "a", "w").Replace(name)
	if one == name || parseSwizzle(one) == nil {
		return ""
	}
	return one
}

// parseMatrixSwizzle gives the components that ._m00_m11 (from 0) or ._11_22 (from 1) names, row by row, or nil. (Source: HLSL, matrix
// accessors.)
func parseMatrixSwizzle(name string, t *syntax.Type) []int {
	if !t.IsMatrix() || !strings.HasPrefix(name, "_") {
		return nil
	}
	var sel []int
	zeroBased := strings.HasPrefix(name, "_m")
	for _, part := range strings.Split(name[1:], "_") {
		digits, first := part, 1
		if zeroBased {
			rest, ok := strings.CutPrefix(part, "m")
			if !ok {
				return nil
			}
			digits, first = rest, 0
		}
		if len(digits) != 2 {
			return nil
		}
		row, col := int(digits[0]-'0')-first, int(digits[1]-'0')-first
		if row < 0 || row >= t.Rows || col < 0 || col >= t.Cols || len(sel) == 4 {
			return nil
		}
		sel = append(sel, row*t.Cols+col)
	}
	return sel
}

func (l *Context) swizzle(object Value, name string, site gpu.Site) Value {
	sel := parseSwizzle(name)
	if sel == nil {
		d := l.Fail(diag.NoMember, site, "%s has no field %q", object.T, name)
		if one := unmixed(name); one != "" {
			d.Because("A swizzle takes its letters from xyzw or from rgba and does not mix the two.").HelpSpelling(name, one, "write .%s", one)
		} else {
			d.HelpText("components of a vector are .x .y .z .w or .r .g .b .a, up to four in any order")
		}
		return Value{Site: site}
	}
	for _, i := range sel {
		if i >= object.T.Cols {
			d := l.Fail(diag.NoMember, site, "%s has no component %q", object.T, string(name[indexOf(sel, i)]))
			if object.Place.Site != 0 && !object.Part {
				d.Also(object.Place.Site, "declared here as "+object.T.String())
			}
			d.HelpText("its components are .%s", swizzleOf[object.T.Cols])
			return Value{Site: site}
		}
	}
	return Value{Kind: Located, Site: site, T: syntax.Vector(object.T.Scalar, len(sel)), Place: l.selectComponents(object, sel), Part: true}
}

func indexOf(list []int, x int) int {
	for i, y := range list {
		if x == y {
			return i
		}
	}
	return -1
}

func (l *Context) selectComponents(object Value, sel []int) *Place {
	p := *object.Place
	pick := func(c []int) []int {
		out := make([]int, len(sel))
		for i, s := range sel {
			out[i] = c[s]
		}
		return out
	}
	switch p.space {
	case inVariable:
		p.alts = choose(p.alts, pick)
	case inTexel:
		if p.comps == nil {
			p.comps = []int{0, 1, 2, 3}[:object.T.Cols]
		}
		p.comps, p.partial = pick(p.comps), true
	default:
		p.offs = pick(p.offsets(object.T))
	}
	return &p
}

// Index is object[key].
func (l *Context) Index(object, key Value, site gpu.Site) Value {
	if key.Kind == Invalid {
		return Value{Site: site}
	}
	switch object.Kind {
	case Resource:
		return l.indexResource(object, key, site)
	case Constant:
		object = l.AsData(object)
	case Data, Located:
	case Table:
		return l.indexTable(object, key, site)
	case Host:
		l.HostValue(object)
		return Value{Site: site}
	default:
		d := l.Fail(diag.WrongIndex, site, "%s cannot be indexed", object.Describe())
		if object.Kind == TypeName {
			d.HelpText(`an array of a work item is Array(%q, 8), a constant one is a list that the script declares`, object.Str)
		}
		return Value{Site: site}
	}
	if key.Kind == Text {
		return l.Member(object, key.Str, site)
	}
	if object.T.Kind == syntax.Struct || object.T.IsScalar() {
		part(l.Fail(diag.WrongIndex, site, "%s cannot be indexed", object.T), object.T)
		return Value{Site: site}
	}
	if !l.listIndex(object, key, site) {
		return Value{Site: site}
	}
	if object.Kind == Data {
		object = Value{Kind: Located, Site: object.Site, T: object.T, Place: l.temporary(object)}
	}
	return l.indexPlace(object, key, site)
}

// elements gives the number of elements of an indexable type and the type of one.
func elements(t *syntax.Type) (int, *syntax.Type) {
	switch {
	case t.Kind == syntax.Array:
		return t.Len, t.Elem
	case t.IsMatrix():
		return t.Rows, syntax.Vector(t.Scalar, t.Cols)
	}
	return t.Cols, syntax.ScalarType(t.Scalar)
}

func (l *Context) indexPlace(object, key Value, site gpu.Site) Value {
	n, elem := elements(object.T)
	i := l.ScalarInt(key, "an index")
	bits, known := l.B.Known(i)
	if known && bits >= uint32(n) {
		d := l.FailOn(diag.ConstantOutOfRange, key, "index %d is outside of %s: its elements are 0 to %d", int32(bits), object.T, n-1)
		declared(d, object.Place.Site)
		if object.T.Kind == syntax.Numeric {
			d.Because("Components are numbered from 0, as in HLSL.")
		}
		HelpIndex(d, key, int(int32(bits)), 0, n-1)
		return Value{Site: site}
	}
	if object.Place.irregular() {
		object = l.Read(object)
		object.Kind, object.Place = Located, l.temporary(object)
	}
	p := *object.Place
	switch {
	case p.space == inVariable:
		p.alts = l.indexAlternatives(p.alts, i, n, elem.Components(), site)
	case p.space == inTexel:
		return l.indexTexel(object, i, known, site)
	default:
		l.indexMemory(&p, object.T, i)
	}
	return Value{Kind: Located, Site: site, T: elem, Place: &p, Part: true}
}

func (l *Context) indexAlternatives(alts []alternative, i V, n, size int, site gpu.Site) []alternative {
	if bits, ok := l.B.Known(i); ok {
		at := int(bits) * size
		return choose(alts, func(c []int) []int { return c[at : at+size] })
	}
	if len(alts)*n > maxAlternatives {
		l.Fail(diag.WrongIndex, site, "a value of %d elements cannot be indexed by a variable", n).
			HelpText("read the element from the buffer directly, or copy the values into an Array")
		n = 1
	}
	var out []alternative
	for k := range n {
		is := l.B.IEq(i, l.B.I(int32(k)))
		for _, a := range alts {
			when := is
			if a.when != 0 {
				when = l.B.BAnd(a.when, is)
			}
			out = append(out, alternative{when, a.comps[k*size : (k+1)*size]})
		}
	}
	return out
}

// indexTexel chooses a component of an element of a typed view.
func (l *Context) indexTexel(object Value, i V, known bool, site gpu.Site) Value {
	if bits, _ := l.B.Known(i); known {
		return Value{Kind: Located, Site: site, T: syntax.ScalarType(object.T.Scalar),
			Place: l.selectComponents(object, []int{int(bits)}), Part: true}
	}
	v := l.Read(object)
	p := l.temporary(v)
	p.alts = l.indexAlternatives(p.alts, i, v.T.Cols, 1, site)
	return Value{Kind: Located, Site: site, T: syntax.ScalarType(v.T.Scalar), Place: p, Part: true}
}

// indexMemory moves p to element i of type t.
func (l *Context) indexMemory(p *Place, t *syntax.Type, i V) {
	stride := 4
	switch {
	case t.Kind == syntax.Array:
		stride = syntax.ArrayStride(t, p.rule)
	case t.IsMatrix():
		column := syntax.ColumnStride(t, p.rule)
		p.offs = make([]int, t.Cols)
		for c := range p.offs {
			p.offs[c] = c * column
		}
	case p.offs != nil:
		stride = p.offs[1] - p.offs[0]
		p.off += p.offs[0]
		p.offs = nil
	}
	if bits, ok := l.B.Known(i); ok {
		p.off += int(bits) * stride
		return
	}
	if l.isOutermost(p, stride) {
		if lo, hi := l.B.Span(i); lo < 0 || hi >= ir.ElementLimit {
			p.count = i
		}
	} else {
		i = l.near(i, stride)
	}
	bytes := l.B.IMul(i, l.B.I(int32(stride)))
	if p.dyn != 0 {
		bytes = l.B.IAdd(p.dyn, bytes)
	}
	p.dyn = bytes
}

// isOutermost says whether p is a whole array of shared or local memory, whose elements are stride bytes apart.
func (l *Context) isOutermost(p *Place, stride int) bool {
	var list []ir.Array
	switch p.space {
	case inShared:
		list = l.B.K.Shared
	case inLocal:
		list = l.B.K.Locals
	}
	return p.dyn == 0 && slices.ContainsFunc(list, func(a ir.Array) bool { return a.Offset == uint32(p.off) && a.Stride == uint32(stride) })
}

// near is an index, or, for one that is far outside of everything, one that still is, whose product with stride is a number of 32 bits.
func (l *Context) near(i V, stride int) V {
	const far = 1 << 28 // bytes; several such products add up to an int
	limit := int64(far / stride)
	lo, hi := l.B.Span(i)
	if hi > limit {
		i = l.B.MinS(i, l.B.I(int32(limit)))
	}
	if lo < -limit {
		i = l.B.MaxS(i, l.B.I(int32(-limit)))
	}
	return i
}

// irregular says whether the components of a swizzle in memory are not equally far apart.
func (p *Place) irregular() bool {
	for i := 2; i < len(p.offs); i++ {
		if p.offs[i]-p.offs[i-1] != p.offs[1]-p.offs[0] {
			return true
		}
	}
	return false
}
