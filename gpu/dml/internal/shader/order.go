package shader

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Key is an element as a whole number that orders as the elements do, all of them: NaN is above infinity, and both zeros are one. x is a name.
func (k *Kernel) Key(x string, t tensor.DataType) string {
	switch {
	case t == tensor.Float64:
		return k.Call("keyF64", x)
	case t.IsFloat():
		return k.Call("keyF32", x)
	}
	return x
}

// KeyLess is the condition that a key of an element of a type comes before another one.
func (k *Kernel) KeyLess(a, b string, t tensor.DataType) string {
	switch {
	case t == tensor.Float64:
		return k.Call("ltu64", a, b)
	case t.IsFloat():
		return "(" + a + " < " + b + ")"
	}
	return k.Math(t).Less(a, b)
}

// Linear is the number of an element in row-major order of the sizes, from its coordinates.
func (k *Kernel) Linear(coords []string, sizes []uint32) string {
	d := &Tensor{Desc: tensor.Of(tensor.Uint8, sizes...), k: k}
	return fmt.Sprintf("(%s)", d.Index(coords))
}

// keys turn floating-point numbers into unsigned integers of the same order: the bits of negative ones are inverted, the sign of the others is set.
var keys = []helper{
	{"keyF32", nil, `(x)
	local bits = x ~= x and uint(0x7fc00000) or asuint(x + 0.0)
	return bits >= 0x80000000 and not_bits(bits) or or_bits(bits, 0x80000000)`},
	{"keyF64", []string{"isnanF64"}, `(x)
	local bits = x
	if isnanF64(x) then bits = uint2(0, 0x7ff80000) end
	if bits.x == 0 and bits.y == 0x80000000 then bits = uint2(0, 0) end
	if bits.y >= 0x80000000 then return uint2(not_bits(bits.x), not_bits(bits.y)) end
	return uint2(bits.x, or_bits(bits.y, 0x80000000))`},
}
