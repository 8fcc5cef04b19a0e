package elementary

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// The reference: the same functions with 300 bits, by their series in math/big.
const bits = 300

func exact(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

func add(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Add(a, b) }
func sub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Sub(a, b) }
func mul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Quo(a, b) }

func scale(a *big.Float, power int) *big.Float {
	return new(big.Float).SetPrec(bits).SetMantExp(a, power)
}

var bigOne = exact(1)

// bigExp halves its argument until the series is short, and squares what comes out.
func bigExp(x *big.Float) *big.Float {
	halved := scale(x, -20)
	for n := 0; n < 20; n++ {
		if halved.MantExp(nil) < -4 {
			break
		}
		halved = scale(halved, -1)
	}
	turns := x.MantExp(nil) - halved.MantExp(nil)
	sum, term := exact(1), exact(1)
	for n := 1; n < 60; n++ {
		term = quo(mul(term, halved), exact(float64(n)))
		sum = add(sum, term)
	}
	for range turns {
		sum = mul(sum, sum)
	}
	return sum
}

// bigLog is Newton's method on bigExp.
func bigLog(x *big.Float) *big.Float {
	start, _ := x.Float64()
	y := exact(math.Log(start))
	for range 4 {
		y = add(y, sub(quo(x, bigExp(y)), bigOne))
	}
	return y
}

// bigTurn is sine and cosine by their series, for angles of up to some hundreds.
func bigTurn(x *big.Float) (sin, cos *big.Float) {
	sin, cos = exact(0), exact(0)
	term := exact(1)
	for n := 0; n < 600; n++ {
		switch n & 3 {
		case 0:
			cos = add(cos, term)
		case 1:
			sin = add(sin, term)
		case 2:
			cos = sub(cos, term)
		case 3:
			sin = sub(sin, term)
		}
		term = quo(mul(term, x), exact(float64(n+1)))
	}
	return sin, cos
}

func bigAtan2(y, x float64) *big.Float {
	guess := exact(math.Atan2(y, x))
	for range 4 {
		sin, cos := bigTurn(guess)
		a, b := exact(y), exact(x)
		guess = add(guess, quo(sub(mul(a, cos), mul(b, sin)), add(mul(b, cos), mul(a, sin))))
	}
	return guess
}

func bigSqrt(x *big.Float) *big.Float { return new(big.Float).SetPrec(bits).Sqrt(x) }

func bigAsin(x float64) *big.Float {
	side := bigSqrt(sub(bigOne, mul(exact(x), exact(x))))
	guess := exact(math.Asin(x))
	for range 4 {
		sin, cos := bigTurn(guess)
		guess = add(guess, quo(sub(mul(exact(x), cos), mul(side, sin)), add(mul(side, cos), mul(exact(x), sin))))
	}
	return guess
}

