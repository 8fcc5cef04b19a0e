package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Sets of data types that operators take.
var (
	floats    = []tensor.DataType{tensor.Float32, tensor.Float16}
	signeds   = []tensor.DataType{tensor.Int64, tensor.Int32, tensor.Int16, tensor.Int8}
	unsigneds = []tensor.DataType{tensor.Uint64, tensor.Uint32, tensor.Uint16, tensor.Uint8}
	indices   = []tensor.DataType{tensor.Int64, tensor.Int32, tensor.Uint64, tensor.Uint32}
	truths    = []tensor.DataType{tensor.Uint32, tensor.Uint8}

	numbers   = slices.Concat(floats, signeds, unsigneds)
	allTypes  = slices.Concat([]tensor.DataType{tensor.Float64}, numbers)
	withSigns = slices.Concat([]tensor.DataType{tensor.Float64}, floats, signeds)
)

// typeField is an attribute that names a data type.
func typeField(name string) Field {
	names := slices.Clone(tensor.Unknown.LuaNames())
	names[tensor.Unknown] = ""
	return Field{Name: name, Kind: Attribute, Type: UintType, Required: true, Enum: names}
}

// sameAs asks that an attribute names the data type of a tensor.
func (a *Args) sameAs(attribute, field string) string {
	if t := a.Tensor(field); tensor.DataType(a.Uint(attribute)) != t.DataType {
		return a.with(Repair{Field: attribute, Value: t.DataType.String()}, attribute+" is "+tensor.DataType(a.Uint(attribute)).String()+", and must be the DataType of tensor '"+field+"', "+t.DataType.String()+".")
	}
	return ""
}
