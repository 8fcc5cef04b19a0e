package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// minStride is how many bytes further on the next iteration of a loop loads, for it to stride: whole cache lines lie between.
const minStride = 256

// strides tells whether a loop without stores loads from buffers only, and always far from where it loaded in the turn before. Package wasm runs the
// turns of such a loop one after another for the whole group, when the work items make up a row. Rows of words that lie one after the other do not
// count: they are read in the order of memory all the same.
func (u *unroller) strides(loop *ir.Instr) bool {
	loads := 0
	for _, in := range loop.Blocks[1].Instrs {
		switch in.Op.Class() {
		case ir.Pure, ir.System:
		case ir.Load:
			if in.Op != ir.OpLoadBuf || in.Args[2] != 0 || !u.isFar(in, loop) {
				return false
			}
			loads++
		default:
			return false
		}
	}
	return loads > 0
}

func (u *unroller) isFar(load, loop *ir.Instr) bool {
	stride := int64(u.k.Bindings[load.Binding].Stride)
	row := 4 * int64(u.k.Threads())
	head, body := loop.Blocks[0], loop.Blocks[1]
	for i, p := range head.Params {
		next := u.defs[body.Yield[i]]
		if next == nil || next.Op != ir.OpIAdd || next.Args[0] != p {
			continue
		}
		step, ok := u.constant(next.Args[1])
		c, linear := u.coefficient(load.Args[1], p, 0)
		if c *= int64(int32(step)) * stride; ok && linear && (c >= minStride || c <= -minStride) {
			return c != row
		}
	}
	return false
}

// maxDepth bounds the sums that coefficient takes apart.
const maxDepth = 8

// coefficient is how often p is contained in v, where that is a sum of products with constants.
func (u *unroller) coefficient(v, p ir.Value, depth int) (int64, bool) {
	in := u.defs[v]
	if v == p {
		return 1, true
	}
	if in == nil || depth > maxDepth {
		return 0, in == nil
	}
	switch in.Op {
	case ir.OpIAdd, ir.OpISub:
		a, okA := u.coefficient(in.Args[0], p, depth+1)
		b, okB := u.coefficient(in.Args[1], p, depth+1)
		if in.Op == ir.OpISub {
			b = -b
		}
		return a + b, okA && okB
	case ir.OpIMul:
		for i, factor := range in.Args {
			if n, ok := u.constant(factor); ok {
				a, okA := u.coefficient(in.Args[1-i], p, depth+1)
				return a * int64(int32(n)), okA
			}
		}
	case ir.OpShl:
		if n, ok := u.constant(in.Args[1]); ok && n < 16 {
			a, okA := u.coefficient(in.Args[0], p, depth+1)
			return a << n, okA
		}
	}
	return 0, !u.uses(in, p, depth)
}

// uses tells whether in is computed from p.
func (u *unroller) uses(in *ir.Instr, p ir.Value, depth int) bool {
	for _, a := range in.Args {
		if a == p {
			return true
		}
		if def := u.defs[a]; a != 0 && def != nil && (depth > maxDepth || u.uses(def, p, depth+1)) {
			return true
		}
	}
	return len(in.Blocks) > 0
}
