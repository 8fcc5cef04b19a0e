package ml

import (
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/about"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// number is a number that may be infinite or NaN.
type number float64

// DecodeLua implements luabind.LuaDecoder.
func (n *number) DecodeLua(d *luabind.Decoder, v lua.LValue) *diag.Diagnostic {
	x, ok := v.(lua.LNumber)
	if !ok {
		return d.WrongType("a number", v)
	}
	*n = number(x)
	return nil
}

// operatorDesc is the description of an operator: a table with Type and the fields of that type. Fields of other names are left to catalogue.Resolve.
type operatorDesc struct {
	op.Desc
	fused bool // it is fused to another one: operators in it are not read, so that a table that contains itself ends
}

// DecodeLua implements luabind.LuaDecoder.
func (o *operatorDesc) DecodeLua(d *luabind.Decoder, v lua.LValue) *diag.Diagnostic {
	t, ok := v.(*lua.LTable)
	if !ok {
		return d.WrongType("a table", v)
	}
	if g := d.Field("Type", t.RawGetString("Type"), &o.Type); g != nil {
		return g
	}
	o.Fields = map[string]any{}
	row := catalogue.Find(o.Type)
	if row == nil { // what is refused is read as what does the most of it
		row = catalogue.Find(about.Instead(o.Type))
	}
	if row == nil {
		return nil
	}
	t = pointed(t)
	for i := range row.Fields {
		f := &row.Fields[i]
		v := t.RawGetString(f.Name)
		if v == lua.LNil || f.Name == "Type" { // RANDOM_GENERATOR has a field of the name that names the operator: it has one value, which is left out
			continue
		}
		value, g := o.readField(d, f, v)
		if g != nil {
			return g
		}
		o.Fields[f.Name] = value
	}
	o.strangers(t, row)
	return nil
}

// pointed is a description with the fields of its Desc: C's DML_OPERATOR_DESC points at the struct of the operator. A field that is in both is that
// of Desc.
func pointed(t *lua.LTable) *lua.LTable {
	inner, ok := t.RawGetString("Desc").(*lua.LTable)
	if !ok {
		return t
	}
	out := &lua.LTable{Metatable: lua.LNil}
	for _, from := range []*lua.LTable{t, inner} {
		from.ForEach(func(k, v lua.LValue) {
			if k != lua.LString("Desc") {
				out.RawSet(k, v)
			}
		})
	}
	return out
}

// strangers takes over keys that the operator does not have.
func (o *operatorDesc) strangers(t *lua.LTable, row *op.Row) {
	t.ForEach(func(k, v lua.LValue) {
		if name := k.String(); name != "Type" && row.Field(name) < 0 {
			o.Fields[name] = v != lua.LFalse
		}
	})
}

// readField reads a field as its type says.
func (o *operatorDesc) readField(d *luabind.Decoder, f *op.Field, v lua.LValue) (any, *diag.Diagnostic) {
	switch f.Type {
	case op.TensorType:
		return readTensorDesc(d, f.Name, v)
	case op.TensorsType:
		return readTensors(d, f.Name, v)
	case op.UintType:
		if f.Enum != nil {
			return decode[string](d, f, v)
		}
		return decode[uint32](d, f, v)
	case op.IntType:
		return decode[int32](d, f, v)
	case op.FloatType:
		n, g := decode[number](d, f, v)
		return float32(n), g
	case op.BoolType:
		return decode[bool](d, f, v)
	case op.UintsType:
		return decode[[]uint32](d, f, v)
	case op.IntsType:
		return decode[[]int32](d, f, v)
	case op.FloatsType:
		n, g := decode[[]number](d, f, v)
		out := make([]float32, len(n))
		for i, x := range n {
			out[i] = float32(x)
		}
		return out, g
	}
	return o.readRare(d, f, v)
}

// readRare reads the types that few operators have.
func (o *operatorDesc) readRare(d *luabind.Decoder, f *op.Field, v lua.LValue) (any, *diag.Diagnostic) {
	switch f.Type {
	case op.ScaleBiasType:
		return decode[op.ScaleBias](d, f, v)
	case op.ScalarType:
		n, g := decode[number](d, f, v)
		return float64(n), g
	case op.Size2DType:
		return decode[op.Size2D](d, f, v)
	case op.OperatorType:
		inner := operatorDesc{fused: true}
		if o.fused {
			return inner.Desc, nil
		}
		g := d.Field(f.Name, v, &inner)
		return inner.Desc, g
	case op.OperatorsType:
		return o.readOperators(d, f, v)
	}
	panic(fmt.Sprintf("BUG: a script cannot write %s", f.Type))
}

// readOperators reads a list of fused operators.
func (o *operatorDesc) readOperators(d *luabind.Decoder, f *op.Field, v lua.LValue) ([]op.Desc, *diag.Diagnostic) {
	var list []lua.LValue
	if o.fused {
		return nil, nil
	}
	if g := d.Field(f.Name, v, &list); g != nil {
		return nil, g
	}
	out := make([]op.Desc, len(list))
	for i, v := range list {
		inner := operatorDesc{fused: true}
		if g := d.Field(fmt.Sprintf("%s[%d]", f.Name, i+1), v, &inner); g != nil {
			return nil, g
		}
		out[i] = inner.Desc
	}
	return out, nil
}

func decode[T any](d *luabind.Decoder, f *op.Field, v lua.LValue) (out T, g *diag.Diagnostic) {
	g = d.Field(f.Name, v, &out)
	return out, g
}

// readTensorDesc reads a BufferTensor, or a table that describes one.
func readTensorDesc(d *luabind.Decoder, name string, v lua.LValue) (*tensor.Desc, *diag.Diagnostic) {
	if _, ok := v.(*lua.LTable); ok {
		var t tensor.Desc
		g := d.Field(name, v, &t)
		return &t, g
	}
	var t *tensor.Desc
	g := d.Field(name, v, &t)
	return t, g
}

func readTensors(d *luabind.Decoder, name string, v lua.LValue) ([]*tensor.Desc, *diag.Diagnostic) {
	var list []lua.LValue
	if g := d.Field(name, v, &list); g != nil {
		return nil, g
	}
	var out []*tensor.Desc
	for i, v := range list {
		t, g := readTensorDesc(d, fmt.Sprintf("%s[%d]", name, i+1), v)
		if g != nil {
			return nil, g
		}
		out = append(out, t)
	}
	return slices.Clip(out), nil
}
