package intrinsic

import (
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// TestTables: rows are in order, say what they do, and cannot be mistaken for each other.
func TestTables(t *testing.T) {
	last := ""
	for _, in := range Intrinsics() {
		require.Less(t, last, in.Name, "sorted by name")
		last = in.Name
		require.Contains(t, in.Doc, in.Name+"(", in.Name)
		require.LessOrEqual(t, in.MinArgs, in.MaxArgs, in.Name)
		require.True(t, Has(in.Name))
		require.Nil(t, syntax.LookupType(in.Name), in.Name)
		_, refused := Refused(in.Name)
		require.False(t, refused, in.Name)
	}
	last = ""
	for _, m := range Methods() {
		require.Less(t, last, m.Name, "sorted by name")
		last = m.Name
		require.True(t, strings.HasPrefix(m.Doc, m.Name), m.Name)
		require.NotEmpty(t, m.Kinds, m.Name)
	}
	for name, reason := range refused {
		require.Regexp(t, `^[A-Z].*\.$`, reason, name)
	}
}

// domain is where the bound of an intrinsic is held: values from low to high, spread over the bits of the floats if log is set.
type domain struct {
	low, high float64
	log       bool
}

// reference is the function in double precision, whose own error is below a millionth of a unit in the last place of a float.
type reference struct {
	exact   func(a []float64) float64
	domains [][]domain // alternatives, a domain for each argument
}

func one(f func(float64) float64, list ...domain) reference {
	r := reference{exact: func(a []float64) float64 { return f(a[0]) }}
	for _, d := range list {
		r.domains = append(r.domains, []domain{d})
	}
	return r
}

var references = map[string]reference{
	"acos":    one(math.Acos, domain{-1, 1, false}, domain{0.999, 1, false}),
	"asin":    one(math.Asin, domain{-1, 1, false}, domain{1e-10, 1, true}),
	"atan":    one(math.Atan, domain{-10, 10, false}, domain{1e-20, 1e20, true}),
	"cos":     one(math.Cos, domain{-8192, 8192, false}, domain{-8, 8, false}),
	"cosh":    one(math.Cosh, domain{-89, 89, false}),
	"degrees": one(func(x float64) float64 { return x * (180 / math.Pi) }, domain{1e-20, 1e20, true}),
	"exp":     one(math.Exp, domain{-87, 88.7, false}, domain{1e-10, 1, true}),
	"exp2":    one(math.Exp2, domain{-126, 128, false}, domain{-149, -126, false}),
	"log":     one(math.Log, domain{1e-44, 3e38, true}, domain{0.5, 2, false}),
	"log10":   one(math.Log10, domain{1e-44, 3e38, true}, domain{0.5, 2, false}),
	"log2":    one(math.Log2, domain{1e-44, 3e38, true}, domain{0.5, 2, false}),
	"radians": one(func(x float64) float64 { return x * (math.Pi / 180) }, domain{1e-20, 1e20, true}),
	"rcp":     one(func(x float64) float64 { return 1 / x }, domain{1e-37, 1e37, true}),
	"rsqrt":   one(func(x float64) float64 { return 1 / math.Sqrt(x) }, domain{1e-44, 3e38, true}),
	"sin":     one(math.Sin, domain{-8192, 8192, false}, domain{1e-20, 8, true}),
	"sinh":    one(math.Sinh, domain{-89, 89, false}, domain{1e-10, 2, true}),
	"sqrt":    one(math.Sqrt, domain{1e-44, 3e38, true}),
	"tan":     one(math.Tan, domain{-8192, 8192, false}, domain{-4, 4, false}),
	"tanh":    one(math.Tanh, domain{-10, 10, false}, domain{1e-10, 1, true}),
	"atan2": {func(a []float64) float64 { return math.Atan2(a[0], a[1]) },
		[][]domain{{{-10, 10, false}, {-10, 10, false}}, {{1e-10, 1e10, true}, {1e-10, 1e10, true}}}},
	"ldexp": {func(a []float64) float64 { return a[0] * math.Exp2(a[1]) }, [][]domain{{{-2, 2, false}, {-100, 100, false}}}},
	"pow": {func(a []float64) float64 { return math.Pow(a[0], a[1]) },
		[][]domain{{{1e-30, 1e30, true}, {-20, 20, false}}, {{0.5, 2, false}, {-126, 127, false}}}},
}

func (d domain) sample(r *rand.Rand) float32 {
	if d.log {
		a, b := math.Float32bits(float32(d.low)), math.Float32bits(float32(d.high))
		return math.Float32frombits(a + uint32(r.Int63n(int64(b-a))))
	}
	return float32(d.low + r.Float64()*(d.high-d.low))
}

// folded evaluates a row on constants, which is the interpreter's arithmetic.
func folded(in *intrinsicInfo, b *emit.Builder, args []float32) float32 {
	operands := make([]value.V, len(args))
	for i, a := range args {
		operands[i] = b.F(a)
	}
	bits, ok := b.Known(in.component(b, syntax.Float, operands))
	if !ok {
		panic("an intrinsic of constants is not folded")
	}
	return math.Float32frombits(bits)
}

// ulps is the distance of got from the exact want in units of the last place of want rounded to a float.
func ulps(got float32, want float64) float64 {
	near := math.Abs(float64(float32(want)))
	unit := float64(math.Nextafter32(float32(near), float32(math.Inf(1)))) - near
	return math.Abs(float64(got)-want) / unit
}

// TestBounds holds every documented bound over samples of its domains; -v prints the table of what was found.
func TestBounds(t *testing.T) {
	const samples = 4000
	for i := range intrinsics {
		in := &intrinsics[i]
		ref, ok := references[in.name]
		require.Equal(t, in.ulp > 0, ok, "%s: a bound has a reference, and a reference a bound", in.name)
		if !ok {
			continue
		}
		t.Run(in.name, func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			worst, at := 0.0, ""
			for n := range samples {
				b := emit.New(&ir.Kernel{})
				domains := ref.domains[n%len(ref.domains)]
				args, wide := make([]float32, len(domains)), make([]float64, len(domains))
				for i, d := range domains {
					args[i] = d.sample(r)
					wide[i] = float64(args[i])
				}
				want := ref.exact(wide)
				if math.Abs(want) > math.MaxFloat32 || math.Abs(want) < 0x1p-126 && in.name == "pow" {
					continue
				}
				if e := ulps(folded(in, b, args), want); e > worst || e != e {
					worst, at = e, fmt.Sprint(args)
				}
			}
			t.Logf("| %-8s | %.1f | %.3f | %s |", in.name, in.ulp, worst, at)
			require.LessOrEqual(t, worst, in.ulp, at)
		})
	}
}

// TestBoundsNearTheZeros: the floats next to each multiple of π/2 are where the reduction loses most.
func TestBoundsNearTheZeros(t *testing.T) {
	for _, name := range []string{"sin", "cos", "tan"} {
		in, exact := find(name), references[name].exact
		worst, at := 0.0, float32(0)
		for k := 1; float64(k)*math.Pi/2 <= 8192; k++ {
			x := float32(float64(k) * math.Pi / 2)
			if e := ulps(folded(in, emit.New(&ir.Kernel{}), []float32{x}), exact([]float64{float64(x)})); e > worst {
				worst, at = e, x
			}
		}
		t.Logf("%s: %.3f ulp at %v", name, worst, at)
		require.LessOrEqual(t, worst, in.ulp, "%s(%v)", name, at)
	}
}
