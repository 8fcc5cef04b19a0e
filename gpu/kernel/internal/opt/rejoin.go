package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// rejoin puts a number together again that was taken apart into rows and places in them:
//
//	i / 512 * 512 + i % 512                  i
//	i / 5120 * 5120 + i / 512 % 10 * 512     i / 512 * 512
//
// So a kernel that finds its row and its column by division accesses elements side by side as far as everybody can see. It gives the number, or
// changes the sum to a product and gives 0, which it also does with all other sums.
func (r *rewriter) rejoin(in *ir.Instr) ir.Value {
	if in.Op != ir.OpIAdd {
		return 0
	}
	for side := range in.Args {
		place, times := r.factor(in.Args[side])
		row, length := r.factor(in.Args[1-side])
		rest := r.defs[place]
		if rest == nil || rest.Op != ir.OpRemU || row == in.Args[1-side] {
			continue
		}
		by, ok := r.constant(rest.Args[1])
		if !ok || by == 0 || length.number != by*times.number || !r.isQuotient(row, rest.Args[0], by) {
			continue
		}
		if place == in.Args[side] {
			return rest.Args[0]
		}
		in.Op, in.Args = ir.OpIMul, []ir.Value{rest.Args[0], times.value}
		return 0
	}
	return 0
}

// constant is a number that a value is.
type constant struct {
	value  ir.Value
	number uint32
}

// factor takes a product with a constant apart; what is none is itself, once.
func (r *rewriter) factor(v ir.Value) (of ir.Value, times constant) {
	if def := r.defs[v]; def != nil && def.Op == ir.OpIMul {
		for side, a := range def.Args {
			if c, ok := r.constant(a); ok {
				return def.Args[1-side], constant{a, c}
			}
		}
	}
	return v, constant{number: 1}
}

// isQuotient tells whether q is v / by, as whatever quotients of one number the two are written.
func (r *rewriter) isQuotient(q, v ir.Value, by uint32) bool {
	of, divisor := r.quotient(q)
	whole, part := r.quotient(v)
	return of == whole && divisor == part*uint64(by)
}

// quotient is the number that v is a quotient of, and its divisor: divisions of divisions are one.
func (r *rewriter) quotient(v ir.Value) (of ir.Value, divisor uint64) {
	divisor = 1
	for def := r.defs[v]; def != nil && def.Op == ir.OpDivU; def = r.defs[v] {
		c, ok := r.constant(def.Args[1])
		if !ok || c == 0 || divisor*uint64(c) >= 1<<32 {
			break
		}
		v, divisor = def.Args[0], divisor*uint64(c)
	}
	return v, divisor
}
