package jit

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

func buf(name string, kind ir.Kind, stride uint32) ir.Binding {
	return ir.Binding{Name: name, Kind: kind, Shape: ir.Structured, Count: 1, Stride: stride, Element: "float"}
}

// loadF is the float at an element of binding b.
func loadF(b *ir.Builder, binding int32, index ir.Value) ir.Value {
	return b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{Binding: binding}, index, 0))
}

func storeF(b *ir.Builder, binding int32, index, v ir.Value) {
	b.StoreBuf(ir.Mem{Binding: binding}, index, 0, b.Op(ir.OpFToBits, v))
}
