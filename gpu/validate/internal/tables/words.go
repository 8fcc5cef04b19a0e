package tables

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called and where they were made.
type Names interface {
	// Ref is the object as messages name it: descriptor heap "views".
	Ref(id gpu.ID) string
	// Created is the place where the object was made.
	Created(id gpu.ID) gpu.Site
}

// Viewed is Names that know what views are of.
type Viewed interface {
	Names
	// Shows is the resource that a descriptor of a class can be meant to show which the programs of a list read as a slot; 0: that is not known.
	Shows(list gpu.ID, class gpu.DescriptorType, slot *gpu.ShaderSlot) gpu.ID
}

// Static is a table of static descriptors that a list has set, when the list is submitted.
type Static struct {
	Submit    gpu.Site
	List      gpu.ID
	Heap      gpu.ID
	Device    gpu.ID
	Set       gpu.Site // where the table was set
	Root      gpu.ID
	Desc      *gpu.RootSignatureDesc // of Root; nil: not known
	Parameter uint32
	Reads     []*gpu.ShaderSlot // what reads descriptors that were never written; nil entries are not known
}

// Changed words a static descriptor that was written at a place after its table had been set.
func Changed(n Names, s *Static, index uint32, written gpu.Site) *diag.Diagnostic {
	d := words.New(diag.StaticDescriptorChanged, s.Submit, "descriptor %d of %s was written after %s had set its table", index, n.Ref(s.Heap),
		n.Ref(s.List)).WithResource(n.Ref(s.Heap))
	d.Descriptors = []gpu.CPUDescriptorHandle{{Heap: s.Heap, Index: index}}
	d.Runs = []diag.Run{{List: s.List, Submit: s.Submit}}
	return d.Also(written, "it is written here").Also(s.Set, "the table is set here, with descriptors that stay as they are").
		Because("Descriptors are static in root signature 1.1: they are valid when the table is set, and must not change until the list has executed for the last time.").
		HelpFix(n.Created(s.Root), s.Volatile(0), `write the descriptors before the table is set, or give the range Flags = "DESCRIPTORS_VOLATILE"`)
}

// Unwritten words static descriptors of a range that were never written; the first is for a register.
func Unwritten(n Viewed, s *Static, of *layout.Run, missing []gpu.CPUDescriptorHandle, register uint32) *diag.Diagnostic {
	index, count := missing[0].Index, len(missing)
	d := words.New(diag.StaticDescriptorUnwritten, s.Submit, "descriptor %d of %s, which %s sets as %s, was never written", index,
		n.Ref(s.Heap), n.Ref(s.List),
		words.Register(of.Class, register, of.Space)).WithResource(n.Ref(s.Heap)).
		Also(s.Set, "the table is set here").Also(n.Created(s.Root), of.Place+" says that its descriptors are static: "+of.String())
	d.Descriptors = missing
	if count > 1 {
		d.Note("%d descriptors of the range were never written.", count)
	}
	return d.Because("Descriptors are static in root signature 1.1: all of a range are valid when the table is set, whether shaders read them or not.").
		WithHelp(s.helpUnwritten(n, of, missing, register))
}

// helpUnwritten proposes that only descriptors count which shaders read, or where the one that is missing is declared, a view: a null view of an
// element of an array that no shader names, and otherwise one of the resource that is meant, if that is known.
func (s *Static) helpUnwritten(n Viewed, of *layout.Run, missing []gpu.CPUDescriptorHandle, register uint32) diag.Help {
	const text = `write a view, or a null view, before the table is set`
	if len(s.Reads) == 0 {
		fix := s.Volatile(of.Range)
		return diag.Help{Site: n.Created(s.Root), Fix: &fix,
			Text: text + `, or give the range Flags = "DESCRIPTORS_VOLATILE": then those count that shaders read`}
	}
	h, slot := diag.Help{Site: s.Set, Text: text}, s.Reads[0]
	if len(missing) > 1 || slot == nil {
		return h
	}
	create, shown := nullView(of.Class, slot), gpu.ID(0)
	if slot.Count == 1 || slot.Varying || slices.Contains(slot.Elements, register-slot.Register) {
		shown = n.Shows(s.List, of.Class, slot)
		create = view(of.Class, slot)
		if shown == 0 {
			return h
		}
		h.Text = "write a view of " + n.Ref(shown) + " before the table is set"
	}
	if create != "" {
		h.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Ahead: true, Behind: []gpu.Site{n.Created(s.Heap)},
			Replace:  fmt.Sprintf("%%1:%s%%2:GetCPUDescriptorHandle(%d))", create, missing[0].Index),
			Snippets: []diag.Snippet{{Made: n.Created(s.Device)}, {Made: n.Created(s.Heap)}}}
	}
	if shown != 0 && h.Draft != nil {
		h.Draft.Behind, h.Draft.Snippets = append(h.Draft.Behind, n.Created(shown)), append(h.Draft.Snippets, diag.Snippet{Made: n.Created(shown)})
	}
	return h
}

