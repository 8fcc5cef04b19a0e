package corpus

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Marker is what the kernels of RandomAffine store.
const Marker = 0xa5a5a5a5

// RandomAffine makes a kernel out of bytes that stores Marker at elements of one buffer and texels of one texture, whose indices are short integer
// expressions of the work item, under conditions and in counted loops: food for footprints.
func RandomAffine(data []byte) (*ir.Kernel, [3]uint32) {
	g := &generator{Builder: ir.NewBuilder("affine"), data: data}
	k := g.Kernel
	k.NumThreads = [3]uint32{1 + g.pick(8), 1 + g.pick(4), 1 + g.pick(2)}
	k.Bindings = []ir.Binding{
		{Name: "output", Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 8},
		{Name: "canvas", Kind: ir.UAV, Shape: ir.Texture2D, Count: 1, Stride: 4, Register: 1},
	}
	for s := ir.DispatchThreadIDX; s <= ir.GroupCountX; s++ {
		if g.pick(2) == 0 {
			g.put(g.Sys(s))
		}
	}
	g.put(g.Sys(ir.DispatchThreadIDX))
	g.put(g.Query(1, 0, ir.QueryWidth, 0))
	g.integers()
	g.mark()
	for range g.pick(3) {
		side := g.scope(func() []ir.Value {
			g.integers()
			g.mark()
			return []ir.Value{g.value(ir.I32)}
		})
		g.put(g.If(g.condition(), side, side)[0])
	}
	if g.pick(2) == 0 {
		g.counted()
	}
	return k, [3]uint32{1 + g.pick(5), 1 + g.pick(3), 1 + g.pick(2)}
}

func (g *generator) integers() {
	for range g.pick(4) {
		g.put(g.Uint(g.pick(20)))
		ops := [...]ir.Op{ir.OpIAdd, ir.OpIAdd, ir.OpIAdd, ir.OpISub, ir.OpIMul, ir.OpIMul, ir.OpShl, ir.OpMinU, ir.OpMaxS,
			ir.OpMinS, ir.OpMaxU, ir.OpDivU,
			ir.OpRemU, ir.OpAnd, ir.OpShrU, ir.OpRemS, ir.OpDivS, ir.OpShrS}
		g.put(g.Op(ops[g.pick(len(ops))], g.value(ir.I32), g.value(ir.I32)))
		if g.pick(6) == 0 {
			g.put(g.Select(g.condition(), g.value(ir.I32), g.value(ir.I32)))
		}
	}
}

func (g *generator) condition() ir.Value {
	ops := [...]ir.Op{ir.OpLtU, ir.OpLeU, ir.OpLtS, ir.OpLeS, ir.OpIEq}
	c := g.Op(ops[g.pick(len(ops))], g.value(ir.I32), g.value(ir.I32))
	other := func() ir.Value { return g.Op(ir.OpLtU, g.value(ir.I32), g.Uint(g.pick(30))) }
	switch g.pick(8) {
	case 0, 1:
		return g.Not(c)
	case 2:
		return g.Op(ir.OpBAnd, c, other())
	case 3: // as the compiler writes `c and other`
		return g.Select(c, other(), g.Bool(false))
	case 4:
		return g.Op(ir.OpBOr, c, other())
	case 5:
		return g.Select(c, g.Bool(true), other())
	}
	return c
}

func (g *generator) mark() {
	v := g.Uint(Marker)
	if g.pick(3) == 0 {
		g.StoreTex(ir.Mem{Binding: 1}, ir.Coord{X: g.value(ir.I32), Y: g.value(ir.I32)}, v)
		return
	}
	g.StoreBuf(ir.Mem{Binding: 0, Offset: 4 * g.pick(2)}, g.value(ir.I32), 0, v)
}

// counted is a loop over a counter with a constant step.
func (g *generator) counted() {
	start, end, step := g.Uint(g.pick(4)), g.Uint(g.pick(12)), g.Uint(1+g.pick(3))
	var counter ir.Value
	saved := g.pool
	g.Loop([]ir.Value{start}, func(c []ir.Value) (ir.Value, []ir.Value) {
		counter = g.put(c[0])
		ops := [...]ir.Op{ir.OpLtU, ir.OpLeU, ir.OpLtS, ir.OpLeS}
		return g.Op(ops[g.pick(len(ops))], counter, end), nil
	}, func() []ir.Value {
		g.integers()
		g.mark()
		return []ir.Value{g.Op(ir.OpIAdd, counter, step)}
	})
	g.pool = saved
}
