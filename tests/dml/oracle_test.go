package dml_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// allTypes are the types of elements.
var allTypes = []reference.Type{"FLOAT64", "FLOAT32", "FLOAT16", "INT64", "INT32", "INT16", "INT8", "UINT64", "UINT32", "UINT16", "UINT8"}

// domain is a range of numbers that an operator is tried with.
type domain struct{ low, high float64 }

// source makes contents that are the same in every run.
type source struct {
	*rand.Rand
	domain
}

func newSource(d domain) *source { return &source{rand.New(rand.NewPCG(1, 2)), d} }

// number is an element of a type in the domain; a few floats are special and a few integers have all their bits at random.
func (s *source) number(t reference.Type) reference.Number {
	if !t.Float() && s.IntN(3) == 0 {
		return t.Round(reference.Number{I: s.Int64() >> s.IntN(62)})
	}
	x := s.low + (s.high-s.low)*s.Float64()
	if t.Float() && math.IsInf(s.domain.high-s.domain.low, 0) {
		x = []float64{0, math.Copysign(0, -1), 1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, -5, 0x1p-1022, 3.5}[s.IntN(10)]
	}
	return t.FromFloat(x)
}

// tensor is a tensor of random contents and layout: packed, turned around, with gaps, or repeated along a dimension.
func (s *source) tensor(t reference.Type, sizes ...int) *reference.Tensor {
	var strides []int
	switch n := 1; s.IntN(4) {
	case 0: // the first dimension is the fastest
		for _, size := range sizes {
			strides = append(strides, n)
			n *= size
		}
	case 1:
		strides = make([]int, len(sizes))
		for d := len(sizes) - 1; d >= 0; d-- {
			strides[d] = n + d
			n = strides[d]*(sizes[d]-1) + n + d
		}
	case 2:
		strides = make([]int, len(sizes))
		for d := len(sizes) - 2; d >= 0; d-- {
			strides[d] = n
			n *= sizes[d]
		}
	}
	out := reference.New(t, sizes, strides)
	for i := range out.Data {
		out.Data[i] = s.number(t)
	}
	return out
}

// within is the tolerance that results of a type have, relative, with an absolute part for those near 0. Integers and doubles are exact.
func within(t reference.Type) (abs, rel float64) {
	switch t {
	case "FLOAT32":
		return 4e-7, 4e-6
	case "FLOAT16":
		return 1e-4, 1e-3
	}
	return 0, 0
}

// hold runs a case with the operator and with the reference, and compares all outputs.
func (r *rig) hold(t *testing.T, c reference.Case, h how, abs, rel float64) {
	before := r.t
	r.t = t
	defer func() { r.t = before }()
	r.execute(c, h)
	got, outputs := map[string][]*reference.Tensor{}, catalogue.Find(c.Op)
	for _, f := range outputs.Fields {
		for _, one := range c.Tensors[f.Name] {
			if f.Kind == op.Output {
				copied := *one
				copied.Data = slices.Clone(one.Data)
				got[f.Name] = append(got[f.Name], &copied)
			}
		}
	}
	require.NoError(t, reference.Evaluate(c.Op, c.Tensors, c.Attrs))
	for name, list := range got {
		for i, g := range list {
			compare(t, fmt.Sprintf("%s %s %s", c.Op, g.Type, name), c.Tensors[name][i], g, abs, rel)
		}
	}
}

