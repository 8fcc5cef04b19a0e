package fold

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Fold makes one value of each set of elements that differ along some axes only. Short sets are folded by one work item each, in row-major order.
// Long ones are cut into parts, as many as a part has elements, and then the results of the parts are folded in their order:
//
//	elements   0 1 2 3 4 │ 5 6 7 8 9 │ 10 11 12         3 parts: 3 work items, then 1
//	parts         p0     │    p1     │    p2
//
// So the order of operations depends on sizes alone, and the result is the same in every run and on every machine.
type Fold struct {
	State []tensor.DataType // what is carried along: types of 32 or 64 bits
	// First is what the state begins as; nil: as the first element.
	First func(m Math) []string
	// Element is what an element counts as: its value, and its number in the set, a uint.
	Element func(m Math, at []string, x, number string) []string
	// Join is the state after a further one, which is named, as expressions for each part; the state before is named too.
	Join func(m Math, before, next []string) []string
}

// Math is what the functions of a fold write with.
type Math struct {
	*shader.Kernel
	shader.Math // of the input
}

// longSet is how many elements a set has at least that is cut into parts.
const longSet = 1024

// Run appends the dispatches of a fold to a plan; name is that of the operator. finish writes the results: it sees the kernel, the coordinates of a
// set, and its state.
func (f Fold) Run(p *Plan, name string, x Place, axes []uint32, finish func(k *shader.Kernel, set, state []string)) {
	outer, inner, count := Sets(x.Sizes, axes)
	if count < longSet {
		k := shader.New(name, Product(outer))
		set := k.Coords("i", outer)
		state := f.over(k, x, set, inner, "0", number(count))
		finish(k, set, state)
		p.Add(k)
		return
	}
	length := root(count)
	pieces := (count + length - 1) / length
	var partial []Stored
	for _, t := range f.State {
		partial = append(partial, p.Store(t, uint32(Product(outer)), pieces))
	}
	f.parts(p, name, x, outer, inner, count, length, partial)
	k := shader.New(name, Product(outer))
	set := k.Coords("i", outer)
	state := f.folded(k, x.DataType, "0", number(pieces), func(n string) []string {
		var next []string
		for _, s := range partial {
			next = append(next, k.Let("part", "%s", s.In(k).At([]string{"i", n})))
		}
		return next
	})
	finish(k, set, state)
	p.Add(k)
}

// parts appends the dispatch that folds the parts: one work item for each part of each set.
func (f Fold) parts(p *Plan, name string, x Place, outer, inner []uint32, count, length uint32, partial []Stored) {
	pieces := partial[0].Sizes[1]
	k := shader.New(name, Product(outer)*uint64(pieces))
	part := k.Let("part", "i %% %d", pieces)
	set := k.Coords(k.Let("set", "i / %d", pieces), outer)
	from := k.Let("from", "%s * %d", part, length)
	state := f.over(k, x, set, inner, from, "min("+from+" + "+number(length)+", uint("+number(count)+"))")
	for n, s := range partial {
		s.In(k).Store("i", state[n])
	}
	p.Add(k)
}

// over folds the elements from one number to before another of a set.
func (f Fold) over(k *shader.Kernel, x Place, set []string, inner []uint32, from, to string) []string {
	in := x.In(k)
	m := Math{k, k.Math(x.DataType)}
	return f.folded(k, x.DataType, from, to, func(n string) []string {
		at := combine(set, k.Coords(n, inner))
		return f.Element(m, at, k.Let("x", "%s", in.At(at)), n)
	})
}

// combine is the coordinates of which each is 0 in one of two lists.
func combine(a, b []string) []string {
	out := slices.Clone(a)
	for d := range out {
		if out[d] == "0" {
			out[d] = b[d]
		}
	}
	return out
}

// folded writes the loop over states.
func (f Fold) folded(k *shader.Kernel, t tensor.DataType, from, to string, state func(number string) []string) []string {
	m := Math{k, k.Math(t)}
	n := k.Let("n", "uint(%s)", from)
	var names, begin []string
	if f.First != nil {
		begin = f.First(m)
	} else {
		begin = state(n)
	}
	for d, v := range begin {
		names = append(names, k.Let("state", "%s(%s)", shader.Scalar(f.State[d]), v))
	}
	if f.First == nil {
		k.Line("%s = %s + 1", n, n)
	}
	k.Block("while %s < %s do", n, to)
	var next []string
	for d, v := range state(n) {
		next = append(next, k.Let("next", "%s(%s)", shader.Scalar(f.State[d]), v))
	}
	after := f.Join(m, names, next)
	for d := range after {
		after[d] = k.Let("after", "%s", after[d])
	}
	for d, v := range after {
		k.Line("%s = %s", names[d], v)
	}
	k.Line("%s = %s + 1", n, n)
	k.End()
	return names
}
