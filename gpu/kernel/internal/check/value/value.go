package value

import (
	"math"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// V is an IR value.
type V = emit.V

// Kind says what an expression stands for.
type Kind uint8

// The kinds of values.
const (
	Invalid   Kind = iota // a mistake that was reported: no follow-up errors
	None                  // a call that returns nothing
	Constant              // a number known at compile time, which takes the type of what it meets
	Data                  // a typed value, in components
	Located               // a typed value in a variable or in memory, not read yet
	Resource              // a resource
	Table                 // a constant table of the script
	Fields                // a table written in the kernel, to initialise a struct or an array
	Function              // a Lua function
	Intrinsic             // an intrinsic function
	TypeName              // float4 and the like, to be called
	Text                  // a string literal
	Host                  // a value of the script that kernels cannot use
)

// Value is the result of an expression.
type Value struct {
	Kind    Kind
	Site    gpu.Site
	From    gpu.Site      // where the value was declared, for messages; may be 0
	T       *syntax.Type  // data, located, typeName
	C       []V           // data
	Number  float64       // constant
	IsFloat bool          // constant: written with a point or exponent, or not whole
	Place   *Place        // located
	Res     *ResourceRef  // resource
	Table   *syntax.Table // table
	Fields  []FieldValue  // fields
	Fn      any           // function: what the walk needs to call it
	Listed  string        // data, located: the table of the script whose element it is; its components are numbered from 1 there
	Part    bool          // data, located: only a part of what was declared at From
	Bare    *Variable     // data, located: a local that began as a bare number, where nothing else made the value an int; else nil
	Str     string        // intrinsic: name; text: the string; host: what it is; data: integerPower or nothing
}

// ResourceRef is a captured resource, or one element of an array of them.
type ResourceRef struct {
	Decl    *syntax.Resource
	Name    string
	Binding int32
	Slot    V    // element of the array; 0 for the first
	Chosen  bool // an element was chosen, or it is no array
	mips    bool // texture.mips
	level   V    // texture.mips[level]; 0 for the first
}

// IsLevels says whether the value is texture.mips, or one of its levels.
func (r *ResourceRef) IsLevels() bool { return r.mips }

// NewData is a typed value of as many components as t has.
func NewData(site gpu.Site, t *syntax.Type, c ...V) Value {
	if len(c) != t.Components() {
		panic("BUG: " + strconv.Itoa(len(c)) + " components for " + t.String())
	}
	return Value{Kind: Data, Site: site, T: t, C: c}
}

// NewConstant is a number known now. It is a float if it is written as one or is not whole.
func NewConstant(site gpu.Site, num float64, isFloat bool) Value {
	return Value{Kind: Constant, Site: site, Number: num, IsFloat: isFloat || num != math.Trunc(num)}
}

// Describe is what a message calls the value.
func (v Value) Describe() string {
	switch v.Kind {
	case None:
		return "no value"
	case Constant:
		return "the number " + FormatNumber(v.Number)
	case Data, Located:
		return v.T.String()
	case Resource:
		if v.Res.Decl.IsArray && !v.Res.Chosen {
			return "an array of " + v.Res.Decl.Kind.String()
		}
		return WithArticle(v.Res.Decl.Kind)
	case Table:
		return "a table of " + v.Table.Elem().String()
	case Fields:
		return "a table"
	case Function:
		return "a function"
	case Intrinsic:
		return "the intrinsic " + v.Str
	case TypeName:
		return "the type " + v.T.String()
	case Text:
		return "a string"
	case Host:
		return v.Str
	}
	return "an invalid value"
}

// FormatNumber is a number as a script would write it: whole ones with all their digits.
func FormatNumber(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// IsNumeric says whether v is a number, a vector or a matrix, of any component type.
func (v Value) IsNumeric() bool {
	return v.Kind == Constant || (v.Kind == Data || v.Kind == Located) && v.T.Kind == syntax.Numeric
}

// NumericType is the type that v has on its own: constants are int or float.
func (v Value) NumericType() *syntax.Type {
	if v.Kind != Constant {
		return v.T
	}
	if v.IsFloat || v.Number < math.MinInt32 || v.Number > math.MaxUint32 {
		return syntax.ScalarType(syntax.Float)
	}
	if v.Number > math.MaxInt32 {
		return syntax.ScalarType(syntax.Uint)
	}
	return syntax.ScalarType(syntax.Int)
}

// irType is the IR type that holds a scalar.
func irType(s syntax.Scalar) ir.Type {
	switch s {
	case syntax.Bool:
		return ir.Bool
	case syntax.Int, syntax.Uint:
		return ir.I32
	}
	return ir.F32
}

// Zeros is the zero of t.
func (l *Context) Zeros(t *syntax.Type) []V {
	c := make([]V, 0, t.Components())
	for _, s := range t.Scalars() {
		c = append(c, l.B.Zero(irType(s)))
	}
	return c
}

// Rank orders component types: the common type of two is the one of higher rank. (Source: HLSL, usual conversions.)
func Rank(s syntax.Scalar) int { return int(s) }

// WithArticle is the kind as a message has it: "a Texture2D", "an RWTexture2D".
func WithArticle(k syntax.ResourceKind) string {
	if k.Writable() && k != syntax.ConsumeStructuredBuffer {
		return "an " + k.String()
	}
	return "a " + k.String()
}

// HoldsNumbers says whether v is copied when it is assigned, unlike an array or a resource.
func (v Value) HoldsNumbers() bool {
	return v.Kind == None || v.Kind == Constant || v.Kind == Data || v.Kind == Located && v.T.Kind != syntax.Array
}