// attributes are what operators are tried with beside their tensors. An operator without a row is tried once, without attributes.
var attributes = map[string][]reference.Attrs{
	"ACTIVATION_CELU":                {{"Alpha": 0.75}},
	"ACTIVATION_ELU":                 {{"Alpha": -1.5}},
	"ACTIVATION_HARDMAX1":            {{"Axes": []int{2, 0}}, {"Axes": []int{1}}},
	"ACTIVATION_HARD_SIGMOID":        {{"Alpha": 0.3, "Beta": 0.25}},
	"ACTIVATION_HARD_SWISH":          {{"Alpha": 0.5, "Beta": 0.25}},
	"ACTIVATION_LEAKY_RELU":          {{"Alpha": 0.125}},
	"ACTIVATION_LINEAR":              {{"Alpha": -2, "Beta": 3}},
	"ACTIVATION_LOG_SOFTMAX1":        {{"Axes": []int{0, 1}}, {"Axes": []int{2}}},
	"ACTIVATION_PARAMETRIC_SOFTPLUS": {{"Alpha": 2, "Beta": 0.5}},
	"ACTIVATION_SCALED_ELU":          {{"Alpha": 1.5, "Gamma": 2}},
	"ACTIVATION_SCALED_TANH":         {{"Alpha": 1.5, "Beta": 0.5}},
	"ACTIVATION_SHRINK":              {{"Bias": 0.5, "Threshold": 1}},
	"ACTIVATION_SOFTMAX1":            {{"Axes": []int{1, 0}}, {"Axes": []int{0, 1, 2}}},
	"ACTIVATION_SOFTPLUS":            {{"Steepness": 1}, {"Steepness": 2.5}},
	"ACTIVATION_SWISH":               {{"SigmoidInputScale": 1.5}},
	"ACTIVATION_THRESHOLDED_RELU":    {{"Alpha": 0.5}},
	"ELEMENT_WISE_ADD1":              {{}, {"FusedActivation": reference.Attrs{"Type": "ACTIVATION_SIGMOID"}}},
	"ELEMENT_WISE_CLIP":              {{"Min": -1, "Max": 2}, {"Min": 3, "Max": -1}, {"Min": "-Infinity", "Max": "Infinity"}},
	"ELEMENT_WISE_CONSTANT_POW":      {{"Exponent": 2}, {"Exponent": -0.5}},
	"ELEMENT_WISE_IS_INFINITY":       {{"InfinityMode": "EITHER"}, {"InfinityMode": "POSITIVE"}, {"InfinityMode": "NEGATIVE"}},
	"ELEMENT_WISE_ROUND":             {{"RoundingMode": "HALVES_TO_NEAREST_EVEN"}, {"RoundingMode": "TOWARD_ZERO"}, {"RoundingMode": "TOWARD_INFINITY"}},
	"ELEMENT_WISE_THRESHOLD":         {{"Min": 0.5}},
}

// domains are where operators are tried that do not take all numbers from -4 to 4.
var domains = map[string]domain{
	"ELEMENT_WISE_ACOS": {-1, 1}, "ELEMENT_WISE_ASIN": {-1, 1}, "ELEMENT_WISE_ATANH": {-0.99, 0.99}, "ELEMENT_WISE_ACOSH": {1, 9},
	"ELEMENT_WISE_CONSTANT_POW": {0.1, 5}, "ELEMENT_WISE_LOG": {0.01, 50}, "ELEMENT_WISE_SQRT": {0, 50}, "ELEMENT_WISE_TAN": {-1.5, 1.5},
	"ELEMENT_WISE_IS_INFINITY": {math.Inf(-1), math.Inf(1)}, "ELEMENT_WISE_IS_NAN": {math.Inf(-1), math.Inf(1)},
}

// TestOperatorsOfElements holds all operators of one family of shapes against the reference: every output element depends on the inputs at its
// coordinates, or on a set of them of the same sizes. All data types are tried that the operator takes.
func TestOperatorsOfElements(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for _, row := range catalogue.Rows() {
		if !strings.HasPrefix(row.Name, "ELEMENT_WISE_") && !strings.HasPrefix(row.Name, "ACTIVATION_") || strings.Contains(row.Name, "QUANTIZE") || strings.Contains(row.Name, "_GRAD") || row.Name == "ELEMENT_WISE_CLIP1" {
			continue // they have tests of their own
		}
		t.Run(row.Name, func(t *testing.T) {
			taken, list := 0, attributes[row.Name]
			if list == nil {
				list = []reference.Attrs{{}}
			}
			if row.Field("ScaleBias") >= 0 && row.Name != "ELEMENT_WISE_POW" {
				scaled := reference.Attrs{"ScaleBias": reference.Attrs{"Scale": 0.5, "Bias": 0.25}}
				for name, v := range list[0] {
					scaled[name] = v
				}
				if d := domains[row.Name]; d.low < 1 {
					list = append(slices.Clone(list), scaled)
				}
			}
			for n, attrs := range list {
				for _, typ := range allTypes {
					c, ok := elementCase(t, row, typ, attrs)
					if !ok {
						continue
					}
					taken++
					r, h := loud, how{}
					if n == 0 {
						r, h = silent, how{padded: true, shared: true}
					}
					abs, rel := within(c.Tensors["OutputTensor"][0].Type)
					r.hold(t, c, h, abs, rel)
				}
			}
			require.NotZero(t, taken)
		})
	}
}

