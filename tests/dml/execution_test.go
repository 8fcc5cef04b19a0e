package dml_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
	"github.com/gpuscript/gpuscript/gpu/half"
	"github.com/gpuscript/gpuscript/tests/dml/reference"
)

// how is one of the ways to run an operator that must not change its results.
type how struct {
	shared  bool // all inputs lie in one buffer
	inPlace bool // an output is bound over an input, where the operator allows it
	padded  bool // outputs have gaps and a larger size
	graph   bool // the operator is the only node of a graph

}

// newMachine is newRig with or without validation.
func newMachine(t testing.TB, validation bool) *rig {
	a, err := bindings.NewAdapter(device.Options{}, validation)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.Empty(t, a.Finish())
		require.NoError(t, a.Close())
	})
	r := &rig{t: t}
	r.native = must(a.CreateDevice(gpu.DeviceDesc{Name: "test"}, 0))(t)
	r.queue = must(r.native.CreateCommandQueue(gpu.CommandQueueDesc{Type: gpu.ListCompute, Name: "queue"}))(t)
	r.ml = must(dml.CreateDevice(r.native, dml.DeviceDesc{Name: "ml"}, 0))(t)
	return r
}

// describe is the description of an operator that the reference evaluates, and the tensors by the names of bindings.
func describe(t testing.TB, c reference.Case) (op.Desc, map[string]*reference.Tensor) {
	row := catalogue.Find(c.Op)
	require.NotNil(t, row, c.Op)
	desc, contents := op.Desc{Type: c.Op, Fields: fields(t, row, c.Attrs)}, map[string]*reference.Tensor{}
	for name, list := range c.Tensors {
		var descs []*tensor.Desc
		for i, one := range list {
			descs = append(descs, descOf(one))
			contents[name] = one
			if row.Fields[row.Field(name)].Type == op.TensorsType {
				contents[name+"["+string(rune('1'+i))+"]"] = one
			}
		}
		desc.Fields[name] = descs[0]
		if row.Fields[row.Field(name)].Type == op.TensorsType {
			desc.Fields[name] = descs
		}
	}
	return desc, contents
}

// fields are attributes as an operator takes them.
func fields(t testing.TB, row *op.Row, attrs reference.Attrs) map[string]any {
	out := map[string]any{}
	text, err := json.Marshal(attrs)
	require.NoError(t, err)
	var plain map[string]any
	require.NoError(t, json.Unmarshal(text, &plain))
	for name, v := range plain {
		i := row.Field(name)
		require.GreaterOrEqual(t, i, 0, "%s has no field %s", row.Name, name)
		switch f := &row.Fields[i]; f.Type {
		case op.ScaleBiasType:
			m := v.(map[string]any)
			out[name] = op.ScaleBias{Scale: float32(real(m["Scale"])), Bias: float32(real(m["Bias"]))}
		case op.OperatorType:
			m := v.(map[string]any)
			inner := catalogue.Find(m["Type"].(string))
			delete(m, "Type")
			out[name] = op.Desc{Type: inner.Name, Fields: fields(t, inner, m)}
		case op.OperatorsType:
			var list []op.Desc
			for _, one := range v.([]any) {
				m := one.(map[string]any)
				inner := catalogue.Find(m["Type"].(string))
				delete(m, "Type")
				list = append(list, op.Desc{Type: inner.Name, Fields: fields(t, inner, m)})
			}
			out[name] = list
		default:
			out[name] = attribute(t.(*testing.T), f, v)
		}
	}
	return out
}

func descOf(r *reference.Tensor) *tensor.Desc {
	d := &tensor.Desc{DataType: tensor.DataType(slices.Index(tensor.Float32.LuaNames(), string(r.Type)))}
	for i, s := range r.Sizes {
		d.Sizes = append(d.Sizes, uint32(s))
		if r.Strides != nil {
			d.Strides = append(d.Strides, uint32(r.Strides[i]))
		}
	}
	return d
}

// memory is the elements of a tensor as bytes.
func memory(r *reference.Tensor) []byte {
	var out []byte
	for i, n := range r.Data[:r.Reach()] {
		bits := uint64(n.I)
		if r.Type.Bits() == 4 {
			if i%2 == 0 {
				out = append(out, 0)
			}
			out[i/2] |= byte(bits&15) << (i % 2 * 4)
			continue
		}
		switch r.Type {
		case "FLOAT64":
			bits = math.Float64bits(n.F)
		case "FLOAT32":
			bits = uint64(math.Float32bits(float32(n.F)))
		case "FLOAT16":
			bits = uint64(half.FromFloat(float32(n.F)))
		}
		out = append(out, binary.LittleEndian.AppendUint64(nil, bits)[:r.Type.Bits()/8]...)
	}
	return append(out, make([]byte, -len(out)&3)...)
}

