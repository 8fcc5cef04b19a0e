package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/dml/op/about"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Cause is the kind of a fault.
type Cause uint8

// The causes.
const (
	UnknownOperator Cause = iota // DirectML has no operator of the name
	NotBuilt                     // DirectML has it and this package does not
	UnknownField
	MissingField
	WrongValue // a field of another type, or a value that does not exist
	BadTensor  // a tensor that contradicts itself
	Constraint // tensors or attributes that the operator does not take
	BadOwner   // OWNED_BY_DML where it cannot be
	BadFusion  // a fused activation that cannot be
)

// Fault is what is wrong with a description.
type Fault struct {
	Cause   Cause
	Path    string   // of the field, "" for the operator as a whole
	Text    string   // a sentence, or several; of NotBuilt: what there is instead
	Word    string   // that stands where a name is expected; "": it is not about a name
	Allowed []string // names that there are, one of which was meant by Word
	Repair  *Repair  // nil: what was meant is not known
}

// Repair is a change of the description that removes a fault.
type Repair struct {
	Field  string // of the operator, or of one that is fused to it: "FusedActivation.InputTensor"
	Tensor string // the field of its tensor that changes; "": the field itself does
	Value  any    // what is put there: a string, a number or a list of uint32; nil: the field is left out
}

// Resolve reads a description of one of the operators. It returns the first fault, in the order of the operator's fields.
func (t Table) Resolve(d Desc) (*Args, *Fault) {
	a, fault := t.resolve(d, false)
	if fault == nil {
		fault = a.check()
	}
	return a, fault
}

// resolve is Resolve without the row's own rules; fused operators have no tensors.
func (t Table) resolve(d Desc, fused bool) (*Args, *Fault) {
	row := t.Find(d.Type)
	if row == nil {
		return nil, t.unknown(d.Type)
	}
	if fault := row.strangers(d.Fields); fault != nil {
		return nil, fault
	}
	a := &Args{Row: row, values: make([]any, len(row.Fields))}
	for i := range row.Fields {
		f := &row.Fields[i]
		v := d.Fields[f.Name]
		if fused && f.Kind != Attribute {
			if v != nil {
				return nil, &Fault{Cause: BadFusion, Path: f.Name,
					Text:   "The tensors of a fused activation are those of the operator that it is fused to, and are left out.",
					Repair: &Repair{Field: f.Name}}
			}
			continue
		}
		var fault *Fault
		if a.values[i], fault = t.read(f, v); fault != nil {
			return nil, fault
		}
	}
	return a, a.counts(d.Fields)
}

func (t Table) unknown(name string) *Fault {
	if instead := about.Refused(name); instead != "" {
		return &Fault{Cause: NotBuilt, Text: instead}
	}
	var names []string
	for _, r := range t {
		names = append(names, r.Name)
	}
	return &Fault{Cause: UnknownOperator, Path: "Type", Text: fmt.Sprintf("DirectML has no operator %q.", name), Word: name, Allowed: names}
}

