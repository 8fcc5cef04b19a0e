package tables

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Sayer names objects and starts diagnostics.
type Sayer interface {
	Names
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
}

// World is what the words of handles need of the validator.
type World interface {
	Sayer
	// Name is the name of an object alone.
	Name(id gpu.ID) string
	// Resource is the description of a resource; nil: it is none.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Idle says whether no list has recorded anything of an object, and Unwritten whether nothing was written to some descriptors of a heap that it
	// has.
	Idle(id gpu.ID) bool
	Unwritten(heap gpu.ID, first, count uint32) bool
	// HeapsOf are the heaps whose descriptions fit.
	HeapsOf(fits func(*gpu.DescriptorHeapDesc) bool) []gpu.ID
	// Device is the device that made an object, Written the place where a descriptor was written that running work of a queue finds; 0: one that is
	// there now.
	Device(id gpu.ID) gpu.ID
	Written(at gpu.GPUDescriptorHandle, by gpu.ID) gpu.Site
}

// heapSize is the edit that makes a descriptor heap larger.
func heapSize(n uint64) diag.Fix { return diag.Put("CreateDescriptorHeap", "NumDescriptors", n) }

// HeapOf is the type of the heaps that hold descriptors of a type.
func HeapOf(t gpu.DescriptorType) gpu.DescriptorHeapType {
	switch t {
	case gpu.DescriptorSampler:
		return gpu.HeapSampler
	case gpu.DescriptorRTV:
		return gpu.HeapRTV
	case gpu.DescriptorDSV:
		return gpu.HeapDSV
	}
	return gpu.HeapCBVSRVUAV
}

// NoHeapBound says that a table is set and no heap of its type is bound. only is the heap that a call can bind, 0 if another one has to be bound with
// it.
func NoHeapBound(w World, c *gpu.Command, t gpu.DescriptorHeapType, only gpu.ID) {
	w.Say(diag.HeapNotBound, c.Site, "%s needs a descriptor heap of type %s, but none is bound in %s", c.Op, t, w.Ref(c.List)).
		WithResource(w.Ref(c.List)).
		HelpBefore(c.Site, "%1:SetDescriptorHeaps { %2 }",
			[]diag.Snippet{{Site: c.Site, Method: c.Called().String(), Made: w.Created(c.List)}, {Made: w.Created(only)}},
			"call SetDescriptorHeaps with %s on %s first", w.Ref(c.GPUHandle.Heap), w.Ref(c.List))
}

// OtherHeap says that a table is set to a handle of another heap than the bound one.
func OtherHeap(w World, c *gpu.Command, bound gpu.ID, where gpu.Site) {
	w.Say(diag.HeapNotBound, c.Site, "%s got a handle of %s, but %s is bound", c.Op, w.Ref(c.GPUHandle.Heap), w.Ref(bound)).
		Also(where, w.Ref(bound)+" is bound here").WithResource(w.Ref(c.GPUHandle.Heap)).
		HelpText("use a handle of %s, or bind %s", w.Ref(bound), w.Ref(c.GPUHandle.Heap))
}

// TableRange says that a table of a size reaches past the end of its heap, which has some descriptors.
func TableRange(w World, c *gpu.Command, size, have uint32) {
	end := uint64(c.GPUHandle.Index) + uint64(size)
	words.Made(w, w.Say(diag.DescriptorOutOfHeap, c.Site, "%s needs descriptors %s, but the heap has %d", c.Op,
		words.Range(w.Name(c.GPUHandle.Heap), uint64(c.GPUHandle.Index), uint64(size)), have), c.GPUHandle.Heap).
		HelpFix(w.Created(c.GPUHandle.Heap), heapSize(end), "use an earlier handle, or make the heap larger: NumDescriptors = %d", end)
}

// HandleRange says that a call names count descriptors from a handle on, and its heap has fewer.
func HandleRange(w World, site gpu.Site, method string, at gpu.CPUDescriptorHandle, count, have uint32) {
	end := uint64(at.Index) + uint64(count)
	words.Made(w, w.Say(diag.DescriptorOutOfHeap, site, "%s names descriptors %s, but the heap has %d", method,
		words.Range(w.Name(at.Heap), uint64(at.Index), uint64(count)), have), at.Heap).
		HelpFix(w.Created(at.Heap), heapSize(end), "descriptors are counted from 0; or make the heap larger: NumDescriptors = %d", end)
}

