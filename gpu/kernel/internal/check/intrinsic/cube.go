package intrinsic

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"

// face is the side of a cube that a direction meets. (Source: D3D functional specification, cube maps.)
//
//	number  0   1   2   3   4   5
//	face    +x  -x  +y  -y  +z  -z
//	major    x   x   y   y   z   z
//	u       -z   z   x   x   x  -x     place = (u, v) / |major| / 2 + 1/2
//	v       -y  -y   z  -z  -y  -y
//
// Where two components are equally large, z comes before y, and y before x.
type face struct {
	b        *builder
	isY, isZ value.V // the major axis
	sign     value.V // of the major component
	number   value.V
}

func newFace(b *builder, d []value.V) *face {
	ax, ay, az := b.FAbs(d[0]), b.FAbs(d[1]), b.FAbs(d[2])
	f := &face{b: b}
	f.isZ = b.BAnd(b.FLe(ax, az), b.FLe(ay, az))
	f.isY = b.BAnd(b.BNot(f.isZ), b.FLe(ax, ay))
	minus := b.FLt(f.pick(d[0], d[1], d[2]), b.F(0))
	f.sign = b.Select(minus, b.F(-1), b.F(1))
	f.number = b.IAdd(f.pick(b.I(0), b.I(2), b.I(4)), b.BToI(minus))
	return f
}

// pick chooses by the major axis.
func (f *face) pick(x, y, z value.V) value.V { return f.b.Select(f.isZ, z, f.b.Select(f.isY, y, x)) }

// project gives a direction, or its gradient, in the axes of the face.
func (f *face) project(d []value.V) (u, v, major value.V) {
	b := f.b
	u = f.pick(b.FNeg(b.FMul(f.sign, d[2])), d[0], b.FMul(f.sign, d[0]))
	v = f.pick(b.FNeg(d[1]), b.FMul(f.sign, d[2]), b.FNeg(d[1]))
	return u, v, b.FMul(f.sign, f.pick(d[0], d[1], d[2]))
}

// place is where a direction meets the face, from 0 to 1 in each axis.
func (f *face) place(d []value.V) []value.V {
	b := f.b
	u, v, m := f.project(d)
	half := b.F(0.5)
	return []value.V{b.FAdd(b.FMul(b.FDiv(u, m), half), half), b.FAdd(b.FMul(b.FDiv(v, m), half), half)}
}

// direction is the way to a place (u, v) of the face, from -1 to 1 on it and further out next to it.
func (f *face) direction(u, v value.V) []value.V {
	b := f.b
	su, minusV := b.FMul(f.sign, u), b.FNeg(v)
	return []value.V{f.pick(f.sign, u, su), f.pick(minusV, f.sign, minusV), f.pick(b.FNeg(su), b.FMul(f.sign, v), f.sign)}
}

// cubeFace finds the face that a direction meets and the place on it.
func (x *sampling) cubeFace(d []value.V) {
	b := x.l.B
	f := newFace(b, d)
	x.face = f
	u, v, m := f.project(d)
	half := b.F(0.5)
	x.uv = f.place(d)
	x.slice = f.number
	x.project = func(g []value.V) []value.V {
		gu, gv, gm := f.project(g)
		quotient := func(p, gp value.V) value.V {
			return b.FMul(half, b.FDiv(b.FSub(b.FMul(gp, m), b.FMul(p, gm)), b.FMul(m, m)))
		}
		return []value.V{quotient(u, gu), quotient(v, gv)}
	}
}

// overEdge finds the texel of a cube at coordinates that may lie beside the face: filters go over its edges. Where three faces meet and a
// fourth texel is missing, the one that the direction's largest component chooses stands for it.
func (x *sampling) overEdge(c []value.V, size value.V) (i, j, slice value.V) {
	b := x.l.B
	zero, last := b.I(0), b.ISub(size, b.I(1))
	outside := func(v value.V) value.V { return b.BOr(b.LtS(v, zero), b.LtS(last, v)) }
	beside := b.BOr(outside(c[0]), outside(c[1]))
	n := b.SToF(size)
	centre := func(v value.V) value.V {
		return b.FSub(b.FDiv(b.FAdd(b.FMul(b.SToF(v), b.F(2)), b.F(1)), n), b.F(1))
	}
	d := x.face.direction(centre(c[0]), centre(c[1]))
	other := newFace(b, d)
	at := other.place(d)
	texel := func(v value.V) value.V { return b.MaxS(zero, b.MinS(b.FToS(b.FMul(v, n)), last)) }
	moved := b.IAdd(x.slice, b.ISub(other.number, x.face.number))
	return b.Select(beside, texel(at[0]), c[0]), b.Select(beside, texel(at[1]), c[1]), b.Select(beside, moved, x.slice)
}