// strangers finds fields that the operator does not have.
func (r *Row) strangers(fields map[string]any) *Fault {
	var names []string
	for name := range fields {
		if r.Field(name) < 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	f := &Fault{Cause: UnknownField, Path: names[0], Text: fmt.Sprintf("%s has no field %s.", r.Name, names[0]), Word: names[0]}
	for i := range r.Fields {
		f.Allowed = append(f.Allowed, r.Fields[i].Name)
	}
	return f
}

// counts fills the fields that say how long lists are, and finds those that disagree with their lists.
func (a *Args) counts(given map[string]any) *Fault {
	for i := range a.Row.Fields {
		f := &a.Row.Fields[i]
		for _, of := range f.CountOf {
			n := a.length(of)
			if n < 0 {
				continue
			}
			if given[f.Name] == nil {
				a.values[i], given = uint32(n), with(given, f.Name, uint32(n))
			}
			if got := a.values[i].(uint32); got != uint32(n) {
				return &Fault{Cause: WrongValue, Path: of,
					Text: fmt.Sprintf("%s must have as many entries as %s says: got %d and %d.", of, f.Name, n, got)}
			}
		}
	}
	return nil
}

func with(fields map[string]any, name string, v any) map[string]any {
	out := map[string]any{name: v}
	for k, v := range fields {
		out[k] = v
	}
	return out
}

// length is the number of entries of a list, -1 if it is absent.
func (a *Args) length(name string) int {
	switch v := a.values[a.Row.Field(name)].(type) {
	case []uint32:
		return len(v)
	case []int32:
		return len(v)
	case []float32:
		return len(v)
	case []*tensor.Desc:
		return len(v)
	case []*Args:
		return len(v)
	}
	return -1
}

// check is the rules of all tensors, and then those of the row.
func (a *Args) check() *Fault {
	for _, b := range slices.Concat(a.Inputs(), a.Outputs()) {
		if t := b.Tensor; t != nil && t.DataType.Shares() && !a.Row.Shared {
			return &Fault{Cause: Constraint, Text: fmt.Sprintf(
				"Unsupported tensor data type. Tensor '%s' has DataType of %s, which QUANTIZE and DEQUANTIZE take only.", b.Name, t.DataType)}
		}
	}
	for _, t := range a.Inputs() {
		if fault := checkTensor(t, false); fault != nil {
			return fault
		}
	}
	for _, t := range a.Outputs() {
		if fault := checkTensor(t, true); fault != nil {
			return fault
		}
	}
	if a.Row.Check != nil {
		if text := a.Row.Check(a); text != "" {
			return &Fault{Cause: Constraint, Text: text, Repair: a.repairs[text]}
		}
	}
	return nil
}

func checkTensor(b Bound, output bool) *Fault {
	t := b.Tensor
	if t == nil {
		return nil
	}
	if text := t.Check(); text != "" {
		return &Fault{Cause: BadTensor, Path: b.Name, Text: text, Repair: tensorRepair(b)}
	}
	switch {
	case output && t.Owned():
		return &Fault{Cause: BadOwner, Path: b.Name, Text: fmt.Sprintf("Tensor '%s' is an output, and only inputs can be OWNED_BY_DML.", b.Name),
			Repair: &Repair{Field: b.Name, Tensor: "Flags"}}
	case output && t.Overlaps():
		return &Fault{Cause: BadTensor, Path: b.Name,
			Text:   fmt.Sprintf("Tensor '%s' is written, and its Strides %s put several elements at one place.", b.Name, tensor.List(t.Layout())),
			Repair: &Repair{Field: b.Name, Tensor: "Strides"}}
	}
	return nil
}

// tensorRepair is what makes a tensor right that contradicts itself.
func tensorRepair(b Bound) *Repair {
	field, value, ok := b.Tensor.Repair()
	if !ok {
		return nil
	}
	return &Repair{Field: b.Name, Tensor: field, Value: value}
}

// read makes the value of a field.
func (t Table) read(f *Field, v any) (any, *Fault) {
	if v == nil {
		if f.Needed() {
			return nil, &Fault{Cause: MissingField, Path: f.Name, Text: fmt.Sprintf("%s must be given: %s.", f.Name, f.Type)}
		}
		return f.zero(), nil
	}
	switch f.Type {
	case UintType:
		return f.readUint(v)
	case OperatorType, OperatorsType:
		return t.readOperators(f, v)
	}
	if !f.Type.holds(v) {
		return nil, f.wrong(v)
	}
	return v, nil
}

func (f *Field) wrong(v any) *Fault {
	return &Fault{Cause: WrongValue, Path: f.Name, Text: fmt.Sprintf("%s must be %s, got %v.", f.Name, f.Type, v)}
}

// holds says whether a value has the Go type of the field's type.
func (t Type) holds(v any) bool {
	switch v := v.(type) {
	case *tensor.Desc:
		return t == TensorType
	case []*tensor.Desc:
		return t == TensorsType && !slices.Contains(v, nil)
	case int32:
		return t == IntType
	case float32:
		return t == FloatType
	case bool:
		return t == BoolType
	case []uint32:
		return t == UintsType
	case []int32:
		return t == IntsType
	case []float32:
		return t == FloatsType
	case ScaleBias:
		return t == ScaleBiasType
	case float64:
		return t == ScalarType
	case Size2D:
		return t == Size2DType
	}
	return false
}

// zero is the value of a field that is left out.
func (f *Field) zero() any {
	if f.Optional {
		return nil
	}
	switch f.Type {
	case UintType:
		return uint32(f.Default)
	case IntType:
		return int32(f.Default)
	case FloatType:
		return float32(f.Default)
	case BoolType:
		return f.Default != 0
	case ScalarType:
		return f.Default
	}
	return nil
}

func (f *Field) readUint(v any) (any, *Fault) {
	switch v := v.(type) {
	case uint32:
		if f.Enum == nil || int(v) < len(f.Enum) && f.Enum[v] != "" {
			return v, nil
		}
	case string:
		if i := slices.Index(f.Enum, v); i >= 0 && v != "" {
			return uint32(i), nil
		}
	}
	if f.Enum == nil {
		return nil, f.wrong(v)
	}
	word, _ := v.(string)
	return nil, &Fault{Cause: WrongValue, Path: f.Name, Text: fmt.Sprintf("%s must be %s, got %v.", f.Name, f.choices(), v),
		Word: word, Allowed: f.names()}
}

// names are the names of an enumeration.
func (f *Field) names() []string {
	return slices.DeleteFunc(slices.Clone(f.Enum), func(s string) bool { return s == "" })
}

// choices are the names of an enumeration as a list.
func (f *Field) choices() string {
	names := f.names()
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func (t Table) readOperators(f *Field, v any) (any, *Fault) {
	switch v := v.(type) {
	case Desc:
		if f.Type == OperatorType {
			a, fault := t.fusedOf(f, v)
			if fault != nil {
				return nil, fault.within(f.Name)
			}
			return a, nil
		}
	case []Desc:
		if f.Type == OperatorsType {
			var out []*Args
			for i, d := range v {
				a, fault := t.fusedOf(f, d)
				if fault != nil {
					return nil, fault.within(fmt.Sprintf("%s[%d]", f.Name, i+1))
				}
				out = append(out, a)
			}
			return out, nil
		}
	}
	return nil, f.wrong(v)
}

// fusedOf reads an operator that is fused, one of those that the field takes.
func (t Table) fusedOf(f *Field, d Desc) (*Args, *Fault) {
	a, fault := t.resolve(d, true)
	if fault == nil && !slices.Contains(f.Fuses, a.Row.Name) {
		fault = &Fault{Cause: BadFusion, Text: fmt.Sprintf("%s cannot be fused to this operator. It is expected to be one of: %s.", d.Type,
			strings.Join(f.Fuses, ", "))}
	}
	return a, fault
}

// within puts a field before a fault's path.
func (f *Fault) within(field string) *Fault {
	if f.Path != "" {
		field += "." + f.Path
	}
	if f.Path = field; f.Repair != nil {
		f.Repair = &Repair{Field: field, Tensor: f.Repair.Tensor, Value: f.Repair.Value}
	}
	return f
}
