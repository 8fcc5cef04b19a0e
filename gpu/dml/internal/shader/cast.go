package shader

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Cast is an element of one type as one of another: floating-point numbers to nearest even; to integers toward zero, saturating, NaN as 0; between
// integers the low bits.
func (k *Kernel) Cast(x string, from, to tensor.DataType) string {
	switch {
	case from == to:
		return x
	case to.IsFloat():
		return k.toFloat(x, from, to)
	case from.IsFloat():
		return k.toInteger(x, from, to)
	}
	return k.betweenIntegers(x, from, to)
}

// short is how helpers name the type of an element in the text.
func short(t tensor.DataType) string {
	switch {
	case t == tensor.Float64:
		return "F64"
	case t == tensor.Int64:
		return "i64"
	case t == tensor.Uint64:
		return "u64"
	case t == tensor.Float16:
		return "f16"
	case t == tensor.Float32:
		return "f32"
	case t.IsSigned():
		return "i32"
	}
	return "u32"
}

func (k *Kernel) toFloat(x string, from, to tensor.DataType) string {
	switch {
	case to == tensor.Float64 && from == tensor.Float16:
		return k.Call("f32F64", x)
	case to == tensor.Float64 || from.Bits() == 64:
		return k.Call(short(from)+short(to), x)
	}
	return "float(" + x + ")"
}

func (k *Kernel) toInteger(x string, from, to tensor.DataType) string {
	if from == tensor.Float64 {
		if to.Bits() == 64 {
			return k.Call("F64"+short(to), x)
		}
		// Every integer of 32 bits and less is one of 64, so saturating twice is saturating once.
		wide, half := tensor.Int64, "asint(%s.x)"
		if to.IsUnsigned() {
			wide, half = tensor.Uint64, "%s.x"
		}
		m := k.Math(wide)
		whole := k.Let("n", "%s", k.Call("F64"+short(wide), x))
		return fmt.Sprintf(half, k.Let("n", "%s", m.Min(m.Max(whole, m.Const(k.Math(to).lowest())), m.Const(k.Math(to).highest()))))
	}
	if to.Bits() == 64 {
		return k.Call("f32"+short(to), x)
	}
	whole := Scalar(to) + "(" + x + ")"
	if to.Bits() == 32 {
		return whole
	}
	return fmt.Sprintf("clamp(%s, %d, %d)", whole, int64(k.Math(to).lowest()), int64(k.Math(to).highest()))
}

// lowest and highest are the ends of an integer type of at most 32 bits.
func (m Math) lowest() float64  { return float64(m.ends(0)) }
func (m Math) highest() float64 { return float64(m.ends(1)) }

func (m Math) ends(side int) int64 {
	bits := m.t.Bits()
	if m.t.IsUnsigned() {
		return [...]int64{0, 1<<bits - 1}[side]
	}
	return [...]int64{-1 << (bits - 1), 1<<(bits-1) - 1}[side]
}

func (k *Kernel) betweenIntegers(x string, from, to tensor.DataType) string {
	switch {
	case from.Bits() == 64 && to.Bits() == 64:
		return x
	case from.Bits() == 64:
		return k.Math(to).Wrap(Scalar(to) + "(" + x + ".x)")
	case to.Bits() == 64 && from.IsSigned():
		x = k.Let("n", "%s", x)
		return fmt.Sprintf("uint2(asuint(%s), asuint(shift_right(%s, 31)))", x, x)
	case to.Bits() == 64:
		return "uint2(" + x + ", 0)"
	}
	return k.Math(to).Wrap(Scalar(to) + "(" + x + ")")
}