// HeapInvisible says that a call needs a heap that shaders see. place is that of the heap in a list of heaps, from 1; 0: there is no list.
func HeapInvisible(w World, heap gpu.ID, t gpu.DescriptorHeapType, place int, site gpu.Site, method string) {
	d := words.Made(w, w.Say(diag.HeapNotShaderVisible, site, "%s needs a shader-visible heap, but %s is not", method, w.Ref(heap)), heap)
	others := w.HeapsOf(func(d *gpu.DescriptorHeapDesc) bool { return d.Type == t && d.Flags&gpu.ShaderVisible != 0 })
	switch {
	case place > 0 && t != gpu.HeapCBVSRVUAV && t != gpu.HeapSampler:
		d.Because("Shaders read descriptors of CBV_SRV_UAV and SAMPLER heaps; OMSetRenderTargets takes handles of %s heaps that are not bound.", t).
			HelpFix(site, diag.Drop(method, fmt.Sprintf("[%d]", place)), "leave it out")
		return
	case place > 0 && len(others) > 1:
		d.HelpText("bind one of the heaps that shaders see, as %s", w.Ref(others[0]))
		return
	case place > 0 && len(others) == 1:
		d.HelpFix(site, diag.PutObject(method, 1, fmt.Sprintf("[%d]", place), diag.The(w.Created(others[0]))),
			"bind %s, which shaders see", w.Ref(others[0]))
		return
	}
	d.HelpFix(w.Created(heap), diag.Put("CreateDescriptorHeap", "Flags", "SHADER_VISIBLE"), `create it with Flags = "SHADER_VISIBLE"`)
}

// TwoHeaps says that two heaps of a type are bound by one call.
func TwoHeaps(w World, c *gpu.Command, a, b gpu.ID, t gpu.DescriptorHeapType) {
	fix := diag.Fix{}
	for i, id := range c.Words { // one without descriptors is good for nothing
		if h := gpu.ID(id); (h == a || h == b) && w.Unwritten(h, 0, 0) {
			fix = diag.Drop(c.Op.String(), fmt.Sprintf("[%d]", i+1))
		}
	}
	both := fmt.Sprintf("%s and %s, both of type %s", w.Ref(a), w.Ref(b), t)
	if a == b {
		both = w.Ref(a) + " twice"
	}
	w.Say(diag.TwoHeapsOfOneType, c.Site, "%s binds %s", c.Op, both).
		HelpFix(c.Site, fix, "one heap of each type is bound at a time: put the descriptors into one heap")
}

// NullHandle says that a handle is of no heap.
func NullHandle(w World, c *gpu.DescriptorCall) {
	if written, read := lengths(c.Copies); written != read {
		uneven(w, c, written, read)
		return
	}
	w.Say(diag.BadDescriptorHandle, c.Site, "%s got a handle of no descriptor heap", c.Method).HelpText("use heap:GetCPUDescriptorHandle(index)")
}

// HandleType says that a handle is of a heap of another type than the call needs.
func HandleType(w World, c *gpu.DescriptorCall, heap gpu.ID, have, want gpu.DescriptorHeapType) {
	d := words.Made(w, w.Say(diag.BadDescriptorHandle, c.Site, "%s needs a heap of type %s, but %s has type %s", c.Method,
		want, w.Ref(heap), have), heap)
	argument := map[string]int{"CreateConstantBufferView": 2, "CreateSampler": 2, "CreateUnorderedAccessView": 4}[c.Method]
	if argument == 0 {
		argument = 3
	}
	others := w.HeapsOf(func(d *gpu.DescriptorHeapDesc) bool { return d.Type == want && c.Dest.Index < d.NumDescriptors })
	switch {
	case len(others) == 1 && len(c.Copies) == 0:
		fix := diag.PutObject(c.Method, argument, "(0)", diag.The(w.Created(others[0])))
		d.HelpFix(c.Site, fix, "write it to %s", w.Ref(others[0]))
	case len(c.Copies) == 0 && w.Unwritten(heap, 0, 0) && w.Idle(heap):
		d.HelpFix(w.Created(heap), diag.Put("CreateDescriptorHeap", "Type", want),
			"create the heap with Type = %q, or write to another heap of that type", want)
		if want != gpu.HeapCBVSRVUAV && want != gpu.HeapSampler {
			d.AndFix(w.Created(heap), diag.Drop("CreateDescriptorHeap", "Flags"))
		}
	default:
		d.HelpText("create a descriptor heap with Type = %q", want)
	}
}

