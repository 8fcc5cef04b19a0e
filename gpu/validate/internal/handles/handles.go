// Package handles words what is wrong with descriptor handles, heaps and addresses that a call names. It finds nothing itself, and must not know how heaps
// are kept.
package handles

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World tells how objects are called.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Name its name alone, Created the place where it was made.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
}

// also adds the place where an object was made.
func also(w World, d *diag.Diagnostic, id gpu.ID) *diag.Diagnostic {
	if site := w.Created(id); site != 0 {
		d.Also(site, w.Ref(id)+" is created here")
	}
	return d.WithResource(w.Ref(id))
}

// descriptors shows a range of descriptors of a heap.
func descriptors(w World, id gpu.ID, begin, size uint64) string {
	return words.Range(w.Name(id), begin, size)
}

// TableRange says that a table, or a handle of a command, leaves its heap, which has some descriptors.
func TableRange(w World, c *gpu.Command, size, have uint32) {
	also(w, w.Say(diag.DescriptorOutOfHeap, c.Site, "%s needs descriptors %s, and the heap has %d", c.Op, descriptors(w, c.GPUHandle.Heap, uint64(c.GPUHandle.Index), uint64(size)), have), c.GPUHandle.Heap).
		HelpFix(w.Created(c.GPUHandle.Heap), heapSize(uint64(c.GPUHandle.Index)+uint64(size)), "use an earlier handle, or make the heap larger: NumDescriptors = %d", uint64(c.GPUHandle.Index)+uint64(size))
}

// heapSize is the edit that makes a descriptor heap larger.
func heapSize(n uint64) diag.Fix { return diag.Put("CreateDescriptorHeap", "NumDescriptors", n) }

// HandleRange says that a call names descriptors behind the end of a heap.
func HandleRange(w World, site gpu.Site, method string, heap gpu.ID, index, count, have uint32) {
	also(w, w.Say(diag.DescriptorOutOfHeap, site, "%s names descriptors %s, and the heap has %d", method, descriptors(w, heap, uint64(index), uint64(count)), have), heap).
		HelpFix(w.Created(heap), heapSize(uint64(index)+uint64(count)), "descriptors are counted from 0; or make the heap larger: NumDescriptors = %d", uint64(index)+uint64(count))
}

// HeapInvisible says that a heap is not shader-visible.
func HeapInvisible(w World, heap gpu.ID, site gpu.Site, method string) {
	also(w, w.Say(diag.HeapNotShaderVisible, site, "%s needs a shader-visible heap, and %s is not", method, w.Ref(heap)), heap).
		HelpFix(w.Created(heap), diag.Put("CreateDescriptorHeap", "Flags", "SHADER_VISIBLE"), `create it with Flags = "SHADER_VISIBLE"`)
}

// TwoHeaps says that two heaps of one type are bound.
func TwoHeaps(w World, c *gpu.Command, a, b gpu.ID, t gpu.DescriptorHeapType) {
	w.Say(diag.TwoHeapsOfOneType, c.Site, "%s binds %s and %s, both of type %s", c.Op, w.Ref(a), w.Ref(b), t).HelpText("one heap of each type is bound at a time: put the descriptors into one heap")
}

// ClearHandle says that the CPU handle of a clear stands in no heap that the driver can read.
func ClearHandle(w World, c *gpu.Command) {
	w.Say(diag.BadClearHandle, c.Site, "%s needs a CPU handle in a CBV_SRV_UAV heap that is not shader-visible, and got descriptor %d of %s", c.Op, c.CPUHandle.Index, w.Ref(c.CPUHandle.Heap)).
		Because("The driver reads the view through the CPU handle, and shader-visible heaps are slow to read.").HelpText("create the same view a second time in a heap without SHADER_VISIBLE")
}

// ClearResource says that the handles of a clear show another resource.
func ClearResource(w World, c *gpu.Command, got gpu.ID) {
	w.Say(diag.BadClearHandle, c.Site, "%s names %s, and its GPU handle shows %s", c.Op, w.Ref(c.Dst), w.Ref(got)).WithResource(w.Ref(c.Dst))
}

// NullHandle says that a handle is of no heap.
func NullHandle(w World, c *gpu.DescriptorCall) {
	w.Say(diag.BadDescriptorHandle, c.Site, "%s got a handle of no descriptor heap", c.Method).HelpText("use heap:GetCPUDescriptorHandle(index)")
}

// HandleType says that a handle is of a heap of another type.
func HandleType(w World, c *gpu.DescriptorCall, at gpu.CPUDescriptorHandle, have, want gpu.DescriptorHeapType) {
	also(w, w.Say(diag.BadDescriptorHandle, c.Site, "%s needs a heap of type %s, and %s has type %s", c.Method, want, w.Ref(at.Heap), have), at.Heap)
}

// CopyFromVisible says that descriptors are copied from a shader-visible heap.
func CopyFromVisible(w World, c *gpu.DescriptorCall, k *gpu.DescriptorCopy) {
	also(w, w.Say(diag.BadDescriptorCopy, c.Site, "%s reads from %s, which is shader-visible", c.Method, w.Ref(k.Src.Heap)), k.Src.Heap).
		Because("The CPU only writes shader-visible heaps.").HelpText("create the views in a heap without SHADER_VISIBLE, and copy from there")
}

// CopyOverlap says that descriptors are copied onto themselves.
func CopyOverlap(w World, c *gpu.DescriptorCall, k *gpu.DescriptorCopy) {
	w.Say(diag.BadDescriptorCopy, c.Site, "%s copies %s onto %s", c.Method, descriptors(w, k.Src.Heap, uint64(k.Src.Index), uint64(k.Count)), descriptors(w, k.Dest.Heap, uint64(k.Dest.Index), uint64(k.Count))).
		WithResource(w.Ref(k.Dest.Heap)).HelpText("the ranges must not overlap")
}