// elementCase is a case of an operator whose tensors have the same sizes, if it takes the type.
func elementCase(t *testing.T, row *op.Row, typ reference.Type, attrs reference.Attrs) (reference.Case, bool) {
	d, ok := domains[row.Name]
	if !ok {
		d = domain{-4, 4}
	}
	s := newSource(d)
	for _, out := range []reference.Type{typ, "UINT8"} {
		c := reference.Case{Op: row.Name, Attrs: attrs, Tensors: map[string][]*reference.Tensor{}}
		for _, f := range row.Fields {
			switch {
			case f.Name == "ConditionTensor":
				c.Tensors[f.Name] = []*reference.Tensor{s.tensor("UINT8", 2, 3, 5)}
			case f.Kind == op.Input:
				c.Tensors[f.Name] = []*reference.Tensor{s.tensor(typ, 2, 3, 5)}
			case f.Kind == op.Output:
				c.Tensors[f.Name] = []*reference.Tensor{reference.New(out, []int{2, 3, 5}, nil)}
			}
		}
		desc, _ := describe(t, c)
		if _, fault := catalogue.Resolve(desc); fault == nil {
			return c, true
		} else {
			require.Equal(t, op.Constraint, fault.Cause, fault.Text)
		}
	}
	return reference.Case{}, false
}

// one is a list of one tensor.
func one(t *reference.Tensor) []*reference.Tensor { return []*reference.Tensor{t} }

// TestCasts holds casts between all pairs of types against the reference, exactly.
func TestCasts(t *testing.T) {
	r := newMachine(t, true)
	for _, from := range allTypes {
		for _, to := range allTypes {
			for _, d := range []domain{{-300, 300}, {-1e20, 1e20}, {math.Inf(-1), math.Inf(1)}} {
				s := newSource(d)
				c := reference.Case{Op: "CAST", Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor(from, 4, 9)), "OutputTensor": one(reference.New(to, []int{4, 9}, nil))}}
				r.hold(t, c, how{}, 0, 0)
			}
		}
	}
}

// TestDoubles holds the arithmetic of doubles, which is done in software, against that of the machine: all bits, for numbers of all sizes.
func TestDoubles(t *testing.T) {
	r := newMachine(t, false)
	s := newSource(domain{})
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1.fffffffffffffp-1023, 1.5, 0.1}
	number := func() float64 {
		switch s.IntN(5) {
		case 0:
			return special[s.IntN(len(special))]
		case 1:
			return math.Float64frombits(s.Uint64())
		case 2:
			return math.Float64frombits(s.Uint64() & 0x801fffffffffffff)
		}
		return math.Ldexp(s.Float64()-0.5, s.IntN(120)-60)
	}
	a, b := reference.New("FLOAT64", []int{4000}, nil), reference.New("FLOAT64", []int{4000}, nil)
	for i := range a.Data {
		a.Data[i].F, b.Data[i].F = number(), number()
		if i%3 == 0 {
			b.Data[i].F = math.Float64frombits(math.Float64bits(a.Data[i].F) ^ s.Uint64()&0x80000000000000ff)
		}
	}
	for _, name := range []string{"ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "MODULUS_TRUNCATE", "MAX", "MIN"} {
		c := reference.Case{Op: "ELEMENT_WISE_" + name, Tensors: map[string][]*reference.Tensor{"ATensor": one(a), "BTensor": one(b), "OutputTensor": one(reference.New("FLOAT64", a.Sizes, nil))}}
		if name == "MAX" || name == "MIN" { // the other one if one is NaN, where Go gives NaN
			for i := range a.Data {
				if a.Data[i].F != a.Data[i].F || b.Data[i].F != b.Data[i].F {
					a.Data[i].F, b.Data[i].F = 1, 2
				}
			}
		}
		r.hold(t, c, how{}, 0, 0)
	}
	for i := range a.Data {
		a.Data[i].F = math.Abs(number())
	}
	a.Sizes = []int{4000, 1}
	r.hold(t, reference.Case{Op: "REDUCE", Attrs: reference.Attrs{"Function": "LOG_SUM", "Axes": []int{1}},
		Tensors: map[string][]*reference.Tensor{"InputTensor": one(a), "OutputTensor": one(reference.New("FLOAT64", a.Sizes, nil))}}, how{}, 1e-15, 1e-15)
	a.Sizes, b.Sizes = []int{2000, 2}, []int{2000, 1} // ln(1 + e^x)
	for i := range a.Data {
		a.Data[i].F = float64(i%2) * (s.Float64() - 0.5) * 100
	}
	r.hold(t, reference.Case{Op: "REDUCE", Attrs: reference.Attrs{"Function": "LOG_SUM_EXP", "Axes": []int{1}},
		Tensors: map[string][]*reference.Tensor{"InputTensor": one(a), "OutputTensor": one(reference.New("FLOAT64", b.Sizes, nil))}}, how{}, 1e-15, 2e-15)
}

