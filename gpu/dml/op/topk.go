package op

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// sorting are the operators that sort along an axis.
//
// A merge sort orders the numbers of the elements of each line in temporary memory: at first blocks of 16, of which each element counts those that come before
// it, and then pairs of blocks, each twice as large, where it searches its place in the other block. Every element has a work item, so a line of n elements takes
// log n dispatches and n log² n comparisons in all. Among equal elements the lower number comes first; NaN counts as larger than all.
var sorting = []*Row{
	{Name: "TOP_K", Fields: []Field{In("InputTensor"), Out("OutputValueTensor"), Out("OutputIndexTensor"), Must("Axis", UintType), Must("K", UintType)},
		Check: checkTopK, Lower: func(a *Args) *Program { return lowerTopK(a, true) }},
	{Name: "TOP_K1", Fields: []Field{In("InputTensor"), Out("OutputValueTensor"), Out("OutputIndexTensor"), Must("Axis", UintType), Must("K", UintType),
		Enum("AxisDirection", "INCREASING", "DECREASING")},
		Check: checkTopK, Lower: func(a *Args) *Program { return lowerTopK(a, a.Named("AxisDirection") == "DECREASING") }},
}

func checkTopK(a *Args) string {
	x := a.Tensor("InputTensor")
	if why := first(a.TypesOf("InputTensor", allTypes...), a.SameTypes("InputTensor", "OutputValueTensor"), a.TypesOf("OutputIndexTensor", tensor.Uint32), a.checkAxis("Axis", "InputTensor")); why != "" {
		return why
	}
	axis := a.Uint("Axis")
	if n := x.Sizes[axis]; a.Uint("K") < 1 || a.Uint("K") > n {
		return fmt.Sprintf("K is %d. It is expected to be from 1 to %d, the size of tensor 'InputTensor' along Axis.", a.Uint("K"), n)
	}
	want := append([]uint32(nil), x.Sizes...)
	want[axis] = a.Uint("K")
	return first(a.SizesOf("OutputValueTensor", want, "those of InputTensor, with K along Axis"), a.SizesOf("OutputIndexTensor", want, "those of InputTensor, with K along Axis"))
}

// sorter writes the dispatches of a sort.
type sorter struct {
	a          *Args
	axis       uint32
	lines      []uint32 // the sizes with 1 along the axis
	n          uint32   // elements of a line
	descending bool
}

const firstBlock = 16

func lowerTopK(a *Args, descending bool) *Program {
	s := sorter{a: a, axis: a.Uint("Axis"), descending: descending}
	s.lines, _, s.n = sets(a.Tensor("InputTensor").Sizes, []uint32{s.axis})
	room := &memory{}
	lines := uint32(product(s.lines))
	order, spare := room.store(tensor.Uint32, lines, s.n), room.store(tensor.Uint32, lines, s.n)
	p := steps(s.blocks(order))
	for width := uint64(firstBlock); width < uint64(s.n); width *= 2 {
		p.Steps = append(p.Steps, s.merge(order, spare, width).Step())
		order, spare = spare, order
	}
	p.Steps, p.Temp = append(p.Steps, s.take(order).Step()), room.bytes
	return p
}

// begin begins a kernel with a work item for each element: its line, and its place in it.
func (s *sorter) begin() (k *shader.Kernel, line []string, row, place string) {
	k = shader.New(s.a.Row.Name, product(s.lines)*uint64(s.n))
	number := k.Let("line", "i / %d", s.n)
	return k, k.Coords(number, s.lines), k.Let("row", "%s * %d", number, s.n), k.Let("place", "i %% %d", s.n)
}

// key is the element of a line with a number, as what is compared.
func (s *sorter) key(k *shader.Kernel, line []string, number string) string {
	at := append([]string(nil), line...)
	at[s.axis] = number
	x := s.a.in(k, "InputTensor")
	return k.Let("key", "%s", k.Key(k.Let("x", "%s", x.At(at)), x.DataType))
}

// before is the condition that one key comes before another.
func (s *sorter) before(k *shader.Kernel, a, b string) string {
	if s.descending {
		a, b = b, a
	}
	return k.KeyLess(a, b, s.a.Tensor("InputTensor").DataType)
}

// blocks is the kernel that orders blocks.
func (s *sorter) blocks(order stored) *shader.Kernel {
	k, line, row, place := s.begin()
	mine := s.key(k, line, place)
	low := k.Let("low", "%s / %d * %d", place, firstBlock, firstBlock)
	rank, n := k.Let("rank", "uint(0)"), k.Let("n", "uint(%s)", low)
	k.Block("while %s < min(%s + %d, uint(%d)) do", n, low, firstBlock, s.n)
	other := s.key(k, line, n)
	k.Line("if %s or not %s and %s < %s then %s = %s + 1 end", s.before(k, other, mine), s.before(k, mine, other), n, place, rank, rank)
	k.Line("%s = %s + 1", n, n)
	k.End()
	order.in(k).Store(row+" + "+low+" + "+rank, place)
	return k
}

// merge is the kernel that makes ordered blocks of twice a width.
func (s *sorter) merge(from, to stored, width uint64) *shader.Kernel {
	k, line, row, place := s.begin()
	order := from.in(k)
	number := k.Let("number", "%s", order.Load("i"))
	mine := s.key(k, line, number)
	low := k.Let("low", "%s / %d * %d", place, 2*width, 2*width)
	middle := k.Let("middle", "min(%s + %d, uint(%d))", low, width, s.n)
	left := k.Let("left", "%s < %s", place, middle)
	a := k.Let("a", "%s and %s or %s", left, middle, low)
	b := k.Let("b", "%s and min(%s + %d, uint(%d)) or %s", left, low, 2*width, s.n, middle)
	k.Block("while %s < %s do", a, b)
	half := k.Let("half", "(%s + %s) / 2", a, b)
	other := s.key(k, line, k.Let("number", "%s", order.Load(row+" + "+half)))
	first := k.Let("first", "%s and %s or not %s and not %s", left, s.before(k, other, mine), left, s.before(k, mine, other))
	k.Line("if %s then %s = %s + 1 else %s = %s end", first, a, half, b, half)
	k.End()
	to.in(k).Store(fmt.Sprintf("%s + %s + %s - %s", row, place, a, middle), number)
	return k
}

// take is the kernel that writes the first elements and their numbers.
func (s *sorter) take(order stored) *shader.Kernel {
	k := s.a.kernel(s.a.Tensor("OutputValueTensor"))
	values, numbers, x := s.a.out(k, "OutputValueTensor"), s.a.out(k, "OutputIndexTensor"), s.a.in(k, "InputTensor")
	at := k.Coords("i", values.Sizes)
	line := append([]string(nil), at...)
	line[s.axis] = "0"
	row := tensor.Of(tensor.Uint32, s.lines...)
	number := k.Let("number", "%s", order.in(k).At([]string{k.Linear(line, row.Sizes), at[s.axis]}))
	from := append([]string(nil), at...)
	from[s.axis] = number
	values.Store(values.Index(at), x.At(from))
	numbers.Store(numbers.Index(at), number)
	return k
}
