package dml_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// layer is an operator of a net: its first input is what the layer before it leaves, the others are weights.
type layer struct {
	desc    op.Desc
	output  *tensor.Desc
	weights [][]float64 // of the inputs after the first one
}

// mnist is the file of the reference net: a convolutional net for digits, with pictures and the results of another implementation.
type mnist struct {
	Weights   map[string]struct{ Data []number }
	Tolerance struct{ Rel, Abs float64 }
	Cases     []struct {
		Input, Logits []number
		Digit         int
	}
}

func loadMNIST(t *testing.T) *mnist {
	text, err := os.ReadFile(shared + "mnist_net.json")
	if os.IsNotExist(err) {
		t.Skip("the net does not lie beside this checkout")
	}
	require.NoError(t, err)
	var m mnist
	require.NoError(t, json.Unmarshal(text, &m))
	return &m
}

// owned is a tensor that is handed over at initialisation.
func ownedTensor(strides []uint32, sizes ...uint32) *tensor.Desc {
	return &tensor.Desc{DataType: tensor.Float32, Flags: tensor.OwnedByDML, Sizes: sizes, Strides: strides}
}

// layers are those of the net: twice convolution, bias, rectifier and pooling, and a product with the weights of the ten digits.
func (m *mnist) layers() []layer {
	at := tensor.Of(tensor.Float32, 1, 1, 28, 28)
	var out []layer
	add := func(kind string, output *tensor.Desc, fields map[string]any, weights ...[]float64) {
		fields["OutputTensor"] = output
		out = append(out, layer{op.Desc{Type: kind, Fields: fields}, output, weights})
		at = output
	}
	for _, s := range []struct {
		filter, bias           string
		channels, inputs, size uint32
		window, pooled         uint32
	}{{"Parameter5", "Parameter6", 8, 1, 28, 2, 14}, {"Parameter87", "Parameter88", 16, 8, 14, 3, 4}} {
		full := tensor.Of(tensor.Float32, 1, s.channels, s.size, s.size)
		add("CONVOLUTION", full, map[string]any{"InputTensor": at, "FilterTensor": ownedTensor(nil, s.channels, s.inputs, 5, 5), "Mode": "CROSS_CORRELATION",
			"Strides": []uint32{1, 1}, "Dilations": []uint32{1, 1}, "StartPadding": []uint32{2, 2}, "EndPadding": []uint32{2, 2}, "OutputPadding": []uint32{0, 0}}, plain(m.Weights[s.filter].Data))
		add("ELEMENT_WISE_ADD", full, map[string]any{"ATensor": at, "BTensor": ownedTensor([]uint32{s.channels, 1, 0, 0}, full.Sizes...)}, plain(m.Weights[s.bias].Data))
		add("ACTIVATION_RELU", full, map[string]any{"InputTensor": at})
		add("MAX_POOLING", tensor.Of(tensor.Float32, 1, s.channels, s.pooled, s.pooled), map[string]any{"InputTensor": at, "Strides": []uint32{s.window, s.window},
			"WindowSize": []uint32{s.window, s.window}, "StartPadding": []uint32{0, 0}, "EndPadding": []uint32{0, 0}})
	}
	add("GEMM", tensor.Of(tensor.Float32, 1, 1, 1, 10), map[string]any{"ATensor": tensor.Of(tensor.Float32, 1, 1, 1, 256), "BTensor": ownedTensor(nil, 1, 1, 256, 10),
		"CTensor": ownedTensor(nil, 1, 1, 1, 10)}, plain(m.Weights["Parameter193"].Data), plain(m.Weights["Parameter194"].Data))
	return out
}

// holds compares the result of a picture with the reference.
func (m *mnist) holds(t *testing.T, picture int, got []float64) {
	c := m.Cases[picture]
	best := 0
	for i, w := range plain(c.Logits) {
		require.InDelta(t, w, got[i], m.Tolerance.Abs+m.Tolerance.Rel*max(w, -w), "picture %d, digit %d", picture, i)
		if got[i] > got[best] {
			best = i
		}
	}
	require.Equal(t, c.Digit, best)
}

