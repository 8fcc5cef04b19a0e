package incident

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// viewMethods are the calls that create views which shaders read.
const viewMethods = "CreateShaderResourceView|CreateUnorderedAccessView"

func (x explainer) descriptorFault(f *incident.DescriptorFault) *diag.Diagnostic {
	site := f.Declared
	switch {
	case f.Used != 0:
		site = f.Used
	case site == 0:
		site = f.RecordSite
	}
	if f.Kind == incident.DescriptorNoCounter {
		return x.noCounter(f, site)
	}
	d := words.New(diag.DescriptorFault, site, "kernel %q finds %s for %q in %s", f.Kernel, x.faultText(f), f.Slot,
		words.Register(f.Class, f.Register, f.Space))
	if f.Slot == "" { // of a clear, or of a buffer that the fixed parts read
		d.Title = fmt.Sprintf("%s finds %s", f.Op, strings.TrimSuffix(x.faultText(f), ","))
	}
	x.used(d, f)
	if f.Resource != 0 {
		d.WithResource(x.Ref(f.Resource))
		if at := x.Released(f.Resource); at != 0 && f.Kind == incident.DescriptorDestroyed { // whether others are by now is up to the run
			d.Also(at, x.Ref(f.Resource)+" is released here")
		}
	}
	switch f.Kind {
	case incident.DescriptorDestroyed:
		d.Prop("d3d12", "DESCRIPTOR_HANDLE_WITH_INVALID_RESOURCE (1042)")
	case incident.DescriptorMisaligned, incident.DescriptorNotUnordered:
		d.Prop("d3d12", "")
	}
	written := x.written(d, f)
	x.executed(d, &f.Origin).Because("%s", actsAs(f))
	if f.Handle.Heap != 0 {
		d.Note("It is descriptor %d of %s.", f.Handle.Index, x.Ref(f.Handle.Heap))
	}
	if f.Kind == incident.DescriptorWrongView && f.Shape.Structured() && f.Wants.Structured() {
		return d.HelpFix(written, diag.Put(viewMethods, "StructureByteStride", f.Wants.Stride).At(descriptionOf(f.Class)),
			"StructureByteStride is the size of an element of the shader: %d bytes", f.Wants.Stride)
	}
	if f.Kind == incident.DescriptorUnwritten && (f.Op == gpu.OpClearUnorderedAccessViewFloat || f.Op == gpu.OpClearUnorderedAccessViewUint) {
		pieces := []diag.Snippet{{Made: x.Created(x.Device(f.Handle.Heap))}, {Made: x.Created(f.Handle.Heap)},
			{Site: f.RecordSite, Method: f.Op.String(), Argument: 2}}
		return d.HelpBefore(f.RecordSite, fmt.Sprintf(`%%1:CopyDescriptorsSimple(1, %%2:GetCPUDescriptorHandle(%d), %%3, "CBV_SRV_UAV")`,
			f.Handle.Index), pieces, "%s", faultHelp(f))
	}
	if f.Kind == incident.DescriptorNotUnordered {
		return d.HelpFix(x.Created(f.Resource), diag.Put("CreateCommittedResource|CreatePlacedResource", "Flags", gpu.AllowUnorderedAccess),
			`create %s with Flags = "ALLOW_UNORDERED_ACCESS"`, x.Ref(f.Resource))
	}
	return d.HelpText("%s", faultHelp(f))
}

// actsAs says what stands in for the descriptor.
func actsAs(f *incident.DescriptorFault) string {
	if f.Class == gpu.DescriptorSampler {
		return "It acts as a sampler with a point filter and zeros otherwise: its results are meaningless."
	}
	return "The descriptor acts as a null view: reads give 0, writes are dropped."
}

// descriptionOf is the number of the argument that describes a view.
func descriptionOf(class gpu.DescriptorType) int {
	if class == gpu.DescriptorUAV {
		return 3
	}
	return 2
}

// used adds where the shader used the descriptor, if that is what makes it a fault.
func (x explainer) used(d *diag.Diagnostic, f *incident.DescriptorFault) {
	if f.Used == 0 {
		return
	}
	d.Labels[0].Text = fmt.Sprintf("work item (%d, %d, %d) is here", f.Item[0], f.Item[1], f.Item[2])
	if f.Declared != 0 {
		d.Also(f.Declared, fmt.Sprintf("%q is declared here", f.Slot))
	}
}

// written adds where the descriptor was created, and gives that place; 0 if it was not.
func (x explainer) written(d *diag.Diagnostic, f *incident.DescriptorFault) gpu.Site {
	if f.Handle.Heap == 0 || f.Kind == incident.DescriptorUnwritten || f.Kind == incident.DescriptorOutOfHeap {
		return 0
	}
	site := x.Written(f.Handle, f.Queue)
	if site != 0 {
		d.Also(site, "the descriptor is created here")
	}
	return site
}

