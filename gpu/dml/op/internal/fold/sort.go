package fold

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Sort writes the first elements along an axis, when they are sorted, and their numbers.
//
// A merge sort orders the numbers of the elements of each line in temporary memory: at first blocks of 16, of which each element counts those that
// come before it, and then pairs of blocks, each twice as large, where it searches its place in the other block. Every element has a work item, so a
// line of n elements takes log n dispatches and n log² n comparisons in all. Among equal elements the lower number comes first; NaN counts as larger
// than all.
type Sort struct {
	Name            string // of the operator
	From            Place
	Values, Numbers Place // the results, which have fewer elements along the axis
	Axis            uint32
	Descending      bool

	lines []uint32 // the sizes with 1 along the axis
	n     uint32   // elements of a line
}

const firstBlock = 16

// Run appends the dispatches of a sort to a plan.
func (s *Sort) Run(p *Plan) {
	s.lines, _, s.n = Sets(s.From.Sizes, []uint32{s.Axis})
	lines := uint32(Product(s.lines))
	order, spare := p.Store(tensor.Uint32, lines, s.n), p.Store(tensor.Uint32, lines, s.n)
	p.Add(s.blocks(order))
	for width := uint64(firstBlock); width < uint64(s.n); width *= 2 {
		p.Add(s.merge(order, spare, width))
		order, spare = spare, order
	}
	p.Add(s.take(order))
}

// begin begins a kernel with a work item for each element: its line, and its place in it.
func (s *Sort) begin() (k *shader.Kernel, line []string, row, place string) {
	k = shader.New(s.Name, Product(s.lines)*uint64(s.n))
	number := k.Let("line", "i / %d", s.n)
	return k, k.Coords(number, s.lines), k.Let("row", "%s * %d", number, s.n), k.Let("place", "i %% %d", s.n)
}

// key is the element of a line with a number, as what is compared.
func (s *Sort) key(k *shader.Kernel, line []string, number string) string {
	at := append([]string(nil), line...)
	at[s.Axis] = number
	x := s.From.In(k)
	return k.Let("key", "%s", k.Key(k.Let("x", "%s", x.At(at)), x.DataType))
}

// before is the condition that one key comes before another.
func (s *Sort) before(k *shader.Kernel, a, b string) string {
	if s.Descending {
		a, b = b, a
	}
	return k.KeyLess(a, b, s.From.DataType)
}

// blocks is the kernel that orders blocks.
func (s *Sort) blocks(order Stored) *shader.Kernel {
	k, line, row, place := s.begin()
	mine := s.key(k, line, place)
	low := k.Let("low", "%s / %d * %d", place, firstBlock, firstBlock)
	rank, n := k.Let("rank", "uint(0)"), k.Let("n", "uint(%s)", low)
	k.Block("while %s < min(%s + %d, uint(%d)) do", n, low, firstBlock, s.n)
	other := s.key(k, line, n)
	k.Line("if %s or not %s and %s < %s then %s = %s + 1 end", s.before(k, other, mine), s.before(k, mine, other), n, place, rank, rank)
	k.Line("%s = %s + 1", n, n)
	k.End()
	order.In(k).Store(row+" + "+low+" + "+rank, place)
	return k
}

// merge is the kernel that makes ordered blocks of twice a width.
func (s *Sort) merge(from, to Stored, width uint64) *shader.Kernel {
	k, line, row, place := s.begin()
	order := from.In(k)
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
	to.In(k).Store(fmt.Sprintf("%s + %s + %s - %s", row, place, a, middle), number)
	return k
}

// take is the kernel that writes the first elements and their numbers.
func (s *Sort) take(order Stored) *shader.Kernel {
	k := shader.New(s.Name, s.Values.Count())
	values, numbers, x := s.Values.In(k), s.Numbers.In(k), s.From.In(k)
	at := k.Coords("i", values.Sizes)
	line := append([]string(nil), at...)
	line[s.Axis] = "0"
	row := tensor.Of(tensor.Uint32, s.lines...)
	number := k.Let("number", "%s", order.In(k).At([]string{k.Linear(line, row.Sizes), at[s.Axis]}))
	from := append([]string(nil), at...)
	from[s.Axis] = number
	values.Store(values.Index(at), x.At(from))
	numbers.Store(numbers.Index(at), number)
	return k
}