// StatesOf are the states in which programs use what a descriptor of a class shows, and whether that is for writing.
func StatesOf(class gpu.DescriptorType) (unordered bool, states gpu.ResourceStates) {
	if class == gpu.DescriptorUAV {
		return true, gpu.StateUnorderedAccess
	}
	return false, gpu.StateNonPixelShaderResource | gpu.StatePixelShaderResource
}

// Fits says whether a resource can be what a slot of a shader shows through a descriptor of a class, all of it.
func Fits(d *gpu.ResourceDesc, class gpu.DescriptorType, slot *gpu.ShaderSlot) bool {
	switch {
	case class == gpu.DescriptorUAV && d.Flags&gpu.AllowUnorderedAccess == 0, d.Flags&(gpu.DenyShaderResource|gpu.AllowDepthStencil) != 0:
		return false
	case slot.View == gpu.ViewBuffer:
		return d.Dimension == gpu.DimensionBuffer
	}
	return slot.View == gpu.ViewTexture2D && d.Dimension == gpu.DimensionTexture2D && d.Subresources() == 1 && d.SampleDesc.Count <= 1
}

// view is the call that writes a view of a resource, %3, for a slot of a shader, up to the handle; "" if a format is missing.
func view(class gpu.DescriptorType, slot *gpu.ShaderSlot) string {
	as := "nil, "
	switch {
	case slot.View != gpu.ViewBuffer:
	case slot.Typed:
		return ""
	case slot.Stride > 0:
		as = fmt.Sprintf("{ StructureByteStride = %d }, ", slot.Stride)
	default:
		as = `{ Format = "R32_TYPELESS", Flags = "RAW" }, `
	}
	switch class {
	case gpu.DescriptorSRV:
		return "CreateShaderResourceView(%3, " + as
	case gpu.DescriptorUAV:
		return "CreateUnorderedAccessView(%3, nil, " + as
	}
	return ""
}

// nullView is the call that writes a null view for a slot of a shader, up to the handle; "" if there is none.
func nullView(class gpu.DescriptorType, slot *gpu.ShaderSlot) string {
	format := gpu.FormatR8G8B8A8Unorm
	if slot.View == gpu.ViewBuffer {
		format = gpu.FormatR32Uint
	}
	view := fmt.Sprintf("{ ViewDimension = %q, Format = %q }, ", slot.View, format)
	switch class {
	case gpu.DescriptorSRV:
		return "CreateShaderResourceView(nil, " + view
	case gpu.DescriptorUAV:
		return "CreateUnorderedAccessView(nil, nil, " + view
	}
	return ""
}

// Volatile is the edit that makes the descriptors of a range of the table volatile, from 1; 0 is the only one.
func (s *Static) Volatile(number int) (fix diag.Fix) {
	if s.Desc == nil {
		return fix
	}
	ranges := s.Desc.Parameters[s.Parameter].Ranges
	if number == 0 && len(ranges) == 1 {
		number = 1
	}
	if number == 0 {
		return fix
	}
	flags := ranges[number-1].Flags
	if flags&gpu.DataStatic != 0 { // needs descriptors that do not change
		flags = flags&^gpu.DataStatic | gpu.DataStaticWhileSetAtExecute
	}
	return diag.Put("CreateRootSignature", fmt.Sprintf("Parameters[%d].Ranges[%d].Flags", s.Parameter+1, number), flags|gpu.DescriptorsVolatile)
}

// Sampler words a sampler of a heap, written at a place, that compares where the program of a command declares one that does not, or the other way
// round.
func Sampler(n Names, site gpu.Site, heap gpu.ID, index uint32, written gpu.Site, filter gpu.Filter, pipeline gpu.ID, number,
	space uint32) *diag.Diagnostic {
	d := words.SamplerMismatch(site, fmt.Sprintf("descriptor %d of %s", index, n.Ref(heap)), filter, "the shader of "+n.Ref(pipeline),
		words.Register(gpu.DescriptorSampler, number, space)).WithResource(n.Ref(heap))
	return d.Also(written, "the sampler is created here").HelpFix(written, diag.Put("CreateSampler", "Filter", filter^gpu.FilterComparison),
		"Filter = %q", filter^gpu.FilterComparison)
}

// Overwriting words a call, of a method at a place, that overwrites a descriptor while work of a queue may still read it.
func Overwriting(n Names, site gpu.Site, method string, at gpu.CPUDescriptorHandle, queue gpu.ID) *diag.Diagnostic {
	d := words.New(diag.DescriptorInFlight, site, "%s overwrites descriptor %d of %s while %s may still read it", method, at.Index, n.Ref(at.Heap),
		n.Ref(queue)).WithResource(n.Ref(at.Heap))
	d.Descriptors = []gpu.CPUDescriptorHandle{at}
	return d
}
