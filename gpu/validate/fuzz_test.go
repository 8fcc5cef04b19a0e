package validate

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
)

// FuzzCalls throws sequences of calls with random identities and numbers at a Validator: it never panics.
func FuzzCalls(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add([]byte("ExecuteCommandLists then Release, then Reset, then Close"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWorld(t, Level(len(data)%2))
		w.descriptors("heap", gpu.HeapCBVSRVUAV, 4, gpu.ShaderVisible)
		w.descriptors("cpu", gpu.HeapCBVSRVUAV, 4, 0)
		root := w.root("root", gpu.RootParameter{Type: gpu.RootUAV}, gpu.RootParameter{Type: gpu.RootDescriptorTable,
			Ranges: []gpu.DescriptorRange{{Type: gpu.DescriptorSRV, NumDescriptors: 2, OffsetInDescriptorsFromTableStart: gpu.RangeAppend}}})
		w.pipeline("p", root, gpu.ShaderSlot{Name: "s", Class: gpu.DescriptorSRV, Count: 2})
		r := &reader{data: data}
		for len(r.data) > 0 {
			w.do(r.call(w))
		}
	})
}

// reader makes calls of bytes.
type reader struct{ data []byte }

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) id() gpu.ID { return gpu.ID(r.byte() % 20) }

// number is small, at a limit, or huge.
func (r *reader) number() uint64 {
	b := r.byte()
	switch b % 4 {
	case 0:
		return uint64(b)
	case 1:
		return 256 * uint64(b)
	case 2:
		return ^uint64(0) - uint64(b)
	}
	return 1 << (b % 64)
}

func (r *reader) call(w *world) gpu.Call {
	h := w.head("Call")
	switch r.byte() % 12 {
	case 0:
		return &gpu.ListCall{CallHead: h, Act: gpu.ListAct(r.byte() % 3), List: r.id(), Allocator: r.id(), Pipeline: r.id()}
	case 1:
		return &gpu.SubmitCall{CallHead: h, Queue: r.id(), Lists: []gpu.ID{r.id(), r.id()}}
	case 2:
		return &gpu.FenceCall{CallHead: h, Act: gpu.FenceAct(r.byte() % 6), Queue: r.id(), Fence: r.id(), Value: r.number(), Event: r.id()}
	case 3:
		return &gpu.ReleaseCall{CallHead: h, Object: r.id()}
	case 4:
		return &gpu.MapCall{CallHead: h, Act: gpu.MapAct(r.byte() % 4), Resource: r.id(), Range: &gpu.MapRange{Begin: r.number(), End: r.number()}}
	case 5:
		return &gpu.DescriptorCall{CallHead: h, Type: gpu.DescriptorType(r.byte() % 8), Dest: gpu.CPUDescriptorHandle{Heap: r.id(), Index: uint32(r.number())}, Resource: r.id(), Counter: r.id(),
			View: &gpu.ViewDesc{Format: gpu.Format(r.byte()), ViewDimension: gpu.ViewDimension(r.byte()), FirstElement: r.number(), NumElements: uint32(r.number()), StructureByteStride: uint32(r.number()), MipSlice: uint32(r.number())}}
	case 6:
		return &gpu.DescriptorCall{CallHead: h, Copies: []gpu.DescriptorCopy{{Dest: gpu.CPUDescriptorHandle{Heap: r.id(), Index: uint32(r.number())}, Src: gpu.CPUDescriptorHandle{Heap: r.id()}, Count: uint32(r.number())}}}
	case 7:
		return &gpu.EventCall{CallHead: h, Event: r.id(), Events: []gpu.ID{r.id()}}
	case 8:
		return &gpu.MultipleFenceCall{CallHead: h, Fences: []gpu.ID{r.id(), r.id()}, Values: []uint64{r.number(), r.number()}, Mode: gpu.MultipleFenceWait(r.byte() % 2), Event: r.id()}
	}
	return r.command(w, h.Site)
}

func (r *reader) command(w *world, site gpu.Site) gpu.Call {
	c := &gpu.Command{Op: gpu.Op(int(r.byte()) % (len(gpu.CommandTable()) + 1)), List: w.open.id, Site: site, Dst: r.id(), Src: r.id(), DstOffset: r.number(), SrcOffset: r.number(), Size: r.number(), X: uint32(r.number()), Y: 1,
		Slot: uint32(r.number()), Object: r.id(), Address: r.number(), GPUHandle: gpu.GPUDescriptorHandle{Heap: r.id(), Index: uint32(r.number())}, Words: []uint32{uint32(r.id())},
		Barriers: []gpu.Barrier{{Type: gpu.BarrierType(r.byte() % 4), Flags: gpu.BarrierFlags(r.byte() % 4), Resource: r.id(), Subresource: uint32(r.number()), Before: gpu.ResourceStates(r.number()), After: gpu.ResourceStates(r.number())}},
		Writes:   []gpu.WriteBufferImmediateParameter{{Dest: r.number()}}}
	c.Heaps[0] = gpu.ID(c.Words[0])
	c.Query, c.Format, c.Base = gpu.QueryType(r.byte()%8), gpu.Format(r.byte()), int32(r.number())
	c.Graphics = &gpu.GraphicsArgs{Viewports: make([]gpu.Viewport, r.byte()%18), VertexBuffers: []gpu.VertexBufferView{{BufferLocation: r.number(), SizeInBytes: uint32(r.number()), StrideInBytes: uint32(r.byte())}},
		Targets: []gpu.TargetView{{Handle: gpu.CPUDescriptorHandle{Heap: r.id(), Index: uint32(r.number())}, Type: gpu.DescriptorType(r.byte() % 8), Resource: r.id(), Format: gpu.Format(r.byte()), Mip: uint32(r.number()),
			Slices: uint32(r.byte() % 5)}}}
	switch c.Op { // what the device sees to
	case gpu.OpExecuteBundle:
		c.Object = w.open.id
	case gpu.OpOMSetRenderTargets:
		c.X %= 2
	}
	if c.Op == gpu.OpCopyTextureRegion {
		c.Copy = &gpu.TextureCopy{Dst: gpu.CopySide{Resource: c.Dst, Subresource: uint32(r.number())}, Src: gpu.CopySide{Resource: c.Src, Placed: true,
			Footprint: gpu.Footprint{Offset: r.number(), Format: gpu.Format(r.byte()), Width: uint32(r.number()), Height: 1, Depth: 1, RowPitch: uint32(r.number())}}, Box: gpu.Box{Right: uint32(r.number()), Bottom: 1, Back: 1}}
	}
	return c
}
