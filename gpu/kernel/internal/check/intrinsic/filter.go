package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// sampling is one Sample or Gather while it is lowered.
//
//	location ──× size──▶ texel coordinates ──floor──▶ corner + fraction ──address mode──▶ 2ⁿ texels ──weights──▶ value
//
// Everything about the sampler is read from its record when the kernel runs, so a point filter costs a branch and not a
// variant of the kernel. Fractions are full floats, where hardware has 8 bits.
type sampling struct {
	l        *expander
	ref      *value.ResourceRef
	sampler  *value.ResourceRef
	uv       []value.V // spatial coordinates, normalised
	location []value.V // uv as it was given; of cubes the direction
	slice    value.V   // 0 if none
	dims     int
	offset   []int32                         // texels, nil if none
	face     *face                           // of cubes
	project  func(g []value.V) []value.V     // of cubes: the gradient of uv for a gradient of the direction
	compare  func(texel []value.V) []value.V // of comparisons: what the filter works on
}

// nearestSlice is the slice number rounded and clamped to the array; faces is how many the texture counts for a slice.
func (x *sampling) nearestSlice(v value.V, faces int32) value.V {
	b := x.l.B
	last := b.ISub(b.DivU(x.l.Query(x.ref, ir.QueryDepth, 0), b.I(faces)), b.I(1))
	return b.MaxS(b.I(0), b.MinS(b.FToS(b.FRound(v)), last))
}

// compareWith makes the filter work on the outcome of comparing a value with the red component: 1 where it passes, else 0. The sampler says how,
// as gpu.ComparisonFunc numbers it: bit 0 is less, bit 1 equal, bit 2 greater. NaN is unlike everything.
func (x *sampling) compareWith(v value.Value) {
	l, b := x.l, x.l.B
	want := l.ConvertTo(v, floatType, &value.Target{What: "the value to compare with"})[0]
	how := x.field(ir.QueryComparison)
	x.compare = func(texel []value.V) []value.V {
		red := texel[0]
		less, equal, greater := b.FLt(want, red), b.FEq(want, red), b.FLt(red, want)
		ordered := b.Or(b.BToI(less), b.Or(b.Shl(b.BToI(equal), b.I(1)), b.Shl(b.BToI(greater), b.I(2))))
		pass := b.INe(b.And(how, ordered), b.I(0))
		unlike := b.BOr(b.IEq(how, b.I(int32(gpu.CompareNotEqual))), b.IEq(how, b.I(int32(gpu.CompareAlways))))
		pass = b.Select(b.IEq(ordered, b.I(0)), unlike, pass)
		return []value.V{b.Select(pass, b.F(1), b.F(0))}
	}
}

func (x *sampling) field(f ir.QueryField) value.V { return x.l.Query(x.sampler, f, 0) }

// The bits of a filter, as gpu.Filter has them.
const (
	filterMip = 0x1
	filterMag = 0x4
	filterMin = 0x10
)

// levels filters within one or between two mip levels. The level is biased, then clamped to the range of the sampler and to
// the levels there are; level 0 and below is magnified. (Source: D3D functional specification, texture sampling.)
func (x *sampling) levels(lod value.V) []value.V {
	l, b := x.l, x.l.B
	filter := x.field(ir.QueryFilter)
	lod = x.clamped(b.FAdd(lod, b.BitsToF(x.field(ir.QueryMipLODBias))))
	has := func(bit int32) value.V { return b.INe(b.And(filter, b.I(bit)), b.I(0)) }
	linear := b.Select(b.FLe(lod, b.F(0)), has(filterMag), has(filterMin))
	lod = b.FMin(b.UToF(x.last()), b.FMax(b.F(0), lod))
	between := has(filterMip)
	first := b.FToS(b.Select(between, lod, b.FFloor(b.FAdd(lod, b.F(0.5)))))
	fraction := b.Select(between, b.FSub(lod, b.FFloor(lod)), b.F(0))
	near := x.level(first, linear)
	f := l.Fork(b.FLt(b.F(0), fraction))
	var mixed []value.V
	f.Then(func() {
		far := x.level(b.IAdd(first, b.I(1)), linear)
		for i := range near {
			mixed = append(mixed, x.mix(near[i], far[i], fraction))
		}
	})
	return f.Join(mixed, near)
}

// clamped brings a level into the range of the sampler.
func (x *sampling) clamped(lod value.V) value.V {
	b := x.l.B
	return b.FMin(b.BitsToF(x.field(ir.QueryMaxLOD)), b.FMax(b.BitsToF(x.field(ir.QueryMinLOD)), lod))
}

// last is the last level there is.
func (x *sampling) last() value.V {
	b := x.l.B
	return b.MaxS(b.ISub(x.l.Query(x.ref, ir.QueryMips, 0), b.I(1)), b.I(0))
}

