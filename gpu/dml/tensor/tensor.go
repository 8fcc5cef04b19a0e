// Package tensor describes tensors as DirectML does: a type, sizes, and strides that say where in a buffer each element lies.
//
//	Sizes {1, 1, 2, 3}, Strides {10, 10, 5, 1}, FLOAT32
//
//	element   0    1    2    3    4    5    6    7
//	         0,0  0,1  0,2   ·    ·   1,0  1,1  1,2        span: 1 + 1*5 + 2*1 = 8 elements, 32 bytes
//
// A stride of 0 repeats elements along a dimension, strides larger than packed leave padding. The package is pure arithmetic: it must not know
// buffers, devices or operators.
package tensor

import "math"

// Constants of DirectML (DirectML.h).
const (
	MaxDimensions = 8         // of a tensor
	MaxElements   = 1<<32 - 1 // of a tensor
	Alignment     = 16        // bytes, of the offset at which a tensor is bound
	BufferAlign   = 256       // bytes, of the offset of temporary and persistent resources
	sizeAlign     = uint64(4) // bytes, of the size of a tensor
	maxBytes      = 1 << 40   // of a tensor: more than any memory here, and far from overflow
)

// Desc describes a tensor in a buffer, as DML_BUFFER_TENSOR_DESC.
type Desc struct {
	DataType                      DataType `lua:",required"` // what an element is
	Flags                         Flags    // OWNED_BY_DML: handed over at initialisation
	Sizes                         []uint32 `lua:",required"` // of each dimension, outermost first
	Strides                       []uint32 // of each dimension, in elements; left out: packed
	TotalTensorSizeInBytes        uint64   // 0: the least that the tensor needs
	GuaranteedBaseOffsetAlignment uint32   // bytes; 0 promises nothing beyond 16
}

// Of is a packed tensor.
func Of(t DataType, sizes ...uint32) *Desc { return &Desc{DataType: t, Sizes: sizes} }

// Rank is the number of dimensions.
func (d *Desc) Rank() int { return len(d.Sizes) }

// Count is the number of elements that the sizes name: those that repeat count each time.
func (d *Desc) Count() uint64 {
	n := uint64(1)
	for _, s := range d.Sizes {
		if n *= uint64(s); n > MaxElements {
			return MaxElements + 1
		}
	}
	return n
}

// Packed are the strides of a tensor without padding, in elements.
func Packed(sizes []uint32) []uint32 {
	out, n := make([]uint32, len(sizes)), uint32(1)
	for i := len(sizes) - 1; i >= 0; i-- {
		out[i] = n
		n *= sizes[i]
	}
	return out
}

// Layout are the strides, in elements, also where they were left out.
func (d *Desc) Layout() []uint32 {
	if d.Strides != nil {
		return d.Strides
	}
	return Packed(d.Sizes)
}

// IsPacked says whether the elements follow each other without gaps and repetitions.
func (d *Desc) IsPacked() bool {
	next := uint32(1)
	strides := d.Layout()
	for i := len(d.Sizes) - 1; i >= 0; i-- {
		if d.Sizes[i] != 1 && strides[i] != next {
			return false
		}
		next *= d.Sizes[i]
	}
	return true
}

// Span is the number of elements from the first to the last one in memory, padding between them included.
func (d *Desc) Span() uint64 {
	last := uint64(0)
	strides := d.Layout()
	for i, s := range d.Sizes {
		if s > 0 {
			last += uint64(s-1) * uint64(strides[i])
		}
	}
	return last + 1
}

// MinimumSize is the least number of bytes that the tensor needs, a multiple of 4 (DMLCalcBufferTensorSize).
func (d *Desc) MinimumSize() uint64 {
	span := d.Span()
	if span > maxBytes {
		return math.MaxUint64
	}
	bytes := (span*uint64(d.DataType.Bits()) + 7) / 8
	return (bytes + sizeAlign - 1) / sizeAlign * sizeAlign
}

// TotalSize is the number of bytes that a binding of the tensor covers.
func (d *Desc) TotalSize() uint64 {
	if d.TotalTensorSizeInBytes != 0 {
		return d.TotalTensorSizeInBytes
	}
	return d.MinimumSize()
}

// BaseAlignment is what the offset of a binding must be a multiple of, in bytes.
func (d *Desc) BaseAlignment() uint64 { return max(Alignment, uint64(d.GuaranteedBaseOffsetAlignment)) }

// Owned says whether the tensor is handed over at initialisation.
func (d *Desc) Owned() bool { return d.Flags&OwnedByDML != 0 }

// SameSizes says whether two tensors have the same dimensions.
func (d *Desc) SameSizes(o *Desc) bool { return equal(d.Sizes, o.Sizes) }

// SameLayout says whether two tensors place the same elements at the same places of the same number of bytes, so that one may be written over the
// other.
func (d *Desc) SameLayout(o *Desc) bool {
	return d.DataType == o.DataType && equal(d.Sizes, o.Sizes) && equal(d.Layout(), o.Layout()) && d.TotalSize() == o.TotalSize()
}

func equal(a, b []uint32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Clone is a copy that shares nothing.
func (d *Desc) Clone() *Desc {
	c := *d
	c.Sizes = append([]uint32(nil), d.Sizes...)
	if d.Strides != nil {
		c.Strides = append([]uint32{}, d.Strides...)
	}
	return &c
}

// Trailing are the last n sizes of a tensor, and whether those before them are 1.
func (d *Desc) Trailing(n int) (sizes []uint32, ok bool) {
	lead := d.Rank() - n
	for _, s := range d.Sizes[:lead] {
		if s != 1 {
			return nil, false
		}
	}
	return d.Sizes[lead:], true
}