// TestMNISTAsGraph: the whole net as one compiled operator, whose weights DirectML owns.
func TestMNISTAsGraph(t *testing.T) {
	m, r := loadMNIST(t), newRig(t)
	g := dml.GraphDesc{InputCount: 1, OutputCount: 1, InputEdges: []dml.InputGraphEdge{{}}}
	weights := [][]float64{nil}
	all := m.layers()
	for i, l := range all {
		node := uint32(i)
		g.Nodes = append(g.Nodes, dml.GraphNode{Operator: must(r.ml.CreateOperator(l.desc))(t), Name: l.desc.Type})
		if i > 0 {
			g.IntermediateEdges = append(g.IntermediateEdges, dml.IntermediateGraphEdge{FromNodeIndex: node - 1, ToNodeIndex: node})
		}
		for k, w := range l.weights {
			g.InputEdges = append(g.InputEdges, dml.InputGraphEdge{GraphInputIndex: g.InputCount, ToNodeIndex: node, ToNodeInputIndex: uint32(k + 1)})
			g.InputCount++
			weights = append(weights, w)
		}
	}
	g.OutputEdges = []dml.OutputGraphEdge{{FromNodeIndex: uint32(len(all) - 1)}}
	net := must(r.ml.CompileGraph(g, dml.CompileDesc{Name: "mnist"}))(t)
	n := newNet(r, []*dml.CompiledOperator{net}, [][][]float64{weights})
	out := must(dml.AllocateTensor(r.native, all[len(all)-1].output, "logits", 0))(t)
	for i := range m.Cases {
		in := must(dml.UploadTensor(r.queue, tensor.Of(tensor.Float32, 1, 1, 28, 28), plain(m.Cases[i].Input), "picture", 0))(t)
		require.NoError(t, n.execute([]*device.Resource{in, out}, -1))
		m.holds(t, i, must(dml.ReadTensor(r.queue, all[len(all)-1].output, out, 0, 0))(t))
	}
}

// TestMNISTByLayers: each layer as an operator, with a barrier between each two. With any one of the barriers left out the submission is refused.
func TestMNISTByLayers(t *testing.T) {
	m := loadMNIST(t)
	all := m.layers()
	for without := -1; without < len(all)-1; without++ {
		t.Run(fmt.Sprintf("without barrier %d", without), func(t *testing.T) {
			r := newRig(t)
			in := must(dml.UploadTensor(r.queue, tensor.Of(tensor.Float32, 1, 1, 28, 28), plain(m.Cases[0].Input), "picture", 0))(t)
			var compiled []*dml.CompiledOperator
			var weights [][][]float64
			buffers := []*device.Resource{in}
			for i, l := range all {
				name := fmt.Sprintf("layer %d", i)
				compiled = append(compiled, must(r.ml.CompileOperator(must(r.ml.CreateOperator(l.desc))(t), dml.CompileDesc{Name: name}))(t))
				weights = append(weights, append([][]float64{nil}, l.weights...))
				buffers = append(buffers, must(dml.AllocateTensor(r.native, l.output, name, 0))(t))
			}
			err := newNet(r, compiled, weights).execute(buffers, without)
			if without >= 0 {
				require.ErrorContains(t, err, fmt.Sprintf(`buffer "layer %d"`, without))
				require.ErrorContains(t, err, "GS0517")
				return
			}
			require.NoError(t, err)
			m.holds(t, 0, must(dml.ReadTensor(r.queue, all[len(all)-1].output, buffers[len(buffers)-1], 0, 0))(t))
		})
	}
}

// net is operators that are initialised, with what they need.
type net struct {
	*rig
	compiled []*dml.CompiledOperator
	kept     []*dml.Binding
	temp     []*dml.Binding
	heap     *device.DescriptorHeap
}

