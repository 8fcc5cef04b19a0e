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

// saxpy is y[i] = a*x[i] + y[i], with the guard that kernels usually have.
func saxpy() *ir.Kernel {
	b := ir.NewBuilder("saxpy")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{{Name: "cb", Kind: ir.CBV, Shape: ir.Constants, Count: 1}, buf("x", ir.SRV, 4), buf("y", ir.UAV, 4)}
	id := b.Sys(ir.DispatchThreadIDX)
	n := b.LoadConst(ir.Mem{}, 0)
	a := b.Op(ir.OpBitsToF, b.LoadConst(ir.Mem{Offset: 4}, 0))
	b.If(b.Op(ir.OpLtU, id, n), func() []ir.Value {
		storeF(b, 2, id, b.Op(ir.OpFAdd, b.Op(ir.OpFMul, a, loadF(b, 1, id)), loadF(b, 2, id)))
		return nil
	}, nil)
	return b.Kernel
}

// mandelbrot counts iterations for a picture of 2^shift by 2^shift points in [-2, 1) x [-1.5, 1.5).
func mandelbrot(shift uint32, iterations int32) *ir.Kernel {
	b := ir.NewBuilder("mandelbrot")
	b.Kernel.NumThreads = [3]uint32{8, 8, 1}
	b.Kernel.Bindings = []ir.Binding{buf("out", ir.UAV, 4)}
	x, y := b.Sys(ir.DispatchThreadIDX), b.Sys(ir.DispatchThreadIDY)
	scale := b.Float(3 / float32(uint32(1)<<shift))
	cx := b.Op(ir.OpFSub, b.Op(ir.OpFMul, b.Op(ir.OpUToF, x), scale), b.Float(2))
	cy := b.Op(ir.OpFSub, b.Op(ir.OpFMul, b.Op(ir.OpUToF, y), scale), b.Float(1.5))
	zero, four, limit, one := b.Float(0), b.Float(4), b.Int(iterations), b.Int(1)
	var zx, zy, xx, yy, i ir.Value
	count := b.Loop([]ir.Value{zero, zero, b.Int(0)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		zx, zy, i = c[0], c[1], c[2]
		xx, yy = b.Op(ir.OpFMul, zx, zx), b.Op(ir.OpFMul, zy, zy)
		return b.Op(ir.OpBAnd, b.Op(ir.OpFLe, b.Op(ir.OpFAdd, xx, yy), four), b.Op(ir.OpLtS, i, limit)), []ir.Value{i}
	}, func() []ir.Value {
		xy := b.Op(ir.OpFMul, zx, zy)
		return []ir.Value{b.Op(ir.OpFAdd, b.Op(ir.OpFSub, xx, yy), cx), b.Op(ir.OpFAdd, b.Op(ir.OpFAdd, xy, xy), cy), b.Op(ir.OpIAdd, i, one)}
	})
	b.StoreBuf(ir.Mem{}, b.Op(ir.OpIAdd, b.Op(ir.OpShl, y, b.Uint(shift)), x), 0, count[0])
	return b.Kernel
}

// nbody sums the pull of n bodies (x, y, z, mass in 16 bytes) on each: 20 operations an interaction.
func nbody(n int32) *ir.Kernel {
	b := ir.NewBuilder("nbody")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{buf("bodies", ir.SRV, 16), buf("out", ir.UAV, 16)}
	id := b.Sys(ir.DispatchThreadIDX)
	part := func(index ir.Value, axis uint32) ir.Value {
		return b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{Offset: 4 * axis}, index, 0))
	}
	var me [3]ir.Value
	for axis := range me {
		me[axis] = part(id, uint32(axis))
	}
	zero, soft, unit, limit, one := b.Float(0), b.Float(0.01), b.Float(1), b.Int(n), b.Int(1)
	var c []ir.Value
	sum := b.Loop([]ir.Value{b.Int(0), zero, zero, zero}, func(carried []ir.Value) (ir.Value, []ir.Value) {
		c = carried
		return b.Op(ir.OpLtS, c[0], limit), c[1:]
	}, func() []ir.Value {
		var d [3]ir.Value
		r := soft
		for axis := range d {
			d[axis] = b.Op(ir.OpFSub, part(c[0], uint32(axis)), me[axis])
			r = b.Op(ir.OpFAdd, r, b.Op(ir.OpFMul, d[axis], d[axis]))
		}
		inv := b.Op(ir.OpFDiv, unit, b.Op(ir.OpFMul, r, b.Op(ir.OpFSqrt, r)))
		s := b.Op(ir.OpFMul, part(c[0], 3), inv)
		next := []ir.Value{b.Op(ir.OpIAdd, c[0], one)}
		for axis := range d {
			next = append(next, b.Op(ir.OpFAdd, c[1+axis], b.Op(ir.OpFMul, d[axis], s)))
		}
		return next
	})
	for axis, v := range sum {
		b.StoreBuf(ir.Mem{Binding: 1, Offset: 4 * uint32(axis)}, id, 0, b.Op(ir.OpFToBits, v))
	}
	return b.Kernel
}
