package device

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// benchCommands is how many commands a list of BenchmarkCommands has.
const benchCommands = 1000

// BenchmarkCommands is what it costs to execute a command of a long list: the path from the scheduler to the executor and
// back, around as little work as there is. ns/op and allocs/op are those of a command.
func BenchmarkCommands(b *testing.B) {
	for _, c := range []struct {
		name string
		one  func(l *CommandList, to, from *Resource, i uint64) error
	}{
		{"CopyBufferRegion", func(l *CommandList, to, from *Resource, i uint64) error {
			return l.CopyBufferRegion(to, 4*i, from, 4*i, 4)
		}},
		{"Dispatch", func(l *CommandList, _, _ *Resource, _ uint64) error { return l.Dispatch(1, 1, 1) }},
		{"SetMarker", func(l *CommandList, _, _ *Resource, _ uint64) error { return l.SetMarker("m") }},
	} {
		b.Run(c.name, func(b *testing.B) { benchCommand(b, Options{}, c.one) })
		b.Run(c.name+"/checked", func(b *testing.B) {
			benchCommand(b, Options{Layers: []Layer{validate.New(validate.Options{Level: validate.On})}, CheckKernels: true}, c.one)
		})
	}
}

func benchCommand(b *testing.B, o Options, one func(l *CommandList, to, from *Resource, i uint64) error) {
	_, d := machine(b, o)
	to, from := buffer(b, d, "to", gpu.HeapDefault, 4*benchCommands), buffer(b, d, "from", gpu.HeapDefault, 4*benchCommands)
	root := must[*RootSignature](b)(d.CreateRootSignature(gpu.RootSignatureDesc{}))
	empty, err := text.Compile(text.Source{Name: "empty", NumThreads: [3]int{1, 1, 1}, Function: "function(DispatchThreadID) end"})
	require.NoError(b, err)
	pipeline := must[*PipelineState](b)(d.CreateComputePipelineState(gpu.ComputePipelineStateDesc{RootSignature: root, CS: empty}))
	q, f := queue(b, d, gpu.ListDirect), must[*Fence](b)(d.CreateFence(0, 0, "f"))
	list := record(b, d, gpu.ListDirect, func(l *CommandList) error {
		require.NoError(b, l.SetComputeRootSignature(root))
		require.NoError(b, l.SetPipelineState(pipeline))
		for i := range uint64(benchCommands) {
			require.NoError(b, one(l, to, from, i))
		}
		return nil
	})
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; n += benchCommands {
		require.NoError(b, q.ExecuteCommandLists([]gpu.CommandList{list}))
		require.NoError(b, q.Signal(f, uint64(n+1)))
		require.NoError(b, f.WaitCPU(uint64(n+1)))
	}
}
