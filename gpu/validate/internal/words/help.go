package words

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// HelpHeap proposes to create a buffer at a site in an UPLOAD or READBACK heap, in the one state that it has there.
func HelpHeap(d *diag.Diagnostic, created gpu.Site, heap gpu.HeapType, format string, args ...any) *diag.Diagnostic {
	state := gpu.StateGenericRead
	if heap == gpu.HeapReadback {
		state = gpu.StateCopyDest
	}
	const method = "CreateCommittedResource"
	return d.HelpFix(created, diag.Put(method, "HeapType", heap), format, args...).AndFix(created, diag.Put(method, "InitialState", state))
}

// HelpFixedState proposes another heap for a resource in an UPLOAD or READBACK heap that is used in a state which it cannot have there.
func HelpFixedState(d *diag.Diagnostic, created gpu.Site, want gpu.ResourceStates) *diag.Diagnostic {
	switch {
	case want == gpu.StateCopyDest:
		return HelpHeap(d, created, gpu.HeapReadback, "what the GPU copies for the CPU belongs in a READBACK heap, anything else in a DEFAULT heap")
	case want.Writes() == 0:
		return HelpHeap(d, created, gpu.HeapUpload, "what the CPU writes for the GPU belongs in an UPLOAD heap, anything else in a DEFAULT heap")
	}
	return d.HelpText("use a resource in a DEFAULT heap: there it can be in %s", want)
}

// HelpType proposes another type for a list and its allocator, which were made at two sites.
func HelpType(d *diag.Diagnostic, list, allocator gpu.Site, t gpu.CommandListType, format string, args ...any) {
	d.HelpFix(list, diag.Put("CreateCommandList", "Type", t), format, args...).AndFix(allocator, diag.PutArgument("CreateCommandAllocator", 1, t))
}

// HelpGroups proposes the most groups that a dispatch has in each dimension.
func HelpGroups(d *diag.Diagnostic, site gpu.Site, groups ...uint32) {
	const help = "65535 is the most: spread the groups over two dimensions, or let each work item do more"
	for i, n := range groups {
		switch fix := diag.PutArgument("Dispatch", i+1, 65535); {
		case n <= 65535:
		case len(d.Help) == 0:
			d.HelpFix(site, fix, help)
		default:
			d.AndFix(site, fix)
		}
	}
}

// HelpSubresource proposes the last of n subresources, where a call names one.
func HelpSubresource(d *diag.Diagnostic, site gpu.Site, method string, n uint32) {
	fix := diag.Fix{}
	switch method {
	case "ResourceBarrier":
		fix = diag.Put(method, diag.Entry("Subresource"), n-1)
	case "DiscardResource":
		fix = diag.Put(method, "FirstSubresource", n-1).At(2)
	case "Map", "Unmap":
		fix = diag.PutArgument(method, 1, n-1)
	}
	d.HelpFix(site, fix, "subresources are counted from 0, mip + slice * MipLevels: the last one is %d", n-1)
}

// HelpInstead says what there is instead of a method that is refused by name.
func HelpInstead(d *diag.Diagnostic, site gpu.Site, instead string) {
	fix := diag.Fix{}
	if instead == leaveOut {
		fix = diag.Fix{Argument: 1, Action: diag.FixRemove}
	}
	d.HelpFix(site, fix, "%s", instead)
}

// HelpDevice proposes to make an object at a site with another device, which was made at a site.
func HelpDevice(d *diag.Diagnostic, object, device gpu.Site) {
	fix := diag.Fix{Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.The(device)}
	if object == 0 { // it was made with another one
		fix = diag.Fix{}
	}
	d.HelpFix(object, fix, "make both with the same device; data of two devices can be exchanged only through CPU memory")
}

// leaveOut is the advice on a method that has no effect anyway.
const leaveOut = "leave the call out"

// ArgumentSetter is the call that sets a root parameter, whose name begins with a prefix as SetComputeRoot.
func ArgumentSetter(prefix string, t gpu.RootParameterType, parameter uint32) string {
	switch t {
	case gpu.RootDescriptorTable:
		return fmt.Sprintf("%sDescriptorTable(%d, handle)", prefix, parameter)
	case gpu.Root32BitConstants:
		return fmt.Sprintf("%s32BitConstants(%d, values)", prefix, parameter)
	case gpu.RootCBV:
		return fmt.Sprintf("%sConstantBufferView(%d, address)", prefix, parameter)
	case gpu.RootSRV:
		return fmt.Sprintf("%sShaderResourceView(%d, address)", prefix, parameter)
	}
	return fmt.Sprintf("%sUnorderedAccessView(%d, address)", prefix, parameter)
}

// HelpLater proposes to make a draw or a dispatch after the call of a method on its list that comes next, if that has the values of an address as in
// diag.FixBehind. Another suggestion comes after it, which is spare.
func HelpLater(d *diag.Diagnostic, c *gpu.Command, method, values string) *diag.Diagnostic {
	after := method
	if strings.HasSuffix(method, "Root32BitConstants") { // two methods set them
		after, method = "its constants are set", method+"|"+strings.TrimSuffix(method, "s")
	}
	return d.WithHelp(diag.Help{Site: c.Site, Exact: true, Text: fmt.Sprintf("call %s after %s: exchange the two", c.Called(), after),
		Fix: &diag.Fix{Method: c.Called().String(), Argument: 1, Action: diag.FixBehind, Text: method, Path: values}})
}

// ViewOf says whether a root view of a type can show all of a buffer.
func ViewOf(t gpu.RootParameterType, d *gpu.ResourceDesc) bool {
	switch {
	case d.Dimension != gpu.DimensionBuffer || t < gpu.RootCBV:
		return false
	case t == gpu.RootUAV:
		return d.Flags&gpu.AllowUnorderedAccess != 0
	}
	return true
}

// SamplerMismatch says that a sampler with a filter compares where a shader declares one that does not, or the other way round.
func SamplerMismatch(site gpu.Site, sampler string, filter gpu.Filter, shader, name string) *diag.Diagnostic {
	does, declares := "compares nothing", "SamplerComparisonState"
	if filter.Compares() {
		does, declares = "compares", "SamplerState"
	}
	return New(diag.SamplerMismatch, site, "%s has the filter %s, which %s, and %s declares %s as %s", sampler, filter, does, shader, name, declares).
		Because("What such a sampler returns is undefined.")
}

// FetchOutOfBuffer is the code of draws that read outside of their vertex and index buffers: calls know it of the vertices that they name, and work
// of those that indices name.
const FetchOutOfBuffer = diag.FetchOutOfBuffer

// StrideTooSmall is the code of vertex buffers in which vertices overlap: calls know it of those that a list sets, and work of those that arguments
// set.
const StrideTooSmall = diag.StrideTooSmall

// DepthClamped is the code of depths that are not from 0 to 1: those of clears, and those that textures are made for.
const DepthClamped = diag.DepthClamped

// HelpLarger proposes a buffer, made at a site, that has all bytes up to an end.
func HelpLarger(d *diag.Diagnostic, created gpu.Site, end uint64, format string, args ...any) {
	d.HelpFix(created, diag.Put("CreateCommittedResource", "Width", end), format, args...)
}
