// Package special finds the numbers in constant buffers that a kernel is worth specialising for, and makes the specialised kernel.
//
//	Find     a number decides a branch, how often a loop runs, or the distance of elements   ──▶ at most Most of them, the branches first
//	Assume   the number becomes a constant: branches go, loops are written out               ──▶ a kernel that does the same, with less work
//
// Find looks only at code that certainly runs: code inside a branch that a number decides is examined once that branch is decided, in the kernel that
// Assume made. So specialising happens in rounds, each with few numbers.
//
// The kernel made by Assume gives the same bytes, makes the same accesses in the same order, and reports and prints the same; only its costs are
// lower. The loads of the numbers themselves stay, because they are accesses. A number that is loaded as a float and is a NaN is not assumed, because
// its payload would be lost.
//
// The package must not know where values come from, nor what runs kernels.
package special

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
)

// Most is how many numbers of a kernel are worth knowing at a time.
const Most = 4

// Constant is 4 bytes of a constant buffer: at Offset in the first register of a binding.
type Constant struct {
	Binding int32
	Offset  uint32
}

// The classes of what numbers decide, the best first.
const (
	controls = iota // branches and loops
	choices         // selects: branches that all lanes compute
	scales          // distances of elements
	classes
)

// finder looks through a kernel.
type finder struct {
	defs  []*ir.Instr
	found [classes][]Constant
}

// Find lists the numbers that are worth knowing in an optimised kernel, in the order of their use; branches and loops first.
func Find(k *ir.Kernel) []Constant {
	f := &finder{defs: make([]*ir.Instr, k.NumValues())}
	k.Body.Walk(func(in *ir.Instr) {
		for _, r := range in.Results {
			f.defs[r] = in
		}
	})
	f.block(k.Body)
	var list []Constant
	for _, class := range f.found {
		for _, c := range class {
			if !slices.Contains(list, c) && len(list) < Most {
				list = append(list, c)
			}
		}
	}
	return list
}

// add notes numbers that together decide something; more than there is room for decide nothing.
func (f *finder) add(class int, list []Constant) {
	if len(list) <= Most {
		f.found[class] = append(f.found[class], list...)
	}
}

// numbers are those that a value depends on; ok is false if it depends on anything else, too.
func (f *finder) numbers(v ir.Value) (list []Constant, ok bool) {
	return f.collect(nil, v, 0)
}

// deepest bounds how far collect goes.
const deepest = 12

func (f *finder) collect(list []Constant, v ir.Value, depth int) ([]Constant, bool) {
	in := f.defs[v]
	switch {
	case in == nil || depth > deepest:
		return nil, false
	case isNumber(in):
		if c := number(in); !slices.Contains(list, c) {
			list = append(list, c)
		}
		return list, true
	case in.Op.Class() != ir.Pure:
		return nil, false
	}
	for _, a := range in.Args {
		var ok bool
		if list, ok = f.collect(list, a, depth+1); !ok {
			return nil, false
		}
	}
	return list, true
}

// isNumber says whether an instruction loads a number at a fixed place of a constant buffer.
func isNumber(in *ir.Instr) bool {
	return in.Op == ir.OpLoadConst && in.Args[0] == 0 && in.Args[1] == 0 && !in.Mark
}

func number(in *ir.Instr) Constant { return Constant{in.Binding, in.Offset} }

func (f *finder) block(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			if list, ok := f.numbers(in.Args[0]); ok && len(list) > 0 {
				f.add(controls, list)
				continue // what is inside is looked at when it is certain
			}
		case ir.OpLoop:
			f.add(controls, f.turns(in))
		case ir.OpSelect:
			if list, ok := f.numbers(in.Args[0]); ok {
				f.add(choices, list)
			}
		default:
			f.scale(in)
		}
		for _, nested := range in.Blocks {
			f.block(nested)
		}
	}
}

// turns are the numbers that say how often a loop runs, as far as a counter decides that.
func (f *finder) turns(in *ir.Instr) (list []Constant) {
	head, body := in.Blocks[0], in.Blocks[1]
	cond := f.defs[head.Yield[0]]
	if cond == nil || cond.Op < ir.OpLtS || cond.Op > ir.OpLeU {
		return nil
	}
	for i, a := range cond.Args {
		p := slices.Index(head.Params, a)
		if p < 0 {
			continue
		}
		next := f.defs[body.Yield[p]]
		if next == nil || next.Op.Class() != ir.Pure || len(next.Args) != 2 {
			return nil
		}
		step := next.Args[0]
		if step == a {
			step = next.Args[1]
		}
		for _, v := range [...]ir.Value{cond.Args[1-i], in.Args[p], step} {
			more, ok := f.numbers(v)
			if !ok {
				return nil
			}
			list = append(list, more...)
		}
		return list
	}
	return nil
}

// scale notes the numbers by which places of an access are multiplied.
func (f *finder) scale(in *ir.Instr) {
	places := in.Args
	switch in.Op.Class() {
	case ir.Load:
	case ir.Store: // the last one is the value
		places = places[:len(places)-1]
	case ir.Atomic: // the value, and what it is compared with
		places = places[:len(places)-2]
	default:
		return
	}
	for _, a := range places {
		if a != 0 {
			f.factors(a, 0)
		}
	}
}

func (f *finder) factors(v ir.Value, depth int) {
	in := f.defs[v]
	if in == nil || depth > deepest {
		return
	}
	switch in.Op {
	case ir.OpIAdd, ir.OpISub:
		f.factors(in.Args[0], depth+1)
		f.factors(in.Args[1], depth+1)
	case ir.OpIMul:
		for _, a := range in.Args {
			if list, ok := f.numbers(a); ok {
				f.add(scales, list)
			}
		}
	}
}

// Assume makes the kernel in which numbers are known: of each constant its bits. ok is false where that saves nothing.
func Assume(k *ir.Kernel, known map[Constant]uint32) (special *ir.Kernel, ok bool) {
	floats := asFloats(k)
	s := opt.Specialize(k, func(in *ir.Instr) (uint32, bool) {
		if !isNumber(in) {
			return 0, false
		}
		bits, ok := known[number(in)]
		return bits, ok && !(floats[in.Result()] && isNaN(bits))
	})
	return s, weigh(s.Body).less(weigh(k.Body))
}

// asFloats are the values whose bits are called floats.
func asFloats(k *ir.Kernel) map[ir.Value]bool {
	floats := map[ir.Value]bool{}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpBitsToF {
			floats[in.Args[0]] = true
		}
	})
	return floats
}

func isNaN(bits uint32) bool { return bits&0x7fffffff > 0x7f800000 }

// weight is what a kernel costs, as far as its text says it.
type weight struct {
	controls int
	cost     uint64
}

func (w weight) less(than weight) bool {
	return w.controls < than.controls || w.controls == than.controls && w.cost < than.cost
}

func weigh(b *ir.Block) (w weight) {
	w.cost = ir.Cost(b)
	for _, in := range b.Instrs {
		if len(in.Blocks) > 0 {
			w.controls++
		}
		for _, nested := range in.Blocks {
			n := weigh(nested)
			w.controls, w.cost = w.controls+n.controls, w.cost+n.cost
		}
	}
	return w
}
