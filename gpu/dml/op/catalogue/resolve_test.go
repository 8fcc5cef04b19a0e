package catalogue_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// with is a description with some fields changed; nil removes one.
func with(of op.Desc, fields map[string]any) op.Desc {
	out := op.Desc{Type: of.Type, Fields: map[string]any{}}
	for k, v := range of.Fields {
		out.Fields[k] = v
	}
	for k, v := range fields {
		if out.Fields[k] = v; v == nil {
			delete(out.Fields, k)
		}
	}
	return out
}

func TestResolve(t *testing.T) {
	m := tensor.Of(tensor.Float32, 2, 2)
	gemm := op.Desc{Type: "GEMM", Fields: map[string]any{"ATensor": m, "BTensor": m, "OutputTensor": m}}
	relu := op.Desc{Type: "ACTIVATION_RELU"}
	owned := &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 2}, Flags: tensor.OwnedByDML}
	for name, c := range map[string]struct {
		of    op.Desc
		cause op.Cause
		path  string
		text  string // "": there is no fault
	}{
		"right":                               {gemm, 0, "", ""},
		"an operator of nobody":               {op.Desc{Type: "GEM"}, op.UnknownOperator, "Type", `no operator "GEM"`},
		"an operator that is not built":       {op.Desc{Type: "RESAMPLE3"}, op.NotBuilt, "", "RESAMPLE2"},
		"a field too many":                    {with(gemm, map[string]any{"Gamma": float32(1)}), op.UnknownField, "Gamma", "GEMM has no field Gamma"},
		"a field too few":                     {with(gemm, map[string]any{"BTensor": nil}), op.MissingField, "BTensor", "BTensor must be given"},
		"an optional field":                   {with(gemm, map[string]any{"CTensor": m}), 0, "", ""},
		"a field of another type":             {with(gemm, map[string]any{"Alpha": "1"}), op.WrongValue, "Alpha", "Alpha must be a number"},
		"a name":                              {with(gemm, map[string]any{"TransA": "TRANSPOSE"}), 0, "", ""},
		"a name of nothing":                   {with(gemm, map[string]any{"TransA": "BOTH"}), op.WrongValue, "TransA", "NONE or TRANSPOSE, got BOTH"},
		"a number of a name":                  {with(gemm, map[string]any{"TransA": uint32(1)}), 0, "", ""},
		"a number of no name":                 {with(gemm, map[string]any{"TransA": uint32(2)}), op.WrongValue, "TransA", "got 2"},
		"a tensor that is wrong":              {with(gemm, map[string]any{"ATensor": tensor.Of(tensor.Float32)}), op.BadTensor, "ATensor", "dimensions"},
		"an owned input":                      {with(gemm, map[string]any{"BTensor": owned}), 0, "", ""},
		"an owned output":                     {with(gemm, map[string]any{"OutputTensor": owned}), op.BadOwner, "OutputTensor", "only inputs"},
		"an output over itself":               {with(gemm, map[string]any{"OutputTensor": &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 2}, Strides: []uint32{0, 1}}}), op.BadTensor, "OutputTensor", "several elements at one place"},
		"an input over itself":                {with(gemm, map[string]any{"ATensor": &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 2}, Strides: []uint32{0, 1}}}), 0, "", ""},
		"sizes that do not fit":               {with(gemm, map[string]any{"BTensor": tensor.Of(tensor.Float32, 3, 2)}), op.Constraint, "", "Tensor 'BTensor' has Sizes of { 3, 2 }"},
		"types that do not fit":               {with(gemm, map[string]any{"BTensor": tensor.Of(tensor.Float16, 2, 2)}), op.Constraint, "", "Mismatched tensor data types"},
		"a fused activation":                  {with(gemm, map[string]any{"FusedActivation": relu}), 0, "", ""},
		"a fused activation that has tensors": {with(gemm, map[string]any{"FusedActivation": with(relu, map[string]any{"InputTensor": m})}), op.BadFusion, "FusedActivation.InputTensor", "left out"},
		"something fused that cannot be":      {with(gemm, map[string]any{"FusedActivation": op.Desc{Type: "GEMM"}}), op.BadFusion, "FusedActivation", "GEMM cannot be fused"},
		"a fused operator of nobody":          {with(gemm, map[string]any{"FusedActivation": op.Desc{Type: "RELU"}}), op.UnknownOperator, "FusedActivation.Type", "RELU"},
	} {
		t.Run(name, func(t *testing.T) {
			args, fault := catalogue.Resolve(c.of)
			if c.text == "" {
				require.Nil(t, fault, "%+v", fault)
				require.NotNil(t, args)
				return
			}
			require.NotNil(t, fault)
			require.Equal(t, c.cause, fault.Cause)
			require.Equal(t, c.path, fault.Path)
			require.Contains(t, fault.Text, c.text)
		})
	}
}

