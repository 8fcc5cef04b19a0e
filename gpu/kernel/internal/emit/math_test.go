package emit

import (
	"math"
	"math/rand"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// evaluator calculates an expansion by constant folding, which is the interpreter's arithmetic.
type evaluator struct {
	b    *Builder
	uses int
}

func (e *evaluator) call(f func(b *Builder, x []V) V, args ...float32) float32 {
	if e.b == nil || e.uses > 500 {
		e.b, e.uses = New(&ir.Kernel{}), 0
	}
	e.uses++
	vs := make([]V, len(args))
	for i, a := range args {
		vs[i] = e.b.F(a)
	}
	bits, ok := e.b.Known(f(e.b, vs))
	if !ok {
		panic("an expansion of constants is not folded")
	}
	return math.Float32frombits(bits)
}

// ulps is the distance of got from the exact want in units of the last place of want rounded to float32.
func ulps(got float32, want float64) float64 {
	if math.IsNaN(want) && got != got {
		return 0
	}
	near := float32(want)
	if got == near {
		return 0
	}
	unit := float64(math.Nextafter32(float32(math.Abs(float64(near))), float32(math.Inf(1)))) - math.Abs(float64(near))
	return math.Abs(float64(got)-want) / unit
}

func unaryCase(f func(b *Builder, x V) V) func(b *Builder, x []V) V {
	return func(b *Builder, x []V) V { return f(b, x[0]) }
}

// mathCases are the documented bounds. Samples are spread over the bits of the floats from low to high where log is set, evenly
// otherwise.
var mathCases = []struct {
	name      string
	f         func(b *Builder, x []V) V
	exact     func(x float64) float64
	low, high float64
	log       bool
	bound     float64
}{
	{"exp2", unaryCase((*Builder).Exp2), math.Exp2, -126, 128, false, 1.5},
	{"exp2 denormal", unaryCase((*Builder).Exp2), math.Exp2, -149, -126, false, 1.5},
	{"exp", unaryCase((*Builder).Exp), math.Exp, -87, 88.7, false, 1.5},
	{"exp small", unaryCase((*Builder).Exp), math.Exp, 1e-10, 1, true, 1.5},
	{"log", unaryCase((*Builder).Log), math.Log, 1e-44, 3e38, true, 1.5},
	{"log near 1", unaryCase((*Builder).Log), math.Log, 0.5, 2, false, 1.5},
	{"log2", unaryCase((*Builder).Log2), math.Log2, 1e-44, 3e38, true, 2},
	{"log2 near 1", unaryCase((*Builder).Log2), math.Log2, 0.5, 2, false, 2},
	{"log10", unaryCase((*Builder).Log10), math.Log10, 1e-44, 3e38, true, 2},
	{"log10 near 1", unaryCase((*Builder).Log10), math.Log10, 0.5, 2, false, 2},
	{"sin", unaryCase((*Builder).Sin), math.Sin, -8192, 8192, false, 2},
	{"sin small", unaryCase((*Builder).Sin), math.Sin, 1e-20, 8, true, 2},
	{"cos", unaryCase((*Builder).Cos), math.Cos, -8192, 8192, false, 2},
	{"cos small", unaryCase((*Builder).Cos), math.Cos, -8, 8, false, 2},
	{"tan", unaryCase((*Builder).Tan), math.Tan, -8192, 8192, false, 4},
	{"tan small", unaryCase((*Builder).Tan), math.Tan, -4, 4, false, 4},
	{"asin", unaryCase((*Builder).Asin), math.Asin, -1, 1, false, 2.5},
	{"acos", unaryCase((*Builder).Acos), math.Acos, -1, 1, false, 2},
	{"acos near 1", unaryCase((*Builder).Acos), math.Acos, 0.999, 1, false, 2},
	{"atan", unaryCase((*Builder).Atan), math.Atan, -10, 10, false, 2},
	{"atan large", unaryCase((*Builder).Atan), math.Atan, 1e-20, 1e20, true, 2},
	{"sinh", unaryCase((*Builder).Sinh), math.Sinh, -89, 89, false, 3},
	{"sinh small", unaryCase((*Builder).Sinh), math.Sinh, 1e-10, 2, true, 3},
	{"cosh", unaryCase((*Builder).Cosh), math.Cosh, -89, 89, false, 2},
	{"tanh", unaryCase((*Builder).Tanh), math.Tanh, -10, 10, false, 3},
	{"tanh small", unaryCase((*Builder).Tanh), math.Tanh, 1e-10, 1, true, 3},
}

func sample(r *rand.Rand, low, high float64, log bool) float32 {
	if log {
		a, b := math.Float32bits(float32(low)), math.Float32bits(float32(high))
		return math.Float32frombits(a + uint32(r.Int63n(int64(b-a))))
	}
	return float32(low + r.Float64()*(high-low))
}

const samples = 3_000

func TestErrorBounds(t *testing.T) {
	for _, c := range mathCases {
		t.Run(c.name, func(t *testing.T) {
			var e evaluator
			r := rand.New(rand.NewSource(1))
			worst, at := 0.0, float32(0)
			for range samples {
				x := sample(r, c.low, c.high, c.log)
				if err := ulps(e.call(c.f, x), c.exact(float64(x))); err > worst || err != err {
					worst, at = err, x
				}
			}
			t.Logf("%-14s worst %.3f ulp at %g", c.name, worst, at)
			require.LessOrEqual(t, worst, c.bound, "at %g", at)
		})
	}
}

func TestPowBound(t *testing.T) {
	var e evaluator
	r := rand.New(rand.NewSource(1))
	worst := 0.0
	var at [2]float32
	for range 4 * samples {
		x, y := sample(r, 1e-30, 1e30, true), sample(r, -20, 20, false)
		if r.Intn(2) == 0 {
			x = sample(r, 0.5, 2, false)
			y = sample(r, -126, 127, false)
		}
		want := math.Pow(float64(x), float64(y))
		if want > math.MaxFloat32 || want < 0x1p-126 {
			continue
		}
		got := e.call(func(b *Builder, v []V) V { return b.Pow(v[0], v[1]) }, x, y)
		if err := ulps(got, want); err > worst {
			worst, at = err, [2]float32{x, y}
		}
	}
	t.Logf("pow worst %.3f ulp at %v", worst, at)
	require.LessOrEqual(t, worst, 3.0, "at %v", at)
}

func TestAtan2Bound(t *testing.T) {
	var e evaluator
	r := rand.New(rand.NewSource(1))
	worst := 0.0
	var at [2]float32
	for range samples {
		y, x := sample(r, -10, 10, false), sample(r, -10, 10, false)
		got := e.call(func(b *Builder, v []V) V { return b.Atan2(v[0], v[1]) }, y, x)
		if err := ulps(got, math.Atan2(float64(y), float64(x))); err > worst {
			worst, at = err, [2]float32{y, x}
		}
	}
	t.Logf("atan2 worst %.3f ulp at %v", worst, at)
	require.LessOrEqual(t, worst, 3.0, "at %v", at)
}

// specialValue is a call at the ends of a function's domain.
type specialValue struct {
	name string
	f    func(b *Builder, x []V) V
	args []float32
	want float32
}

func specialValues() []specialValue {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	two := func(f func(b *Builder, x, y V) V) func(b *Builder, x []V) V {
		return func(b *Builder, x []V) V { return f(b, x[0], x[1]) }
	}
	pow, atan2, ldexp := two((*Builder).Pow), two((*Builder).Atan2), two((*Builder).Ldexp)
	return []specialValue{
		{"exp2 whole", unaryCase((*Builder).Exp2), []float32{10}, 1024},
		{"exp2 smallest", unaryCase((*Builder).Exp2), []float32{-149}, 1.401298464324817e-45},
		{"exp2 under", unaryCase((*Builder).Exp2), []float32{-151}, 0},
		{"exp2 over", unaryCase((*Builder).Exp2), []float32{128}, inf},
		{"exp inf", unaryCase((*Builder).Exp), []float32{inf}, inf},
		{"exp -inf", unaryCase((*Builder).Exp), []float32{-inf}, 0},
		{"exp nan", unaryCase((*Builder).Exp), []float32{nan}, nan},
		{"exp 0", unaryCase((*Builder).Exp), []float32{0}, 1},
		{"log 0", unaryCase((*Builder).Log), []float32{0}, -inf},
		{"log 1", unaryCase((*Builder).Log), []float32{1}, 0},
		{"log -1", unaryCase((*Builder).Log), []float32{-1}, nan},
		{"log inf", unaryCase((*Builder).Log2), []float32{inf}, inf},
		{"log nan", unaryCase((*Builder).Log10), []float32{nan}, nan},
		{"log2 power", unaryCase((*Builder).Log2), []float32{0x1p-140}, -140},
		{"log10 power", unaryCase((*Builder).Log10), []float32{1000}, 3},
		{"sin inf", unaryCase((*Builder).Sin), []float32{inf}, nan},
		{"cos 0", unaryCase((*Builder).Cos), []float32{0}, 1},
		{"sin 0", unaryCase((*Builder).Sin), []float32{0}, 0},
		{"asin 2", unaryCase((*Builder).Asin), []float32{2}, nan},
		{"acos 1", unaryCase((*Builder).Acos), []float32{1}, 0},
		{"acos -1", unaryCase((*Builder).Acos), []float32{-1}, math.Pi},
		{"acos 2", unaryCase((*Builder).Acos), []float32{2}, nan},
		{"atan inf", unaryCase((*Builder).Atan), []float32{-inf}, -math.Pi / 2},
		{"tanh large", unaryCase((*Builder).Tanh), []float32{100}, 1},
		{"tanh inf", unaryCase((*Builder).Tanh), []float32{-inf}, -1},
		{"tanh nan", unaryCase((*Builder).Tanh), []float32{nan}, nan},
		{"sinh over", unaryCase((*Builder).Sinh), []float32{-100}, -inf},
		{"cosh 0", unaryCase((*Builder).Cosh), []float32{0}, 1},
		{"ldexp denormal", ldexp, []float32{0x1p-149, 149}, 1},
		{"ldexp to a denormal", ldexp, []float32{1.5, -149}, 0x1p-148},
		{"ldexp over", ldexp, []float32{1, 128}, inf},
		{"ldexp nan", ldexp, []float32{nan, 1}, nan},
		{"ldexp by nan", ldexp, []float32{1, nan}, nan},
		{"pow x^0", pow, []float32{-3, 0}, 1},
		{"pow 0^y", pow, []float32{0, 2.5}, 0},
		{"pow 0^-y", pow, []float32{0, -2.5}, inf},
		{"pow -x", pow, []float32{-2, 2}, nan},
		{"pow exact", pow, []float32{2, 10}, 1024},
		{"pow over", pow, []float32{10, 39}, inf},
		{"pow under", pow, []float32{10, -50}, 0},
		{"pow inf", pow, []float32{inf, -1}, 0},
		{"pow y inf", pow, []float32{2, inf}, inf},
		{"pow y -inf", pow, []float32{2, -inf}, 0},
		{"pow y nan", pow, []float32{2, nan}, nan},
		{"atan2 axis", atan2, []float32{1, 0}, math.Pi / 2},
		{"atan2 left", atan2, []float32{0, -1}, math.Pi},
		{"atan2 origin", atan2, []float32{0, 0}, 0},
		{"atan2 infs", atan2, []float32{inf, inf}, math.Pi / 4},
		{"atan2 x inf", atan2, []float32{1, inf}, 0},
		{"atan2 huge", atan2, []float32{3e38, 3e38}, math.Pi / 4},
		{"atan2 nan", atan2, []float32{nan, 1}, nan},
	}
}

// TestSpecialValues holds the values at the ends, where C's Annex F and HLSL agree.
func TestSpecialValues(t *testing.T) {

	for _, tt := range specialValues() {
		t.Run(tt.name, func(t *testing.T) {
			var e evaluator
			got := e.call(tt.f, tt.args...)
			if tt.want != tt.want {
				require.True(t, got != got, "got %g", got)
				return
			}
			require.Equal(t, tt.want, got)
		})
	}
}
