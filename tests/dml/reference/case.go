package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
)

// Attrs are the attributes of an operator: numbers (int, int64, uint64, float64 or json.Number, infinities and NaN also as "Infinity", "-Infinity"
// and "NaN"), booleans, names of enum values, lists, and FusedActivation and ScaleBias as Attrs of their own.
type Attrs map[string]any

// scalar is an attribute as an element of a type.
func scalar(t Type, v any) Number {
	switch v := v.(type) {
	case int:
		return convert("INT64", t, Number{I: int64(v)})
	case int64:
		return convert("INT64", t, Number{I: v})
	case uint64:
		return convert("UINT64", t, Number{I: int64(v)})
	case float64:
		return t.FromFloat(v)
	case bool:
		return Number{}
	case json.Number:
		return parse(t, string(v))
	case string:
		return parse(t, v)
	}
	panic(fmt.Sprintf("%v (%T) is no number", v, v))
}

func parse(t Type, s string) Number {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return convert("INT64", t, Number{I: i})
	}
	if u, err := strconv.ParseUint(s, 10, 64); err == nil {
		return convert("UINT64", t, Number{I: int64(u)})
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		panic(err)
	}
	return t.FromFloat(f)
}

func (a Attrs) float(name string) float64 {
	v, ok := a[name]
	if !ok {
		panic("the attribute " + name + " is missing")
	}
	return scalar("FLOAT64", v).F
}

func (a Attrs) int(name string) int { return int(a.float(name)) }

func (a Attrs) bool(name string) bool {
	switch v := a[name].(type) {
	case nil:
		return false
	case bool:
		return v
	default:
		return scalar("INT64", v).I != 0
	}
}

func (a Attrs) name(name string) string {
	s, _ := a[name].(string)
	return s
}

func (a Attrs) floats(name string) []float64 {
	var out []float64
	switch list := a[name].(type) {
	case []any:
		for _, v := range list {
			out = append(out, scalar("FLOAT64", v).F)
		}
	case []int:
		for _, v := range list {
			out = append(out, float64(v))
		}
	case []float64:
		return list
	}
	return out
}

func (a Attrs) ints(name string) []int {
	var out []int
	for _, f := range a.floats(name) {
		out = append(out, int(f))
	}
	return out
}

func (a Attrs) nested(name string) Attrs {
	switch v := a[name].(type) {
	case Attrs:
		return v
	case map[string]any:
		return v
	}
	return nil
}

// Case is one operator with its tensors, and the elements that its outputs shall have.
type Case struct {
	ID      string
	Op      string
	Tensors map[string][]*Tensor // by field; several where the field is a list
	Attrs   Attrs
	Expect  map[string][]*Tensor
	Abs     float64 // tolerance: Abs + Rel*|expected|
	Rel     float64
}

type jsonTensor struct {
	Type    Type
	Sizes   []int
	Strides []int
	Data    []any
}

func (j jsonTensor) tensor() *Tensor {
	t := New(j.Type, j.Sizes, j.Strides)
	for i, v := range j.Data {
		if i == len(t.Data) { // a buffer may be longer than what the tensor sees
			t.Data = append(t.Data, Number{})
		}
		t.Data[i] = scalar(j.Type, v)
	}
	return t
}

// ReadCases reads a file of vectors.
func ReadCases(path string) ([]Case, error) {
	var file struct {
		Cases []struct {
			ID, Op          string
			Tensors, Expect map[string]json.RawMessage
			Attrs           Attrs
			Tol             struct{ Abs, Rel float64 }
		}
	}
	if err := readJSON(path, &file); err != nil {
		return nil, err
	}
	var out []Case
	for _, c := range file.Cases {
		one := Case{ID: c.ID, Op: c.Op, Attrs: c.Attrs, Tensors: map[string][]*Tensor{}, Expect: map[string][]*Tensor{},
			Abs: c.Tol.Abs, Rel: c.Tol.Rel}
		for field, raw := range c.Tensors {
			list, err := oneOrMore[jsonTensor](raw)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.ID, field, err)
			}
			for _, j := range list {
				one.Tensors[field] = append(one.Tensors[field], j.tensor())
			}
		}
		for field, raw := range c.Expect {
			list, err := expected(raw, one.Tensors[field])
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.ID, field, err)
			}
			one.Expect[field] = list
		}
		out = append(out, one)
	}
	return out, nil
}

// expected decodes a list of elements, or one for each of several tensors.
func expected(raw json.RawMessage, like []*Tensor) ([]*Tensor, error) {
	lists, err := oneOrMore[[]any](raw)
	if err != nil || len(lists) != len(like) { // one list of elements looks like several things too
		var one []any
		if err := decode(raw, &one); err != nil {
			return nil, err
		}
		lists = [][]any{one}
	}
	var out []*Tensor
	for i, list := range lists {
		out = append(out, jsonTensor{Type: like[i].Type, Sizes: like[i].Sizes, Strides: like[i].Strides, Data: list}.tensor())
	}
	return out, nil
}

func oneOrMore[T any](raw json.RawMessage) ([]T, error) {
	var list []T
	if decode(raw, &list) == nil {
		return list, nil
	}
	var one T
	err := decode(raw, &one)
	return []T{one}, err
}

func decode(raw []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(to)
}

func readJSON(path string, to any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return decode(raw, to)
}

// Field is a field of an operator's description.
type Field struct {
	Name     string
	Kind     string // "input_tensor", "output_tensor" or "attribute"
	Type     string // "tensor_desc", "uint_array" …
	Optional bool
}

// Schema is the fields of the operators by name, and whether they may work in place.
type Schema map[string]struct {
	InPlace bool
	Fields  []Field
}

// Later are operators that DirectML got after the schema was made.
var Later = []string{"FOLD", "UNFOLD"}

// ReadSchema reads a file of operator descriptions.
func ReadSchema(path string) (Schema, error) {
	var file struct{ Operators Schema }
	err := readJSON(path, &file)
	return file.Operators, err
}