// TestFolds holds reductions, running results and sorting against the reference, for short sets, for sets that are just short of being cut into
// parts, and for long ones.
func TestFolds(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for _, function := range []string{"ARGMAX", "ARGMIN", "AVERAGE", "L1", "L2", "LOG_SUM", "LOG_SUM_EXP", "MAX", "MIN", "MULTIPLY", "SUM", "SUM_SQUARE"} {
		for _, size := range []struct {
			sizes, axes []int
		}{{[]int{2, 3, 5}, []int{1}}, {[]int{2, 3, 5}, []int{2, 0}}, {[]int{3, 341}, []int{0, 1}}, {[]int{2, 32, 32}, []int{1, 2}}, {[]int{1500, 2}, []int{0}}} {
			for _, typ := range []reference.Type{"FLOAT32", "FLOAT16", "INT32", "UINT8", "INT64", "FLOAT64"} {
				c, ok := reductionCase(t, function, typ, size.sizes, size.axes)
				if !ok {
					continue
				}
				abs, rel := within(typ)
				if typ == "FLOAT64" {
					rel = 1e-13
				}
				r := loud
				if typ == "FLOAT32" {
					r = silent
				}
				r.hold(t, c, how{padded: true}, abs*10, rel*10)
			}
		}
	}
}

func reductionCase(t *testing.T, function string, typ reference.Type, sizes, axes []int) (reference.Case, bool) {
	s := newSource(domain{0.9, 1.1})
	out := slices.Clone(sizes)
	for _, d := range axes {
		out[d] = 1
	}
	to := typ
	if strings.HasPrefix(function, "ARG") {
		to = "INT64"
	}
	c := reference.Case{Op: "REDUCE", Attrs: reference.Attrs{"Function": function, "Axes": axes},
		Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, sizes...)), "OutputTensor": one(reference.New(to, out, nil))}}
	desc, _ := describe(t, c)
	_, fault := catalogue.Resolve(desc)
	return c, fault == nil
}

