package syntax

import (
	"strconv"
	"strings"
)

// Scalar is the component type of a numeric type.
type Scalar uint8

// The scalar types of HLSL that kernels know. Half is stored and calculated as Float: HLSL allows min-precision types
// to have more precision than asked for.
const (
	Bool Scalar = iota + 1
	Int
	Uint
	Half
	Float
)

var scalarNames = [...]string{Bool: "bool", Int: "int", Uint: "uint", Half: "half", Float: "float"}

// String is the HLSL spelling.
func (s Scalar) String() string {
	if int(s) < len(scalarNames) && s != 0 {
		return scalarNames[s]
	}
	return "Scalar(" + strconv.Itoa(int(s)) + ")"
}

// IsFloat says whether s is Float or Half.
func (s Scalar) IsFloat() bool { return s == Float || s == Half }

// IsInteger says whether s is Int or Uint.
func (s Scalar) IsInteger() bool { return s == Int || s == Uint }

// Kind is the shape of a type.
type Kind uint8

// The shapes of types. A scalar is a Numeric of one row and one column, a vector of one row, a matrix of two to four.
const (
	Numeric Kind = iota + 1
	Array
	Struct
)

// Type is an HLSL type. Types are compared with Equal; scalars, vectors and matrices made by the constructors of this
// package are also identical as pointers.
type Type struct {
	Kind   Kind
	Scalar Scalar  // component type of a Numeric
	Rows   int     // 1 for scalars and vectors, 2 to 4 for matrices
	Cols   int     // 1 for scalars, 2 to 4 for vectors and matrices
	Elem   *Type   // element type of an Array
	Len    int     // element count of an Array
	Name   string  // name of a Struct, may be empty
	Fields []Field // fields of a Struct, in memory order
}

// Field is a member of a struct type.
type Field struct {
	Name string
	Type *Type
}

var numeric = makeNumeric()

func makeNumeric() (table [Float + 1][5][5]*Type) {
	for s := Bool; s <= Float; s++ {
		for r := 1; r <= 4; r++ {
			for c := 1; c <= 4; c++ {
				table[s][r][c] = &Type{Kind: Numeric, Scalar: s, Rows: r, Cols: c}
			}
		}
	}
	return table
}

// ScalarType is the type of one s.
func ScalarType(s Scalar) *Type { return numeric[s][1][1] }

// Vector is the type of n components of s, n from 1 to 4; Vector(s, 1) is the scalar.
func Vector(s Scalar, n int) *Type { return numeric[s][1][n] }

// Matrix is the type of rows × cols components of s, both from 1 to 4; one row makes a vector.
func Matrix(s Scalar, rows, cols int) *Type { return numeric[s][rows][cols] }

// ArrayOf is the type of n elements of elem.
func ArrayOf(elem *Type, n int) *Type { return &Type{Kind: Array, Elem: elem, Len: n} }

// StructOf is a struct type. The name is only for messages and may be empty.
func StructOf(name string, fields ...Field) *Type {
	return &Type{Kind: Struct, Name: name, Fields: fields}
}

// IsScalar says whether t has exactly one component and is no array or struct.
func (t *Type) IsScalar() bool { return t.Kind == Numeric && t.Rows == 1 && t.Cols == 1 }

// IsVector says whether t is a vector of two to four components.
func (t *Type) IsVector() bool { return t.Kind == Numeric && t.Rows == 1 && t.Cols > 1 }

// IsMatrix says whether t is a matrix.
func (t *Type) IsMatrix() bool { return t.Kind == Numeric && t.Rows > 1 }

// With is t with another component type. It panics unless t is Numeric.
func (t *Type) With(s Scalar) *Type {
	if t.Kind != Numeric {
		panic("BUG: With on a type that is not numeric: " + t.String())
	}
	return numeric[s][t.Rows][t.Cols]
}

// Components is the number of scalars that a value of t consists of.
func (t *Type) Components() int {
	switch t.Kind {
	case Numeric:
		return t.Rows * t.Cols
	case Array:
		return t.Len * t.Elem.Components()
	}
	n := 0
	for _, f := range t.Fields {
		n += f.Type.Components()
	}
	return n
}

// FieldNamed is the index of a struct's field, or -1.
func (t *Type) FieldNamed(name string) int {
	for i, f := range t.Fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}

// Scalars lists the component types of a value of t in order.
func (t *Type) Scalars() []Scalar {
	return t.appendScalars(make([]Scalar, 0, t.Components()))
}

func (t *Type) appendScalars(list []Scalar) []Scalar {
	switch t.Kind {
	case Numeric:
		for range t.Rows * t.Cols {
			list = append(list, t.Scalar)
		}
	case Array:
		for range t.Len {
			list = t.Elem.appendScalars(list)
		}
	case Struct:
		for _, f := range t.Fields {
			list = f.Type.appendScalars(list)
		}
	}
	return list
}

// Equal says whether a and b are the same type. Structs are equal when their fields are, whatever their names.
func Equal(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Numeric:
		return a.Scalar == b.Scalar && a.Rows == b.Rows && a.Cols == b.Cols
	case Array:
		return a.Len == b.Len && Equal(a.Elem, b.Elem)
	}
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for i := range a.Fields {
		if a.Fields[i].Name != b.Fields[i].Name || !Equal(a.Fields[i].Type, b.Fields[i].Type) {
			return false
		}
	}
	return true
}

// String is the HLSL spelling: "float4", "uint2", "float3x3", "float[8]", "float[3][4]" for three arrays of four, "struct { float3 pos; float mass;
// }".
func (t *Type) String() string {
	if t == nil {
		return "no type"
	}
	switch t.Kind {
	case Numeric:
		name := t.Scalar.String()
		switch {
		case t.IsMatrix():
			return name + strconv.Itoa(t.Rows) + "x" + strconv.Itoa(t.Cols)
		case t.Cols > 1:
			return name + strconv.Itoa(t.Cols)
		}
		return name
	case Array:
		return t.arrayString()
	}
	if t.Name != "" {
		return "struct " + t.Name
	}
	var b strings.Builder
	b.WriteString("struct {")
	for _, f := range t.Fields {
		b.WriteString(" " + f.Type.String() + " " + f.Name + ";")
	}
	b.WriteString(" }")
	return b.String()
}

// arrayString is the type of the innermost elements and the lengths, the outermost first.
func (t *Type) arrayString() string {
	lengths := ""
	for ; t.Kind == Array; t = t.Elem {
		lengths += "[" + strconv.Itoa(t.Len) + "]"
	}
	return t.String() + lengths
}