// Copy applies the rules of a copy between two heaps: ranges that exist, from a heap that the GPU does not see, without overlap.
func Copy(w World, c *gpu.DescriptorCall, k *gpu.DescriptorCopy, dst, src *gpu.DescriptorHeapDesc) {
	switch {
	case uint64(k.Src.Index)+uint64(k.Count) > uint64(src.NumDescriptors):
		HandleRange(w, c.Site, c.Method, k.Src, k.Count, src.NumDescriptors)
	case uint64(k.Dest.Index)+uint64(k.Count) > uint64(dst.NumDescriptors):
		HandleRange(w, c.Site, c.Method, k.Dest, k.Count, dst.NumDescriptors)
	case src.Flags&gpu.ShaderVisible != 0:
		copyFromVisible(w, c, k)
	case k.Dest.Heap == k.Src.Heap && k.Dest.Index < k.Src.Index+k.Count && k.Src.Index < k.Dest.Index+k.Count:
		copyOverlap(w, c, k, dst.NumDescriptors)
	}
}

// lengths are how many descriptors copies write and read: of a piece from nowhere, or to nowhere, on one side.
func lengths(copies []gpu.DescriptorCopy) (written, read uint64) {
	for _, k := range copies {
		if k.Dest.Heap != 0 {
			written += uint64(k.Count)
		}
		if k.Src.Heap != 0 {
			read += uint64(k.Count)
		}
	}
	return written, read
}

// uneven says that a copy writes another number of descriptors than it reads.
func uneven(w World, c *gpu.DescriptorCall, written, read uint64) {
	heap := c.Copies[0].Dest.Heap
	if heap == 0 {
		heap = c.Copies[0].Src.Heap
	}
	words.Made(w, w.Say(diag.BadDescriptorCopy, c.Site, "%s writes %s and reads %d", c.Method, words.Count(int(written), "descriptor"), read), heap).
		HelpText("let the sizes on both sides have the same sum; where they are left out, each range is one descriptor")
}

// copyFromVisible says that descriptors are copied from a heap that only the GPU reads.
func copyFromVisible(w World, c *gpu.DescriptorCall, k *gpu.DescriptorCopy) {
	fix := diag.Fix{}
	if w.Idle(k.Src.Heap) {
		fix = diag.Drop("CreateDescriptorHeap", "Flags")
	}
	words.Made(w, w.Say(diag.BadDescriptorCopy, c.Site, "%s reads from %s, which is shader-visible", c.Method, w.Ref(k.Src.Heap)), k.Src.Heap).
		Prop("d3d12", "COPY_DESCRIPTORS_WRITE_ONLY_DESCRIPTOR (654)").Because("The CPU only writes shader-visible heaps.").
		HelpFix(w.Created(k.Src.Heap), fix, "create the views in a heap without SHADER_VISIBLE, and copy from there")
}

// copyOverlap says that descriptors are copied onto some of themselves.
func copyOverlap(w World, c *gpu.DescriptorCall, k *gpu.DescriptorCopy, size uint32) {
	name := func(at gpu.CPUDescriptorHandle) string {
		return words.Range(w.Name(at.Heap), uint64(at.Index), uint64(k.Count))
	}
	fix, behind := diag.Fix{}, k.Src.Index+k.Count
	if c.Method == "CopyDescriptorsSimple" && behind+k.Count <= size && w.Unwritten(k.Dest.Heap, behind, k.Count) {
		fix = diag.Fix{Method: c.Method, Argument: 2, Path: "(1)", Text: fmt.Sprint(behind)}
	}
	words.Made(w, w.Say(diag.BadDescriptorCopy, c.Site, "%s copies %s onto %s", c.Method, name(k.Src), name(k.Dest)), k.Dest.Heap).
		HelpFix(c.Site, fix, "the ranges must not overlap: copy to descriptors before or after those that are read")
}

