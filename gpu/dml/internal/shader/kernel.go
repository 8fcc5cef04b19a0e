package shader

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Kernel is a step that is being written.
type Kernel struct {
	step    Step
	body    strings.Builder
	indent  int
	names   int
	helpers []string // that are called, those that others need in front
	counted []counted
}

// counted are the locals of coordinates, and the number that they were made from.
type counted struct {
	linear string
	coords []string
	inner  []uint32 // by how much the number grows with each
}

// New begins a kernel with a number of work items, from 1 to 2^32-1. In its statements local i, a uint, is the number of the work item.
func New(name string, items uint64) *Kernel {
	if items == 0 || items > tensor.MaxElements {
		panic(fmt.Sprintf("BUG: kernel %q has %d work items", name, items))
	}
	return &Kernel{step: Step{Name: name, Items: items}, indent: 1}
}

// Step is the finished kernel.
func (k *Kernel) Step() Step {
	if k.indent != 1 {
		panic(fmt.Sprintf("BUG: kernel %q has %d open blocks", k.step.Name, k.indent-1))
	}
	k.step.Body = k.prelude() + k.body.String()
	return k.step
}

// Line adds a statement.
func (k *Kernel) Line(format string, args ...any) {
	k.body.WriteString(strings.Repeat("\t", k.indent))
	fmt.Fprintf(&k.body, format, args...)
	k.body.WriteByte('\n')
}

// Block adds a statement that opens a block, as "for k = 0, 9 do" or "if a < b then", which End closes.
func (k *Kernel) Block(format string, args ...any) {
	k.Line(format, args...)
	k.indent++
}

// Else continues a block: "else" or "elseif … then".
func (k *Kernel) Else(format string, args ...any) {
	k.indent--
	k.Line(format, args...)
	k.indent++
}

// End closes a block.
func (k *Kernel) End() {
	k.indent--
	k.Line("end")
}

// Name is a name that the kernel does not have yet.
func (k *Kernel) Name(prefix string) string {
	k.names++
	return prefix + "_" + strconv.Itoa(k.names)
}

// Let adds a local with a value and returns its name.
func (k *Kernel) Let(prefix, format string, args ...any) string {
	name := k.Name(prefix)
	k.Line("local %s = %s", name, fmt.Sprintf(format, args...))
	return name
}

// Coords adds locals for the coordinates of element number linear, counted in row-major order of the sizes, and returns them: "0" where the size is
// 1. linear is a uint, as "i".
func (k *Kernel) Coords(linear string, sizes []uint32) []string {
	out := make([]string, len(sizes))
	last := -1 // the outermost dimension with more than one element: it needs no remainder
	for d, s := range sizes {
		if s > 1 {
			last = d
			break
		}
	}
	inner, all := uint64(1), counted{linear: linear}
	for d := len(sizes) - 1; d >= 0; d-- {
		switch {
		case sizes[d] == 1:
			out[d] = "0"
			continue
		case inner == 1 && d == last:
			out[d] = linear
		case inner == 1:
			out[d] = k.Let("c", "%s %% %d", linear, sizes[d])
		case d == last:
			out[d] = k.Let("c", "%s / %d", linear, inner)
		default:
			out[d] = k.Let("c", "%s / %d %% %d", linear, inner, sizes[d])
		}
		all.coords, all.inner = append(all.coords, out[d]), append(all.inner, uint32(inner))
		inner *= uint64(sizes[d])
	}
	if len(all.coords) > 1 {
		k.counted = append(k.counted, all)
	}
	return out
}

// joined puts coordinates together again that are counted as elements lie: what comes of a division is not known before a dispatch, and of the number
// it was.
func (k *Kernel) joined(coords []string, strides []uint32) {
	for _, c := range k.counted {
		first := slices.Index(coords, c.coords[0])
		together := first >= 0
		for i, name := range c.coords {
			d := slices.Index(coords, name)
			together = together && d >= 0 && uint64(strides[d]) == uint64(strides[first])*uint64(c.inner[i])
		}
		if !together {
			continue
		}
		for _, name := range c.coords {
			coords[slices.Index(coords, name)] = "0"
		}
		coords[first] = c.linear
	}
}

// Tensor is a tensor that a kernel reads or writes.
type Tensor struct {
	*tensor.Desc
	k    *Kernel
	name string
}

// Input is input number index of the operator, counted with those that are absent.
func (k *Kernel) Input(index int, d *tensor.Desc) *Tensor {
	return k.tensor("input", View{Space: Input, Index: index}, d)
}

// Output is output number index of the operator.
func (k *Kernel) Output(index int, d *tensor.Desc) *Tensor {
	return k.tensor("output", View{Space: Output, Index: index}, d)
}

