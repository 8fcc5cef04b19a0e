package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
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

// TestQueuesThatComeAndGo: queues that are released when their work is known to be finished cost what is there of them at a time; those of which that
// is not known, those that a swap chain presents on, and those of programs with several threads keep agents of their own.
func TestQueuesThatComeAndGo(t *testing.T) {
	const n = 100
	agents := func(prepare func(s *script, q *fake), wait bool, threads int) int {
		s := newScript(t, On)
		s.owner = s.create("CreateDevice", gpu.KindDevice, "device", &gpu.DeviceDesc{}).id
		for range threads {
			s.create("Thread", gpu.KindThread, "thread", nil)
		}
		for range n {
			f := s.fence("fence", 0)
			q := s.queue(gpu.ListDirect, "queue")
			prepare(s, q)
			s.do(&gpu.FenceCall{CallHead: s.head("Signal"), Act: gpu.FenceQueueSignal, Queue: q.id, Fence: f.id, Value: 1})
			if wait {
				s.do(&gpu.FenceCall{CallHead: s.head("WaitCPU"), Act: gpu.FenceCPUWait, Fence: f.id, Value: 1})
			}
			s.do(&gpu.ReleaseCall{CallHead: s.head("Release"), Kind: gpu.KindCommandQueue, Object: q.id})
			s.v.Findings(incident.Goes)
		}
		s.silent()
		return len(s.v.device(s.owner).Queues)
	}
	nothing := func(*script, *fake) {}
	require.LessOrEqual(t, agents(nothing, true, 0), 4)
	require.Equal(t, n, agents(nothing, false, 0))
	require.Equal(t, n, agents(nothing, true, 1))
	require.Equal(t, n, agents(func(s *script, q *fake) {
		s.next++
		s.do(&gpu.CreateCall{CallHead: s.head("CreateSwapChain"), Device: s.owner, Kind: gpu.KindSwapChain, Object: s.next, Queue: q.id, Desc: &gpu.SwapChainDesc{Width: 1, Height: 1, BufferCount: 2, Format: gpu.FormatR8G8B8A8Unorm}})
	}, true, 0))
}