// ClearHandle says that a clear got no CPU handle of a heap that the driver reads. shows is what the view of the GPU handle shows.
func ClearHandle(w World, c *gpu.Command, shows gpu.ID) {
	d := w.Say(diag.BadClearHandle, c.Site, "%s needs a CPU handle in a CBV_SRV_UAV heap that is not shader-visible, but got descriptor %d of %s",
		c.Op, c.CPUHandle.Index, w.Ref(c.CPUHandle.Heap)).
		Because("The driver reads the view through the CPU handle, and shader-visible heaps are slow to read.")
	const help = "create the same view a second time in a heap without SHADER_VISIBLE"
	at := w.Written(c.GPUHandle, 0)
	if at == 0 || shows != c.Dst {
		d.HelpText(help)
		return
	}
	argument := func(n int) diag.Snippet { return diag.Snippet{Site: at, Argument: n, Method: create, Together: true} }
	d.HelpBefore(c.Site, "local %2 = %1:CreateDescriptorHeap { Name = \"cpu\", Type = \"CBV_SRV_UAV\", NumDescriptors = 1 }\n"+
		"%1:"+create+"(%3, %4, %5, %2:GetCPUDescriptorHandle(0))",
		[]diag.Snippet{{Made: w.Created(w.Device(c.List))}, {Fresh: "cpu"}, argument(1), argument(2), argument(3)}, help).
		AndFix(c.Site, diag.Fix{Method: c.Op.String(), Argument: 2, Text: "%o:GetCPUDescriptorHandle(0)", Object: diag.Object{Fresh: "cpu"}})
}

// StructuredClear says that a clear goes through a view of structures, written at a place. as describes a view of the same bytes that can be cleared,
// sizes are the numbers of descriptors of the heap that the GPU sees and of the other one. A shader may read the view of structures, so the new one
// stands after it.
func StructuredClear(w World, c *gpu.Command, view gpu.Site, as gpu.ViewDesc, sizes [2]uint32) {
	d := w.Say(diag.StructuredClear, c.Site, "%s clears %s through a view with a StructureByteStride", c.Op, w.Ref(c.Dst)).WithResource(w.Ref(c.Dst)).
		Because("A clear writes texels of a format, or raw words; structures are neither.")
	if view != 0 {
		d.Also(view, "the view is written here")
	}
	fields := fmt.Sprintf("Format = %q", as.Format)
	if as.FirstElement > 0 {
		fields += fmt.Sprintf(", FirstElement = %d", as.FirstElement)
	}
	if as.NumElements > 0 {
		fields += fmt.Sprintf(", NumElements = %d", as.NumElements)
	}
	write := func(heap string, n uint32) string {
		return fmt.Sprintf("%%1:CreateUnorderedAccessView(%%2, nil, { %s }, %s:GetCPUDescriptorHandle(%d))", fields, heap, n)
	}
	heaps := [2]gpu.Site{w.Created(c.GPUHandle.Heap), w.Created(c.CPUHandle.Heap)}
	pieces := []diag.Snippet{{Made: w.Created(w.Device(c.List))}, {Site: c.Site, Argument: 3, Method: c.Op.String()},
		{Made: heaps[0]}, {Made: heaps[1]}}
	d.HelpBefore(c.Site, write("%3", sizes[0])+"\n"+write("%4", sizes[1]), pieces,
		"clear through further views, with Format = %q, in both heaps, or copy to the buffer", as.Format)
	for i, side := range []string{"GPU", "CPU"} {
		size := heapSize(uint64(sizes[i]) + 1)
		size.Computed = "%p + 1"
		handle := diag.Fix{Method: c.Op.String(), Argument: i + 1,
			Text: fmt.Sprintf("%%o:Get%sDescriptorHandle(%d)", side, sizes[i]), Object: diag.The(heaps[i])}
		d.AndFix(heaps[i], size).AndFix(c.Site, handle)
	}
}

// ClearResource says that the view of a clear shows another resource than the clear names.
func ClearResource(w World, c *gpu.Command, got gpu.ID) {
	w.Say(diag.BadClearHandle, c.Site, "%s names %s, but its GPU handle shows %s", c.Op, w.Ref(c.Dst), w.Ref(got)).WithResource(w.Ref(c.Dst)).
		HelpFix(c.Site, diag.PutObject(c.Op.String(), 3, "", diag.The(w.Created(got))),
			"name the resource that the view shows, or use the view of the other one")
}

// create is the call that writes the views of clears.
const create = "CreateUnorderedAccessView"

