// Package accesses says which bytes of which resources a command touched, from the command and what the executor did. It must not know queues, time,
// layers or rules.
package accesses

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
)

// List collects what one command touched, in memory that the next one uses again.
type List struct {
	List []gpu.Access
	Same uint64 // not 0: all commands with this number touched the same, through the same views
	// last is what the last command with a number touched before the present one, which may be a barrier.
	last struct {
		list []gpu.Access
		same uint64
	}
}

// Reset empties the list.
func (t *List) Reset() { t.List, t.Same = t.List[:0], 0 }

// swap puts what was touched last in the place of what was touched before.
func (t *List) swap() {
	t.List, t.Same, t.last.list, t.last.same = t.last.list, t.last.same, t.List, t.Same
}

// Of makes the list that of a command which was executed on a queue of a type.
func (t *List) Of(env exec.Env, on gpu.CommandListType, c *gpu.Command, o *exec.Outcome) {
	if t.Same != 0 && (c.Op != gpu.OpDispatch || o.Same != t.Same) {
		t.swap()
	}
	if c.Op == gpu.OpDispatch && o.Same != 0 {
		if o.Same == t.last.same {
			t.swap()
		}
		if o.Same == t.Same {
			return
		}
	}
	t.Reset()
	if t.Command(env, on, c, o); c.Op == gpu.OpDispatch {
		t.Same = o.Same
	}
}

// Command appends the accesses of a command that was executed on a queue of a type.
func (t *List) Command(env exec.Env, on gpu.CommandListType, c *gpu.Command, o *exec.Outcome) {
	switch c.Op {
	case gpu.OpCopyBufferRegion:
		t.add(c.Src, c.SrcOffset, c.Size, gpu.StateCopySource)
		t.add(c.Dst, c.DstOffset, c.Size, gpu.StateCopyDest)
	case gpu.OpCopyResource:
		t.whole(env, c.Src, gpu.StateCopySource)
		t.whole(env, c.Dst, gpu.StateCopyDest)
	case gpu.OpCopyTextureRegion:
		t.textureCopy(env, c.Copy)
	case gpu.OpDiscardResource:
		t.discard(env, on, c)
	case gpu.OpEndQuery:
		t.queries(c.Object, o.BytesWritten, uint64(c.Slot), 1, gpu.StateCopyDest)
	case gpu.OpResolveQueryData:
		each := o.BytesRead / max(c.Size, 1)
		t.queries(c.Object, each, uint64(c.Slot), c.Size, gpu.StateCopySource)
		t.add(c.Dst, c.DstOffset, o.BytesWritten, gpu.StateCopyDest)
	case gpu.OpWriteBufferImmediate:
		for _, w := range c.Writes {
			if r, ok := env.ResourceAt(w.Dest); ok {
				t.add(r.ID, r.At(w.Dest)-r.Base, 4, gpu.StateCopyDest)
				t.List[len(t.List)-1].Class = uint8(w.Mode)
			}
		}
	case gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint:
		t.clear(env, c, o)
	case gpu.OpExecuteIndirect:
		t.indirect(env, c, o)
	}
	t.kernel(env, o, c.Op == gpu.OpDispatch)
	t.List = append(t.List, o.Touched...)
}

// queries appends results of a query heap, each of some bytes, and says which they are.
func (t *List) queries(heap gpu.ID, each, first, count uint64, as gpu.ResourceStates) {
	n := len(t.List)
	if t.add(heap, each*first, each*count, as); n == len(t.List) {
		return
	}
	t.List[n].Slot = "query " + strconv.FormatUint(first, 10)
	if count > 1 {
		t.List[n].Slot = fmt.Sprintf("queries [%d, %d)", first, first+count)
	}
}

