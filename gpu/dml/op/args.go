package op

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Desc describes an operator: its type and its fields by name. Fields has the Go types that Type names.
type Desc struct {
	Type   string
	Fields map[string]any
}

// ScaleBias is DML_SCALE_BIAS: inputs become x*Scale + Bias first.
type ScaleBias struct {
	Scale float32 `lua:",required"`
	Bias  float32
}

// Size2D is DML_SIZE_2D.
type Size2D struct {
	Width  uint32 `lua:",required"`
	Height uint32 `lua:",required"`
}

// Args are the fields of one operator, read and checked. Its readers panic with "BUG:" for a field that the row does not have: rows ask for their
// own.
type Args struct {
	Row    *Row
	values []any // in the order of Row.Fields; nil: absent

	repairs map[string]*Repair // of the sentences of Check that have one
	asked   *Types             // not nil: Check is called to find out what it asks
}

func (a *Args) value(name string, t Type) any {
	i := a.Row.Field(name)
	if i < 0 || a.Row.Fields[i].Type != t {
		panic(fmt.Sprintf("BUG: %s has no field %q of type %s", a.Row.Name, name, t))
	}
	return a.values[i]
}

func read[T any](a *Args, name string, t Type) T {
	v, _ := a.value(name, t).(T)
	return v
}

// Has says whether an optional field is there.
func (a *Args) Has(name string) bool { return a.values[a.Row.Field(name)] != nil }

// Tensor is a tensor; nil if it is absent.
func (a *Args) Tensor(name string) *tensor.Desc { return read[*tensor.Desc](a, name, TensorType) }

// Tensors is a list of tensors.
func (a *Args) Tensors(name string) []*tensor.Desc {
	return read[[]*tensor.Desc](a, name, TensorsType)
}

// Uint is a whole number, or the number of a named value.
func (a *Args) Uint(name string) uint32 { return read[uint32](a, name, UintType) }

// Named is the name of a value of an enumeration.
func (a *Args) Named(name string) string {
	return a.Row.Fields[a.Row.Field(name)].Enum[a.Uint(name)]
}

// Int is a whole number.
func (a *Args) Int(name string) int32 { return read[int32](a, name, IntType) }

// Float is a number.
func (a *Args) Float(name string) float32 { return read[float32](a, name, FloatType) }

// Bool is a truth value.
func (a *Args) Bool(name string) bool { return read[bool](a, name, BoolType) }

// Uints is a list of whole numbers.
func (a *Args) Uints(name string) []uint32 { return read[[]uint32](a, name, UintsType) }

// Ints is a list of whole numbers.
func (a *Args) Ints(name string) []int32 { return read[[]int32](a, name, IntsType) }

// Floats is a list of numbers.
func (a *Args) Floats(name string) []float32 { return read[[]float32](a, name, FloatsType) }

// ScaleBias is the scale and bias of the input, nil if there is none.
func (a *Args) ScaleBias(name string) *ScaleBias {
	v, ok := a.value(name, ScaleBiasType).(ScaleBias)
	if !ok {
		return nil
	}
	return &v
}

// Scalar is a number of a type that another field names.
func (a *Args) Scalar(name string) float64 { return read[float64](a, name, ScalarType) }

// Size2D is a width and a height.
func (a *Args) Size2D(name string) Size2D { return read[Size2D](a, name, Size2DType) }

// Operator is a fused operator, nil if there is none.
func (a *Args) Operator(name string) *Args { return read[*Args](a, name, OperatorType) }

// Operators is a list of fused operators.
func (a *Args) Operators(name string) []*Args { return read[[]*Args](a, name, OperatorsType) }

// Bound is a tensor that is bound, with the name of its field: "InputTensors[2]" of a list.
type Bound struct {
	Name   string
	Tensor *tensor.Desc // nil: absent
}

// Inputs are the tensors in the order in which BindInputs takes them, absent ones too.
func (a *Args) Inputs() []Bound { return a.bound(Input) }

// Outputs are the tensors in the order in which BindOutputs takes them, absent ones too.
func (a *Args) Outputs() []Bound { return a.bound(Output) }

func (a *Args) bound(kind Kind) []Bound {
	var out []Bound
	for i, f := range a.Row.Fields {
		switch {
		case f.Kind != kind:
		case f.Type == TensorsType:
			list, _ := a.values[i].([]*tensor.Desc)
			for k, t := range list {
				out = append(out, Bound{fmt.Sprintf("%s[%d]", f.Name, k+1), t})
			}
		default:
			t, _ := a.values[i].(*tensor.Desc)
			out = append(out, Bound{f.Name, t})
		}
	}
	return out
}

// Number is the place of a tensor field among the inputs or outputs; of a list, that of its first tensor.
func (a *Args) Number(name string) int {
	n, kind := 0, a.Row.Fields[a.Row.Field(name)].Kind
	for i, f := range a.Row.Fields {
		switch {
		case f.Name == name:
			return n
		case f.Kind != kind:
		case f.Type == TensorsType:
			list, _ := a.values[i].([]*tensor.Desc)
			n += len(list)
		default:
			n++
		}
	}
	panic("BUG: unreachable")
}