func (x *sampling) mix(a, c, t value.V) value.V {
	b := x.l.B
	return b.FAdd(a, b.FMul(t, b.FSub(c, a)))
}

// corner is the lower corner of the footprint in one dimension, and how far the location is from it.
func (x *sampling) corner(dim int, mip, linear value.V) (at, fraction, size value.V) {
	l, b := x.l, x.l.B
	size = l.Query(x.ref, sizeField(dim), mip)
	place := b.FMul(x.uv[dim], b.UToF(size))
	place = b.FSub(place, b.Select(linear, b.F(0.5), b.F(0)))
	floor := b.FFloor(place)
	at = b.FToS(floor)
	if x.offset != nil {
		at = b.IAdd(at, b.I(x.offset[dim]))
	}
	return at, b.Select(linear, b.FSub(place, floor), b.F(0)), size
}

// level filters within one mip level.
func (x *sampling) level(mip, linear value.V) []value.V {
	l, b := x.l, x.l.B
	at, fraction, size := make([]value.V, x.dims), make([]value.V, x.dims), make([]value.V, x.dims)
	for d := range at {
		at[d], fraction[d], size[d] = x.corner(d, mip, linear)
	}
	texel := func(offsets int) []value.V {
		c := make([]value.V, x.dims)
		for d := range c {
			c[d] = b.IAdd(at[d], b.I(int32(offsets>>d&1)))
		}
		return x.texel(c, size, mip)
	}
	f := l.Fork(linear)
	var filtered, nearest []value.V
	f.Then(func() {
		corners := make([][]value.V, 1<<x.dims)
		for i := range corners {
			corners[i] = texel(i)
		}
		for d := range x.dims {
			for i := 0; i < len(corners)/2; i++ {
				for j := range corners[2*i] {
					corners[2*i][j] = x.mix(corners[2*i][j], corners[2*i+1][j], fraction[d])
				}
				corners[i] = corners[2*i]
			}
			corners = corners[:len(corners)/2]
		}
		filtered = corners[0]
	})
	f.Els(func() { nearest = texel(0) })
	return f.Join(filtered, nearest)
}

// texel reads one texel at integer coordinates, which the address modes bring into the texture.
func (x *sampling) texel(c, size []value.V, mip value.V) []value.V {
	l, b := x.l, x.l.B
	var coord [4]value.V
	inside := b.Bool(true)
	for d := range c {
		var in value.V
		coord[d], in = x.address(d, c[d], size[d])
		inside = b.BAnd(inside, in)
	}
	if x.slice != 0 {
		coord[2] = x.slice
	}
	if x.face != nil {
		coord[0], coord[1], coord[2] = x.overEdge(c, size)
	}
	coord[3] = mip
	read := l.Decode(x.ref, coord)
	out := make([]value.V, 4)
	for i := range out {
		border := b.BitsToF(x.field(ir.QueryBorderR + ir.QueryField(i)))
		border = l.CastScalar(border, syntax.Float, x.ref.Decl.Elem.Scalar)
		out[i] = b.Select(inside, read[i], border)
	}
	if x.compare != nil {
		return x.compare(out)
	}
	return out
}

// address applies the address mode of one dimension, as gpu.AddressMode numbers it. Cubes have none. (Source:
// D3D12_TEXTURE_ADDRESS_MODE.)
func (x *sampling) address(dim int, i, size value.V) (at, inside value.V) {
	b := x.l.B
	last := b.ISub(size, b.I(1))
	clamp := func(i value.V) value.V { return b.MaxS(b.I(0), b.MinS(i, last)) }
	if x.face != nil {
		return i, b.Bool(true)
	}
	mode := x.field(ir.QueryAddressU + ir.QueryField(dim))
	is := func(m gpu.AddressMode) value.V { return b.IEq(mode, b.I(int32(m))) }
	positive := func(i, n value.V) value.V {
		r := b.RemS(i, n)
		return b.Select(b.LtS(r, b.I(0)), b.IAdd(r, n), r)
	}
	twice := b.Shl(size, b.I(1))
	folded := positive(i, twice)
	mirrored := b.Select(b.LtS(folded, size), folded, b.ISub(b.ISub(twice, b.I(1)), folded))
	once := clamp(b.Select(b.LtS(i, b.I(0)), b.ISub(b.I(-1), i), i))
	at = b.Select(is(gpu.AddressWrap), positive(i, size), b.Select(is(gpu.AddressMirror), mirrored, b.Select(is(gpu.AddressMirrorOnce), once, clamp(i))))
	outside := b.BAnd(is(gpu.AddressBorder), b.BOr(b.LtS(i, b.I(0)), b.LtS(last, i)))
	return at, b.BNot(outside)
}