// TestRoundsToNearest: every result is the double next to the exact value.
func TestRoundsToNearest(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	within := func(low, high float64) func() float64 {
		return func() float64 { return low + r.Float64()*(high-low) }
	}
	// steep gives values of all magnitudes in a range of exponents.
	steep := func(low, high int) func() float64 {
		return func() float64 { return math.Ldexp(1+r.Float64(), low+r.Intn(high-low)) }
	}
	signed := func(f func() float64) func() float64 {
		return func() float64 { return math.Copysign(f(), r.Float64()-0.5) }
	}
	inverse := func(a *big.Float) *big.Float { return quo(bigOne, a) }
	half := func(a *big.Float) *big.Float { return scale(a, -1) }
	sin := func(x float64) *big.Float { s, _ := bigTurn(exact(x)); return s }
	cos := func(x float64) *big.Float { _, c := bigTurn(exact(x)); return c }
	exp := func(x float64) *big.Float { return bigExp(exact(x)) }
	tests := []struct {
		name string
		f    func(float64) float64
		want func(float64) *big.Float
		from []func() float64
	}{
		{"exp", Exp, exp, []func() float64{within(-700, 700), signed(steep(-60, 2))}},
		{"log", Log, func(x float64) *big.Float { return bigLog(exact(x)) }, []func() float64{steep(-1000, 1000), within(0.5, 2), func() float64 { return 1 + steep(-50, -2)() }}},
		{"log10", Log10, func(x float64) *big.Float { return quo(bigLog(exact(x)), bigLog(exact(10))) }, []func() float64{steep(-1000, 1000), within(0.5, 2)}},
		{"sin", Sin, sin, []func() float64{within(-100, 100), signed(steep(-40, 2)), func() float64 { return math.Pi * float64(r.Intn(30)) }}},
		{"cos", Cos, cos, []func() float64{within(-100, 100), signed(steep(-40, 2)), func() float64 { return math.Pi * (float64(r.Intn(30)) + 0.5) }}},
		{"tan", Tan, func(x float64) *big.Float { return quo(sin(x), cos(x)) }, []func() float64{within(-100, 100), signed(steep(-40, 2))}},
		{"sinh", Sinh, func(x float64) *big.Float { return half(sub(exp(x), inverse(exp(x)))) }, []func() float64{within(-700, 700), signed(steep(-40, 4))}},
		{"cosh", Cosh, func(x float64) *big.Float { return half(add(exp(x), inverse(exp(x)))) }, []func() float64{within(-700, 700), signed(steep(-40, 4))}},
		{"tanh", Tanh, func(x float64) *big.Float {
			return quo(sub(exp(x), inverse(exp(x))), add(exp(x), inverse(exp(x))))
		}, []func() float64{within(-25, 25), signed(steep(-40, 2))}},
		{"atan", Atan, func(x float64) *big.Float { return bigAtan2(x, 1) }, []func() float64{within(-5, 5), signed(steep(-50, 50))}},
		{"asin", Asin, bigAsin, []func() float64{within(-1, 1), signed(steep(-50, -1)), func() float64 { return 1 - steep(-50, -2)() }}},
		{"acos", Acos, func(x float64) *big.Float { return sub(bigAtan2(1, 0), bigAsin(x)) }, []func() float64{within(-1, 1), signed(steep(-50, -1)), func() float64 { return 1 - steep(-50, -2)() }}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, from := range tt.from {
				for range 50 {
					x := from()
					want, _ := tt.want(x).Float64()
					require.Equal(t, want, tt.f(x), "%s(%v)", tt.name, x)
				}
			}
		})
	}
}

// TestPowRounds: powers of all signs of exponents, whole or not.
func TestPowRounds(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 150 {
		x, y := math.Ldexp(1+r.Float64(), r.Intn(40)-20), (r.Float64()-0.5)*60
		if r.Intn(2) == 0 {
			y = math.Trunc(y * 5)
		}
		want, _ := bigExp(mul(bigLog(exact(x)), exact(y))).Float64()
		require.Equal(t, want, Pow(x, y), "%v ^ %v", x, y)
	}
	for n := range 1 << 12 { // exact squares and cubes, also those half way between two doubles
		x := float64(r.Int63n(1 << 53))
		want, _ := mul(exact(x), exact(x)).Float64()
		require.Equal(t, want, Pow(x, 2))
		y := float64(n)
		require.Equal(t, y*y*y, Pow(y, 3))
		require.Equal(t, -(y * y * y), Pow(-y, 3)+0)
	}
}

// TestFarAngles: quarters of a turn are counted exactly however many they are. The values are those of the literature on argument reduction.
func TestFarAngles(t *testing.T) {
	require.Equal(t, -0.8522008497671888, Sin(1e22))
	require.Equal(t, 0.523214785395139, Cos(1e22)) // 0.52321478539513894549…
	require.Equal(t, 0.004961954789184062, Sin(math.MaxFloat64))
	require.Equal(t, -0.9999876894265599, Cos(math.MaxFloat64))
	require.Equal(t, -Sin(1e22), Sin(-1e22))
	// The double that is nearest to a multiple of π/2 of all.
	require.Equal(t, -4.687165924254628e-19, Cos(6381956970095103*math.Ldexp(1, 797))) // -4.68716592425462761…e-19
	for x := float64(near - 8); x < near+8; x++ {                                      // where one way begins, and the other ends
		sum := float64(Sin(x)*Sin(x)) + float64(Cos(x)*Cos(x))
		require.InDelta(t, 1, sum, 3e-16)
		r, k := reduce(x)
		s, l := reduceFar(x)
		require.Equal(t, k, l)
		require.InDelta(t, 0, r.sub(s).hi, 1e-30)
	}
}

var inf, nan = math.Inf(1), math.NaN()

