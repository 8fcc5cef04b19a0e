package op

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
)

// Kind says what a field is for.
type Kind uint8

// The kinds of fields.
const (
	Input Kind = iota
	Output
	Attribute
)

// Type is the type of a field.
type Type uint8

// The types of fields, with the Go type that Desc.Fields holds and the reader of Args.
const (
	TensorType    Type = iota // *tensor.Desc: Tensor
	TensorsType               // []*tensor.Desc: Tensors
	UintType                  // uint32, or an enumeration's name: Uint
	IntType                   // int32: Int
	FloatType                 // float32: Float
	BoolType                  // bool: Bool
	UintsType                 // []uint32: Uints
	IntsType                  // []int32: Ints
	FloatsType                // []float32: Floats
	ScaleBiasType             // ScaleBias: ScaleBias
	ScalarType                // float64: Scalar, a number of the type that another field names
	Size2DType                // Size2D: Size2D
	OperatorType              // Desc: Operator
	OperatorsType             // []Desc: Operators
)

var typeWords = [...]string{"a tensor", "a list of tensors", "a whole number", "a whole number", "a number",
	"true or false", "a list of whole numbers",
	"a list of whole numbers", "a list of numbers", "a table with Scale and Bias", "a number", "a table with Width and Height",
	"an operator", "a list of operators"}

// String is how messages say the type.
func (t Type) String() string { return typeWords[t] }

// Field is a field of an operator's description.
type Field struct {
	Name     string
	Kind     Kind
	Type     Type
	Optional bool // DirectML allows NULL
	// Required fields must be written; other attributes are Default when they are left out. Inputs and outputs are required unless they are optional.
	Required bool
	Default  float64
	Enum     []string // UintType: the names of the values from 0, "" for a value without name
	// CountOf names the lists whose length the field is: it may be left out, and must agree with them.
	CountOf []string
	Fuses   []string // OperatorType: the operators that can be fused
}

// Needed says whether a description without the field is refused.
func (f *Field) Needed() bool { return f.Required || f.Kind != Attribute && !f.Optional }

// In is a field for an input.
func In(name string) Field { return Field{Name: name, Kind: Input} }

// OptIn is a field for an input that DirectML allows to be NULL.
func OptIn(name string) Field { return Field{Name: name, Kind: Input, Optional: true} }

// Out is a field for an output.
func Out(name string) Field { return Field{Name: name, Kind: Output} }

// OptOut is a field for an output that DirectML allows to be NULL.
func OptOut(name string) Field { return Field{Name: name, Kind: Output, Optional: true} }

// Ins is a field for a list of inputs.
func Ins(name string) Field { return Field{Name: name, Kind: Input, Type: TensorsType} }

// Outs is a field for a list of outputs.
func Outs(name string) Field { return Field{Name: name, Kind: Output, Type: TensorsType} }

// Attr is an attribute that is zero where it is left out.
func Attr(name string, t Type) Field { return Field{Name: name, Kind: Attribute, Type: t} }

// Must is an attribute that must be written.
func Must(name string, t Type) Field {
	return Field{Name: name, Kind: Attribute, Type: t, Required: true}
}

// OptAttr is an attribute that DirectML allows to be NULL.
func OptAttr(name string, t Type) Field {
	return Field{Name: name, Kind: Attribute, Type: t, Optional: true}
}

// Fused is a FusedActivation: one of those that all operators take, or of some others.
func Fused(also ...string) Field {
	return Field{Name: "FusedActivation", Kind: Attribute, Type: OperatorType, Optional: true, Fuses: slices.Concat(Fusable, also)}
}

// Default is an attribute with a value where it is left out.
func Default(name string, t Type, value float64) Field {
	return Field{Name: name, Kind: Attribute, Type: t, Default: value}
}

// Enum is an attribute of named values; the one in front is the default.
func Enum(name string, values ...string) Field {
	return Field{Name: name, Kind: Attribute, Type: UintType, Enum: values}
}

// Count is an attribute that says how long lists are.
func Count(name string, of ...string) Field {
	return Field{Name: name, Kind: Attribute, Type: UintType, CountOf: of}
}

// Row is an operator.
type Row struct {
	Name    string  // without DML_OPERATOR_
	Fields  []Field // in the order of DirectML's struct
	InPlace bool    // an output may be bound over an input that has its layout
	Shared  bool    // tensors may have elements of 4 bits, where Check allows them
	// Check says what the operator does not take, as a sentence or several, empty if nothing. It is called when every field has its type and every
	// tensor is right by itself.
	Check func(a *Args) string
	// Lower makes the dispatches.
	Lower func(a *Args) *Program
	// Activate is the value of an activation for x, an expression of type float, as an expression or after statements that it adds to the kernel.
	// Operators that have it can be fused.
	Activate func(k *shader.Kernel, a *Args, x string) string
	// Normalise is what Activate is for operators over sets of elements, as softmax, when f is fused to a: it appends the dispatches that read a
	// tensor in temporary memory and write the OutputTensor of a.
	Normalise func(f, a *Args, p *fold.Plan, from fold.Place)
}

// Program is what an operator does.
type Program struct {
	Steps []shader.Step // one after the other
	Temp  uint64        // bytes of the temporary resource
	Kept  uint64        // bytes of the persistent resource
	Init  []shader.Step // of initialisation: fill the persistent resource from owned inputs, and from Data
	Data  []byte        // words that steps of Init read as shader.Constants
}

// Table is operators, sorted by name.
type Table []*Row

// Find is the row of an operator, nil if there is none.
func (t Table) Find(name string) *Row {
	i, ok := slices.BinarySearchFunc(t, name, func(r *Row, name string) int { return strings.Compare(r.Name, name) })
	if !ok {
		return nil
	}
	return t[i]
}

// Field is the number of a field, -1 if the operator has none of the name.
func (r *Row) Field(name string) int {
	return slices.IndexFunc(r.Fields, func(f Field) bool { return f.Name == name })
}
