package value

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Query reads a field of a view's record, or gives what is known of it.
func (l *Context) Query(ref *ResourceRef, field ir.QueryField, mip V) V {
	if v, ok := l.known(ref, field); ok {
		return l.B.U(v)
	}
	return l.B.Append(&ir.Instr{Op: ir.OpQuery, Binding: ref.Binding, Imm: uint32(field), Args: []V{ref.Slot, mip}}, ir.I32)
}

// SamplerField reads a field of a sampler whose number in its array the program works out: unlike with Query, it is seen that the sampler was used,
// and whether there is one.
func (l *Context) SamplerField(ref *ResourceRef, field ir.QueryField) V {
	return l.B.Append(&ir.Instr{Op: ir.OpLoadBuf, Binding: ref.Binding, Width: 4,
		Args: []V{ref.Slot, l.B.U(uint32(field - ir.QueryFilter)), 0}}, ir.I32)
}

// IsChosen says that only the program knows which resource of an array it is, when it runs.
func (l *Context) IsChosen(ref *ResourceRef) bool {
	if ref.Slot == 0 {
		return false
	}
	_, fixed := l.B.Known(ref.Slot)
	return !fixed
}

// HasPowersOfTwo says that the sizes of a texture are known to be powers of two.
func (l *Context) HasPowersOfTwo(ref *ResourceRef) bool { return l.boundTo(ref).PowersOfTwo }

// boundTo is what is known of a view.
func (l *Context) boundTo(ref *ResourceRef) Bound {
	if l.Bound == nil || ref.Decl.Count != 1 {
		return Bound{}
	}
	return l.Bound(ref.Decl.Register)
}

// known is a field of a record that need not be read.
func (l *Context) known(ref *ResourceRef, field ir.QueryField) (uint32, bool) {
	b := l.boundTo(ref)
	switch {
	case b.Sampler != nil && field >= ir.QueryFilter && field <= ir.QueryMaxLOD:
		return b.Sampler.Word(field), true
	case b.OneLevel && field == ir.QueryMips:
		return 1, true
	}
	return 0, false
}
