package device

import (
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// Follower is a Layer that follows what work touched. Commands of one queue are told in order; those of different queues as
// the machine happens to run them, so that a verdict must not depend on it.
type Follower interface {
	// Follows says whether it wants to be told; it is asked once.
	Follows() bool
	// Executed tells what a command touched, when it has been executed.
	Executed(work *gpu.Executed)
	// Retired tells that a submission has ended, and whether it was completed: a removed device drops the rest.
	Retired(queue gpu.ID, submission uint64, completed bool)
	// Findings are what became certain since they were asked for last. atEnd says that nothing will be executed any more.
	Findings(atEnd bool) []*diag.Diagnostic
}

// accesses collects what one command touched, in memory that the next one uses again.
type accesses struct{ list []gpu.Access }

// touched tells the layers what a command did to memory. Every kind of command comes through here.
func (b *batch) touched(c *gpu.Command, number int, o *exec.Outcome) {
	a := b.queue.adapter
	if len(a.followers) == 0 {
		return
	}
	t := &a.accesses
	t.list = t.list[:0]
	if !o.Skipped {
		t.command(a, c, o)
	}
	if len(t.list) == 0 && len(c.Barriers) == 0 {
		return
	}
	work := &a.executed
	*work = gpu.Executed{Origin: b.origin(c), Submission: b.number, Number: uint32(number), Barriers: c.Barriers, Accesses: t.list}
	for _, f := range a.followers {
		f.Executed(work)
	}
}

// command appends the accesses of a command.
func (t *accesses) command(a *Adapter, c *gpu.Command, o *exec.Outcome) {
	switch c.Op {
	case gpu.OpCopyBufferRegion:
		t.add(c.Src, c.SrcOffset, c.Size, gpu.StateCopySource)
		t.add(c.Dst, c.DstOffset, c.Size, gpu.StateCopyDest)
	case gpu.OpCopyResource:
		t.whole(a, c.Src, gpu.StateCopySource)
		t.whole(a, c.Dst, gpu.StateCopyDest)
	case gpu.OpCopyTextureRegion:
		t.textureCopy(a, c.Copy)
	case gpu.OpDiscardResource:
		t.whole(a, c.Dst, gpu.StateUnorderedAccess)
	case gpu.OpEndQuery:
		t.add(c.Object, 8*uint64(c.Slot), 8, gpu.StateCopyDest)
	case gpu.OpResolveQueryData:
		each := o.BytesRead / max(c.Size, 1)
		t.add(c.Object, each*uint64(c.Slot), o.BytesRead, gpu.StateCopySource)
		t.add(c.Dst, c.DstOffset, o.BytesWritten, gpu.StateCopyDest)
	case gpu.OpWriteBufferImmediate:
		for _, w := range c.Writes {
			if r := a.bufferAt(w.Dest); r != nil {
				t.add(r.id, w.Dest-r.exec.Base, 4, gpu.StateCopyDest)
			}
		}
	case gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint:
		t.clear(a, c, o)
	case gpu.OpExecuteIndirect:
		t.indirect(a, c, o)
	}
	t.kernel(a, o)
	t.list = append(t.list, o.Touched...)
}

// add appends one exact range; As says whether it is written.
func (t *accesses) add(id gpu.ID, begin, size uint64, as gpu.ResourceStates) {
	if id == 0 || size == 0 {
		return
	}
	kind := gpu.AccessRead
	if as.Writes() != 0 {
		kind = gpu.AccessWrite
	}
	t.list = append(t.list, gpu.Access{Resource: id, Begin: begin, End: begin + size, Kind: kind, Exact: true, As: as})
}

// whole appends all bytes of a resource.
func (t *accesses) whole(a *Adapter, id gpu.ID, as gpu.ResourceStates) {
	if r, ok := a.objects[id].(*Resource); ok {
		t.add(id, 0, r.exec.Size(), as)
	}
}

// textureCopy appends both sides of CopyTextureRegion.
func (t *accesses) textureCopy(a *Adapter, c *gpu.TextureCopy) {
	if c.Box.Empty() {
		return
	}
	t.side(a, &c.Src, c.Box, gpu.StateCopySource)
	to := gpu.Box{Left: c.DX, Top: c.DY, Front: c.DZ, Right: c.DX + c.Box.Right - c.Box.Left, Bottom: c.DY + c.Box.Bottom - c.Box.Top,
		Back: c.DZ + c.Box.Back - c.Box.Front}
	t.side(a, &c.Dst, to, gpu.StateCopyDest)
}

// side appends the rows of a box of texels: of a texture, or of a footprint in a buffer.
func (t *accesses) side(a *Adapter, s *gpu.CopySide, b gpu.Box, as gpu.ResourceStates) {
	r, ok := a.objects[s.Resource].(*Resource)
	if !ok {
		return
	}
	f, at := &s.Footprint, s.Footprint.Offset
	if !s.Placed {
		f = &r.exec.Footprints[s.Subresource]
		at = f.Offset - r.exec.Base
	}
	t.box(r, f, at, uint64(f.RowPitch)*uint64(f.Height), b, as)
}

// box appends a box of texels of a layout that begins at byte at of the resource: its rows, as pieces at equal distances. Whole
// rows of a texture become one range, because the padding behind them holds nothing; in a buffer it may hold something else.
func (t *accesses) box(r *Resource, f *gpu.Footprint, at, slicePitch uint64, b gpu.Box, as gpu.ResourceStates) {
	texel, pitch := uint64(f.Format.Bytes()), uint64(f.RowPitch)
	row, rows := uint64(b.Right-b.Left)*texel, uint64(b.Bottom-b.Top)
	whole := b.Left == 0 && b.Right == f.Width && !r.exec.IsBuffer()
	for z := b.Front; z < b.Back; z++ {
		t.add(r.id, at+uint64(z)*slicePitch+uint64(b.Top)*pitch+uint64(b.Left)*texel, (rows-1)*pitch+row, as)
		if last := len(t.list) - 1; rows > 1 && row < pitch && !whole {
			t.list[last].Stride, t.list[last].Size = pitch, row
		}
	}
}

// clear appends what a clear wrote: its view, or rectangles of it.
func (t *accesses) clear(a *Adapter, c *gpu.Command, o *exec.Outcome) {
	for i := range o.Views {
		v := &o.Views[i]
		r, ok := a.objects[v.Resource].(*Resource)
		if !ok {
			continue
		}
		if r.exec.IsBuffer() {
			t.clearBuffer(r, v, c.Rects, o)
			continue
		}
		t.clearTexture(r, v, c.Rects)
	}
}

// clearBuffer appends elements of a view of a buffer, [Left, Right) of each rectangle.
func (t *accesses) clearBuffer(r *Resource, v *exec.BoundView, rects []gpu.Rect, o *exec.Outcome) {
	at, size := v.Begin-r.exec.Base, v.End-v.Begin
	if len(rects) == 0 {
		t.add(r.id, at, size, gpu.StateUnorderedAccess)
		return
	}
	elements := uint64(0)
	for i := range rects {
		elements += uint64(max(rects[i].Right-max(rects[i].Left, 0), 0))
	}
	if len(rects) == 1 && elements > 0 && rects[0].Left >= 0 {
		stride := o.BytesWritten / elements
		if stride*elements == o.BytesWritten { // no rectangle was clipped
			t.add(r.id, at+uint64(rects[0].Left)*stride, o.BytesWritten, gpu.StateUnorderedAccess)
			return
		}
	}
	t.list = append(t.list, gpu.Access{Resource: r.id, Begin: at, End: at + size, Kind: gpu.AccessWrite, As: gpu.StateUnorderedAccess})
}

// clearTexture appends rectangles of every slice of the mip of a view, clipped to it.
func (t *accesses) clearTexture(r *Resource, v *exec.BoundView, rects []gpu.Rect) {
	d := &r.exec.Desc
	volume := d.Dimension == gpu.DimensionTexture3D
	for s := v.FirstSlice; s < v.FirstSlice+v.Slices; s++ {
		sub, z := v.FirstMip+s*d.MipLevels, uint32(0)
		if volume {
			sub, z = v.FirstMip, s
		}
		f := &r.exec.Footprints[sub]
		box := gpu.Box{Right: f.Width, Bottom: f.Height, Front: z, Back: z + 1}
		if len(rects) == 0 {
			t.box(r, f, f.Offset-r.exec.Base, uint64(f.SlicePitch), box, gpu.StateUnorderedAccess)
		}
		for _, q := range rects {
			part := gpu.Box{Left: clip(q.Left, f.Width), Right: clip(q.Right, f.Width), Top: clip(q.Top, f.Height), Bottom: clip(q.Bottom, f.Height), Front: z, Back: z + 1}
			if !part.Empty() {
				t.box(r, f, f.Offset-r.exec.Base, uint64(f.SlicePitch), part, gpu.StateUnorderedAccess)
			}
		}
	}
}

// clip is a coordinate of a rectangle inside [0, size].
func clip(x int32, size uint32) uint32 { return min(uint32(max(x, 0)), size) }

// indirect appends the count and the arguments that ExecuteIndirect read.
func (t *accesses) indirect(a *Adapter, c *gpu.Command, o *exec.Outcome) {
	if c.Dst != 0 {
		t.list = append(t.list, gpu.Access{Resource: c.Dst, Begin: c.DstOffset, End: c.DstOffset + 4, Exact: true, As: gpu.StateIndirectArgument, Slot: "count"})
	}
	sig, ok := a.objects[c.Object].(*CommandSignature)
	if !ok {
		return
	}
	for i := range o.Commands {
		at := c.SrcOffset + i*uint64(sig.desc.ByteStride)
		t.list = append(t.list, gpu.Access{Resource: c.Src, Begin: at, End: at + uint64(sig.desc.SizeInBytes()), Exact: true, As: gpu.StateIndirectArgument, Slot: "arguments"})
	}
}

// kernel appends what a program touched through its views.
func (t *accesses) kernel(a *Adapter, o *exec.Outcome) {
	for i := range o.Accesses {
		e := &o.Accesses[i]
		v := viewOf(o.Views, e)
		if v == nil {
			continue // root constants, which belong to nobody else
		}
		r, ok := a.objects[v.Resource].(*Resource)
		if !ok {
			continue
		}
		t.list = append(t.list, gpu.Access{Resource: r.id, Begin: e.Begin - r.exec.Base, End: e.End - r.exec.Base, Stride: e.Stride, Size: e.Size,
			Kind: kindOf(e), Class: uint8(e.Atomic), Exact: e.Exact, As: stateOf(v), Slot: registerOf(v), Part: e.Part})
	}
}

// kindOf is what an access did. Atomic operations that do not commute with themselves are writes.
func kindOf(e *exec.Access) gpu.AccessKind {
	switch {
	case e.Kind == exec.AccessRead:
		return gpu.AccessRead
	case e.Kind == exec.AccessAtomic && e.Atomic.Commutes():
		return gpu.AccessAtomic
	}
	return gpu.AccessWrite
}

// stateOf is the state that a view of a program needs.
func stateOf(v *exec.BoundView) gpu.ResourceStates {
	switch {
	case v.Class == gpu.DescriptorCBV:
		return gpu.StateVertexAndConstantBuffer
	case v.Class == gpu.DescriptorUAV:
		return gpu.StateUnorderedAccess
	case v.Stage == gpu.StagePixel:
		return gpu.StatePixelShaderResource
	}
	return gpu.StateNonPixelShaderResource
}

// viewOf is the view of a resource through which an access went. Each dispatch of ExecuteIndirect has its own views.
func viewOf(views []exec.BoundView, e *exec.Access) *exec.BoundView {
	for i := range views {
		v := &views[i]
		if v.Record == e.Record && v.Binding >= 0 && v.Resource != 0 && v.Begin <= e.Begin && e.End <= v.End {
			return v
		}
	}
	return nil
}

// registerOf is the register of a view, as shaders write it.
func registerOf(v *exec.BoundView) string {
	return v.Class.RegisterPrefix() + strconv.FormatUint(uint64(v.Register), 10)
}