// TestLines holds operators along one axis against the reference.
func TestLines(t *testing.T) {
	loud, silent := newMachine(t, true), newMachine(t, false)
	for _, direction := range []string{"INCREASING", "DECREASING"} {
		for _, sizes := range [][]int{{2, 7, 3}, {2, 1023, 1}, {1, 1024, 2}, {1, 1500, 1}} {
			for i, typ := range []reference.Type{"FLOAT32", "INT64", "UINT8", "FLOAT64"} {
				s := newSource(domain{-1, 1})
				in := func() []*reference.Tensor { return one(s.tensor(typ, sizes...)) }
				out := func() []*reference.Tensor { return one(reference.New(typ, sizes, nil)) }
				abs, rel := within(typ)
				if typ == "FLOAT64" {
					abs = 1e-11
				}
				r := []*rig{loud, silent}[i%2]
				r.hold(t, reference.Case{Op: "CUMULATIVE_SUMMATION", Attrs: reference.Attrs{"Axis": 1, "AxisDirection": direction, "HasExclusiveSum": i%2 == 1},
					Tensors: map[string][]*reference.Tensor{"InputTensor": in(), "OutputTensor": out()}}, how{inPlace: true}, abs*200, rel)
				r.hold(t, reference.Case{Op: "CUMULATIVE_PRODUCT", Attrs: reference.Attrs{"Axis": 1, "AxisDirection": direction, "HasExclusiveProduct": i%2 == 0},
					Tensors: map[string][]*reference.Tensor{"InputTensor": in(), "OutputTensor": out()}}, how{padded: true}, abs, rel*200)
				k := []int{1, 5, 7, sizes[1]}[i]
				values := []int{sizes[0], k, sizes[2]}
				r.hold(t, reference.Case{Op: "TOP_K1", Attrs: reference.Attrs{"Axis": 1, "K": k, "AxisDirection": direction},
					Tensors: map[string][]*reference.Tensor{"InputTensor": in(), "OutputValueTensor": one(reference.New(typ, values, nil)),
						"OutputIndexTensor": one(reference.New("UINT32", values, nil))}}, how{padded: true}, 0, 0)
				r.hold(t, reference.Case{Op: "ARGMAX", Attrs: reference.Attrs{"Axes": []int{1}, "AxisDirection": direction},
					Tensors: map[string][]*reference.Tensor{"InputTensor": in(), "OutputTensor": one(reference.New("UINT32", []int{sizes[0], 1, sizes[2]}, nil))}}, how{}, 0, 0)
			}
		}
	}
}

// TestMakers holds operators that make values against the reference.
func TestMakers(t *testing.T) {
	r := newMachine(t, true)
	s := newSource(domain{-5, 5})
	quantized := func(name string, from, to reference.Type, zero bool) reference.Case {
		c := reference.Case{Op: name, Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor(from, 3, 8)), "OutputTensor": one(reference.New(to, []int{3, 8}, nil))}}
		scale := reference.New("FLOAT32", []int{3, 8}, []int{0, 0})
		scale.Data[0].F = 0.25
		c.Tensors["ScaleTensor"] = one(scale)
		if zero {
			t := from
			if t.Float() || t == "INT32" {
				t = to
			}
			c.Tensors["ZeroPointTensor"] = one(s.tensor(t, 3, 8))
		}
		return c
	}
	for _, zero := range []bool{false, true} {
		for _, small := range []reference.Type{"INT8", "UINT8", "INT16", "UINT16"} {
			r.hold(t, quantized("ELEMENT_WISE_QUANTIZE_LINEAR", "FLOAT32", small, zero), how{padded: true}, 0, 0)
			r.hold(t, quantized("ELEMENT_WISE_DEQUANTIZE_LINEAR", small, "FLOAT32", zero), how{shared: true}, 0, 0)
		}
		r.hold(t, quantized("ELEMENT_WISE_QUANTIZE_LINEAR", "INT32", "INT8", zero), how{}, 0, 0)
	}
	for _, typ := range allTypes {
		out := func() map[string][]*reference.Tensor {
			return map[string][]*reference.Tensor{"OutputTensor": one(reference.New(typ, []int{3, 4, 5}, nil))}
		}
		r.hold(t, reference.Case{Op: "FILL_VALUE_CONSTANT", Attrs: reference.Attrs{"ValueDataType": string(typ), "Value": 3.5}, Tensors: out()}, how{padded: true}, 0, 0)
		r.hold(t, reference.Case{Op: "FILL_VALUE_SEQUENCE", Attrs: reference.Attrs{"ValueDataType": string(typ), "ValueStart": 10, "ValueDelta": -2}, Tensors: out()}, how{padded: true}, 0, 0)
		if typ != "FLOAT64" {
			r.hold(t, reference.Case{Op: "DIAGONAL_MATRIX", Attrs: reference.Attrs{"Offset": -1, "Value": 10.5}, Tensors: out()}, how{}, 0, 0)
			hot := out()
			hot["ValuesTensor"] = one(s.tensor(typ, 1, 3, 1))
			indices := reference.New([]reference.Type{"INT64", "INT32", "UINT64", "UINT32"}[typ.Bits()/8%4], []int{3, 1, 5}, nil)
			for i := range indices.Data {
				indices.Data[i] = indices.Type.Round(reference.Number{I: int64(i)%6 - 2})
			}
			hot["IndicesTensor"] = one(indices)
			r.hold(t, reference.Case{Op: "ONE_HOT", Attrs: reference.Attrs{"Axis": 1}, Tensors: hot}, how{}, 0, 0)
		}
		if typ.Float() && typ != "FLOAT64" {
			r.hold(t, reference.Case{Op: "VALUE_SCALE_2D", Attrs: reference.Attrs{"Scale": 2, "Bias": []float64{1, -2, 3}},
				Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, 2, 3, 2, 2)), "OutputTensor": one(reference.New(typ, []int{2, 3, 2, 2}, nil))}}, how{}, 1e-3, 1e-3)
		}
		clip := reference.Case{Op: "ELEMENT_WISE_CLIP1", Attrs: reference.Attrs{"MinMaxDataType": string(typ), "Min": 1, "Max": 2.5},
			Tensors: map[string][]*reference.Tensor{"InputTensor": one(s.tensor(typ, 2, 6)), "OutputTensor": one(reference.New(typ, []int{2, 6}, nil))}}
		r.hold(t, clip, how{}, 0, 0)
	}
}