// remember fills a tensor from bytes.
func remember(r *reference.Tensor, data []byte) {
	size := r.Type.Bits() / 8
	for i := range r.Data {
		if size == 0 {
			r.Data[i] = r.Type.Round(reference.Number{I: int64(data[i/2] >> (i % 2 * 4))})
			continue
		}
		var word [8]byte
		copy(word[:], data[i*size:(i+1)*size])
		bits := binary.LittleEndian.Uint64(word[:])
		switch r.Type {
		case "FLOAT64":
			r.Data[i].F = math.Float64frombits(bits)
		case "FLOAT32":
			r.Data[i].F = float64(math.Float32frombits(uint32(bits)))
		case "FLOAT16":
			r.Data[i].F = float64(half.ToFloat(uint16(bits)))
		default:
			r.Data[i] = r.Type.Round(reference.Number{I: int64(bits)})
		}
	}
}

// buffer uploads bytes.
func (r *rig) buffer(data []byte) *device.Resource {
	values := make([]float64, len(data))
	for i, b := range data {
		values[i] = float64(b)
	}
	return must(dml.UploadTensor(r.queue, tensor.Of(tensor.Uint8, uint32(len(data))), values, "", 0))(r.t)
}

// execute runs an operator in a way, and fills the tensors of its outputs.
func (r *rig) execute(c reference.Case, h how) {
	t := r.t
	desc, contents := describe(t, c)
	if h.padded {
		pad(desc, contents)
	}
	args, fault := catalogue.Resolve(desc)
	require.Nil(t, fault, "%+v", fault)
	operator := must(r.ml.CreateOperator(desc))(t)
	var compiled *dml.CompiledOperator
	if h.graph {
		compiled = must(r.ml.CompileGraph(alone(operator, args), dml.CompileDesc{}))(t)
	} else {
		compiled = must(r.ml.CompileOperator(operator, dml.CompileDesc{}))(t)
	}
	var used []*device.Resource
	inputs := r.bind(args.Inputs(), contents, h.shared, &used)
	outputs := r.allocate(args.Outputs())
	for _, b := range outputs {
		used = append(used, b.Buffer)
	}
	if h.inPlace {
		over(args, inputs, outputs)
	}
	if h.graph {
		r.flow(compiled, there(args.Inputs(), inputs), there(args.Outputs(), outputs))
	} else {
		r.flow(compiled, inputs, outputs)
	}
	outputs = there(args.Outputs(), outputs)
	for _, b := range args.Outputs() {
		if b.Tensor == nil {
			continue
		}
		out := outputs[0]
		outputs = outputs[1:]
		bytes := must(dml.ReadTensor(r.queue, tensor.Of(tensor.Uint8, uint32(b.Tensor.MinimumSize())), out.Buffer, out.Offset, 0))(t)
		data := make([]byte, len(bytes))
		for k, v := range bytes {
			data[k] = byte(v)
		}
		remember(contents[b.Name], data)
	}
	for _, b := range used {
		if b != nil {
			require.NoError(t, b.Release())
		}
	}
	require.NoError(t, compiled.Release())
}

// alone is the graph of one operator. Absent tensors are no inputs or outputs of it.
func alone(o *dml.Operator, args *op.Args) dml.GraphDesc {
	g := dml.GraphDesc{Nodes: []dml.GraphNode{{Operator: o}}}
	for i, b := range args.Inputs() {
		if b.Tensor != nil {
			g.InputEdges = append(g.InputEdges, dml.InputGraphEdge{GraphInputIndex: g.InputCount, ToNodeInputIndex: uint32(i)})
			g.InputCount++
		}
	}
	for i, b := range args.Outputs() {
		if b.Tensor != nil {
			g.OutputEdges = append(g.OutputEdges, dml.OutputGraphEdge{GraphOutputIndex: g.OutputCount, FromNodeOutputIndex: uint32(i)})
			g.OutputCount++
		}
	}
	return g
}

// there are the bindings of the tensors that are there.
func there(tensors []op.Bound, bindings []dml.Binding) []dml.Binding {
	var out []dml.Binding
	for i, b := range tensors {
		if b.Tensor != nil {
			out = append(out, bindings[i])
		}
	}
	return out
}

// pad gives outputs gaps in each dimension, and bytes after them.
func pad(desc op.Desc, contents map[string]*reference.Tensor) {
	row := catalogue.Find(desc.Type)
	for _, f := range row.Fields {
		if f.Kind != op.Output || f.Type != op.TensorType || desc.Fields[f.Name] == nil {
			continue
		}
		c := contents[f.Name]
		strides, n := make([]int, len(c.Sizes)), 1
		for d := len(c.Sizes) - 1; d >= 0; d-- {
			n++
			strides[d] = n
			n *= c.Sizes[d]
		}
		*c = *reference.New(c.Type, c.Sizes, strides)
		padded := descOf(c)
		padded.TotalTensorSizeInBytes = padded.MinimumSize() + 64
		desc.Fields[f.Name] = padded
	}
}

