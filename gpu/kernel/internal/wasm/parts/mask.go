package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// AnyTrue pushes whether a lane of some mask is set.
func AnyTrue(a asm.Func, masks []asm.Local) {
	a.Get(masks[0])
	for _, m := range masks[1:] {
		a.Get(m)
		a.Op(enc.V128Or)
	}
	a.Op(enc.V128AnyTrue)
}

// CountTrue keeps the number of masks that have a lane set, an i64.
func CountTrue(a asm.Func, masks []asm.Local) asm.Local {
	a.I64(0)
	for _, m := range masks {
		a.Get(m)
		a.Op(enc.V128AnyTrue, enc.I64ExtendI32U, enc.I64Add)
	}
	return a.Keep(enc.I64)
}
