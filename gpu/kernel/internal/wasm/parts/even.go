package parts

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// LoadEven pops an address and pushes the four values that lie step bytes apart from there on.
func LoadEven(a asm.Func, width uint8, signed bool, offset, step uint32) {
	switch {
	case width == 4 && step == 4:
		a.Mem(enc.V128Load, offset)
		return
	case width == 4:
		loadStrided(a, offset, step)
		return
	}
	at := a.Keep(enc.I32)
	a.All(0)
	for lane := range uint32(ir.WaveSize) {
		a.Get(at)
		a.Mem(LoadOp(width, signed), offset+lane*step)
		a.Lane(enc.I32x4ReplaceLane, int(lane))
	}
}

// loadStrided touches the last lane first: the runtime then needs no bounds check for the others.
func loadStrided(a asm.Func, offset, step uint32) {
	at := a.Keep(enc.I32)
	v := a.Local(enc.V128)
	a.Get(at)
	a.All(0)
	for lane := uint32(ir.WaveSize); lane > 0; lane-- {
		a.MemLane(enc.V128Load32Lane, offset+(lane-1)*step, int(lane-1))
		if lane > 1 {
			a.Set(v)
			a.Get(at, v)
		}
	}
}

// StoreFirst stores the first lanes of a vector, of which there are less than four, side by side. base and vector push the address and the vector.
func StoreFirst(a asm.Func, lanes, offset uint32, base, vector func()) {
	base()
	at := a.Keep(enc.I32)
	store := func(op enc.Op, lane uint32) {
		a.Get(at)
		vector()
		a.MemLane(op, offset+lane*4, int(lane))
	}
	if lanes != 2 {
		store(enc.V128Store32Lane, lanes-1)
	}
	if lanes > 1 {
		store(enc.V128Store64Lane, 0)
	}
}

// FirstLanes keeps a mask of the first n lanes.
func FirstLanes(a asm.Func, n uint32) asm.Local {
	var bits [ir.WaveSize]uint32
	for lane := range n {
		bits[lane] = ^uint32(0)
	}
	a.Vec(bits[0], bits[1], bits[2], bits[3])
	return a.Keep(enc.V128)
}
