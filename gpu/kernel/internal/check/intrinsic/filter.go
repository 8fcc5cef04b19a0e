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
// Everything about the sampler is read from its record when the kernel runs, so a point filter costs a branch, unless the variant of a
// pixel program knows the sampler (value.Context.Bound). Fractions are full floats, where hardware has 8 bits.
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
	seen     bool                            // a field was read in such a way that it is seen which sampler was
}

// nearestSlice is the slice number rounded and clamped to the array; faces is how many the texture counts for a slice.
func (x *sampling) nearestSlice(v value.V, faces int32) value.V {
	b := x.l.B
	last := b.ISub(b.DivU(x.l.Query(x.ref, ir.QueryDepth, 0), b.I(faces)), b.I(1))
	return b.MaxS(b.I(0), b.MinS(b.FToS(b.FRound(v)), last))
}

// compareWith makes the filter work on the outcome of comparing a value with the red component: 1 where it passes, else 0. The sampler says how,
// as gpu.ComparisonFunc numbers it: bit 0 is less, bit 1 equal, bit 2 greater. NaN is unlike everything. The value is brought to a step of the format
// first, as a depth that is written. (Source: sample_c.)
func (x *sampling) compareWith(v value.Value) {
	l, b := x.l, x.l.B
	want := l.RoundedTo(x.ref, l.ConvertTo(v, floatType, &value.Target{What: "the value to compare with"})[0])
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

// field reads a field of the sampler. Of one that the program chose, the first is seen to be read: it is one that all ways of a filter need.
func (x *sampling) field(f ir.QueryField) value.V {
	if !x.seen && x.l.IsChosen(x.sampler) {
		x.seen = true
		return x.l.SamplerField(x.sampler, f)
	}
	return x.l.Query(x.sampler, f, 0)
}

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
	linear := has(filterMag)
	if x.fixed(linear) != x.fixed(has(filterMin)) || x.fixed(linear) == 0 {
		linear = b.Select(b.FLe(lod, b.F(0)), linear, has(filterMin))
	}
	if last, ok := b.Known(x.last()); ok && last == 0 {
		return x.scaled(0, x.level(0, linear))
	}
	lod = b.FMin(b.UToF(x.last()), b.FMax(b.F(0), lod))
	between := has(filterMip)
	first := b.FToS(b.Select(between, lod, b.FFloor(b.FAdd(lod, b.F(0.5)))))
	fraction := b.Select(between, b.FSub(lod, b.FFloor(lod)), b.F(0))
	near := x.level(first, linear)
	return x.scaled(0, l.Decide(b.FLt(b.F(0), fraction), func() (mixed []value.V) {
		far := x.level(b.IAdd(first, b.I(1)), linear)
		for i := range near {
			mixed = append(mixed, x.mix(near[i], far[i], fraction))
		}
		return mixed
	}, func() []value.V { return near }))
}

// fixed tells whether a condition is known: 1 true, 2 false, 0 unknown.
func (x *sampling) fixed(cond value.V) int {
	bits, ok := x.l.B.Known(cond)
	switch {
	case !ok:
		return 0
	case bits != 0:
		return 1
	}
	return 2
}

// clamped brings a level into the range of the sampler, and then into that of the view.
func (x *sampling) clamped(lod value.V) value.V {
	b := x.l.B
	lod = b.FMin(b.BitsToF(x.field(ir.QueryMaxLOD)), b.FMax(b.BitsToF(x.field(ir.QueryMinLOD)), lod))
	if x.l.IsClamped(x.ref) {
		lod = b.FMax(x.least(), lod)
	}
	return lod
}

// least is the level that the view lets be used at least.
func (x *sampling) least() value.V { return x.l.B.BitsToF(x.l.Query(x.ref, ir.QueryLeast, 0)) }