// TestFusedActivations holds every activation that can be fused after a product of matrices, and after a sum where it may be, against the reference.
func TestFusedActivations(t *testing.T) {
	loud := newMachine(t, true)
	s := newSource(domain{-2, 2})
	for _, row := range catalogue.Rows() {
		sets := row.Normalise != nil
		if row.Activate == nil && !sets {
			continue
		}
		fused := reference.Attrs{"Type": row.Name}
		if list := attributes[row.Name]; list != nil {
			for name, v := range list[0] {
				fused[name] = v
			}
		}
		if row.Name == "ACTIVATION_SOFTMAX1" {
			fused["Axes"] = []int{0, 2}
		}
		gemm := reference.Case{Op: "GEMM", Attrs: reference.Attrs{"TransA": "NONE", "TransB": "TRANSPOSE", "Alpha": 0.5, "Beta": 2, "FusedActivation": fused},
			Tensors: map[string][]*reference.Tensor{"ATensor": one(s.tensor("FLOAT32", 2, 3, 4)), "BTensor": one(s.tensor("FLOAT32", 2, 5, 4)),
				"CTensor": one(s.tensor("FLOAT32", 2, 3, 5)), "OutputTensor": one(reference.New("FLOAT32", []int{2, 3, 5}, nil))}}
		if strings.HasSuffix(row.Name, "SWISH") || row.Name == "ACTIVATION_GELU" { // younger than fusion
			desc, _ := describe(t, gemm)
			_, fault := catalogue.Resolve(desc)
			require.Equal(t, op.BadFusion, fault.Cause)
			require.Contains(t, fault.Text, row.Name+" cannot be fused to this operator.")
			continue
		}
		loud.hold(t, gemm, how{padded: true}, 2e-6, 1e-5)
		sum := reference.Case{Op: "ELEMENT_WISE_ADD1", Attrs: reference.Attrs{"FusedActivation": fused}, Tensors: map[string][]*reference.Tensor{
			"ATensor": one(s.tensor("FLOAT16", 2, 3)), "BTensor": one(s.tensor("FLOAT16", 2, 3)), "OutputTensor": one(reference.New("FLOAT16", []int{2, 3}, nil))}}
		desc, _ := describe(t, sum)
		if _, fault := catalogue.Resolve(desc); sets || row.Name == "ELEMENT_WISE_CLIP" {
			require.Equal(t, op.BadFusion, fault.Cause, row.Name)
			continue
		}
		loud.hold(t, sum, how{}, 1e-4, 1e-3)
	}
}