// sameView is why a clear names its view twice.
const sameView = "Some drivers clear through the view of the GPU handle and others through that of the CPU handle, so both are one view."

// ClearUnwritten says that nothing was written where the CPU handle of a clear points. view is where the view of its GPU handle was written, if it
// was; again says that it may be written again.
func ClearUnwritten(w World, c *gpu.Command, view gpu.Site, again bool) {
	d := w.Say(diag.BadClearHandle, c.Site, "%s clears %s, but its CPU handle has no view: descriptor %d of %s was never written", c.Op, w.Ref(c.Dst),
		c.CPUHandle.Index, w.Ref(c.CPUHandle.Heap))
	clearTwice(w, c, d, view, again)
}

// ClearOther says that the view of the CPU handle of a clear, written at a place, shows another resource, or something else of it, than that of its
// GPU handle.
func ClearOther(w World, c *gpu.Command, shows gpu.ID, what string, own, view gpu.Site) {
	if shows != 0 {
		what = w.Ref(shows)
	} else if what == "" {
		what = "a null view"
	}
	d := w.Say(diag.BadClearHandle, c.Site, "%s clears %s, but its CPU handle shows %s", c.Op, w.Ref(c.Dst), what).
		Also(own, "the view of the CPU handle is written here")
	clearTwice(w, c, d, view, true)
}

// Clear is a recorded clear of a resource through the view of a GPU handle.
type Clear struct {
	Op       gpu.Op
	Site     gpu.Site
	At       gpu.GPUDescriptorHandle
	Resource gpu.ID
}

// ClearChanged says that the descriptor of the GPU handle of a clear of a list, which was written before or after the recording, shows what its CPU
// handle does not, whose view was written at own.
func ClearChanged(n Names, c *Clear, list gpu.ID, submit gpu.Site, what string, written, own gpu.Site, before bool) *diag.Diagnostic {
	when := ", after the clear was recorded"
	if before {
		when = ""
	}
	d := words.New(diag.BadClearHandle, submit, "%s of %s clears %s, but its GPU handle shows %s when the list is submitted", c.Op, n.Ref(list),
		n.Ref(c.Resource), what).WithResource(n.Ref(c.Resource)).Prop("d3d12", "") // its message is of the recording
	d.Descriptors = []gpu.CPUDescriptorHandle{gpu.CPUDescriptorHandle(c.At)}
	d.Also(written, "its descriptor is written here"+when).Also(c.Site, "the clear is recorded here").
		Because("The view of the GPU handle is read when the list is executed, that of the CPU handle when the clear is recorded. " + sameView)
	if !before {
		return d.HelpText("write this view to another descriptor of %s, or when the list has been executed", n.Ref(c.At.Heap))
	}
	argument := func(i int) diag.Snippet { return diag.Snippet{Site: own, Argument: i, Method: create, Together: true} }
	return d.HelpBefore(c.Site, fmt.Sprintf("%%1:"+create+"(%%2, %%3, %%4, %%5:GetCPUDescriptorHandle(%d))", c.At.Index),
		[]diag.Snippet{argument(0), argument(1), argument(2), argument(3), {Made: n.Created(c.At.Heap)}},
		"write the view of the CPU handle to descriptor %d of %s as well", c.At.Index, n.Ref(c.At.Heap))
}

func clearTwice(w World, c *gpu.Command, d *diag.Diagnostic, view gpu.Site, again bool) {
	d.WithResource(w.Ref(c.Dst)).Because(sameView).Descriptors = []gpu.CPUDescriptorHandle{c.CPUHandle}
	const help = "write the view of the GPU handle to descriptor %d of %s as well"
	if view == 0 || !again {
		d.HelpText(help, c.CPUHandle.Index, w.Ref(c.CPUHandle.Heap))
		return
	}
	argument := func(n int) diag.Snippet { return diag.Snippet{Site: view, Argument: n, Method: create, Together: true} }
	d.Also(view, "the view of the GPU handle is written here").
		HelpBefore(c.Site, fmt.Sprintf("%%1:"+create+"(%%2, %%3, %%4, %%5:GetCPUDescriptorHandle(%d))", c.CPUHandle.Index),
			[]diag.Snippet{argument(0), argument(1), argument(2), argument(3), {Made: w.Created(c.CPUHandle.Heap)}}, help,
			c.CPUHandle.Index, w.Ref(c.CPUHandle.Heap))
}
