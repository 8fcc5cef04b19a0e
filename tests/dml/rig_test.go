// Package dml_test runs operators of DirectML through the public API, from outside.
package dml_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/op"
	"github.com/gpuscript/gpuscript/gpu/dml/op/catalogue"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// rig is a machine with validation, a queue and a DirectML device.
type rig struct {
	t      testing.TB
	native *device.Device
	queue  *device.CommandQueue
	ml     *dml.Device
}

func newRig(t testing.TB) *rig {
	a, err := bindings.NewAdapter(device.Options{}, true)
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

// must is a value without an error.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// run compiles, initialises and executes an operator, and returns the contents of its outputs in the order of memory.
func (r *rig) run(desc op.Desc, data map[string][]float64, name string) [][]float64 {
	t := r.t
	operator := must(r.ml.CreateOperator(desc))(t)
	compiled := must(r.ml.CompileOperator(operator, dml.CompileDesc{Name: name}))(t)
	initializer := must(r.ml.CreateOperatorInitializer([]*dml.CompiledOperator{compiled}))(t)
	args, fault := catalogue.Resolve(desc)
	require.Nil(t, fault)

	count := max(compiled.GetBindingProperties().RequiredDescriptorCount, initializer.GetBindingProperties().RequiredDescriptorCount, 1)
	heap := must(r.native.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Name: "descriptors", Type: gpu.HeapCBVSRVUAV, NumDescriptors: count, Flags: gpu.ShaderVisible}))(t)
	table := must(r.ml.CreateBindingTable(&dml.BindingTableDesc{Dispatchable: initializer, SizeInDescriptors: count,
		CPUDescriptorHandle: heap.GetCPUDescriptorHandle(0), GPUDescriptorHandle: must(heap.GetGPUDescriptorHandle(0))(t)}))(t)
	inputs := r.upload(args.Inputs(), data)
	outputs := r.allocate(args.Outputs())
	var extra []*device.Resource
	buffer := func(size uint64) *dml.Binding {
		if size == 0 {
			return nil
		}
		b := must(dml.AllocateTensor(r.native, tensor.Of(tensor.Uint8, uint32(size)), "", 0))(t)
		extra = append(extra, b)
		return &dml.Binding{BufferBinding: dml.BufferBinding{Buffer: b}}
	}
	properties := compiled.GetBindingProperties()
	kept := buffer(properties.PersistentResourceSize)
	if kept != nil {
		require.NoError(t, table.BindInputs([]dml.Binding{owned(args.Inputs(), inputs)}))
		require.NoError(t, table.BindOutputs([]dml.Binding{*kept}))
	}
	if b := buffer(initializer.GetBindingProperties().TemporaryResourceSize); b != nil {
		require.NoError(t, table.BindTemporaryResource(b))
	}
	r.dispatch(initializer, table, heap)

	require.NoError(t, table.Reset(&dml.BindingTableDesc{Dispatchable: compiled, SizeInDescriptors: count,
		CPUDescriptorHandle: heap.GetCPUDescriptorHandle(0), GPUDescriptorHandle: must(heap.GetGPUDescriptorHandle(0))(t)}))
	require.NoError(t, table.BindInputs(inputs))
	require.NoError(t, table.BindOutputs(outputs))
	if kept != nil {
		require.NoError(t, table.BindPersistentResource(kept))
	}
	if b := buffer(properties.TemporaryResourceSize); b != nil {
		require.NoError(t, table.BindTemporaryResource(b))
	}
	r.dispatch(compiled, table, heap)
	var out [][]float64
	for i, b := range args.Outputs() {
		if b.Tensor == nil {
			out = append(out, nil)
			continue
		}
		out = append(out, must(dml.ReadTensor(r.queue, b.Tensor, outputs[i].Buffer, 0, 0))(t))
	}
	for _, b := range append(inputs, outputs...) {
		if b.Buffer != nil {
			extra = append(extra, b.Buffer)
		}
	}
	for _, b := range extra {
		require.NoError(t, b.Release())
	}
	for _, o := range []interface{ Release() error }{compiled, initializer, heap} {
		require.NoError(t, o.Release())
	}
	return out
}

// owned moves the bindings of tensors that are OWNED_BY_DML to a binding for an initializer.
func owned(tensors []op.Bound, inputs []dml.Binding) dml.Binding {
	out := dml.Binding{}
	for i, b := range tensors {
		out.Bindings = append(out.Bindings, dml.BufferBinding{})
		if b.Tensor != nil && b.Tensor.Owned() {
			out.Bindings[i], inputs[i] = inputs[i].BufferBinding, dml.Binding{}
		}
	}
	return out
}

func (r *rig) upload(tensors []op.Bound, data map[string][]float64) []dml.Binding {
	var out []dml.Binding
	for _, b := range tensors {
		var binding dml.Binding
		if b.Tensor != nil {
			binding.Buffer = must(dml.UploadTensor(r.queue, b.Tensor, data[b.Name], b.Name, 0))(r.t)
		}
		out = append(out, binding)
	}
	return out
}

func (r *rig) allocate(tensors []op.Bound) []dml.Binding {
	var out []dml.Binding
	for _, b := range tensors {
		var binding dml.Binding
		if b.Tensor != nil {
			binding.Buffer = must(dml.AllocateTensor(r.native, b.Tensor, b.Name, 0))(r.t)
		}
		out = append(out, binding)
	}
	return out
}

// dispatch records one dispatch in a list, submits it and waits.
func (r *rig) dispatch(what dml.Dispatchable, table *dml.BindingTable, heap *device.DescriptorHeap) {
	t := r.t
	allocator := must(r.native.CreateCommandAllocator(gpu.ListCompute, ""))(t)
	list := must(r.native.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListCompute, Allocator: allocator}))(t)
	fence := must(r.native.CreateFence(0, 0, ""))(t)
	require.NoError(t, list.SetDescriptorHeaps([]gpu.DescriptorHeap{heap}))
	recorder := must(r.ml.CreateCommandRecorder())(t)
	require.NoError(t, recorder.RecordDispatch(list, what, table))
	require.NoError(t, list.Close())
	require.NoError(t, r.queue.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, r.queue.Signal(fence, 1))
	require.NoError(t, fence.WaitCPU(1))
	require.NoError(t, list.Release())
	require.NoError(t, allocator.Release())
	require.NoError(t, fence.Release())
}