// first is the level that gathers read: the most detailed one that the view lets be used.
func (x *sampling) first() value.V {
	b := x.l.B
	if !x.l.IsClamped(x.ref) {
		return b.I(0)
	}
	return b.MinS(b.FToS(b.FFloor(x.least())), x.last())
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

// side is the footprint of a filter in one dimension: where its lower corner is before the address mode, and how far the location is from it.
type side struct {
	dim            int
	floor          value.V // a whole float
	fraction       value.V // 0 unless the filter is linear
	size           value.V // texels, as float
	texels         value.V // the same as int
	at, unfiltered [2]value.V
}

// side finds the footprint in one dimension.
func (x *sampling) side(dim int, mip, linear value.V) *side {
	l, b := x.l, x.l.B
	s := &side{dim: dim, texels: l.Query(x.ref, sizeField(dim), mip)}
	s.size = b.SToF(s.texels)
	place := b.FMul(x.uv[dim], s.size)
	place = b.FSub(place, b.Select(linear, b.F(0.5), b.F(0)))
	s.floor = b.FFloor(place)
	s.fraction = b.Select(linear, b.FSub(place, s.floor), b.F(0))
	if x.offset != nil {
		s.floor = b.FAdd(s.floor, b.F(float32(x.offset[dim])))
	}
	return s
}

// level filters within one mip level.
func (x *sampling) level(mip, linear value.V) []value.V {
	l := x.l
	sides := make([]*side, x.dims)
	for d := range sides {
		sides[d] = x.side(d, mip, linear)
	}
	return l.Decide(linear, func() []value.V { return x.lerpTexels(sides, mip) }, func() []value.V {
		for _, s := range sides {
			x.address(s, 1)
		}
		return x.texel(sides, 0, mip)
	})
}

// lerpTexels mixes the 2ⁿ texels of a footprint.
func (x *sampling) lerpTexels(sides []*side, mip value.V) []value.V {
	for _, s := range sides {
		x.address(s, 2)
	}
	corners := make([][]value.V, 1<<x.dims)
	for i := range corners {
		corners[i] = x.texel(sides, i, mip)
	}
	if x.face != nil {
		x.completeCorner(sides, corners)
	}
	for _, s := range sides {
		for i := 0; i < len(corners)/2; i++ {
			for j := range corners[2*i] {
				corners[2*i][j] = x.mix(corners[2*i][j], corners[2*i+1][j], s.fraction)
			}
			corners[i] = corners[2*i]
		}
		corners = corners[:len(corners)/2]
	}
	return corners[0]
}

// texel reads one texel of a footprint, in the units of x.scale; bit d of which chooses the upper side of dimension d.
func (x *sampling) texel(sides []*side, which int, mip value.V) []value.V {
	l := x.l
	var coord [4]value.V
	for d, s := range sides {
		coord[d] = s.at[which>>d&1]
	}
	if x.slice != 0 {
		coord[2] = x.slice
	}
	if x.face != nil {
		coord[0], coord[1], coord[2] = x.overEdge(coord[:2], sides[0].texels)
	}
	coord[3] = mip
	out := l.DecodeRaw(x.ref, coord)
	if x.face == nil {
		out = x.border(sides, which, out)
	}
	if x.compare != nil {
		return x.compare(x.unscaled(0, out[:1]))
	}
	return out[:]
}

// border replaces a texel by the border colour where the address mode of a dimension says so and the texel is outside.
func (x *sampling) border(sides []*side, which int, texel [4]value.V) [4]value.V {
	l, b := x.l, x.l.B
	some := b.Bool(false)
	for _, s := range sides {
		some = b.BOr(some, b.IEq(x.mode(s.dim), b.I(int32(gpu.AddressBorder))))
	}
	return [4]value.V(l.Decide(some, func() []value.V {
		inside := b.Bool(true)
		for _, s := range sides {
			f := s.unfiltered[which>>s.dim&1]
			within := b.BAnd(b.FLe(b.F(0), f), b.FLt(f, s.size))
			inside = b.BAnd(inside, b.BOr(within, b.INe(x.mode(s.dim), b.I(int32(gpu.AddressBorder)))))
		}
		out := make([]value.V, 4)
		for i := range out {
			colour := b.BitsToF(x.field(ir.QueryBorderR + ir.QueryField(i)))
			colour = l.CastScalar(colour, syntax.Float, x.ref.Decl.Elem.Scalar)
			if scale := l.RawScale(x.ref, i); scale != 1 {
				colour = b.FMul(colour, b.F(scale))
			}
			out[i] = b.Select(inside, texel[i], colour)
		}
		return out
	}, func() []value.V { return texel[:] }))
}

// scaled turns what a filter gives for the components from first on into values: texels of normalised formats are filtered as whole numbers. The
// outcome of comparisons has no scale.
func (x *sampling) scaled(first int, c []value.V) []value.V {
	if x.compare != nil {
		return c
	}
	return x.unscaled(first, c)
}

func (x *sampling) unscaled(first int, c []value.V) []value.V {
	if x.l.RawScale(x.ref, first) == 1 {
		return c
	}
	out := make([]value.V, len(c))
	for i, v := range c {
		out[i] = x.l.Unscaled(x.ref, first+i, v)
	}
	return out
}

func (x *sampling) mode(dim int) value.V { return x.field(ir.QueryAddressU + ir.QueryField(dim)) }

// address applies the address mode of one dimension, as gpu.AddressMode numbers it, to the lower side of a footprint and, if n is 2, the
// upper one. Cubes have none. (Source: D3D12_TEXTURE_ADDRESS_MODE.)
func (x *sampling) address(s *side, n int) {
	l, b := x.l, x.l.B
	for i := range n {
		s.unfiltered[i] = b.FAdd(s.floor, b.F(float32(i)))
	}
	if x.face != nil {
		for i := range n {
			s.at[i] = b.FToS(s.unfiltered[i])
		}
		return
	}
	mode := x.mode(s.dim)
	is := func(m gpu.AddressMode) value.V { return b.IEq(mode, b.I(int32(m))) }
	each := func(f func(value.V) value.V) func() []value.V {
		return func() []value.V {
			out := make([]value.V, n)
			for i := range out {
				out[i] = x.inside(s, f(s.unfiltered[i]))
			}
			return out
		}
	}
	once := func(i value.V) value.V { return b.Select(b.FLt(i, b.F(0)), b.FSub(b.F(-1), i), i) }
	copy(s.at[:], l.Decide(is(gpu.AddressWrap), func() []value.V { return x.wrapped(s, n) }, func() []value.V {
		return l.Decide(is(gpu.AddressMirror), each(func(i value.V) value.V {
			twice := b.FAdd(s.size, s.size)
			folded := x.modulo(i, twice)
			return b.Select(b.FLt(folded, s.size), folded, b.FSub(b.FSub(twice, b.F(1)), folded))
		}), each(func(i value.V) value.V { return b.Select(is(gpu.AddressMirrorOnce), once(i), i) }))
	}))
}

// wrapped are the texels of a repeated texture: after the last one comes the first.
func (x *sampling) wrapped(s *side, n int) []value.V {
	b := x.l.B
	if x.l.HasPowersOfTwo(x.ref) { // the same as below: the low bits, which the sum with 1.5 * 2^23 has at its end
		low := b.ISub(s.texels, b.I(1))
		out := []value.V{b.And(b.FToBits(b.FAdd(s.floor, b.F(3<<22))), low)}
		if n == 2 {
			out = append(out, b.And(b.IAdd(out[0], b.I(1)), low))
		}
		return out
	}
	out := []value.V{b.MinU(b.FToS(x.modulo(s.floor, s.size)), b.ISub(s.texels, b.I(1)))}
	if n == 2 {
		next := b.IAdd(out[0], b.I(1))
		out = append(out, b.Select(b.IEq(next, s.texels), b.I(0), next))
	}
	return out
}

// modulo is i modulo n for whole floats, from 0 to n - 1 as long as i is below 2^22: the quotient is at most one away from the right one.
func (x *sampling) modulo(i, n value.V) value.V {
	b := x.l.B
	r := b.FSub(i, b.FMul(n, b.FFloor(b.FMul(i, b.FDiv(b.F(1), n)))))
	r = b.Select(b.FLt(r, b.F(0)), b.FAdd(r, n), r)
	return b.Select(b.FLe(n, r), b.FSub(r, n), r)
}

// inside clamps a coordinate to the texels there are.
func (x *sampling) inside(s *side, i value.V) value.V {
	b := x.l.B
	return b.MaxS(b.MinS(b.FToS(i), b.ISub(s.texels, b.I(1))), b.I(0))
}
