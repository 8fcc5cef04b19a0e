package op

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Sets of data types that operators take.
var (
	Floats    = []tensor.DataType{tensor.Float32, tensor.Float16}
	Signeds   = []tensor.DataType{tensor.Int64, tensor.Int32, tensor.Int16, tensor.Int8}
	Unsigneds = []tensor.DataType{tensor.Uint64, tensor.Uint32, tensor.Uint16, tensor.Uint8}
	Indices   = []tensor.DataType{tensor.Int64, tensor.Int32, tensor.Uint64, tensor.Uint32}
	Truths    = []tensor.DataType{tensor.Uint32, tensor.Uint8}

	Numbers   = slices.Concat(Floats, Signeds, Unsigneds)
	AllTypes  = slices.Concat([]tensor.DataType{tensor.Float64}, Numbers)
	WithSigns = slices.Concat([]tensor.DataType{tensor.Float64}, Floats, Signeds)
)

// Types are the data types that an operator asks of its tensors, by field: those of OneOf, or that of another field in As.
type Types struct {
	OneOf map[string][]tensor.DataType
	As    map[string]string
}

// oneOf notes data types. Operators that do several things may ask for other ones for each.
func (t *Types) oneOf(name string, allowed []tensor.DataType) {
	if t == nil {
		return
	}
	for _, d := range allowed {
		if !slices.Contains(t.OneOf[name], d) {
			t.OneOf[name] = append(t.OneOf[name], d)
		}
	}
}

// same notes that tensors have the type of the first one.
func (t *Types) same(all []Bound) {
	if t == nil {
		return
	}
	for _, b := range all[1:] {
		if t.As[b.Name] == "" {
			t.As[b.Name] = all[0].Name
		}
	}
}

// Types finds out what Check asks: it is called with small tensors, once for each value of the operator's first enumeration.
func (r *Row) Types() Types {
	out := Types{OneOf: map[string][]tensor.DataType{}, As: map[string]string{}}
	enum := slices.IndexFunc(r.Fields, func(f Field) bool { return f.Enum != nil && !f.Required })
	a := &Args{Row: r, values: make([]any, len(r.Fields)), asked: &out}
	for i := range r.Fields {
		f := &r.Fields[i]
		a.values[i] = f.zero()
		switch f.Type {
		case TensorType:
			a.values[i] = tensor.Of(tensor.Float32, 1, 1, 1, 1)
		case TensorsType:
			a.values[i] = []*tensor.Desc{tensor.Of(tensor.Float32, 1, 1, 1, 1)}
		case UintsType:
			a.values[i] = []uint32{0}
		case UintType:
			a.values[i] = uint32(f.Default)
		}
	}
	n := 1
	if enum >= 0 {
		n = len(r.Fields[enum].Enum)
	}
	for v := range n {
		if enum >= 0 {
			a.values[enum] = uint32(v)
		}
		r.Check(a)
	}
	return out
}

// TypeField is an attribute that names a data type.
func TypeField(name string) Field {
	names := slices.Clone(tensor.Unknown.LuaNames())
	names[tensor.Unknown] = ""
	return Field{Name: name, Kind: Attribute, Type: UintType, Required: true, Enum: names}
}

// SameAs asks that an attribute names the data type of a tensor.
func (a *Args) SameAs(attribute, field string) string {
	if t := a.Tensor(field); tensor.DataType(a.Uint(attribute)) != t.DataType {
		return a.With(Repair{Field: attribute, Value: t.DataType.String()}, attribute+" is "+tensor.DataType(a.Uint(attribute)).
			String()+", and must be the DataType of tensor '"+field+"', "+t.DataType.String()+".")
	}
	return ""
}

// Alike notes for Types that the tensors of a list have the type of a whole one.
func (a *Args) Alike(whole, list string) { a.asked.same([]Bound{{Name: whole}, {Name: list}}) }
