package library

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Gather is a function from four addresses to the values there.
func (l *Library) Gather(width uint8, signed bool, offset uint32) uint64 {
	name := "gather" + parts.WidthName(width, signed) + "." + parts.Itoa(offset)
	return l.function(name, oneV128, oneV128, func(a asm.Func) { parts.Gather(a, a.Param(0), width, signed, offset) })
}

// Scatter stores the lanes of a vector at four addresses, in ascending order, where the bits of the third argument are set.
func (l *Library) Scatter(width uint8, offset uint32) uint64 {
	params := []enc.ValType{enc.V128, enc.V128, enc.I32}
	return l.function("scatter"+parts.WidthName(width, false)+"."+parts.Itoa(offset), params, nil, func(a asm.Func) {
		for lane := range ir.WaveSize {
			a.Get(a.Param(2))
			a.I32(1 << lane)
			a.Op(enc.I32And)
			a.When(func() {
				a.Get(a.Param(0))
				a.Lane(enc.I32x4ExtractLane, lane)
				a.Get(a.Param(1))
				a.Lane(enc.I32x4ExtractLane, lane)
				a.Mem(parts.StoreOp(width), offset)
			})
		}
	})
}

// Atomic updates memory at four addresses, in ascending order, where the bits of the last argument are set, and gives the old values.
func (l *Library) Atomic(op ir.AtomicOp, offset uint32) uint64 {
	params := []enc.ValType{enc.V128, enc.V128, enc.V128, enc.I32}
	return l.function("atomic."+op.String()+"."+parts.Itoa(offset), params, oneV128, func(a asm.Func) {
		at, old, v := a.Local(enc.I32), a.Local(enc.I32), a.Local(enc.I32)
		result := a.Local(enc.V128)
		for lane := range ir.WaveSize {
			part := func(p int) {
				a.Get(a.Param(p))
				a.Lane(enc.I32x4ExtractLane, lane)
			}
			a.Get(a.Param(3))
			a.I32(1 << lane)
			a.Op(enc.I32And)
			a.When(func() {
				part(0)
				a.Tee(at)
				a.Mem(enc.I32Load, offset)
				a.Set(old)
				part(1)
				a.Set(v)
				a.Get(at)
				parts.Updated(a, op, old, v, func() { part(2) })
				a.Mem(enc.I32Store, offset)
				a.Get(result, old)
				a.Lane(enc.I32x4ReplaceLane, lane)
				a.Set(result)
			})
		}
		a.Get(result)
	})
}

// Extent is a function from record addresses and mips to the size that ir.Record.Extent gives; samples: the levels of the view are samples.
func (l *Library) Extent(word uint32, samples bool) uint64 {
	name := "extent." + parts.Itoa(word)
	if samples {
		name += ".samples"
	}
	return l.function(name, twoV128, oneV128, func(a asm.Func) {
		a.All(0)
		at, mip := a.Local(enc.I32), a.Local(enc.I32)
		for lane := range ir.WaveSize {
			a.Get(a.Param(0))
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Set(at)
			a.Get(a.Param(1))
			a.Lane(enc.I32x4ExtractLane, lane)
			a.Set(mip)
			parts.Extent(a, at, mip, word, samples)
			a.Lane(enc.I32x4ReplaceLane, lane)
		}
	})
}

