// Package addresses words what calls name that is not there: GPU virtual addresses, subresources, and the flag of unordered access.
//
//	  ├── buffer "a" ──┤                  address past its end: the nearest buffer before it is named
//	begin            begin + Width   ▲
//
// Objects are asked for through World. It must not know how objects are found, nor lists.
package addresses

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the words need of the validator.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Name its name alone, Created the place where it was made.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Resource is the normalized description of a resource, nil for other objects.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Buffers goes through all buffers in the order of their creation, and UsesReleased says that a call uses an object after its release.
	Buffers(each func(Buffer))
	UsesReleased(id gpu.ID, site gpu.Site, method string)
}

// A Buffer is where a buffer stands, or stood, in the virtual addresses; its beginning is 0 if it has none.
type Buffer struct {
	ID           gpu.ID
	Begin, Width uint64
	Released     bool
}

// before is the living buffer whose beginning is nearest before an address, and how many bytes lie between; 0 if there is none.
func before(w World, address uint64) (id gpu.ID, offset uint64) {
	begin := uint64(0)
	w.Buffers(func(b Buffer) {
		if !b.Released && b.Begin > begin && b.Begin <= address && address-b.Begin < 1<<32 {
			id, offset, begin = b.ID, address-b.Begin, b.Begin
		}
	})
	return id, offset
}

// Gone is the youngest buffer that held an address and was released, 0 if there is none.
func Gone(w World, address uint64) (id gpu.ID) {
	w.Buffers(func(b Buffer) {
		if b.Released && b.Begin != 0 && b.Begin <= address && address-b.Begin < b.Width {
			id = b.ID
		}
	})
	return id
}

// Call is where an address stands, and what the script calls there.
type Call interface {
	CallSite() gpu.Site
	CallName() string
}

// Alignment says that an address is not a multiple of some bytes.
func Alignment(w World, site gpu.Site, method string, address, align uint64) {
	near, offset := before(w, address)
	d := w.Say(diag.BadAddress, site, "%s got the address %d, which is not a multiple of %d bytes", method, address, align)
	if near != 0 { // the address itself says nothing, and is another one in the next run of a script with threads
		d.Title = fmt.Sprintf("%s got the address of %s plus %s, which is not a multiple of %d", method, w.Ref(near),
			words.Count(int(offset), "byte"), align)
		words.Made(w, d, near)
	}
	argument, path := 2, ""
	if method == "CreateConstantBufferView" {
		argument, path = 1, "BufferLocation"
	}
	d.HelpAligned(site, method, argument, path, align, false).
		WithHelp(diag.Help{Text: fmt.Sprintf("use GetGPUVirtualAddress() plus a multiple of %d", align), Spare: true})
}

// Nowhere says that no buffer is at an address, where size bytes are wanted, or not any more.
func Nowhere(w World, c Call, address, size uint64) {
	if gone := Gone(w, address); gone != 0 {
		w.UsesReleased(gone, c.CallSite(), c.CallName())
		return
	}
	d := w.Say(diag.BadAddress, c.CallSite(), "%s got the address %d, where no buffer is", c.CallName(), address)
	const help = "use GetGPUVirtualAddress() of a buffer that is alive, plus less than its size"
	near, offset := before(w, address)
	if near == 0 {
		d.HelpText(help)
		return
	}
	width := w.Resource(near).Width
	words.Made(w, d, near).Note("The nearest is %s: it has %s, and the address is %s after its start.", w.Ref(near), words.Count(int(width), "byte"),
		words.Count(int(offset), "byte"))
	if offset == width { // right after it
		words.HelpLarger(d, w.Created(near), width+size, help+"; or make the buffer larger: Width = %d", width+size)
		return
	}
	d.HelpText(help)
}

// TooSmall says that a buffer does not have size bytes from an offset on.
func TooSmall(w World, c Call, id gpu.ID, offset, size uint64) {
	d := words.Made(w, w.Say(diag.BadAddress, c.CallSite(), "%s needs %s, but the buffer has %d bytes", c.CallName(),
		words.Range(w.Name(id), offset, size), w.Resource(id).Width), id).
		WithRange(offset, offset+size)
	words.HelpLarger(d, w.Created(id), offset+size, "make the buffer larger: Width = %d, or take less of it", offset+size)
}

// NotUnordered says that a resource lacks ALLOW_UNORDERED_ACCESS.
func NotUnordered(w World, id gpu.ID, site gpu.Site, method string) {
	d := words.Made(w, w.Say(diag.NotUnorderedAccess, site, "%s needs ALLOW_UNORDERED_ACCESS, but %s does not have it", method, w.Ref(id)), id)
	if method != "CreateUnorderedAccessView" {
		d.Prop("d3d12", "")
	}
	d.HelpFix(w.Created(id), diag.Put("CreateCommittedResource|CreatePlacedResource", "Flags", w.Resource(id).Flags|gpu.AllowUnorderedAccess),
		`create %s with Flags = "ALLOW_UNORDERED_ACCESS"`, w.Ref(id))
}

// subresourceMessages are those of the debug layer about a subresource that a method names. That of a copy depends on the side, and is not named.
var subresourceMessages = map[string]string{"DiscardResource": "DISCARD_INVALID_SUBRESOURCE_RANGE (995)", "Map": "MAP_INVALIDSUBRESOURCE (826)",
	"ResolveSubresource": "RESOLVESUBRESOURCE_INVALID_SUBRESOURCE_INDEX (877)", "Unmap": "UNMAP_INVALIDSUBRESOURCE (827)"}

// Subresource says that a resource does not have a subresource.
func Subresource(w World, id gpu.ID, site gpu.Site, method string, sub uint32) {
	n := w.Resource(id).Subresources()
	d := words.Made(w, w.Say(diag.BadSubresource, site, "%s names subresource %d of %s, which has %d", method, sub, w.Ref(id), n), id)
	if method != "ResourceBarrier" {
		d.Prop("d3d12", subresourceMessages[method])
	}
	words.HelpSubresource(d, site, method, n)
}

// Subresources says that a resource does not have so many subresources from one on, which a discard names.
func Subresources(w World, id gpu.ID, site gpu.Site, first, count uint32) {
	const method = "DiscardResource"
	n := w.Resource(id).Subresources()
	words.Made(w, w.Say(diag.BadSubresource, site, "%s names subresources [%d, %d) of %s, which has %d", method, first, uint64(first)+uint64(count),
		w.Ref(id), n), id).Prop("d3d12", subresourceMessages[method]).
		HelpFix(site, diag.Put(method, "NumSubresources", n-first).At(2), "subresources are counted from 0, mip + slice * MipLevels: from %d on there are %d",
			first, n-first)
}
