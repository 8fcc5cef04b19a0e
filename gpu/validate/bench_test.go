package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// recording is an open list with a pipeline whose root UAV and constants are set.
func recording(t *testing.T) (*script, *fake, *fake) {
	s := newScript(t, On)
	out := s.buffer("out", 4096, gpu.HeapDefault, gpu.AllowUnorderedAccess)
	base := s.base[out.id]
	s.v.SetResourceAt(func(a uint64) (gpu.ID, uint64, bool) { return out.id, a - base, a >= base })
	root := s.root("root", gpu.RootParameter{Type: gpu.RootUAV}, gpu.RootParameter{Type: gpu.Root32BitConstants, Num32BitValues: 4})
	p := s.pipeline("fill", root, gpu.ShaderSlot{Name: "out", Class: gpu.DescriptorUAV, Count: 1})
	l := s.list(gpu.ListDirect, "list", s.allocator(gpu.ListDirect, "alloc"))
	s.record(l, gpu.Command{Op: gpu.OpSetPipelineState, Object: p.id})
	s.record(l, gpu.Command{Op: gpu.OpSetComputeRootSignature, Object: root.id})
	s.record(l, gpu.Command{Op: gpu.OpSetComputeRootUnorderedAccessView, Address: base})
	s.silent()
	return s, l, out
}

// hotCommands are what a frame records most.
func hotCommands(s *script, l, out *fake) map[string]*gpu.Command {
	base := s.base[out.id]
	return map[string]*gpu.Command{
		"Dispatch":  {Op: gpu.OpDispatch, List: l.id, Site: 1, X: 1, Y: 1, Z: 1},
		"Constants": {Op: gpu.OpSetComputeRoot32BitConstants, List: l.id, Site: 1, Slot: 1, Words: []uint32{1, 2, 3, 4}},
		"RootUAV":   {Op: gpu.OpSetComputeRootUnorderedAccessView, List: l.id, Site: 1, Address: base},
	}
}

func TestHotCommandsDoNotAllocate(t *testing.T) {
	s, l, out := recording(t)
	for name, c := range hotCommands(s, l, out) {
		n := testing.AllocsPerRun(100, func() {
			if s.v.Check(c) != nil {
				panic("refused")
			}
			s.v.Record(c)
		})
		require.Zero(t, n, name)
	}
}

func BenchmarkCommands(b *testing.B) {
	s, l, out := recording(&testing.T{})
	for _, name := range []string{"Dispatch", "Constants", "RootUAV"} {
		c := hotCommands(s, l, out)[name]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				s.v.Check(c)
				s.v.Record(c)
			}
		})
	}
}
