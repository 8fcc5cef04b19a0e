package tensor

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu/half"
)

// Bytes is the size of the elements from the first to the last one in memory, without what rounds it up.
func (d *Desc) Bytes() uint64 { return (d.Span()*uint64(d.DataType.Bits()) + 7) / 8 }

// Encode makes the bytes of elements, which must fit their type: whole numbers for integers, within their range.
func Encode(t DataType, values []float64) ([]byte, error) {
	size := int(t.Bits())
	out := make([]byte, (len(values)*size+7)/8)
	size /= 8
	for i, v := range values {
		bits, ok := bitsOf(t, v)
		if !ok {
			return nil, fmt.Errorf("value %d, %v, is no %s", i+1, v, t)
		}
		if t.Shares() {
			out[i/2] |= byte(bits&15) << (i % 2 * 4)
			continue
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], bits)
		copy(out[i*size:], word[:size])
	}
	return out, nil
}

// bitsOf is a value as the bits of an element.
func bitsOf(t DataType, v float64) (bits uint64, ok bool) {
	switch t {
	case Float32:
		return uint64(math.Float32bits(float32(v))), true
	case Float16:
		return uint64(half.FromFloat(float32(v))), true
	case Float64:
		return math.Float64bits(v), true
	}
	n := t.Bits()
	low, high := 0.0, math.Ldexp(1, int(n))
	if t.IsSigned() {
		low, high = -math.Ldexp(1, int(n-1)), math.Ldexp(1, int(n-1))
	}
	if v != math.Trunc(v) || v < low || v >= high {
		return 0, false
	}
	if v < 0 {
		return uint64(int64(v)), true
	}
	return uint64(v), true
}

// Decode reads elements: two of each byte, where they share bytes. 64-bit integers beyond 2^53 are rounded.
func Decode(t DataType, data []byte) []float64 {
	out := make([]float64, len(data)*8/int(t.Bits()))
	size := int(t.Bytes())
	for i := range out {
		if t.Shares() {
			out[i] = valueOf(t, uint64(data[i/2]>>(i%2*4)&15))
			continue
		}
		var word [8]byte
		copy(word[:], data[i*size:(i+1)*size])
		out[i] = valueOf(t, binary.LittleEndian.Uint64(word[:]))
	}
	return out
}

// valueOf is the value of the bits of an element.
func valueOf(t DataType, bits uint64) float64 {
	switch t {
	case Float32:
		return float64(math.Float32frombits(uint32(bits)))
	case Float16:
		return float64(half.ToFloat(uint16(bits)))
	case Float64:
		return math.Float64frombits(bits)
	}
	if t.IsSigned() {
		shift := 64 - t.Bits()
		return float64(int64(bits<<shift) >> shift)
	}
	return float64(bits)
}