// Temporary is a tensor at an offset, in bytes and a multiple of its elements, of the temporary resource.
func (k *Kernel) Temporary(offset uint64, d *tensor.Desc) *Tensor {
	return k.tensor("temp", View{Space: Temporary, Offset: offset}, d)
}

// Persistent is a tensor at an offset, in bytes and a multiple of its elements, of the persistent resource.
func (k *Kernel) Persistent(offset uint64, d *tensor.Desc) *Tensor {
	return k.tensor("kept", View{Space: Persistent, Offset: offset}, d)
}

func (k *Kernel) tensor(name string, v View, d *tensor.Desc) *Tensor {
	v.Type, v.Elements = d.DataType, d.Span()
	if v.Type.Shares() {
		v.Type, v.Elements = tensor.Uint8, (v.Elements+1)/2
	}
	t := &Tensor{Desc: d, k: k, name: name + strconv.Itoa(len(k.step.Slots))}
	for _, s := range k.step.Slots {
		if s.View == v {
			t.name = s.Name
			return t
		}
	}
	k.step.Slots = append(k.step.Slots, Slot{Name: t.name, View: v})
	return t
}

// As is the same view with other sizes and strides, which show no elements beyond it.
func (t *Tensor) As(d *tensor.Desc) *Tensor { return &Tensor{Desc: d, k: t.k, name: t.name} }

// Index is the expression of the place of an element, in elements, from its coordinates, which are expressions of type uint or numbers. A coordinate
// along a dimension of size 1 does not count, and coordinates are counted from the innermost one: there may be more or fewer than dimensions.
func (t *Tensor) Index(coords []string) string {
	for len(coords) < len(t.Sizes) {
		coords = append([]string{"0"}, coords...)
	}
	coords = slices.Clone(coords[len(coords)-len(t.Sizes):])
	strides := slices.Clone(t.Layout())
	for d, size := range t.Sizes {
		if size == 1 {
			strides[d] = 0
		}
	}
	t.k.joined(coords, strides)
	return Sum(coords, strides)
}

// Sum is the expression of coordinates, each times its stride.
func Sum(coords []string, strides []uint32) string {
	var terms []string
	for d, stride := range strides {
		switch c := coords[d]; {
		case stride == 0 || c == "0":
		case stride == 1:
			terms = append(terms, c)
		default:
			terms = append(terms, fmt.Sprintf("(%s) * %d", c, stride))
		}
	}
	if len(terms) == 0 {
		return "0"
	}
	return strings.Join(terms, " + ")
}

// Load is the expression of the element at a place.
func (t *Tensor) Load(index string) string {
	if !t.DataType.Shares() {
		return t.name + "[" + index + "]"
	}
	place := t.k.Let("place", "uint(%s)", index)
	pair := t.k.Let("pair", "%s[%s / 2]", t.name, place)
	if t.DataType.IsSigned() {
		return fmt.Sprintf("shift_right(shift_left(int(%s), int(28 - %s %% 2 * 4)), 28)", pair, place)
	}
	return fmt.Sprintf("and_bits(shift_right(%s, %s %% 2 * 4), 15)", pair, place)
}

// At is the expression of the element at coordinates.
func (t *Tensor) At(coords []string) string { return t.Load(t.Index(coords)) }

// Store adds a statement that writes the element at a place. Integers beyond the range of an element of 8 or 16 bits become its nearest bound; Wrap
// makes them wrap around.
func (t *Tensor) Store(index, value string) { t.k.Line("%s[%s] = %s", t.name, index, value) }

// Wrap is an integer value without the bits that an element of the type does not have.
func Wrap(t tensor.DataType, value string) string {
	switch {
	case !t.IsInteger() || t.Bits() >= 32:
		return value
	case t.IsUnsigned():
		return fmt.Sprintf("and_bits(%s, %d)", value, 1<<t.Bits()-1)
	}
	return fmt.Sprintf("shift_right(shift_left(%s, %d), %d)", value, 32-t.Bits(), 32-t.Bits())
}

// Float is a float constant as text. It reads back as the same 32 bits, NaN as the one that calculations give.
func Float(x float32) string {
	switch {
	case x != x:
		return "asfloat(uint(0x7fc00000))"
	case math.IsInf(float64(x), 0), x == 0 && math.Signbit(float64(x)):
		return fmt.Sprintf("asfloat(uint(0x%08x))", math.Float32bits(x))
	}
	s := strconv.FormatFloat(float64(x), 'g', -1, 32)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if x < 0 {
		return "(" + s + ")"
	}
	return s
}
