package reference

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/half"
)

// Type is a data type of DirectML without its prefix: "FLOAT32", "UINT8" …
type Type string

// Float says whether elements are floating point numbers.
func (t Type) Float() bool { return t[0] == 'F' }

// Unsigned says whether elements are integers without a sign.
func (t Type) Unsigned() bool { return t[0] == 'U' }

// Bits is the width of an element.
func (t Type) Bits() int {
	switch t[len(t)-1] {
	case '8':
		return 8
	case '6':
		return 16
	case '2':
		return 32
	case '4':
		if t[len(t)-2] != '6' {
			return 4
		}
	}
	return 64
}

// Number is an element: F of a floating point type, I of an integer one. UINT64 keeps its bits in I.
type Number struct {
	F float64
	I int64
}

// Round makes the number one of the type: floats to nearest even, integers modulo their width.
func (t Type) Round(n Number) Number {
	switch t {
	case "FLOAT64":
		return Number{F: n.F}
	case "FLOAT32":
		return Number{F: float64(float32(n.F))}
	case "FLOAT16":
		return Number{F: float64(half.ToFloat(half.FromFloat(float32(n.F))))}
	}
	unused := 64 - t.Bits()
	if t.Unsigned() {
		return Number{I: int64(uint64(n.I) << unused >> unused)}
	}
	return Number{I: n.I << unused >> unused}
}

// Float converts an element of this type to float64.
func (t Type) toFloat(n Number) float64 {
	switch {
	case t.Float():
		return n.F
	case t == "UINT64":
		return float64(uint64(n.I))
	}
	return float64(n.I)
}

// convert casts an element between types: floats to integers toward zero, to the nearest one of the type, NaN to 0.
func convert(from, to Type, n Number) Number {
	switch {
	case to.Float():
		return to.Round(Number{F: from.toFloat(n)})
	case !from.Float():
		return to.Round(n)
	case n.F != n.F:
		return Number{}
	}
	low, high := 0.0, math.Ldexp(1, to.Bits()) // high is the first one that is too large
	if !to.Unsigned() {
		low, high = -high/2, high/2
	}
	switch {
	case n.F >= high && to.Unsigned():
		return to.Round(Number{I: -1})
	case n.F >= high:
		return Number{I: 1<<(to.Bits()-1) - 1}
	case n.F >= 1<<63:
		return Number{I: int64(uint64(n.F))}
	}
	return to.Round(Number{I: int64(math.Max(low, n.F))})
}

// FromFloat makes an element of the type: integers toward zero.
func (t Type) FromFloat(f float64) Number { return convert("FLOAT64", t, Number{F: f}) }

// less orders two elements of this type.
func (t Type) less(a, b Number) bool {
	switch {
	case t.Float():
		return a.F < b.F
	case t == "UINT64":
		return uint64(a.I) < uint64(b.I)
	}
	return a.I < b.I
}

// Tensor is a multidimensional view of a row of elements.
type Tensor struct {
	Type    Type
	Sizes   []int
	Strides []int // in elements; nil: packed, the last dimension fastest
	Data    []Number
}

// New makes a tensor of zeros with the elements that its sizes and strides reach.
func New(t Type, sizes, strides []int) *Tensor {
	out := &Tensor{Type: t, Sizes: sizes, Strides: strides}
	out.Data = make([]Number, out.Reach())
	return out
}

// Reach is the number of elements from the first to the last one that the tensor sees.
func (t *Tensor) Reach() int {
	last := 0
	for d, s := range t.strides() {
		last += (t.Sizes[d] - 1) * s
	}
	return last + 1
}

func (t *Tensor) strides() []int {
	if t.Strides != nil {
		return t.Strides
	}
	out := make([]int, len(t.Sizes))
	for d, stride := len(out)-1, 1; d >= 0; d-- {
		out[d] = stride
		stride *= t.Sizes[d]
	}
	return out
}

func (t *Tensor) offset(index []int) int {
	at := 0
	for d, s := range t.strides() {
		at += index[d] * s
	}
	return at
}

// At is the element at an index.
func (t *Tensor) At(index []int) Number { return t.Data[t.offset(index)] }

// Value is the element at an index as float64.
func (t *Tensor) Value(index []int) float64 { return t.Type.toFloat(t.At(index)) }

// Set writes an element, rounded to the type.
func (t *Tensor) Set(index []int, n Number) { t.Data[t.offset(index)] = t.Type.Round(n) }

// SetValue writes a float64, converted to the type.
func (t *Tensor) SetValue(index []int, f float64) { t.Data[t.offset(index)] = t.Type.FromFloat(f) }

// Each visits all indices of the sizes in row-major order. The index is only valid inside of the visit.
func Each(sizes []int, visit func(index []int)) {
	if slices.Contains(sizes, 0) {
		return
	}
	index := make([]int, len(sizes))
	for {
		visit(index)
		d := len(sizes) - 1
		for d >= 0 && index[d] == sizes[d]-1 {
			index[d] = 0
			d--
		}
		if d < 0 {
			return
		}
		index[d]++
	}
}

// flat is the row-major number of an index.
func flat(sizes, index []int) int {
	n := 0
	for d, s := range sizes {
		n = n*s + index[d]
	}
	return n
}

// with is a copy of the index with one place changed.
func with(index []int, d, value int) []int {
	out := slices.Clone(index)
	out[d] = value
	return out
}
