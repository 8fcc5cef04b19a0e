package shader

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Math writes the arithmetic of one data type in a kernel, whatever an element of it is in the text. Its operands are names, constants and results of
// its own, and its results are expressions that are safe inside larger ones; an operand may be in one several times. Integers wrap around at the
// width of the data type, and division by 0 gives all bits set. Doubles are calculated in software, to nearest even.
type Math struct {
	k *Kernel
	t tensor.DataType
}

// Math is the arithmetic of a data type in the kernel.
func (k *Kernel) Math(t tensor.DataType) Math { return Math{k, t} }

// Is64 says whether elements are a uint2.
func (m Math) Is64() bool { return m.t.Bits() == 64 }

// suffix is how helpers of a 64-bit type end.
func (m Math) suffix() string {
	if m.t == tensor.Float64 {
		return "F64"
	}
	return "64"
}

// signed is how helpers end that differ for signed and unsigned integers of 64 bits.
func (m Math) signed() string {
	switch m.t {
	case tensor.Float64:
		return "F64"
	case tensor.Uint64:
		return "u64"
	}
	return "s64"
}

// Wrap is a value of the type from the low bits of an expression of its text type; only integers of less than 32 bits can have more.
func (m Math) Wrap(x string) string { return Wrap(m.t, x) }

func (m Math) operator(name, op, a, b string) string {
	if m.Is64() {
		return m.k.Call(name+m.suffix(), a, b)
	}
	return m.Wrap("(" + a + " " + op + " " + b + ")")
}

// Add is a + b.
func (m Math) Add(a, b string) string { return m.operator("add", "+", a, b) }

// Sub is a - b.
func (m Math) Sub(a, b string) string { return m.operator("sub", "-", a, b) }

// Mul is a * b.
func (m Math) Mul(a, b string) string { return m.operator("mul", "*", a, b) }

// Div is a / b, of integers toward zero.
func (m Math) Div(a, b string) string { return m.divided("div", "/", a, b) }

func (m Math) divided(name, op, a, b string) string {
	if m.Is64() {
		return m.k.Call(name+m.signed(), a, b)
	}
	return m.Wrap("(" + a + " " + op + " " + b + ")")
}

// Mod is the remainder of Div, with the sign of a.
func (m Math) Mod(a, b string) string {
	if m.t == tensor.Float32 || m.t == tensor.Float16 {
		return m.k.Call("modulo", a, b)
	}
	return m.divided("mod", "%", a, b)
}

// ModFloor is the remainder of a division that rounds down, with the sign of b.
func (m Math) ModFloor(a, b string) string {
	b = m.k.Let("b", "%s", b)
	r := m.k.Let("r", "%s", m.Mod(a, b))
	if m.t.IsUnsigned() {
		return r
	}
	zero := m.Const(0)
	differ := fmt.Sprintf("%s and %s and (%s) ~= (%s)", m.NotEqual(r, zero), m.NotEqual(b, zero), m.Less(r, zero), m.Less(b, zero))
	return "(" + differ + " and " + m.Add(r, b) + " or " + r + ")"
}

// Min is the smaller one; the other one if one is NaN.
func (m Math) Min(a, b string) string { return m.choice("min", a, b) }

// Max is the larger one; the other one if one is NaN.
func (m Math) Max(a, b string) string { return m.choice("max", a, b) }

func (m Math) choice(name, a, b string) string {
	if m.Is64() {
		return m.k.Call(name+m.signed(), a, b)
	}
	return name + "(" + a + ", " + b + ")"
}

// Neg is -x.
func (m Math) Neg(x string) string {
	if m.Is64() {
		return m.k.Call("neg"+m.suffix(), x)
	}
	return m.Wrap("(-" + x + ")")
}

// Abs is the magnitude; of the smallest integer it is itself.
func (m Math) Abs(x string) string {
	switch {
	case m.t.IsUnsigned():
		return x
	case m.Is64():
		return m.k.Call("abs"+m.suffix(), x)
	}
	return m.Wrap("abs(" + x + ")")
}

// Sign is -1, 0 or 1; 0 for NaN.
func (m Math) Sign(x string) string {
	switch m.t {
	case tensor.Float64:
		return m.k.Call("signF64", x)
	case tensor.Int64, tensor.Uint64:
		zero := m.Const(0)
		return fmt.Sprintf("(%s and %s or %s and %s or %s)", m.Less(x, zero), m.Const(-1), m.Less(zero, x), m.Const(1), zero)
	}
	return fmt.Sprintf("%s(sign(%s))", Scalar(m.t), x)
}

