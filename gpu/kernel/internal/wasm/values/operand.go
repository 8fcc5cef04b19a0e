package values

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Operand is a 32-bit quantity that is not a value of the kernel: a word of a record, or what follows from some.
type Operand struct {
	Loc    asm.Local
	Vector bool
	Word   *parts.Word // what Loc is loaded from once for a call; nil: something else
}

// PushScalar pushes an operand that is a scalar.
func (f *File) PushScalar(o Operand) { f.Get(o.Loc) }

// PushVector pushes the four lanes of an operand.
func (f *File) PushVector(o Operand) {
	switch {
	case o.Vector:
		f.Get(o.Loc)
	case o.Word != nil && !f.Slow:
		f.Get(f.Words.Vector(f.Func, *o.Word))
	default:
		f.Get(o.Loc)
		f.Broadcast(f.Depth > 0)
	}
}

// PushForm pushes an operand in the form that v is kept in.
func (f *File) PushForm(o Operand, v ir.Value) {
	switch {
	case !f.IsScalar(v):
		f.PushVector(o)
	case o.Vector:
		f.Get(o.Loc)
		f.Lane(enc.I32x4ExtractLane, 0)
	default:
		f.PushScalar(o)
	}
}
