package catalogue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

// compile makes the kernels of an operator, as the device does.
func compile(t *testing.T, p *op.Program) {
	for _, s := range p.Steps {
		src := text.Source{Name: s.Name, NumThreads: s.Threads(), Function: s.Function("")}
		for n, slot := range s.Slots {
			kind, element := slot.Declaration()
			src.Resources = append(src.Resources, text.Resource{Name: slot.Name, Kind: kind, Register: fmt.Sprintf("u%d", n), Element: element})
		}
		_, err := text.Compile(src)
		require.NoError(t, err, src.Function)
	}
}

// TestTextsCompile lowers every operator of one input for every data type that it takes.
func TestTextsCompile(t *testing.T) {
	for _, row := range catalogue.Rows() {
		if !strings.HasPrefix(row.Name, "ELEMENT_WISE_") && !strings.HasPrefix(row.Name, "ACTIVATION_") {
			continue
		}
		for _, in := range tensor.Unknown.LuaNames()[1:12] {
			for _, out := range []string{in, "UINT8"} {
				d := op.Desc{Type: row.Name, Fields: map[string]any{}}
				for _, f := range row.Fields {
					switch {
					case f.Name == "ConditionTensor":
						d.Fields[f.Name] = tensor.Of(tensor.Uint8, 2, 3)
					case f.Kind == op.Output:
						d.Fields[f.Name] = tensor.Of(typeNamed(out), 2, 3)
					case f.Kind == op.Input:
						d.Fields[f.Name] = tensor.Of(typeNamed(in), 2, 3)
					case f.Type == op.FloatType && f.Required:
						d.Fields[f.Name] = float32(-1.5)
					case f.Type == op.ScalarType:
						d.Fields[f.Name] = 1.5
					case f.Type == op.UintsType:
						d.Fields[f.Name] = []uint32{1}
					case f.Name == "MinMaxDataType":
						d.Fields[f.Name] = in
					}
				}
				a, fault := catalogue.Resolve(d)
				if fault != nil {
					require.Equal(t, op.Constraint, fault.Cause, "%s %s %s: %s", row.Name, in, out, fault.Text)
					continue
				}
				compile(t, row.Lower(a))
			}
		}
	}
}

func typeNamed(name string) tensor.DataType {
	for i, n := range tensor.Unknown.LuaNames() {
		if n == name {
			return tensor.DataType(i)
		}
	}
	return tensor.Unknown
}