// Levels keeps the words of the mip levels that lanes choose, in the order of parts.Level. at and mip push the addresses of records and the numbers
// of levels; the sizes are 0 where there is no such level.
func (l *Library) Levels(a asm.Func, at, mip func(), samples bool) (out [6]asm.Local) {
	for i, word := range []uint32{ir.WordWidth, ir.WordHeight, ir.WordDepth} {
		at()
		mip()
		a.Index(enc.Call, l.Extent(word, samples))
		out[i] = a.Keep(enc.V128)
	}
	at() // address of the level's words; a level that does not exist is replaced by the first
	mip()
	mip()
	a.All(ir.MaxMips)
	a.Op(enc.I32x4LtU, enc.V128And)
	a.All(4 * 3)
	a.Op(enc.I32x4Mul, enc.I32x4Add)
	words := a.Keep(enc.V128)
	at()
	a.Index(enc.Call, l.Gather(4, false, 4*ir.WordBase))
	a.Get(words)
	a.Index(enc.Call, l.Gather(4, false, 4*ir.WordMip0))
	a.Op(enc.I32x4Add)
	out[3] = a.Keep(enc.V128)
	for i := range uint32(2) {
		a.Get(words)
		a.Index(enc.Call, l.Gather(4, false, 4*(ir.WordMip0+1+i)))
		out[4+i] = a.Keep(enc.V128)
	}
	return out
}

// EdgeLoad is a function to the values of four places that lie evenly, with zeros for those outside. It takes the index of the first one, the limit
// below which an index is inside, the step of the index, the address of the first one and the step of the address.
func (l *Library) EdgeLoad(width uint8, signed bool) uint64 {
	return l.function("edge.load"+parts.WidthName(width, signed), edgeParams, oneV128, func(a asm.Func) {
		v := a.Local(enc.V128)
		edgeLanes(a, func(lane int) {
			a.Get(v, a.Param(3))
			a.Mem(parts.LoadOp(width, signed), 0)
			a.Lane(enc.I32x4ReplaceLane, lane)
			a.Set(v)
		})
		a.Get(v)
	})
}

// EdgeStore is the same for a store of those lanes of a vector whose bits are set, in ascending order.
func (l *Library) EdgeStore(width uint8) uint64 {
	params := append(edgeParams[:len(edgeParams):len(edgeParams)], enc.V128, enc.I32)
	return l.function("edge.store"+parts.WidthName(width, false), params, nil, func(a asm.Func) {
		edgeLanes(a, func(lane int) {
			a.Get(a.Param(6))
			a.I32(1 << lane)
			a.Op(enc.I32And)
			a.When(func() {
				a.Get(a.Param(3), a.Param(5))
				a.Lane(enc.I32x4ExtractLane, lane)
				a.Mem(parts.StoreOp(width), 0)
			})
		})
	})
}

// edgeParams are index, limit, step of the index, address, step of the address.
var edgeParams = []enc.ValType{enc.I32, enc.I32, enc.I32, enc.I32, enc.I32}

// edgeLanes emits body for each lane that is inside, and moves index and address on.
func edgeLanes(a asm.Func, body func(lane int)) {
	for lane := range ir.WaveSize {
		a.Get(a.Param(0), a.Param(1))
		a.Op(enc.I32LtU)
		a.When(func() { body(lane) })
		for _, p := range [...]struct{ at, step int }{{0, 2}, {3, 4}} {
			a.Get(a.Param(p.at), a.Param(p.step))
			a.Op(enc.I32Add)
			a.Set(a.Param(p.at))
		}
	}
}

// Canonical is a function from an address and a number of bytes, a multiple of 16: it replaces NaNs there by ir.NaN32.
func (l *Library) Canonical() uint64 {
	return l.function("canonical", twoI32, nil, func(a asm.Func) {
		at, end, v := a.Param(0), a.Local(enc.I32), a.Local(enc.V128)
		a.Get(at, a.Param(1))
		a.Op(enc.I32Add)
		a.Set(end)
		a.Open(enc.Loop, 0)
		a.Get(at, at)
		a.Mem(enc.V128Load, 0)
		a.Tee(v)
		a.Get(v, v)
		a.Op(enc.F32x4Ne, enc.V128Or)
		a.Mem(enc.V128Store, 0)
		a.Get(at)
		a.I32(16)
		a.Op(enc.I32Add)
		a.Tee(at)
		a.Get(end)
		a.Op(enc.I32LtU)
		a.Index(enc.BrIf, 0)
		a.End()
	})
}
