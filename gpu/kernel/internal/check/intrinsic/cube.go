package intrinsic

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
)

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

// overEdge finds the texel of a cube at coordinates that may lie beside the face: filters go over its edges. Where three faces meet there is no
// fourth texel: a gather gets the one that the direction's largest component chooses.
func (x *sampling) overEdge(c []value.V, size value.V) (i, j, slice value.V) {
	b := x.l.B
	zero, last := b.I(0), b.ISub(size, b.I(1))
	beside := b.BOr(x.outside(c[0], size), x.outside(c[1], size))
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

// outside says that a coordinate is beside a face of that size.
func (x *sampling) outside(v, size value.V) value.V {
	b := x.l.B
	return b.BOr(b.LtS(v, b.I(0)), b.LtS(b.ISub(size, b.I(1)), v))
}

// completeCorner puts the mean of the three texels that meet at a corner of a cube in the place of the fourth, which there is not. So a filter gives
// the same on all three faces. texels are those of a footprint, in the order of lerpTexels.
func (x *sampling) completeCorner(sides []*side, texels [][]value.V) {
	b := x.l.B
	var missing [4]value.V
	some := b.Bool(false)
	for i := range missing {
		missing[i] = b.BAnd(x.outside(sides[0].at[i&1], sides[0].texels), x.outside(sides[1].at[i>>1], sides[1].texels))
		some = b.BOr(some, missing[i])
	}
	all := slices.Concat(texels...)
	n := len(all) / len(texels)
	all = x.l.Decide(some, func() []value.V {
		out := make([]value.V, len(all))
		for i := range out {
			a, c, d := all[(i+n)%len(all)], all[(i+2*n)%len(all)], all[(i+3*n)%len(all)]
			mean := b.FAdd(a, b.FMul(b.FAdd(b.FSub(c, a), b.FSub(d, a)), b.F(1.0/3)))
			out[i] = b.Select(missing[i/n], mean, all[i])
		}
		return out
	}, func() []value.V { return all })
	for i := range texels {
		texels[i] = all[i*n : (i+1)*n]
	}
}
