package check

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

// kind says what an expression stands for.
type kind uint8

const (
	invalid   kind = iota // a mistake that was reported: no follow-up errors
	none                  // a call that returns nothing
	constant              // a number known at compile time, which takes the type of what it meets
	data                  // a typed value, in components
	located               // a typed value in a variable or in memory, not read yet
	resource              // a resource
	function              // a Lua function
	intrinsic             // an intrinsic function
	typeName              // float4 and the like, to be called
	text                  // a string literal
	host                  // a value of the script that kernels cannot use
)

// value is the result of an expression.
type value struct {
	kind    kind
	site    gpu.Site
	from    gpu.Site     // where the value was declared, for messages; may be 0
	t       *syntax.Type // data, located, typeName
	c       []V          // data
	num     float64      // constant
	isFloat bool         // constant: written with a point or exponent, or not whole
	place   *place       // located
	res     *resourceRef // resource
	fn      *closure     // function
	str     string       // intrinsic: name; text: the string; host: what it is
}

// resourceRef is a captured resource, or one element of an array of them.
type resourceRef struct {
	decl    *syntax.Resource
	name    string
	binding int32
	slot    V    // element of the array; 0 for the first
	chosen  bool // an element was chosen, or it is no array
}

func dataValue(site gpu.Site, t *syntax.Type, c ...V) value {
	if len(c) != t.Components() {
		panic("BUG: " + strconv.Itoa(len(c)) + " components for " + t.String())
	}
	return value{kind: data, site: site, t: t, c: c}
}

func constValue(site gpu.Site, num float64, isFloat bool) value {
	return value{kind: constant, site: site, num: num, isFloat: isFloat || num != math.Trunc(num)}
}

// describe is what a message calls the value.
func (v value) describe() string {
	switch v.kind {
	case none:
		return "no value"
	case constant:
		return "the number " + formatNumber(v.num)
	case data, located:
		return v.t.String()
	case resource:
		if v.res.decl.IsArray && !v.res.chosen {
			return "an array of " + v.res.decl.Kind.String()
		}
		return withArticle(v.res.decl.Kind)
	case function:
		return "a function"
	case intrinsic:
		return "the intrinsic " + v.str
	case typeName:
		return "the type " + v.t.String()
	case text:
		return "a string"
	case host:
		return v.str
	}
	return "an invalid value"
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// isNumeric says whether v is a number, a vector or a matrix, of any component type.
func (v value) isNumeric() bool {
	return v.kind == constant || (v.kind == data || v.kind == located) && v.t.Kind == syntax.Numeric
}

// numericType is the type that v has on its own: constants are int or float.
func (v value) numericType() *syntax.Type {
	if v.kind != constant {
		return v.t
	}
	if v.isFloat || v.num < math.MinInt32 || v.num > math.MaxUint32 {
		return syntax.ScalarType(syntax.Float)
	}
	if v.num > math.MaxInt32 {
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

// zeros is the zero of t.
func (l *lowerer) zeros(t *syntax.Type) []V {
	c := make([]V, 0, t.Components())
	for _, s := range t.Scalars() {
		c = append(c, l.b.Zero(irType(s)))
	}
	return c
}

// rank orders component types: the common type of two is the one of higher rank. (Source: HLSL, usual conversions.)
func rank(s syntax.Scalar) int { return int(s) }

// withArticle is the kind as a message has it: "a Texture2D", "an RWTexture2D".
func withArticle(k syntax.ResourceKind) string {
	if k.Writable() {
		return "an " + k.String()
	}
	return "a " + k.String()
}
