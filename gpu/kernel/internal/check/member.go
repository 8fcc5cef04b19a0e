package check

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/yuin/gopher-lua/ast"
)

// attribute lowers a.b and a[b].
func (l *lowerer) attribute(e *ast.AttrGetExpr) value {
	site := siteOf(e)
	object := l.expr(e.Object)
	if object.kind == invalid {
		return value{site: site}
	}
	if key, ok := e.Key.(*ast.StringExpr); ok {
		return l.member(object, key.Value, site)
	}
	return l.index(object, l.expr(e.Key), site)
}

// member is object.name: a field of a struct or components of a vector.
func (l *lowerer) member(object value, name string, site gpu.Site) value {
	switch object.kind {
	case constant:
		object = l.asData(object)
	case data, located:
	case host:
		return l.hostMember(object, name, site)
	case resource:
		l.fail(diag.NoMember, site, "%s has no field %q", object.describe(), name).Also(object.res.decl.Site, "declared here").
			HelpText("%s", resourceUsage(object.res.decl))
		return value{site: site}
	default:
		l.fail(diag.NoMember, site, "%s has no field %q", object.describe(), name)
		return value{site: site}
	}
	if object.kind == data {
		object = value{kind: located, site: object.site, t: object.t, place: l.temporary(object)}
	}
	if object.t.Kind == syntax.Struct {
		return l.field(object, name, site)
	}
	if object.t.Kind == syntax.Array || object.t.IsMatrix() {
		l.fail(diag.NoMember, site, "%s has no field %q", object.t, name).HelpText("its elements are numbered from 0: …[0]")
		return value{site: site}
	}
	return l.swizzle(object, name, site)
}

func (l *lowerer) field(object value, name string, site gpu.Site) value {
	t := object.t
	i := t.FieldNamed(name)
	if i < 0 {
		names := make([]string, len(t.Fields))
		for j, f := range t.Fields {
			names[j] = f.Name
		}
		d := l.fail(diag.NoMember, site, "%s has no field %q", object.place.name, name)
		if object.place.site != 0 {
			d.Also(object.place.site, "declared here")
		}
		if near := syntax.Nearest(name, names); near != "" {
			d.HelpText("did you mean %s?", near)
		} else {
			d.HelpText("its fields are %s", strings.Join(names, ", "))
		}
		return value{site: site}
	}
	p := *object.place
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
	return value{kind: located, site: site, t: ft, place: &p}
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

func (l *lowerer) swizzle(object value, name string, site gpu.Site) value {
	sel := parseSwizzle(name)
	if sel == nil {
		l.fail(diag.NoMember, site, "%s has no field %q", object.t, name).HelpText("components of a vector are .x .y .z .w or .r .g .b .a, in any combination")
		return value{site: site}
	}
	for _, i := range sel {
		if i >= object.t.Cols {
			d := l.fail(diag.NoMember, site, "%s has no component %q", object.t, string(name[indexOf(sel, i)]))
			if object.place.site != 0 {
				d.Also(object.place.site, "declared here as "+object.t.String())
			}
			return value{site: site}
		}
	}
	return value{kind: located, site: site, t: syntax.Vector(object.t.Scalar, len(sel)), place: l.selectComponents(object, sel)}
}

func indexOf(list []int, x int) int {
	for i, y := range list {
		if x == y {
			return i
		}
	}
	return -1
}

func (l *lowerer) selectComponents(object value, sel []int) *place {
	p := *object.place
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
			p.comps = []int{0, 1, 2, 3}[:object.t.Cols]
		}
		p.comps, p.partial = pick(p.comps), true
	default:
		p.offs = pick(p.offsets(object.t))
	}
	return &p
}

// index is object[key].
func (l *lowerer) index(object, key value, site gpu.Site) value {
	if key.kind == invalid {
		return value{site: site}
	}
	switch object.kind {
	case resource:
		return l.indexResource(object, key, site)
	case constant:
		object = l.asData(object)
	case data, located:
	case host:
		l.hostValue(object)
		return value{site: site}
	default:
		l.fail(diag.WrongIndex, site, "%s cannot be indexed", object.describe())
		return value{site: site}
	}
	if key.kind == text {
		return l.member(object, key.str, site)
	}
	if object.t.Kind == syntax.Struct || object.t.IsScalar() {
		l.fail(diag.WrongIndex, site, "%s cannot be indexed", object.t)
		return value{site: site}
	}
	if object.kind == data {
		object = value{kind: located, site: object.site, t: object.t, place: l.temporary(object)}
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

func (l *lowerer) indexPlace(object, key value, site gpu.Site) value {
	n, elem := elements(object.t)
	i := l.scalarInt(key, "an index")
	bits, known := l.b.Known(i)
	if known && bits >= uint32(n) {
		d := l.fail(diag.ConstantOutOfRange, key.site, "index %d is outside of %s: its elements are 0 to %d", int32(bits), object.t, n-1)
		if object.place.site != 0 {
			d.Also(object.place.site, "declared here")
		}
		return value{site: site}
	}
	if object.place.irregular() {
		object = l.read(object)
		object.kind, object.place = located, l.temporary(object)
	}
	p := *object.place
	switch {
	case p.space == inVariable:
		p.alts = l.indexAlternatives(p.alts, i, n, elem.Components(), site)
	case p.space == inTexel:
		return l.indexTexel(object, i, known, site)
	default:
		l.indexMemory(&p, object.t, i)
	}
	return value{kind: located, site: site, t: elem, place: &p}
}

func (l *lowerer) indexAlternatives(alts []alternative, i V, n, size int, site gpu.Site) []alternative {
	if bits, ok := l.b.Known(i); ok {
		at := int(bits) * size
		return choose(alts, func(c []int) []int { return c[at : at+size] })
	}
	if len(alts)*n > maxAlternatives {
		l.fail(diag.WrongIndex, site, "a value of %d elements cannot be indexed by a variable", n).
			HelpText("read the element from the buffer directly, or copy the values into an Array")
		n = 1
	}
	var out []alternative
	for k := range n {
		is := l.b.IEq(i, l.b.I(int32(k)))
		for _, a := range alts {
			when := is
			if a.when != 0 {
				when = l.b.BAnd(a.when, is)
			}
			out = append(out, alternative{when, a.comps[k*size : (k+1)*size]})
		}
	}
	return out
}

// indexTexel chooses a component of an element of a typed view.
func (l *lowerer) indexTexel(object value, i V, known bool, site gpu.Site) value {
	if bits, _ := l.b.Known(i); known {
		return value{kind: located, site: site, t: syntax.ScalarType(object.t.Scalar), place: l.selectComponents(object, []int{int(bits)})}
	}
	v := l.read(object)
	p := l.temporary(v)
	p.alts = l.indexAlternatives(p.alts, i, v.t.Cols, 1, site)
	return value{kind: located, site: site, t: syntax.ScalarType(v.t.Scalar), place: p}
}

// indexMemory moves p to element i of type t.
func (l *lowerer) indexMemory(p *place, t *syntax.Type, i V) {
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
	if bits, ok := l.b.Known(i); ok {
		p.off += int(bits) * stride
		return
	}
	bytes := l.b.IMul(i, l.b.I(int32(stride)))
	if p.dyn != 0 {
		bytes = l.b.IAdd(p.dyn, bytes)
	}
	p.dyn = bytes
}

// irregular says whether the components of a swizzle in memory are not equally far apart.
func (p *place) irregular() bool {
	for i := 2; i < len(p.offs); i++ {
		if p.offs[i]-p.offs[i-1] != p.offs[1]-p.offs[0] {
			return true
		}
	}
	return false
}