// TestSpecialCases: what C99 says of zeros, infinities and what is not a number.
func TestSpecialCases(t *testing.T) {
	zero := math.Copysign(0, -1)
	tests := []struct {
		name string
		f    func(float64) float64
		want map[float64]float64
	}{
		{"exp", Exp, map[float64]float64{0: 1, zero: 1, inf: inf, -inf: 0, 709.8: inf, -746: 0, 1e308: inf, -1e308: 0, 1e-300: 1}},
		{"log", Log, map[float64]float64{0: -inf, zero: -inf, 1: 0, inf: inf, -1: nan, -inf: nan}},
		{"log10", Log10, map[float64]float64{0: -inf, 1: 0, 1000: 3, 1e-300: -300, 1e22: 22, inf: inf, -1: nan}},
		{"sin", Sin, map[float64]float64{inf: nan, -inf: nan, 5e-324: 5e-324}},
		{"cos", Cos, map[float64]float64{0: 1, inf: nan, 5e-324: 1}},
		{"tan", Tan, map[float64]float64{inf: nan, 5e-324: 5e-324}},
		{"sinh", Sinh, map[float64]float64{inf: inf, -inf: -inf, 711: inf, -711: -inf, 1e308: inf}},
		{"cosh", Cosh, map[float64]float64{0: 1, inf: inf, -inf: inf, -711: inf, 1e308: inf}},
		{"tanh", Tanh, map[float64]float64{inf: 1, -inf: -1, 1e308: 1}},
		{"asin", Asin, map[float64]float64{1: math.Pi / 2, -1: -math.Pi / 2, 1.0000000000000002: nan, inf: nan}},
		{"acos", Acos, map[float64]float64{1: 0, -1: math.Pi, 0: math.Pi / 2, 2: nan, -inf: nan}},
		{"atan", Atan, map[float64]float64{inf: math.Pi / 2, -inf: -math.Pi / 2, 1: math.Pi / 4}},
	}
	for _, tt := range tests {
		for x, want := range tt.want {
			same(t, want, tt.f(x), "%s(%v)", tt.name, x)
		}
		require.True(t, math.IsNaN(tt.f(nan)), tt.name)
		if tt.f(0) == 0 && tt.name != "acos" && tt.name != "log" {
			require.True(t, math.Signbit(tt.f(zero)), "%s(-0)", tt.name)
		}
	}
}

// same compares doubles, of which those that are not numbers are all alike, and zeros have signs.
func same(t *testing.T, want, got float64, text string, args ...any) {
	t.Helper()
	if math.IsNaN(want) {
		require.True(t, math.IsNaN(got), append([]any{text}, args...)...)
		return
	}
	require.Equal(t, math.Float64bits(want), math.Float64bits(got), append([]any{text}, args...)...)
}

// nearly is a result of math, or ours where it is the double beside it: math does not always round to the nearest.
func nearly(want, got float64) float64 {
	if math.Nextafter(want, got) == got && want != 0 && !math.IsInf(want, 0) {
		return got
	}
	return want
}

// TestSpecialPairs: functions of two numbers give what math gives for all pairs of special numbers; math follows C99 in them.
func TestSpecialPairs(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, -3, 0.5, -0.5, inf, -inf, nan, 5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, 1 << 53, 1e300, 1e-300}
	for _, x := range special {
		for _, y := range special {
			same(t, nearly(math.Pow(x, y), Pow(x, y)), Pow(x, y), "Pow(%v, %v)", x, y)
			want := math.Copysign(math.Atan2(x, y), x) // math loses the sign of what is too small
			same(t, nearly(want, Atan2(x, y)), Atan2(x, y), "Atan2(%v, %v)", x, y)
		}
	}
}

// TestAtan2Quadrants: all four, with sides of very different length.
func TestAtan2Quadrants(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range 100 {
		y := math.Copysign(math.Ldexp(1+r.Float64(), r.Intn(120)-60), r.Float64()-0.5)
		x := math.Copysign(math.Ldexp(1+r.Float64(), r.Intn(120)-60), r.Float64()-0.5)
		want, _ := bigAtan2(y, x).Float64()
		require.Equal(t, want, Atan2(y, x), "Atan2(%v, %v)", y, x)
	}
}

func BenchmarkSin(b *testing.B) {
	for i := range b.N {
		Sin(float64(i))
	}
}

func BenchmarkPow(b *testing.B) {
	for i := range b.N {
		Pow(float64(i), 1.5)
	}
}