// Less is the condition a < b.
func (m Math) Less(a, b string) string {
	if m.Is64() {
		return m.k.Call("lt"+m.signed(), a, b)
	}
	return "(" + a + " < " + b + ")"
}

// LessOrEqual is the condition a <= b, false for NaN.
func (m Math) LessOrEqual(a, b string) string {
	switch {
	case m.t == tensor.Float64:
		return m.k.Call("leF64", a, b)
	case m.Is64():
		return "(not " + m.Less(b, a) + ")"
	}
	return "(" + a + " <= " + b + ")"
}

// Equal is the condition a == b, false for NaN.
func (m Math) Equal(a, b string) string {
	if m.Is64() {
		return m.k.Call("eq"+m.suffix(), a, b)
	}
	return "(" + a + " == " + b + ")"
}

// NotEqual is the condition a ~= b, true for NaN.
func (m Math) NotEqual(a, b string) string {
	if m.Is64() {
		return "(not " + m.Equal(a, b) + ")"
	}
	return "(" + a + " ~= " + b + ")"
}

// IsNaN is the condition that a floating-point number is none.
func (m Math) IsNaN(x string) string {
	if m.t == tensor.Float64 {
		return m.k.Call("isnanF64", x)
	}
	return "isnan(" + x + ")"
}

// Const is a number as an element: integers toward zero, and the nearest one of the type.
func (m Math) Const(x float64) string {
	switch m.t {
	case tensor.Float32, tensor.Float16:
		return Float(float32(x))
	case tensor.Float64:
		return words(math.Float64bits(x))
	case tensor.Uint64:
		return words(saturateUnsigned(x))
	case tensor.Int64:
		return words(uint64(saturateSigned(x, 64)))
	}
	if m.t.IsUnsigned() {
		return fmt.Sprintf("uint(%d)", min(saturateUnsigned(x), 1<<m.t.Bits()-1))
	}
	return fmt.Sprintf("int(%d)", saturateSigned(x, m.t.Bits()))
}

// Scalar is a number as an element: of integers the low bits of a whole number, so that -1 is the largest unsigned one.
func (m Math) Scalar(x float64) string {
	if bits := uint64(saturateSigned(x, 64)); x < 0 && m.t.IsUnsigned() {
		if m.t == tensor.Uint64 {
			return words(bits)
		}
		return fmt.Sprintf("uint(%d)", bits&(1<<m.t.Bits()-1))
	}
	return m.Const(x)
}

// Least is the smallest element: -infinity of floating-point numbers.
func (m Math) Least() string { return m.Const(math.Inf(-1)) }

// Most is the largest element: infinity of floating-point numbers.
func (m Math) Most() string { return m.Const(math.Inf(1)) }

func words(bits uint64) string { return fmt.Sprintf("uint2(0x%08x, 0x%08x)", uint32(bits), bits>>32) }

func saturateUnsigned(x float64) uint64 {
	switch {
	case !(x > 0):
		return 0
	case x >= 1<<64:
		return math.MaxUint64
	}
	return uint64(x)
}

// saturateSigned is a whole number of some bits, from 2 to 64.
func saturateSigned(x float64, bits uint32) int64 {
	top := math.Ldexp(1, int(bits)-1)
	switch {
	case x != x:
		return 0
	case x >= top:
		return math.MaxInt64 >> (64 - bits)
	case x < -top:
		return math.MinInt64 >> (64 - bits)
	}
	return int64(x)
}

// Kernel is the kernel that the arithmetic is written in.
func (m Math) Kernel() *Kernel { return m.k }

// Pow is a to the power n: of integers modulo the width, of floats also for negative a where n is whole. Doubles have none.
func (m Math) Pow(a, n string) string {
	switch {
	case m.t == tensor.Float64:
		panic("BUG: there is no power of doubles")
	case m.Is64() && m.t.IsSigned():
		return m.k.Call("pows64", a, n)
	case m.Is64():
		return m.k.Call("powu64", a, n)
	case m.t.IsFloat():
		return m.k.Call("power", a, n)
	case m.t.IsSigned():
		return m.Wrap(m.k.Call("powi", a, n))
	}
	return m.Wrap(m.k.Call("powu", a, n))
}

// Exp is e to the x, of a floating-point number.
func (m Math) Exp(x string) string { return m.natural("exp", x) }

// Log is the natural logarithm of a floating-point number.
func (m Math) Log(x string) string { return m.natural("log", x) }

func (m Math) natural(name, x string) string {
	if m.t == tensor.Float64 {
		return m.k.Call(name+"F64", x)
	}
	return name + "(" + x + ")"
}