// resource is memory of a size for a binding; nil for none.
func (r *rig) resource(size uint64) *dml.Binding {
	if size == 0 {
		return nil
	}
	return &dml.Binding{BufferBinding: dml.BufferBinding{Buffer: must(dml.AllocateTensor(r.native, tensor.Of(tensor.Uint8, uint32(size)), "", 0))(r.t)}}
}

// newNet initialises operators, whose inputs take weights where there are some.
func newNet(r *rig, compiled []*dml.CompiledOperator, weights [][][]float64) *net {
	t := r.t
	n := &net{rig: r, compiled: compiled}
	n.heap = must(r.native.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Name: "descriptors", Type: gpu.HeapCBVSRVUAV, NumDescriptors: 1024, Flags: gpu.ShaderVisible}))(t)
	var inputs, outputs []dml.Binding
	for i, c := range compiled {
		p := c.GetBindingProperties()
		n.kept, n.temp = append(n.kept, r.resource(p.PersistentResourceSize)), append(n.temp, r.resource(p.TemporaryResourceSize))
		outputs = append(outputs, dml.Binding{})
		if n.kept[i] != nil {
			outputs[i] = *n.kept[i]
		}
		each := make([]dml.BufferBinding, len(weights[i]))
		for k, w := range weights[i] {
			if w != nil {
				each[k].Buffer = must(dml.UploadTensor(r.queue, tensor.Of(tensor.Float32, uint32(len(w))), w, "", 0))(t)
			}
		}
		b := dml.Binding{}
		if n.kept[i] != nil {
			b.Bindings = each
		}
		inputs = append(inputs, b)
	}
	initializer := must(r.ml.CreateOperatorInitializer(compiled))(t)
	table := n.table(initializer, 0)
	require.NoError(t, table.BindInputs(inputs))
	require.NoError(t, table.BindOutputs(outputs))
	r.dispatch(initializer, table, n.heap)
	return n
}

// table is a binding table at a slot of the heap.
func (n *net) table(of dml.Dispatchable, at uint32) *dml.BindingTable {
	count := of.GetBindingProperties().RequiredDescriptorCount
	return must(n.ml.CreateBindingTable(&dml.BindingTableDesc{Dispatchable: of, SizeInDescriptors: count,
		CPUDescriptorHandle: n.heap.GetCPUDescriptorHandle(at), GPUDescriptorHandle: must(n.heap.GetGPUDescriptorHandle(at))(n.t)}))(n.t)
}

// execute runs the operators one after the other: each reads a buffer and writes the next one. without is the barrier that is left out.
func (n *net) execute(buffers []*device.Resource, without int) error {
	t := n.t
	list := must(n.native.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCompute, Allocator: must(n.native.CreateCommandAllocator(gpu.ListCompute, ""))(t)}))(t)
	require.NoError(t, list.SetDescriptorHeaps([]gpu.DescriptorHeap{n.heap}))
	recorder := must(n.ml.CreateCommandRecorder())(t)
	at := uint32(200)
	for i, c := range n.compiled {
		table := n.table(c, at)
		at += c.GetBindingProperties().RequiredDescriptorCount
		require.NoError(t, table.BindInputs([]dml.Binding{{BufferBinding: dml.BufferBinding{Buffer: buffers[i]}}}))
		require.NoError(t, table.BindOutputs([]dml.Binding{{BufferBinding: dml.BufferBinding{Buffer: buffers[i+1]}}}))
		require.NoError(t, table.BindTemporaryResource(n.temp[i]))
		require.NoError(t, table.BindPersistentResource(n.kept[i]))
		require.NoError(t, recorder.RecordDispatch(list, c, table))
		if i != without {
			require.NoError(t, list.ResourceBarrier([]gpu.BarrierDesc{{Type: gpu.BarrierUAV}}))
		}
	}
	require.NoError(t, list.Close())
	if err := n.queue.ExecuteCommandLists([]gpu.CommandList{list}); err != nil {
		return err
	}
	fence := must(n.native.CreateFence(0, 0, ""))(t)
	require.NoError(t, n.queue.Signal(fence, 1))
	return fence.WaitCPU(1)
}