// add appends one exact range; As says whether it is written.
func (t *List) add(id gpu.ID, begin, size uint64, as gpu.ResourceStates) {
	if id == 0 || size == 0 {
		return
	}
	kind := gpu.AccessRead
	if as.Writes() != 0 {
		kind = gpu.AccessWrite
	}
	t.List = append(t.List, gpu.Access{Resource: id, Begin: begin, End: begin + size, Kind: kind, Exact: true, As: as})
}

// whole appends all bytes of a resource.
func (t *List) whole(env exec.Env, id gpu.ID, as gpu.ResourceStates) {
	if r := env.Resource(id); r != nil {
		t.add(id, 0, r.Size(), as)
	}
}

// clear appends what a clear wrote: its view, or rectangles of it.
func (t *List) clear(env exec.Env, c *gpu.Command, o *exec.Outcome) {
	for i := range o.Views {
		v := &o.Views[i]
		r := env.Resource(v.Resource)
		if r == nil {
			continue
		}
		if r.IsBuffer() {
			t.clearBuffer(r, v, c.Rects, o)
			continue
		}
		t.clearTexture(r, v, c.Rects)
	}
}

// clearBuffer appends elements of a view of a buffer, [Left, Right) of each rectangle.
func (t *List) clearBuffer(r *exec.Resource, v *exec.BoundView, rects []gpu.Rect, o *exec.Outcome) {
	at, size := v.Begin-r.Base, v.End-v.Begin
	if len(rects) == 0 {
		t.add(r.ID, at, size, gpu.StateUnorderedAccess)
		return
	}
	elements := uint64(0)
	for i := range rects {
		elements += uint64(max(rects[i].Right-max(rects[i].Left, 0), 0))
	}
	if len(rects) == 1 && elements > 0 && rects[0].Left >= 0 {
		stride := o.BytesWritten / elements
		if stride*elements == o.BytesWritten { // no rectangle was clipped
			t.add(r.ID, at+uint64(rects[0].Left)*stride, o.BytesWritten, gpu.StateUnorderedAccess)
			return
		}
	}
	t.List = append(t.List, gpu.Access{Resource: r.ID, Begin: at, End: at + size, Kind: gpu.AccessWrite, As: gpu.StateUnorderedAccess})
}

// clearTexture appends rectangles of every slice of the mip of a view, clipped to it.
func (t *List) clearTexture(r *exec.Resource, v *exec.BoundView, rects []gpu.Rect) {
	d := &r.Desc
	volume := d.Dimension == gpu.DimensionTexture3D
	for s := v.FirstSlice; s < v.FirstSlice+v.Slices; s++ {
		sub, z := v.FirstMip+s*d.MipLevels, uint32(0)
		if volume {
			sub, z = v.FirstMip, s
		}
		f := &r.Footprints[sub]
		box := gpu.Box{Right: f.Width, Bottom: f.Height, Front: z, Back: z + 1}
		if len(rects) == 0 {
			t.box(r, f, f.Offset-r.Base, box, gpu.StateUnorderedAccess)
		}
		for _, q := range rects {
			part := gpu.Box{Left: clip(q.Left, f.Width), Right: clip(q.Right, f.Width), Top: clip(q.Top, f.Height),
				Bottom: clip(q.Bottom, f.Height), Front: z, Back: z + 1}
			if !part.Empty() {
				t.box(r, f, f.Offset-r.Base, part, gpu.StateUnorderedAccess)
			}
		}
	}
}

// clip is a coordinate of a rectangle inside [0, size].
func clip(x int32, size uint32) uint32 { return min(uint32(max(x, 0)), size) }

// indirect appends the count and the arguments that ExecuteIndirect read.
func (t *List) indirect(env exec.Env, c *gpu.Command, o *exec.Outcome) {
	if c.Dst != 0 {
		t.List = append(t.List, gpu.Access{Resource: c.Dst, Begin: c.DstOffset, End: c.DstOffset + 4, Exact: true,
			As: gpu.StateIndirectArgument, Slot: "count"})
	}
	sig := env.CommandSignature(c.Object)
	if sig == nil {
		return
	}
	for i := range o.Commands {
		at := c.SrcOffset + i*uint64(sig.ByteStride)
		t.List = append(t.List, gpu.Access{Resource: c.Src, Begin: at, End: at + uint64(sig.SizeInBytes()), Exact: true,
			As: gpu.StateIndirectArgument, Slot: "arguments"})
	}
}

