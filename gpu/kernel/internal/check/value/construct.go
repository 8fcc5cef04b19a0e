package value

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Construct lowers float4(…): components from scalars, vectors and matrices in order, one scalar for all of them, or the
// conversion of a value of the same size. (Source: HLSL, per-component constructors.)
func (l *Context) Construct(t *syntax.Type, args []Value, site gpu.Site) Value {
	var c []V
	for i, a := range args {
		a = l.AsData(a)
		if a.Kind == Invalid {
			return Value{Site: site}
		}
		if a.Kind != Data || a.T.Kind != syntax.Numeric {
			l.notNumber(a, t, i)
			return Value{Site: site}
		}
		if args[i].Kind == Constant && t.Scalar.IsInteger() && !args[i].IsFloat {
			c = append(c, l.constantAs(args[i], t.Scalar, nil))
			continue
		}
		if args[i].Kind == Constant && t.Scalar.IsFloat() {
			c = append(c, l.B.F(float32(args[i].Number)))
			continue
		}
		l.B.Site = site
		c = append(c, l.Cast(a.C, a.T.Scalar, t.Scalar)...)
	}
	want := t.Components()
	switch {
	case len(args) == 1 && len(c) == 1:
		return NewData(site, t, l.splat(c[0], t)...)
	case len(args) == 1 && len(c) > want:
		return l.constructSmaller(t, l.AsData(args[0]), c, site)
	case len(c) != want:
		fix := diag.Fix{}
		if missing := want - len(c); missing > 0 {
			fix = diag.Fix{Argument: len(args) + 1, Text: strings.Repeat(", 0", missing)[2:]}
		}
		l.Fail(diag.WrongComponents, site, "%s needs %d components, but gets %d", t, want, len(c)).
			HelpFix(site, fix, "give %d numbers, or vectors with that many components together, or one number for all", want)
		return Value{Site: site}
	}
	return NewData(site, t, c...)
}

func (l *Context) notNumber(a Value, t *syntax.Type, i int) {
	if a.Kind == Data {
		l.FailOn(diag.TypeMismatch, a, "%s cannot be made of %s", t, a.T)
		return
	}
	l.NotData(a, syntax.ScalarType(t.Scalar), &Target{What: "component " + FormatNumber(float64(i+1)) + " of " + t.String()})
}

// constructSmaller takes the upper left part of a matrix: float3x3(m). Vectors are not cut short.
func (l *Context) constructSmaller(t *syntax.Type, a Value, c []V, site gpu.Site) Value {
	if !a.T.IsMatrix() || !t.IsMatrix() || a.T.Rows < t.Rows || a.T.Cols < t.Cols {
		l.Fail(diag.ImplicitTruncation, site, "%s is too long for %s", a.T, t).
			HelpFix(a.Site, diag.Around("%p."+swizzleOf[min(4, t.Cols)]), "choose the components: add .%s", swizzleOf[min(4, t.Cols)])
		return Value{Site: site}
	}
	out := make([]V, 0, t.Components())
	for r := range t.Rows {
		out = append(out, c[r*a.T.Cols:r*a.T.Cols+t.Cols]...)
	}
	return NewData(site, t, out...)
}
