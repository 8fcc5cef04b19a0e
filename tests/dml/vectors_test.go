package dml_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// shared is where the independent vectors lie; a checkout alone does not have them.
const shared = "../../../shared/vectors/"

// vector is a case of an operator.
type vector struct {
	ID      string
	Op      string
	Tensors map[string]json.RawMessage
	Attrs   map[string]any
	Expect  map[string]json.RawMessage
	Tol     struct{ Abs, Rel float64 }
}

// content is a tensor of a case.
type content struct {
	Type    string
	Sizes   []uint32
	Strides []uint32
	Data    []number
}

// number is a JSON number or "Infinity", "-Infinity", "NaN".
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"Infinity"`:
		*n = number(math.Inf(1))
	case `"-Infinity"`:
		*n = number(math.Inf(-1))
	case `"NaN"`:
		*n = number(math.NaN())
	default:
		return json.Unmarshal(text, (*float64)(n))
	}
	return nil
}

func plain(list []number) []float64 {
	out := make([]float64, len(list))
	for i, n := range list {
		out[i] = float64(n)
	}
	return out
}

// load reads vectors, grouped by operator.
func load(t *testing.T, path string) (ops []string, byOp map[string][]vector) {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skip("the vectors do not lie beside this checkout")
	}
	require.NoError(t, err)
	var file struct{ Cases []vector }
	require.NoError(t, json.Unmarshal(text, &file))
	byOp = map[string][]vector{}
	for _, v := range file.Cases {
		if byOp[v.Op] == nil {
			ops = append(ops, v.Op)
		}
		byOp[v.Op] = append(byOp[v.Op], v)
	}
	slices.Sort(ops)
	return ops, byOp
}

// TestVectors runs every independent case of the operators that are built.
func TestVectors(t *testing.T) { runVectors(t, shared+"dml_vectors.json") }

// TestOwnVectors runs the cases of this repository.
func TestOwnVectors(t *testing.T) { runVectors(t, "testdata/vectors.json") }

// TestEveryOperatorHasACase asks for a case that was worked out by hand for each operator, except for those of without_vectors.txt, which are held by
// other calculations. The list only shrinks: a new operator gets a case.
func TestEveryOperatorHasACase(t *testing.T) {
	_, own := load(t, "testdata/vectors.json")
	text, err := os.ReadFile("testdata/without_vectors.txt")
	require.NoError(t, err)
	without, last := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, by, _ := strings.Cut(strings.TrimSpace(line), " ")
		require.Contains(t, []string{"independent", "reference"}, by, name)
		require.NotNil(t, catalogue.Find(name), "%s is not built", name)
		require.Nil(t, own[name], "%s has a case: take it out of the list", name)
		require.Less(t, last, name, "the list is sorted by name")
		without[name], last = by, name
	}
	for _, row := range catalogue.Rows() {
		require.True(t, own[row.Name] != nil || without[row.Name] != "", "%s needs a case in testdata/vectors.json, worked out by hand", row.Name)
	}
	t.Run("independent", func(t *testing.T) {
		_, others := load(t, shared+"dml_vectors.json")
		for name, by := range without {
			require.Equal(t, by == "independent", others[name] != nil, name)
		}
	})
}

func runVectors(t *testing.T, path string) {
	ops, byOp := load(t, path)
	for _, name := range ops {
		t.Run(name, func(t *testing.T) {
			require.NotNil(t, catalogue.Find(name), "%s is not built", name)
			r := newRig(t)
			for _, v := range byOp[name] {
				t.Run(v.ID, func(t *testing.T) {
					r.t = t
					v.check(t, r)
				})
			}
			r.t = t
		})
	}
}

// check runs the case and compares its outputs.
func (v *vector) check(t *testing.T, r *rig) {
	desc, data := v.desc(t)
	args, fault := catalogue.Resolve(desc)
	if v.scalars() { // which other systems have, and DirectML does not
		require.NotNil(t, fault)
		require.Equal(t, op.BadTensor, fault.Cause)
		require.Contains(t, fault.Text, "1 to 8 dimensions, got 0")
		return
	}
	require.Nil(t, fault, "%+v", fault)
	got := r.run(desc, data, v.ID)
	want := v.expected(t, args.Outputs())
	for i, b := range args.Outputs() {
		require.Len(t, got[i], len(want[i]), b.Name)
		for k := range want[i] {
			w, g := want[i][k], got[i][k]
			same := w == g || math.IsNaN(w) && math.IsNaN(g) || math.Abs(w-g) <= v.Tol.Abs+v.Tol.Rel*math.Abs(w)
			require.True(t, same, "%s[%d]: want %v, got %v", b.Name, k, w, g)
		}
	}
}

// scalars says whether a case has tensors without dimensions.
func (v *vector) scalars() bool {
	for _, text := range v.Tensors {
		var one struct{ Sizes *[]uint32 }
		if json.Unmarshal(text, &one) == nil && one.Sizes != nil && len(*one.Sizes) == 0 {
			return true
		}
	}
	return false
}

// expected are the contents of the outputs in the order of bindings.
func (v *vector) expected(t *testing.T, outputs []op.Bound) [][]float64 {
	flat := map[string][]float64{}
	for name, text := range v.Expect {
		var one []number
		if json.Unmarshal(text, &one) == nil {
			flat[name] = plain(one)
			continue
		}
		var many [][]number
		require.NoError(t, json.Unmarshal(text, &many))
		for i, list := range many {
			flat[fmt.Sprintf("%s[%d]", name, i+1)] = plain(list)
		}
	}
	var out [][]float64
	for _, b := range outputs {
		out = append(out, flat[b.Name])
	}
	return out
}

// desc is the operator of the case, and the contents of its tensors by the names of bindings.
func (v *vector) desc(t *testing.T) (op.Desc, map[string][]float64) {
	desc, data := op.Desc{Type: v.Op, Fields: map[string]any{}}, map[string][]float64{}
	for name, text := range v.Tensors {
		var one content
		if json.Unmarshal(text, &one) == nil {
			desc.Fields[name], data[name] = one.tensor(t), one.values(t)
			continue
		}
		var many []content
		require.NoError(t, json.Unmarshal(text, &many))
		var list []*tensor.Desc
		for i, c := range many {
			list = append(list, c.tensor(t))
			data[fmt.Sprintf("%s[%d]", name, i+1)] = c.values(t)
		}
		desc.Fields[name] = list
	}
	row := catalogue.Find(v.Op)
	for name, value := range v.Attrs {
		i := row.Field(name)
		require.GreaterOrEqual(t, i, 0, "%s has no field %s", v.Op, name)
		desc.Fields[name] = attribute(t, &row.Fields[i], value)
	}
	return desc, data
}

func (c *content) tensor(t *testing.T) *tensor.Desc {
	i := slices.Index(tensor.Float32.LuaNames(), c.Type)
	require.GreaterOrEqual(t, i, 0, c.Type)
	return &tensor.Desc{DataType: tensor.DataType(i), Sizes: c.Sizes, Strides: c.Strides}
}

// values are the elements up to the last one: some cases have padding after it.
func (c *content) values(t *testing.T) []float64 {
	all := plain(c.Data)
	return all[:min(uint64(len(all)), c.tensor(t).Span())]
}

// attribute is a value of JSON as the Go type of a field.
func attribute(t *testing.T, f *op.Field, v any) any {
	switch f.Type {
	case op.UintType:
		if s, ok := v.(string); ok {
			return s
		}
		if b, ok := v.(bool); ok {
			return map[bool]uint32{true: 1}[b]
		}
		return uint32(v.(float64))
	case op.IntType:
		return int32(v.(float64))
	case op.FloatType:
		return float32(real(v))
	case op.ScalarType:
		return real(v)
	case op.BoolType:
		return v.(bool)
	case op.UintsType:
		return list(v, func(x any) uint32 { return uint32(x.(float64)) })
	case op.IntsType:
		return list(v, func(x any) int32 { return int32(x.(float64)) })
	case op.FloatsType:
		return list(v, func(x any) float32 { return float32(real(x)) })
	case op.Size2DType:
		return size2D(v)
	}
	t.Fatalf("%s: a case cannot have %s", f.Name, f.Type)
	return nil
}

// size2D is a width and a height as an object, or as a list.
func size2D(v any) op.Size2D {
	if m, ok := v.(map[string]any); ok {
		return op.Size2D{Width: uint32(m["Width"].(float64)), Height: uint32(m["Height"].(float64))}
	}
	l := v.([]any)
	return op.Size2D{Width: uint32(l[0].(float64)), Height: uint32(l[1].(float64))}
}

func list[T any](v any, read func(any) T) []T {
	out := []T{}
	for _, x := range v.([]any) {
		out = append(out, read(x))
	}
	return out
}

func real(v any) float64 {
	switch v {
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	case "NaN":
		return math.NaN()
	}
	return v.(float64)
}
