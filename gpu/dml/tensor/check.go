package tensor

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Check says what contradicts itself in a description, as a sentence with the field, empty if nothing does. It is what is true of every tensor;
// operators ask for more.
func (d *Desc) Check() string {
	switch {
	case d.DataType == Unknown || int(d.DataType) >= len(dataTypeNames):
		return "DataType must be the type of an element, got UNKNOWN."
	case len(d.Sizes) == 0 || len(d.Sizes) > MaxDimensions:
		return fmt.Sprintf("Sizes must have 1 to %d dimensions, got %d.", MaxDimensions, len(d.Sizes))
	case slices.Contains(d.Sizes, 0):
		return fmt.Sprintf("Sizes must not contain 0, got %s.", List(d.Sizes))
	case d.Count() > MaxElements:
		return fmt.Sprintf("Sizes %s have more than the %d elements that a tensor may have.", List(d.Sizes), uint64(MaxElements))
	case d.Strides != nil && len(d.Strides) != len(d.Sizes):
		return fmt.Sprintf("Strides must have as many dimensions as Sizes: got %d and %d.", len(d.Strides), len(d.Sizes))
	}
	return d.checkBytes()
}

// checkBytes is what Check says of sizes in bytes.
func (d *Desc) checkBytes() string {
	least, total, align := d.MinimumSize(), d.TotalTensorSizeInBytes, d.GuaranteedBaseOffsetAlignment
	switch {
	case least > maxBytes:
		return fmt.Sprintf("Strides %s span more than %d bytes.", List(d.Strides), uint64(maxBytes))
	case total != 0 && total < least:
		return fmt.Sprintf("TotalTensorSizeInBytes must be at least %d, the size that Sizes and Strides imply, got %d.", least, total)
	case total%sizeAlign != 0:
		return fmt.Sprintf("TotalTensorSizeInBytes must be a multiple of %d, got %d.", sizeAlign, total)
	case align != 0 && bits.OnesCount32(align) != 1:
		return fmt.Sprintf("GuaranteedBaseOffsetAlignment must be 0 or a power of two, got %d.", align)
	case align != 0 && uint64(align) < d.DataType.Bytes():
		return fmt.Sprintf("GuaranteedBaseOffsetAlignment must be at least the %d bytes of an element, got %d.", d.DataType.Bytes(), align)
	}
	return ""
}

// Repair is the field that contradicts the others where one value of it does not, with that value; nil: the field is left out. ok is false where what
// was meant is not known.
func (d *Desc) Repair() (field string, value any, ok bool) {
	switch {
	case len(d.Sizes) == 0 || len(d.Sizes) > MaxDimensions || slices.Contains(d.Sizes, 0) || d.Count() > MaxElements || d.DataType.Bits() == 0:
		return "", nil, false
	case d.Strides != nil && len(d.Strides) != len(d.Sizes):
		return "Strides", nil, true
	}
	least, total, align := d.MinimumSize(), d.TotalTensorSizeInBytes, d.GuaranteedBaseOffsetAlignment
	switch {
	case least > maxBytes:
		return "", nil, false
	case total != 0 && total < least:
		return "TotalTensorSizeInBytes", least, true
	case total%sizeAlign != 0:
		return "TotalTensorSizeInBytes", (total + sizeAlign - 1) / sizeAlign * sizeAlign, true
	case align != 0 && align <= 1<<31:
		return "GuaranteedBaseOffsetAlignment", uint64(1) << bits.Len32(max(align, uint32(d.DataType.Bytes()))-1), true
	}
	return "", nil, false
}

// Overlaps says whether two elements of the tensor may lie at one place. Dimensions are taken by growing strides: each must step over all that the
// smaller ones span. That is what layouts of outputs keep; interleavings that happen to fit without it count as overlapping.
func (d *Desc) Overlaps() bool {
	type dim struct{ size, stride uint64 }
	var dims []dim
	strides := d.Layout()
	for i, s := range d.Sizes {
		if s > 1 {
			dims = append(dims, dim{uint64(s), uint64(strides[i])})
		}
	}
	slices.SortStableFunc(dims, func(a, b dim) int {
		if a.stride < b.stride {
			return -1
		}
		if a.stride > b.stride {
			return 1
		}
		return 0
	})
	span := uint64(1)
	for _, k := range dims {
		if k.stride < span {
			return true
		}
		span += (k.size - 1) * k.stride
	}
	return false
}

// List shows sizes or strides as scripts write them.
func List(values []uint32) string {
	var b strings.Builder
	b.WriteString("{ ")
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, v)
	}
	b.WriteString(" }")
	return b.String()
}