// kernel appends what a program touched through its views.
func (t *List) kernel(env exec.Env, o *exec.Outcome, single bool) {
	at, shown := 0, (*exec.BoundView)(nil)
	t.List = slices.Grow(t.List, len(o.Accesses))
	var r *exec.Resource // that shown shows
	var as gpu.ResourceStates
	var slot string
	for i := range o.Accesses {
		e := &o.Accesses[i]
		if shown == nil || !shows(shown, e) { // there may be thousands of accesses through one
			shown = nil
			if single {
				at = viewIn(o.Views, e)
			} else {
				at = viewOf(o.Views, e, at)
			}
			if at == len(o.Views) {
				at = 0
				continue
			}
			v := &o.Views[at]
			if v.Class == gpu.DescriptorSampler {
				t.sampler(env, v, e)
				continue
			}
			shown, r, as, slot = v, env.Resource(v.Resource), stateOf(v), register.Name(v.Class, v.Register, v.Space)
		}
		if r == nil {
			continue // root constants, which belong to nobody else
		}
		n := len(t.List)
		t.List = t.List[:n+1]
		a := &t.List[n] // each field is written where it stands: a copy of what was just put together waits for it
		a.Resource, a.Begin, a.End, a.Stride, a.Size, a.Exact, a.Part = r.ID, e.Begin-r.Base, e.End-r.Base, e.Stride, e.Size, e.Exact, e.Part
		if a.Within = gpu.Ranges(e.Within); a.Within != "" {
			a.Size = 0
		}
		a.Kind, a.Keeps, a.Class, a.As, a.Led, a.Slot = kindOf(e), false, uint8(e.Atomic), as, shown.Led, slot
	}
}

// sampler appends the descriptor of a sampler that a program chose, as a slot of its heap. It is not exact: it says which was used, and claims no
// bytes.
func (t *List) sampler(env exec.Env, v *exec.BoundView, e *exec.Access) {
	if h := env.DescriptorHeap(v.Resource); h != nil {
		at := (v.Begin - h.Base) / exec.DescriptorBytes
		t.List = append(t.List, gpu.Access{Resource: v.Resource, Begin: at, End: at + 1,
			Slot: register.Name(v.Class, v.Register, v.Space), Part: e.Part})
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

// viewOf is the place of the view of a resource, or of root constants, through which an access went, of which from is looked at first: accesses come
// in the order of their views, many to each. Each dispatch of ExecuteIndirect has its own views. Behind all views: there is none.
func viewOf(views []exec.BoundView, e *exec.Access, from int) int {
	for i := range views {
		at := from + i
		if at >= len(views) {
			at -= len(views)
		}
		if through(&views[at], e) {
			return at
		}
	}
	return len(views)
}

// viewIn is viewOf of views that are in the order of their records, one of each at most: those of a single dispatch.
func viewIn(views []exec.BoundView, e *exec.Access) int {
	for at := min(int(e.Record), len(views)-1); at >= 0 && views[at].Record >= e.Record; at-- {
		if through(&views[at], e) {
			return at
		}
	}
	return len(views)
}

// through says whether an access went through a view, as far as its record and bytes say.
func through(v *exec.BoundView, e *exec.Access) bool {
	return v.Record == e.Record && v.Binding >= 0 && (shows(v, e) || v.Resource != 0 && v.Class == gpu.DescriptorSampler)
}

// shows says whether the bytes of an access are among those that the record of a view shows.
func shows(v *exec.BoundView, e *exec.Access) bool {
	return v.Record == e.Record && v.Begin <= e.Begin && e.End <= v.End
}
