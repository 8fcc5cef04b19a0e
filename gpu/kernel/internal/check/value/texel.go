package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

func (l *Context) readTexel(p *Place, t *syntax.Type) []V {
	elem := p.res.Decl.Elem
	c := l.Mapped(p.res, l.Decode(p.res, p.coord))
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

// Mapped puts the components of a texel, or of what was filtered from several, where the view wants them.
func (l *Context) Mapped(ref *ResourceRef, c [4]V) (out [4]V) {
	for i := range c {
		out[i] = l.Component(ref, c, i)
	}
	return out
}

// Component is component i of a texel as the view wants it.
func (l *Context) Component(ref *ResourceRef, c [4]V, i int) V {
	from, number, fixed := l.mapping(ref).Of(i)
	switch {
	case !fixed:
		return c[from]
	case ref.Decl.Elem.Scalar.IsFloat():
		return l.B.F(number)
	}
	return l.B.I(int32(number))
}

// mapping is where the components of a view come from.
func (l *Context) mapping(ref *ResourceRef) gpu.ComponentMapping {
	if l.Bound == nil {
		return gpu.ComponentMapping{}
	}
	return l.Bound(ref.Decl.Register).Mapping
}

// IsClamped says that the view leaves the mip levels before that of ir.QueryLeast out.
func (l *Context) IsClamped(ref *ResourceRef) bool {
	return l.Bound != nil && l.Bound(ref.Decl.Register).Clamped
}

// Decode reads one whole texel.
func (l *Context) Decode(ref *ResourceRef, coord [4]V) [4]V {
	f := gpu.Format(l.B.K.Bindings[ref.Binding].Format)
	return l.B.Decode(f.Info(), l.B.ByWords(f.Bytes(), l.texelLoader(ref, coord)))
}

// texelLoader loads parts of a texel.
func (l *Context) texelLoader(ref *ResourceRef, coord [4]V) emit.LoadRaw {
	return func(off uint32, width uint8, signed bool) V {
		in := &ir.Instr{Op: ir.OpLoadTex, Binding: ref.Binding, Offset: off, Width: width, Signed: signed, Args: texelArgs(ref, coord)}
		if !ref.Decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpLoadBuf, []V{ref.Slot, coord[0], 0}
		}
		return l.B.Append(in, ir.I32)
	}
}

// DecodeRaw is Decode, but components of normalised formats are whole numbers, RawScale times as large. Those that the format does not have are as
// they would be decoded, times RawScale. (Method: emit.RawScale.)
func (l *Context) DecodeRaw(ref *ResourceRef, coord [4]V) [4]V {
	f := gpu.Format(l.B.K.Bindings[ref.Binding].Format)
	return l.B.DecodeRaw(f.Info(), l.B.ByWords(f.Bytes(), l.texelLoader(ref, coord)))
}

// RoundedTo is a value as it would be read of a texture after it was written there: normalised formats have an end, and steps.
func (l *Context) RoundedTo(ref *ResourceRef, v V) V {
	return l.B.RoundedTo(gpu.Format(l.B.K.Bindings[ref.Binding].Format).Info(), v)
}

// RawScale is how many times as large component i of DecodeRaw is as that of Decode.
func (l *Context) RawScale(ref *ResourceRef, i int) float32 {
	return emit.RawScale(gpu.Format(l.B.K.Bindings[ref.Binding].Format).Info(), i)
}

// Unscaled is component i of DecodeRaw as Decode gives it.
func (l *Context) Unscaled(ref *ResourceRef, i int, v V) V {
	return l.B.Unscaled(gpu.Format(l.B.K.Bindings[ref.Binding].Format).Info(), i, v)
}

// texelArgs are the operands that name a texel.
func texelArgs(ref *ResourceRef, coord [4]V) []V {
	return []V{ref.Slot, coord[0], coord[1], coord[2], coord[3]}
}

func (l *Context) writeTexel(p *Place, t *syntax.Type, c []V) {
	ref := p.res
	info := gpu.Format(l.B.K.Bindings[ref.Binding].Format).Info()
	full := [4]V{}
	zero, one := l.B.Zero(irType(t.Scalar)), l.B.I(1)
	if t.Scalar.IsFloat() {
		one = l.B.F(1)
	}
	for i := range full {
		full[i] = zero
	}
	full[3] = one
	copy(full[:], c)
	l.B.Encode(info, full, func(off uint32, width uint8, v V) {
		in := &ir.Instr{Op: ir.OpStoreTex, Binding: ref.Binding, Offset: off, Width: width, Args: append(texelArgs(ref, p.coord), v)}
		if !ref.Decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpStoreBuf, []V{ref.Slot, p.coord[0], 0, v}
		}
		l.B.Append(in, ir.Invalid)
	})
}