// bind uploads the inputs: each into a buffer of its own, or all into one, 16 bytes after its start and each other.
func (r *rig) bind(inputs []op.Bound, contents map[string]*reference.Tensor, shared bool, used *[]*device.Resource) []dml.Binding {
	out := make([]dml.Binding, len(inputs))
	var all []byte
	for i, b := range inputs {
		if b.Tensor == nil {
			continue
		}
		data := memory(contents[b.Name])
		if !shared {
			out[i].Buffer = r.buffer(data)
			*used = append(*used, out[i].Buffer)
			continue
		}
		all = append(all, make([]byte, 16+(-len(all)&15))...)
		out[i].Offset, out[i].SizeInBytes = uint64(len(all)), uint64(len(data))
		all = append(all, data...)
	}
	if len(all) > 0 {
		one := r.buffer(all)
		*used = append(*used, one)
		for i, b := range inputs {
			if b.Tensor != nil {
				out[i].Buffer = one
			}
		}
	}
	return out
}

// over binds the first output over an input that has its layout.
func over(args *op.Args, inputs, outputs []dml.Binding) {
	if !args.Row.InPlace {
		return
	}
	for i, b := range args.Inputs() {
		if b.Tensor != nil && b.Tensor.SameLayout(args.Outputs()[0].Tensor) {
			outputs[0] = inputs[i]
			return
		}
	}
}

// flow initialises and executes a compiled operator.
func (r *rig) flow(compiled *dml.CompiledOperator, inputs, outputs []dml.Binding) {
	t := r.t
	initializer := must(r.ml.CreateOperatorInitializer([]*dml.CompiledOperator{compiled}))(t)
	properties := compiled.GetBindingProperties()
	require.Zero(t, properties.PersistentResourceSize)
	count := max(properties.RequiredDescriptorCount, initializer.GetBindingProperties().RequiredDescriptorCount, 1)
	heap := must(r.native.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Name: "descriptors", Type: gpu.HeapCBVSRVUAV, NumDescriptors: count, Flags: gpu.ShaderVisible}))(t)
	at := dml.BindingTableDesc{Dispatchable: initializer, SizeInDescriptors: count, CPUDescriptorHandle: heap.GetCPUDescriptorHandle(0), GPUDescriptorHandle: must(heap.GetGPUDescriptorHandle(0))(t)}
	table := must(r.ml.CreateBindingTable(&at))(t)
	r.dispatch(initializer, table, heap)
	at.Dispatchable = compiled
	require.NoError(t, table.Reset(&at))
	require.NoError(t, table.BindInputs(inputs))
	require.NoError(t, table.BindOutputs(outputs))
	if size := properties.TemporaryResourceSize; size > 0 {
		temporary := must(dml.AllocateTensor(r.native, tensor.Of(tensor.Uint8, uint32(size)), "temporary", 0))(t)
		defer func() { require.NoError(t, temporary.Release()) }()
		require.NoError(t, table.BindTemporaryResource(&dml.Binding{BufferBinding: dml.BufferBinding{Buffer: temporary}}))
	}
	r.dispatch(compiled, table, heap)
	for _, o := range []interface{ Release() error }{initializer, heap} {
		require.NoError(t, o.Release())
	}
}

// compare holds a tensor against another one of the same sizes, which may lie otherwise in memory.
func compare(t *testing.T, what string, want, got *reference.Tensor, abs, rel float64) {
	reference.Each(want.Sizes, func(index []int) {
		w, g := want.At(index), got.At(index)
		if !want.Type.Float() {
			require.Equal(t, w.I, g.I, "%s %v", what, index)
			return
		}
		same := w.F == g.F || math.IsNaN(w.F) && math.IsNaN(g.F) || !math.IsInf(w.F, 0) && math.Abs(w.F-g.F) <= abs+rel*math.Abs(w.F)
		if abs == 0 && rel == 0 && w.F == 0 { // exactly: the sign of 0 too
			same = same && math.Signbit(w.F) == math.Signbit(g.F)
		}
		require.True(t, same, "%s %v: want %v, got %v", what, index, w.F, g.F)
	})
}

// TestVectorVariants runs the vectors in other ways: without validation from one buffer into outputs with gaps, in place, and as a graph. An
// operator's cases take turns.
func TestVectorVariants(t *testing.T) {
	load(t, shared+"dml_vectors.json") // skips if they are not there
	cases, err := reference.ReadCases(shared + "dml_vectors.json")
	require.NoError(t, err)
	seen := map[string]int{}
	loud, silent := newMachine(t, true), newMachine(t, false)
	for _, c := range cases {
		if seen[c.Op]++; catalogue.Find(c.Op) == nil || testing.Short() && seen[c.Op] > 3 || scalars(c) {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			r, h := silent, how{shared: true, padded: true}
			switch {
			case seen[c.Op]%3 == 1:
				r, h = loud, how{graph: true}
			case seen[c.Op]%3 == 2 && catalogue.Find(c.Op).InPlace:
				r, h = loud, how{inPlace: true}
			}
			before := r.t
			r.t = t
			defer func() { r.t = before }()
			r.execute(c, h)
			for field, list := range c.Expect {
				for i, want := range list {
					compare(t, field, want, c.Tensors[field][i], c.Abs, c.Rel)
				}
			}
		})
	}
}

// scalars says whether a case has tensors without dimensions, which DirectML does not have.
func scalars(c reference.Case) bool {
	for _, list := range c.Tensors {
		for _, t := range list {
			if len(t.Sizes) == 0 {
				return true
			}
		}
	}
	return false
}
