package accesses

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// world is a few objects.
type world struct {
	exec.Env
	resources  map[gpu.ID]*exec.Resource
	signatures map[gpu.ID]*gpu.CommandSignatureDesc
	heaps      map[gpu.ID]*exec.DescriptorHeap
}

func (w world) Resource(id gpu.ID) *exec.Resource                    { return w.resources[id] }
func (w world) DescriptorHeap(id gpu.ID) *exec.DescriptorHeap        { return w.heaps[id] }
func (w world) CommandSignature(id gpu.ID) *gpu.CommandSignatureDesc { return w.signatures[id] }
func (w world) ResourceAt(address uint64) (r *exec.Resource, found bool) {
	for _, r := range w.resources {
		if r.Base <= address && address < r.Base+r.Size() {
			return r, true
		}
	}
	return nil, false
}

const (
	buffer gpu.ID = iota + 1
	other
	picture
	volume
	target
	signature
)

func newWorld() world {
	w := world{resources: map[gpu.ID]*exec.Resource{}, signatures: map[gpu.ID]*gpu.CommandSignatureDesc{}}
	add := func(id gpu.ID, base uint64, d gpu.ResourceDesc) {
		r := &exec.Resource{ID: id, Base: base, Address: base, Desc: d}
		if d.Dimension != gpu.DimensionBuffer {
			r.Footprints, _ = d.Footprints(0, d.Subresources(), base)
		}
		w.resources[id] = r
	}
	one := gpu.SampleDesc{Count: 1}
	add(buffer, 0x10000, gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 1024, Height: 1, DepthOrArraySize: 1, MipLevels: 1, SampleDesc: one})
	add(other, 0x20000, gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 512, Height: 1, DepthOrArraySize: 1, MipLevels: 1, SampleDesc: one})
	add(picture, 0x30000, gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 16, Height: 8, DepthOrArraySize: 2, MipLevels: 1, Format: gpu.FormatR8G8B8A8Unorm, SampleDesc: one})
	add(volume, 0x50000, gpu.ResourceDesc{Dimension: gpu.DimensionTexture3D, Width: 8, Height: 4, DepthOrArraySize: 4, MipLevels: 1, Format: gpu.FormatR32Uint, SampleDesc: one})
	add(target, 0x60000, gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, DepthOrArraySize: 1, MipLevels: 1, Format: gpu.FormatR8G8B8A8Unorm,
		Flags: gpu.AllowRenderTarget, SampleDesc: one})
	w.signatures[signature] = &gpu.CommandSignatureDesc{ByteStride: 20, ArgumentDescs: []gpu.IndirectArgument{{Type: gpu.IndirectDispatch}}}
	return w
}

// short is an access without what most tests do not look at.
type short struct {
	id           gpu.ID
	begin, end   uint64
	stride, size uint64
	kind         gpu.AccessKind
	as           gpu.ResourceStates
}

func (t *List) short() (out []short) {
	for _, a := range t.List {
		out = append(out, short{a.Resource, a.Begin, a.End, a.Stride, a.Size, a.Kind, a.As})
	}
	return out
}