// TestDefaults: what is left out is as the documentation says, and optional tensors keep their number.
func TestDefaults(t *testing.T) {
	m := tensor.Of(tensor.Float32, 2, 2)
	args, fault := catalogue.Resolve(op.Desc{Type: "GEMM", Fields: map[string]any{"ATensor": m, "BTensor": m, "OutputTensor": m}})
	require.Nil(t, fault)
	require.Equal(t, float32(1), args.Float("Alpha"))
	require.Equal(t, "NONE", args.Named("TransB"))
	require.Nil(t, args.Operator("FusedActivation"))
	require.Equal(t, []op.Bound{{Name: "ATensor", Tensor: m}, {Name: "BTensor", Tensor: m}, {Name: "CTensor"}}, args.Inputs())
	require.Equal(t, 2, args.Number("CTensor"))
	require.Equal(t, 0, args.Number("OutputTensor"))
	require.Panics(t, func() { args.Float("Gamma") })
}

// TestTable: the table is sorted, without doubles, and each row is found by its name.
func TestTable(t *testing.T) {
	rows := catalogue.Rows()
	for i, r := range rows {
		require.Same(t, r, catalogue.Find(r.Name))
		if i > 0 {
			require.Less(t, rows[i-1].Name, r.Name)
		}
		require.NotNil(t, r.Lower, r.Name)
	}
	require.Nil(t, catalogue.Find("NOPE"))
}

// TestRepairs: a fault says what removes it where the rest of the description does.
func TestRepairs(t *testing.T) {
	m, half, turned := f32(2, 2), of(tensor.Float16, 2, 2), &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{3, 2}, Strides: []uint32{1, 3}}
	relu := op.Desc{Type: "ACTIVATION_RELU", Fields: fields{"InputTensor": m}}
	for name, c := range map[string]struct {
		of      op.Desc
		want    *op.Repair
		word    string
		allowed string // one of the names that there are
	}{
		"another type":               {op.Desc{Type: "ELEMENT_WISE_ADD", Fields: fields{"ATensor": m, "BTensor": half, "OutputTensor": m}}, &op.Repair{Field: "BTensor", Tensor: "DataType", Value: "FLOAT32"}, "", ""},
		"other sizes":                {op.Desc{Type: "ELEMENT_WISE_ADD", Fields: fields{"ATensor": m, "BTensor": f32(4), "OutputTensor": m}}, &op.Repair{Field: "BTensor", Tensor: "Sizes", Value: []uint32{2, 2}}, "", ""},
		"other sizes, with strides":  {op.Desc{Type: "ELEMENT_WISE_ADD", Fields: fields{"ATensor": m, "BTensor": turned, "OutputTensor": m}}, nil, "", ""},
		"an output that is owned":    {op.Desc{Type: "ACTIVATION_RELU", Fields: fields{"InputTensor": m, "OutputTensor": &tensor.Desc{DataType: tensor.Float32, Sizes: []uint32{2, 2}, Flags: tensor.OwnedByDML}}}, &op.Repair{Field: "OutputTensor", Tensor: "Flags"}, "", ""},
		"a type of another tensor":   {op.Desc{Type: "FILL_VALUE_CONSTANT", Fields: fields{"OutputTensor": m, "ValueDataType": "INT8", "Value": 1.0}}, &op.Repair{Field: "ValueDataType", Value: "FLOAT32"}, "", ""},
		"a fused tensor":             {op.Desc{Type: "GEMM", Fields: fields{"ATensor": m, "BTensor": m, "OutputTensor": m, "FusedActivation": relu}}, &op.Repair{Field: "FusedActivation.InputTensor"}, "", ""},
		"a misspelt field":           {op.Desc{Type: "GEMM", Fields: fields{"ATensor": m, "Btensor": m}}, nil, "Btensor", "BTensor"},
		"a misspelt name of a value": {op.Desc{Type: "GEMM", Fields: fields{"ATensor": m, "BTensor": m, "OutputTensor": m, "TransA": "TRANSPOSED"}}, nil, "TRANSPOSED", "TRANSPOSE"},
		"a misspelt operator":        {op.Desc{Type: "GEM"}, nil, "GEM", "GEMM"},
	} {
		t.Run(name, func(t *testing.T) {
			_, fault := catalogue.Resolve(c.of)
			require.NotNil(t, fault)
			require.Equal(t, c.want, fault.Repair)
			require.Equal(t, c.word, fault.Word)
			if c.allowed != "" {
				require.Contains(t, fault.Allowed, c.allowed)
			}
		})
	}
}

// TestTypes: the data types that an operator asks for, also where they depend on an attribute.
func TestTypes(t *testing.T) {
	gemm := catalogue.Find("GEMM").Types()
	require.Equal(t, []tensor.DataType{tensor.Float32, tensor.Float16}, gemm.OneOf["ATensor"])
	require.Equal(t, map[string]string{"BTensor": "ATensor", "CTensor": "ATensor", "OutputTensor": "ATensor"}, gemm.As)
	reduce := catalogue.Find("REDUCE").Types()
	require.Len(t, reduce.OneOf["InputTensor"], 11)
	require.Equal(t, []tensor.DataType{tensor.Int64, tensor.Int32, tensor.Uint64, tensor.Uint32}, reduce.OneOf["OutputTensor"])
	require.Equal(t, "InputTensor", reduce.As["OutputTensor"])
}
