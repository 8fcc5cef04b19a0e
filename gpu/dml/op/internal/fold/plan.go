package fold

import (
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Plan is dispatches one after the other, and the temporary memory that they share.
type Plan struct {
	Steps []shader.Step
	Temp  uint64 // bytes
}

// Add appends a dispatch.
func (p *Plan) Add(k *shader.Kernel) { p.Steps = append(p.Steps, k.Step()) }

// Store is room for a packed tensor in temporary memory.
func (p *Plan) Store(t tensor.DataType, sizes ...uint32) Stored {
	s := Stored{tensor.Of(t, sizes...), p.Temp}
	p.Temp += (s.Count()*t.Bytes() + tensor.Alignment - 1) / tensor.Alignment * tensor.Alignment
	return s
}

// Stored is a tensor in temporary memory.
type Stored struct {
	*tensor.Desc
	at uint64
}

// In is the tensor in a kernel.
func (s Stored) In(k *shader.Kernel) *shader.Tensor { return k.Temporary(s.at, s.Desc) }

// Place is a tensor that dispatches read or write, wherever it lies.
type Place struct {
	*tensor.Desc
	In func(k *shader.Kernel) *shader.Tensor
}

// Place is the stored tensor as one that may lie anywhere.
func (s Stored) Place() Place { return Place{s.Desc, s.In} }

// Sets is how a tensor divides along axes: the sizes with 1 along the axes, the sizes along them (1 elsewhere), and the number of elements of a set.
func Sets(sizes []uint32, axes []uint32) (outer, inner []uint32, count uint32) {
	outer, inner, count = slices.Clone(sizes), slices.Repeat([]uint32{1}, len(sizes)), 1
	for _, d := range axes {
		count *= sizes[d]
		outer[d], inner[d] = 1, sizes[d]
	}
	return outer, inner, count
}

// Product is the number of elements of sizes.
func Product(sizes []uint32) uint64 { return tensor.Of(tensor.Uint8, sizes...).Count() }

// Wide is the type that elements of a type are folded in.
func Wide(t tensor.DataType) tensor.DataType {
	switch {
	case t.Bits() >= 32:
		return t
	case t.IsFloat():
		return tensor.Float32
	case t.IsSigned():
		return tensor.Int32
	}
	return tensor.Uint32
}

// root is the smallest whole number whose square is not below n.
func root(n uint32) uint32 {
	r := uint32(1)
	for uint64(r)*uint64(r) < uint64(n) {
		r++
	}
	return r
}

// number is a constant as text.
func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