func TestCommands(t *testing.T) {
	w := newWorld()
	pitch := uint64(w.resources[picture].Footprints[0].RowPitch)
	slice := w.resources[picture].Footprints[1].Offset - w.resources[picture].Base
	for _, c := range []struct {
		name string
		c    gpu.Command
		o    exec.Outcome
		on   gpu.CommandListType
		want []short
	}{
		{"copy of bytes", gpu.Command{Op: gpu.OpCopyBufferRegion, Src: buffer, SrcOffset: 8, Dst: other, DstOffset: 16, Size: 32}, exec.Outcome{}, gpu.ListCopy,
			[]short{{buffer, 8, 40, 0, 0, gpu.AccessRead, gpu.StateCopySource}, {other, 16, 48, 0, 0, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"copy of no bytes", gpu.Command{Op: gpu.OpCopyBufferRegion, Src: buffer, Dst: other}, exec.Outcome{}, gpu.ListCopy, nil},
		{"copy of a resource", gpu.Command{Op: gpu.OpCopyResource, Src: other, Dst: buffer}, exec.Outcome{}, gpu.ListCopy,
			[]short{{other, 0, 512, 0, 0, gpu.AccessRead, gpu.StateCopySource}, {buffer, 0, 1024, 0, 0, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"copy of one that is gone", gpu.Command{Op: gpu.OpCopyResource, Src: 99, Dst: other}, exec.Outcome{}, gpu.ListCopy,
			[]short{{other, 0, 512, 0, 0, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"a box of texels into whole rows of a footprint", gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &gpu.TextureCopy{
			Src: gpu.CopySide{Resource: picture, Subresource: 1}, Box: gpu.Box{Left: 4, Top: 2, Right: 8, Bottom: 5, Back: 1},
			Dst: gpu.CopySide{Resource: buffer, Placed: true, Footprint: gpu.Footprint{Offset: 512, Format: gpu.FormatR8G8B8A8Unorm, Width: 4, Height: 3, Depth: 1, RowPitch: 256}}}},
			exec.Outcome{}, gpu.ListCopy, []short{
				{picture, slice + 2*pitch + 16, slice + 4*pitch + 32, pitch, 16, gpu.AccessRead, gpu.StateCopySource},
				{buffer, 512, 512 + 2*256 + 16, 256, 16, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"an empty box", gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &gpu.TextureCopy{Src: gpu.CopySide{Resource: picture}, Dst: gpu.CopySide{Resource: picture},
			Box: gpu.Box{Left: 4, Right: 4, Bottom: 1, Back: 1}}}, exec.Outcome{}, gpu.ListCopy, nil},
		{"discard of a render target", gpu.Command{Op: gpu.OpDiscardResource, Dst: target}, exec.Outcome{}, gpu.ListDirect,
			[]short{{target, 0, w.resources[target].Size(), 0, 0, gpu.AccessWrite, gpu.StateRenderTarget}}},
		{"the same on a compute queue", gpu.Command{Op: gpu.OpDiscardResource, Dst: target}, exec.Outcome{}, gpu.ListCompute,
			[]short{{target, 0, w.resources[target].Size(), 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}},
		{"resolve of queries 2 and 3", gpu.Command{Op: gpu.OpResolveQueryData, Object: 50, Slot: 2, Size: 2, Dst: buffer, DstOffset: 64}, exec.Outcome{Result: exec.Result{BytesRead: 16, BytesWritten: 16}},
			gpu.ListDirect, []short{{50, 16, 32, 0, 0, gpu.AccessRead, gpu.StateCopySource}, {buffer, 64, 80, 0, 0, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"immediate writes, one to nowhere", gpu.Command{Op: gpu.OpWriteBufferImmediate, Writes: []gpu.WriteBufferImmediateParameter{{Dest: 0x20008}, {Dest: 4}}}, exec.Outcome{}, gpu.ListCopy,
			[]short{{other, 8, 12, 0, 0, gpu.AccessWrite, gpu.StateCopyDest}}},
		{"indirect: the second command of two only", gpu.Command{Op: gpu.OpExecuteIndirect, Object: signature, Src: buffer, SrcOffset: 100, Dst: other, DstOffset: 4},
			exec.Outcome{Commands: 2}, gpu.ListDirect, []short{{other, 4, 8, 0, 0, gpu.AccessRead, gpu.StateIndirectArgument},
				{buffer, 100, 112, 0, 0, gpu.AccessRead, gpu.StateIndirectArgument}, {buffer, 120, 132, 0, 0, gpu.AccessRead, gpu.StateIndirectArgument}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list List
			list.Command(w, c.on, &c.c, &c.o)
			require.Equal(t, c.want, list.short())
			list.Reset()
			require.Empty(t, list.List)
		})
	}
}

// TestClears: rectangles are clipped to the view, and of a buffer only one that is inside says exactly which elements.
func TestClears(t *testing.T) {
	w := newWorld()
	b, v := w.resources[buffer], w.resources[volume]
	pitch := uint64(v.Footprints[0].RowPitch)
	elements := exec.BoundView{Resource: buffer, Begin: b.Base + 256, End: b.Base + 512}
	slices := exec.BoundView{Resource: volume, FirstSlice: 1, Slices: 2}
	for _, c := range []struct {
		name  string
		view  exec.BoundView
		rects []gpu.Rect
		wrote uint64
		want  []short
		exact bool
	}{
		{"a whole view", elements, nil, 256, []short{{buffer, 256, 512, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, true},
		{"elements 2 and 3", elements, []gpu.Rect{{Left: 2, Right: 4, Bottom: 1}}, 8, []short{{buffer, 264, 272, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, true},
		{"two rectangles", elements, []gpu.Rect{{Left: 2, Right: 4, Bottom: 1}, {Left: 6, Right: 7, Bottom: 1}}, 12,
			[]short{{buffer, 256, 512, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, false},
		{"one that is clipped", elements, []gpu.Rect{{Left: 62, Right: 65, Bottom: 1}}, 8, []short{{buffer, 256, 512, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, false},
		{"slices of a volume", slices, nil, 256, []short{
			{volume, 4 * pitch, 4*pitch + 3*pitch + 32, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess},
			{volume, 8 * pitch, 8*pitch + 3*pitch + 32, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, true},
		{"a rectangle over the edge of them", slices, []gpu.Rect{{Left: 6, Top: 3, Right: 100, Bottom: 100}}, 16, []short{
			{volume, 7*pitch + 24, 7*pitch + 32, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess},
			{volume, 11*pitch + 24, 11*pitch + 32, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, true},
		{"one outside", slices, []gpu.Rect{{Left: 8, Right: 9, Bottom: 1}}, 0, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list List
			list.Command(w, gpu.ListDirect, &gpu.Command{Op: gpu.OpClearUnorderedAccessViewUint, Rects: c.rects}, &exec.Outcome{Result: exec.Result{BytesWritten: c.wrote}, Views: []exec.BoundView{c.view}})
			require.Equal(t, c.want, list.short())
			for _, a := range list.List {
				require.Equal(t, c.exact, a.Exact)
			}
		})
	}
}

// TestPrograms: an access belongs to the view of its record that holds it, and has the state that the view needs.
func TestPrograms(t *testing.T) {
	w := newWorld()
	b, o := w.resources[buffer], w.resources[other]
	views := []exec.BoundView{
		{Resource: buffer, Class: gpu.DescriptorSRV, Stage: gpu.StagePixel, Register: 3, Record: 0, Begin: b.Base, End: b.Base + 512},
		{Resource: other, Class: gpu.DescriptorUAV, Register: 1, Record: 1, Begin: o.Base, End: o.Base + 512},
		{Resource: buffer, Class: gpu.DescriptorCBV, Record: 2, Begin: b.Base + 512, End: b.Base + 768},
		{Resource: buffer, Class: gpu.DescriptorSRV, Record: 3, Begin: b.Base, End: b.Base + 1024, Binding: -1},
		{Resource: 60, Class: gpu.DescriptorSampler, Register: 2, Record: 4, Begin: 0x70000 + 5*exec.DescriptorBytes, End: 0x70000 + 6*exec.DescriptorBytes},
		{Resource: 61, Class: gpu.DescriptorSampler, Record: 5},
	}
	w.heaps = map[gpu.ID]*exec.DescriptorHeap{60: {ID: 60, Base: 0x70000}}
	for _, c := range []struct {
		name string
		a    exec.Access
		want []short
		slot string
	}{
		{"a pixel shader reads", exec.Access{Record: 0, Begin: b.Base, End: b.Base + 512, Stride: 16, Size: 4}, []short{{buffer, 0, 512, 16, 4, gpu.AccessRead, gpu.StatePixelShaderResource}}, "t3"},
		{"a byte behind its view", exec.Access{Record: 0, Begin: b.Base, End: b.Base + 513}, nil, ""},
		{"a store", exec.Access{Record: 1, Kind: exec.AccessWrite, Begin: o.Base + 4, End: o.Base + 8}, []short{{other, 4, 8, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, "u1"},
		{"an addition", exec.Access{Record: 1, Kind: exec.AccessAtomic, Atomic: access.AtomicAdd, Begin: o.Base, End: o.Base + 4},
			[]short{{other, 0, 4, 0, 0, gpu.AccessAtomic, gpu.StateUnorderedAccess}}, "u1"},
		{"an exchange, whose order matters", exec.Access{Record: 1, Kind: exec.AccessAtomic, Atomic: access.AtomicExchange, Begin: o.Base, End: o.Base + 4},
			[]short{{other, 0, 4, 0, 0, gpu.AccessWrite, gpu.StateUnorderedAccess}}, "u1"},
		{"constants", exec.Access{Record: 2, Begin: b.Base + 512, End: b.Base + 528}, []short{{buffer, 512, 528, 0, 0, gpu.AccessRead, gpu.StateVertexAndConstantBuffer}}, "b0"},
		{"a sampler that was chosen: slot 5 of its heap", exec.Access{Record: 4, Begin: 64, End: 68}, []short{{60, 5, 6, 0, 0, gpu.AccessRead, 0}}, "s2"},
		{"a sampler of a heap that is gone", exec.Access{Record: 5, Begin: 64, End: 68}, nil, ""},
		{"what no binding names", exec.Access{Record: 3, Begin: b.Base, End: b.Base + 4}, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var list List
			list.Command(w, gpu.ListDirect, &gpu.Command{Op: gpu.OpDispatch}, &exec.Outcome{Result: exec.Result{Accesses: []exec.Access{c.a}}, Views: views})
			require.Equal(t, c.want, list.short())
			if c.want != nil {
				require.Equal(t, c.slot, list.List[0].Slot)
			}
		})
	}
}

// TestSame: a dispatch that touched the same as the last command, or the last before that which had a number, has the list of that.
func TestSame(t *testing.T) {
	w := newWorld()
	b := w.resources[buffer]
	var list List
	of := func(op gpu.Op, same, end uint64) []short {
		o := &exec.Outcome{Views: []exec.BoundView{{Resource: buffer, Class: gpu.DescriptorSRV, Begin: b.Base, End: b.Base + 512}}}
		o.Accesses, o.Same = []exec.Access{{Begin: b.Base, End: b.Base + end}}, same
		list.Of(w, gpu.ListDirect, &gpu.Command{Op: op}, o)
		return list.short()
	}
	read := func(end uint64) []short {
		return []short{{buffer, 0, end, 0, 0, gpu.AccessRead, gpu.StateNonPixelShaderResource}}
	}
	require.Equal(t, read(4), of(gpu.OpDispatch, 7, 4))
	require.Equal(t, read(4), of(gpu.OpDispatch, 7, 8), "it is not looked at")
	require.EqualValues(t, 7, list.Same)
	require.Equal(t, read(8), of(gpu.OpDispatch, 8, 8), "another number")
	require.Equal(t, read(12), of(gpu.OpDispatch, 0, 12), "no number")
	require.Equal(t, read(16), of(gpu.OpDispatch, 0, 16))
	require.Equal(t, read(8), of(gpu.OpDispatch, 8, 20), "others came between")
	require.Equal(t, read(24), of(gpu.OpDrawInstanced, 8, 24), "a draw touches more than that")
	require.Zero(t, list.Same)
	require.Equal(t, read(8), of(gpu.OpDispatch, 8, 28), "the draw came between")
	require.EqualValues(t, 8, list.Same)
	require.Equal(t, read(4), of(gpu.OpDispatch, 9, 4), "another number")
	require.Equal(t, read(8), of(gpu.OpDispatch, 8, 28), "which did")
	require.Equal(t, read(4), of(gpu.OpDispatch, 9, 28), "two take turns")
	list.Reset()
	require.Equal(t, read(12), of(gpu.OpDispatch, 9, 12), "its list was emptied")
}

// TestPresent is all texels, of which only the rows of the first subresource count.
func TestPresent(t *testing.T) {
	w := newWorld()
	var list List
	list.Present(w.resources[target])
	pitch := uint64(w.resources[target].Footprints[0].RowPitch)
	require.Equal(t, []short{{target, 0, 7*pitch + 32, 0, 0, gpu.AccessRead, gpu.StatePresent}}, list.short())
}

// TestQueries: accesses of query heaps name the queries, whose sizes are nobody's business.
func TestQueries(t *testing.T) {
	w := newWorld()
	for want, c := range map[string]gpu.Command{
		"query 3":        {Op: gpu.OpEndQuery, Object: 50, Slot: 3},
		"query 2":        {Op: gpu.OpResolveQueryData, Object: 50, Slot: 2, Size: 1, Dst: buffer},
		"queries [2, 4)": {Op: gpu.OpResolveQueryData, Object: 50, Slot: 2, Size: 2, Dst: buffer},
	} {
		var list List
		list.Command(w, gpu.ListDirect, &c, &exec.Outcome{Result: exec.Result{BytesRead: 8 * c.Size, BytesWritten: 8}})
		require.Equal(t, want, list.List[0].Slot)
	}
	var none List
	none.Command(w, gpu.ListDirect, &gpu.Command{Op: gpu.OpResolveQueryData, Object: 50, Dst: buffer}, &exec.Outcome{})
	require.Empty(t, none.List)
}
