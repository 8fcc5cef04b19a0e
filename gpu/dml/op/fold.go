package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// A fold makes one value of each set of elements that differ along some axes only. Short sets are folded by one work item each, in row-major order. Long ones
// are cut into parts, as many as a part has elements, and then the results of the parts are folded in their order:
//
//	elements   0 1 2 3 4 │ 5 6 7 8 9 │ 10 11 12         3 parts: 3 work items, then 1
//	parts         p0     │    p1     │    p2
//
// So the order of operations depends on sizes alone, and the result is the same in every run and on every machine.
type fold struct {
	state []tensor.DataType // what is carried along: types of 32 or 64 bits
	// first is what the state begins as; nil: as the first element.
	first func(m foldMath) []string
	// element is what an element counts as: its value, and its number in the set, a uint.
	element func(m foldMath, at []string, x, number string) []string
	// join is the state after a further one, which is named, as expressions for each part; the state before is named too.
	join func(m foldMath, before, next []string) []string
}

// foldMath is what the functions of a fold write with.
type foldMath struct {
	*shader.Kernel
	shader.Math // of the input
}

// longSet is how many elements a set has at least that is cut into parts.
const longSet = 1024

// memory hands out the temporary resource of a program.
type memory struct{ bytes uint64 }

// take is the offset of room for a packed tensor.
func (m *memory) take(d *tensor.Desc) uint64 {
	at := m.bytes
	m.bytes += (d.Count()*d.DataType.Bytes() + tensor.Alignment - 1) / tensor.Alignment * tensor.Alignment
	return at
}

// stored is a tensor in temporary memory.
type stored struct {
	*tensor.Desc
	at uint64
}

func (m *memory) store(t tensor.DataType, sizes ...uint32) stored {
	d := tensor.Of(t, sizes...)
	return stored{d, m.take(d)}
}

func (s stored) in(k *shader.Kernel) *shader.Tensor { return k.Temporary(s.at, s.Desc) }

// room is temporary memory for a state of each of some sets.
func (m *memory) room(f fold, sets ...uint32) []stored {
	var out []stored
	for _, t := range f.state {
		out = append(out, m.store(t, sets...))
	}
	return out
}

// sets is how a tensor divides along axes: the sizes with 1 along the axes, the sizes along them (1 elsewhere), and the number of elements of a set.
func sets(sizes []uint32, axes []uint32) (outer, inner []uint32, count uint32) {
	outer, inner, count = slices.Clone(sizes), slices.Repeat([]uint32{1}, len(sizes)), 1
	for _, d := range axes {
		count *= sizes[d]
		outer[d], inner[d] = 1, sizes[d]
	}
	return outer, inner, count
}

// product is the number of elements of sizes.
func product(sizes []uint32) uint64 { return tensor.Of(tensor.Uint8, sizes...).Count() }

// source is a tensor that a fold reads.
type source struct {
	*tensor.Desc
	name string // of the operator, for its kernels
	in   func(k *shader.Kernel) *shader.Tensor
}

// input is the tensor of an input field as a source.
func (a *Args) input(field string) source {
	return source{a.Tensor(field), a.Row.Name, func(k *shader.Kernel) *shader.Tensor { return a.in(k, field) }}
}

// run appends the dispatches of a fold to a program. finish writes the results: it sees the kernel, the coordinates of a set, and its state.
func (f fold) run(p *Program, room *memory, x source, axes []uint32, finish func(k *shader.Kernel, set, state []string)) {
	outer, inner, count := sets(x.Sizes, axes)
	if count < longSet {
		k := shader.New(x.name, product(outer))
		set := k.Coords("i", outer)
		state := f.over(k, x, set, inner, "0", number(count))
		finish(k, set, state)
		p.Steps = append(p.Steps, k.Step())
		return
	}
	length := root(count)
	pieces := (count + length - 1) / length
	partial := room.room(f, uint32(product(outer)), pieces)
	f.parts(p, x, outer, inner, count, length, partial)
	k := shader.New(x.name, product(outer))
	set := k.Coords("i", outer)
	state := f.folded(k, x.DataType, "0", number(pieces), func(n string) []string {
		var next []string
		for _, s := range partial {
			next = append(next, k.Let("part", "%s", s.in(k).At([]string{"i", n})))
		}
		return next
	})
	finish(k, set, state)
	p.Steps = append(p.Steps, k.Step())
}

// parts appends the dispatch that folds the parts: one work item for each part of each set.
func (f fold) parts(p *Program, x source, outer, inner []uint32, count, length uint32, partial []stored) {
	pieces := partial[0].Sizes[1]
	k := shader.New(x.name, product(outer)*uint64(pieces))
	part := k.Let("part", "i %% %d", pieces)
	set := k.Coords(k.Let("set", "i / %d", pieces), outer)
	from := k.Let("from", "%s * %d", part, length)
	state := f.over(k, x, set, inner, from, "min("+from+" + "+number(length)+", uint("+number(count)+"))")
	for n, s := range partial {
		s.in(k).Store("i", state[n])
	}
	p.Steps = append(p.Steps, k.Step())
}

// over folds the elements from one number to before another of a set.
func (f fold) over(k *shader.Kernel, x source, set []string, inner []uint32, from, to string) []string {
	in := x.in(k)
	m := foldMath{k, k.Math(x.DataType)}
	return f.folded(k, x.DataType, from, to, func(n string) []string {
		at := combine(set, k.Coords(n, inner))
		return f.element(m, at, k.Let("x", "%s", in.At(at)), n)
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
func (f fold) folded(k *shader.Kernel, t tensor.DataType, from, to string, state func(number string) []string) []string {
	m := foldMath{k, k.Math(t)}
	n := k.Let("n", "uint(%s)", from)
	var names, begin []string
	if f.first != nil {
		begin = f.first(m)
	} else {
		begin = state(n)
	}
	for d, v := range begin {
		names = append(names, k.Let("state", "%s(%s)", shader.Scalar(f.state[d]), v))
	}
	if f.first == nil {
		k.Line("%s = %s + 1", n, n)
	}
	k.Block("while %s < %s do", n, to)
	var next []string
	for d, v := range state(n) {
		next = append(next, k.Let("next", "%s(%s)", shader.Scalar(f.state[d]), v))
	}
	after := f.join(m, names, next)
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

// root is the smallest whole number whose square is not below n.
func root(n uint32) uint32 {
	r := uint32(1)
	for uint64(r)*uint64(r) < uint64(n) {
		r++
	}
	return r
}