// noCounter words a view without counter after a program that counts.
func (x explainer) noCounter(f *incident.DescriptorFault, site gpu.Site) *diag.Diagnostic {
	d := words.New(diag.CounterMissing, site, "kernel %q counts with %q in %s, but descriptor %d of %s has no counter", f.Kernel, f.Slot,
		words.Register(f.Class, f.Register, f.Space),
		f.Handle.Index, x.Ref(f.Handle.Heap)).WithResource(x.Ref(f.Resource))
	x.used(d, f)
	written := x.written(d, f)
	x.executed(d, &f.Origin).Because(
		"Append, Consume, IncrementCounter and DecrementCounter count in a buffer that the view names; without one, what is appended is lost.")
	const create, help = "CreateUnorderedAccessView",
		"give CreateUnorderedAccessView a buffer for the counter as its second argument: 4 bytes, with ALLOW_UNORDERED_ACCESS, at CounterOffsetInBytes"
	device := x.Device(f.Resource)
	switch counter := x.Counter(device); {
	case written == 0:
		d.HelpText(help)
	case counter != 0:
		d.HelpFix(written, diag.PutObject(create, 2, "", diag.The(x.Created(counter))), help)
	default:
		d.HelpBefore(written, `local %2 = %1:CreateCommittedResource { Name = "counter", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }`,
			[]diag.Snippet{{Made: x.Created(device)}, {Fresh: "counter"}}, help).
			AndFix(written, diag.PutObject(create, 2, "", diag.Object{Fresh: "counter"}))
	}
	return d
}

// faultText says what the descriptor is.
func (x explainer) faultText(f *incident.DescriptorFault) string {
	switch f.Kind {
	case incident.DescriptorUnwritten:
		return "a descriptor that was never written"
	case incident.DescriptorDestroyed:
		if f.Resource != 0 {
			return "a descriptor of " + x.Ref(f.Resource) + ", which does not exist any more,"
		}
		if f.Address != 0 {
			return fmt.Sprintf("the address %d, where no buffer is,", f.Address)
		}
		return "a descriptor of a resource or heap that does not exist any more"
	case incident.DescriptorWrongClass:
		return fmt.Sprintf("a descriptor of type %s where %s is declared", f.Found, f.Class)
	case incident.DescriptorMixed:
		return fmt.Sprintf("typed views of different formats in one array: this one has %s", f.Shape.Format)
	case incident.DescriptorOutOfHeap:
		return "a table that reaches beyond the end of its heap"
	case incident.DescriptorWrongView:
		return x.shapes(f)
	case incident.DescriptorMisaligned:
		return fmt.Sprintf("the address %d of %s, which is not a multiple of %d bytes,", f.Address, x.Ref(f.Resource), f.Class.RootAlignment())
	case incident.DescriptorNotUnordered:
		return x.Ref(f.Resource) + ", which does not have ALLOW_UNORDERED_ACCESS,"
	}
	panic(fmt.Sprintf("BUG: incident: descriptor fault %d has no words", f.Kind))
}

// shapes says in which form a view shows its resource, and which the shader declares.
func (x explainer) shapes(f *incident.DescriptorFault) string {
	switch {
	case f.Handle.Heap == 0:
		return fmt.Sprintf("a root descriptor where %s is declared", f.Wants)
	case f.Shape.Structured() && f.Wants.Structured():
		return fmt.Sprintf("a structured view of %s with a stride of %d bytes where elements of %d bytes are declared", x.Ref(f.Resource),
			f.Shape.Stride, f.Wants.Stride)
	}
	return fmt.Sprintf("%s of %s where %s is declared", f.Shape, x.Ref(f.Resource), f.Wants)
}

func faultHelp(f *incident.DescriptorFault) string {
	switch f.Kind {
	case incident.DescriptorMisaligned:
		return fmt.Sprintf("write GetGPUVirtualAddress() plus a multiple of %d into the arguments", f.Class.RootAlignment())
	case incident.DescriptorDestroyed:
		if f.Address != 0 && f.Resource == 0 {
			return "write GetGPUVirtualAddress() of a buffer that is alive, plus less than its size, into the arguments"
		}
		return "release resources and heaps after the work that needs them has finished"
	case incident.DescriptorOutOfHeap:
		return "put the table earlier into the heap, or make the heap larger"
	case incident.DescriptorMixed:
		return "give all views of the array one format, or declare an array for each format"
	}
	if f.Class == gpu.DescriptorSampler {
		return "create a sampler at this place of the heap, before the list is executed"
	}
	return "create the view that the shader declares at this place of the heap, before the list is executed"
}
