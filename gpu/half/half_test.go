package half

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// nearestHalf is binary16 by its definition: the multiple of the unit in the last place that is nearest, ties to even.
func nearestHalf(f float64) uint16 {
	sign := uint16(0)
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	_, e := math.Frexp(f) // f in [2^(e-1), 2^e)
	unit := math.Ldexp(1, max(e-11, -24))
	n := math.RoundToEven(f / unit) // exact: the unit is a power of two
	if v := n * unit; v >= 65536 {
		return sign | 0x7c00
	} else if v < math.Ldexp(1, -14) {
		return sign | uint16(n)
	} else {
		m, e := math.Frexp(v)
		return sign | uint16(e-1+15)<<10 | uint16(m*2048)&0x3ff
	}
}

func TestFromFloat(t *testing.T) {
	check := func(bits uint32) {
		f := math.Float32frombits(bits)
		if f != f || math.IsInf(float64(f), 0) {
			return
		}
		if got, want := FromFloat(f), nearestHalf(float64(f)); got != want {
			require.Failf(t, "wrong", "%v (%#x): %#x, want %#x", f, bits, got, want)
		}
	}
	for i := range uint32(1 << 20) {
		check(i * 4093) // all exponents, many fractions
	}
	for h := range uint32(0x7c00) { // every half, the middle to the next one, and their neighbours
		a, b := ToFloat(uint16(h)), ToFloat(uint16(h+1))
		if h == 0x7bff {
			b = 65536
		}
		middle := math.Float32bits(float32((float64(a) + float64(b)) / 2))
		for _, bits := range []uint32{math.Float32bits(a), middle - 1, middle, middle + 1} {
			check(bits)
			check(bits | 1<<31)
		}
	}
	require.EqualValues(t, 0x7c00, FromFloat(float32(math.Inf(1))))
	require.EqualValues(t, 0xfc00, FromFloat(float32(math.Inf(-1))))
	require.EqualValues(t, 0x7e00, FromFloat(math.Float32frombits(0xffc12345)))
	require.EqualValues(t, 0x8000, FromFloat(float32(math.Copysign(0, -1))))
}

func TestToFloat(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		f, e := float64(ToFloat(h)), int(h>>10&0x1f)
		want := math.Ldexp(float64(h&0x3ff), -24)
		switch {
		case e == 31 && h&0x3ff != 0:
			require.True(t, math.IsNaN(f), "%#x", h)
			continue
		case e == 31:
			want = math.Inf(1)
		case e > 0:
			want = math.Ldexp(1024+float64(h&0x3ff), e-25)
		}
		if h&0x8000 != 0 {
			want = -want
		}
		if f != want {
			require.Failf(t, "wrong", "%#x: %v, want %v", h, f, want)
		}
	}
	require.Equal(t, uint32(0xffc02000), math.Float32bits(ToFloat(0xfc01)), "NaN keeps sign and payload")
}
