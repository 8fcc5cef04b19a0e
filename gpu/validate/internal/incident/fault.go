package incident

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// executed adds how the guilty command came to run: where it was recorded and submitted.
func (x explainer) executed(d *diag.Diagnostic, o *gpu.Origin) *diag.Diagnostic {
	d.Also(o.SubmitSite, "submitted here to "+x.Ref(o.Queue))
	return d.Via(o.RecordSite, fmt.Sprintf("%s, %s #%d%s", x.Ref(o.List), o.Op, o.Index, words.In(o.Region)))
}

func (x explainer) outOfBounds(o *incident.OutOfBounds) *diag.Diagnostic {
	first := &o.First
	act, result := "reads", "Reads out of bounds return 0."
	if o.Write {
		act, result = "writes", "Writes out of bounds are dropped."
	}
	d := words.New(diag.ShaderOutOfBounds, first.Site, "kernel %q %s %s, and %s", o.Kernel, act, element(o, first), extent(o, first))
	d.Labels[0].Text = fmt.Sprintf("work item (%d, %d, %d) is here", first.Item[0], first.Item[1], first.Item[2])
	for i := range o.Further[:min(len(o.Further), furtherPlaces)] {
		f := &o.Further[i]
		d.Also(f.Site, act+" "+element(o, f)).Meanwhile()
	}
	if o.Declared != 0 {
		d.Also(o.Declared, fmt.Sprintf("%q is declared here", o.Slot))
	}
	x.executed(d, &o.Origin).Because("%s", result).Prop("index", first.Index).Prop("size", first.Size)
	if o.Count > 0 {
		d.Prop("count", o.Count)
	}
	switch {
	case o.Count == 0:
	case o.More:
		d.Note("More than %d accesses of this command to %s are outside.", o.Count, o.Slot)
	case len(o.Further) > 0:
		d.Note("%d accesses of this command to %s are outside.", o.Count, o.Slot)
	case o.Count > 1:
		d.Note("%d accesses of this command are out of bounds here.", o.Count)
	}
	if o.Counted { // the index is what the counter is
		d.HelpText("set the counter of the view before this command, because it goes on from what was left in it, or make the buffer larger")
	}
	return d.HelpFix(first.Site, guard(o), "compare the index with the size before the access, or dispatch fewer groups")
}

func (x explainer) unaligned(u *incident.Unaligned) *diag.Diagnostic {
	first := &u.First
	d := words.New(diag.ShaderUnaligned, first.Site, "kernel %q accesses %s at byte %d, which is not a multiple of 4",
		u.Kernel, u.Slot, first.Address)
	d.Labels[0].Text = fmt.Sprintf("work item (%d, %d, %d) is here", first.Item[0], first.Item[1], first.Item[2])
	for _, f := range u.Further[:min(len(u.Further), furtherPlaces)] {
		d.Also(f.Site, fmt.Sprintf("accesses byte %d", f.Address)).Meanwhile()
	}
	if u.Declared != 0 {
		d.Also(u.Declared, fmt.Sprintf("%q is declared here", u.Slot))
	}
	return x.executed(d, &u.Origin).Because(
		"Addresses of raw buffers are bytes, and words begin at multiples of 4. What is read or written at other addresses is undefined; here the word that holds the byte is.").
		Prop("address", first.Address).
		HelpFix(first.Site, timesFour(
			u), "word n is at address 4 * n; check what the address is made of: an offset of bytes counts bytes, and not elements")
}

// timesFour is the edit that makes an address of the number of a word. None where the address is not the number of the work item: an offset is wrong
// then.
func timesFour(u *incident.Unaligned) (fix diag.Fix) {
	if len(u.Further) == 0 && u.First.Address == u.First.Item[0] {
		fix = diag.Fix{Argument: 1, Action: diag.FixWrap, Text: "4 * %p"}
	}
	return fix
}

// furtherPlaces is at how many places besides the first one accesses are shown.
const furtherPlaces = 3

// element is what an access asked for: all coordinates of a texture that has several.
func element(of *incident.OutOfBounds, at *incident.Outside) string {
	switch {
	case at.Level != incident.RightLevel:
		return fmt.Sprintf("mip level %d of %s", int32(at.Index), of.Slot)
	case of.Bytes:
		return fmt.Sprintf("byte %s of %s", words.Number(at.Index), of.Slot)
	case at.Axes == 0:
		return fmt.Sprintf("%s[%s]", of.Slot, words.Number(at.Index))
	}
	var texel []string
	for i := range at.Axes {
		texel = append(texel, strconv.Itoa(int(int32(at.Texel[i]))))
	}
	return fmt.Sprintf("%s at (%s)", of.Slot, strings.Join(texel, ", "))
}

// extent is how much there is.
func extent(of *incident.OutOfBounds, at *incident.Outside) string {
	switch {
	case at.Level == incident.MissingLevel:
		return "its view has no such level"
	case at.Level == incident.LeftOutLevel:
		return "its view leaves that level out (ResourceMinLODClamp)"
	case of.Bytes:
		return "it has " + words.Count(int(at.Size), "byte")
	case at.Axes == 0:
		return "it has " + words.Count(int(at.Size), "element")
	}
	var sizes []string
	for i := range at.Axes {
		sizes = append(sizes, words.Number(uint64(at.Extent[i])))
	}
	return "it has " + strings.Join(sizes, " x ") + " texels"
}

// buffers are the declarations of buffers that kernels write, whose elements have one index.
const buffers = "RWStructuredBuffer|RWBuffer"

// guard is the edit that leaves out a write to an element after the last, as the device does. None for indices below zero, which a comparison with
// the size does not find.
func guard(o *incident.OutOfBounds) (fix diag.Fix) {
	if o.Write && o.First.Index <= math.MaxInt32 {
		fix = diag.Fix{Method: buffers, Action: diag.FixGuard, Text: fmt.Sprintf("%%1 < %d", o.First.Size)}
	}
	return fix
}

// mostTurns is how often a loop that did not end may come by after its repair.
const mostTurns = "10000"

func (x explainer) hang(h *incident.Hang) *diag.Diagnostic {
	d := words.New(diag.DeviceHung, h.Site, "kernel %q does not end: a work group used %d instructions", h.Kernel, h.Budget)
	d.Halts, d.Labels[0].Text = true, fmt.Sprintf("work group (%d, %d, %d) is in this loop", h.Group[0], h.Group[1], h.Group[2])
	return x.executed(d, &h.Origin).Because("The device was removed, with reason DEVICE_HUNG.").
		HelpFix(h.Site, diag.Fix{Action: diag.FixBound, Text: mostTurns},
			"make sure that the loop ends for every work item, or dispatch more and smaller groups")
}

func (x explainer) indirectFault(f *incident.IndirectFault) *diag.Diagnostic {
	if f.Groups == [3]uint32{} {
		return x.indexFormat(f)
	}
	d := words.New(diag.IndirectTooManyGroups, f.RecordSite,
		"command %d of ExecuteIndirect in %s asks for %d x %d x %d thread groups, but at most 65535 are allowed in each dimension",
		f.Command, x.Ref(f.List), f.Groups[0], f.Groups[1], f.Groups[2]).Prop("command", f.Command)
	d.Labels[0].Text = "recorded here"
	return d.Also(f.SubmitSite, "submitted here to "+x.Ref(f.Queue)).
		Because("The command was left out; commands are counted from 0 in the argument buffer.").
		HelpText("check the numbers that the argument buffer holds when the list runs: x, y and z are the last 12 bytes of each command")
}

func (x explainer) pageFault(p *incident.PageFault) *diag.Diagnostic {
	d := words.New(diag.PageFault, p.RecordSite, "%s in %s needs %s, which does not exist any more", p.Op, x.Ref(p.List), x.Ref(p.Object)).
		WithResource(x.Ref(p.Object))
	d.Halts = true
	if at := x.Released(p.Object); at != 0 {
		d.Also(at, "it is released here")
	}
	return d.Also(p.SubmitSite, "submitted here to "+x.Ref(p.Queue)).Because("The device was removed, with reason DEVICE_HUNG.").
		HelpText("release objects after the work that needs them has finished")
}

func outOfMemory(o *incident.OutOfMemory) *diag.Diagnostic {
	d := words.New(diag.MemoryLimit, o.Site, "%s of %q needs %d bytes of video memory, but only %d of %d are free", o.Method,
		o.Name, o.Want, o.Free, o.Limit).
		Prop("want", o.Want).Prop("free", o.Free).Prop("largest", o.Largest).Prop("limit", o.Limit)
	if o.Free >= o.Want {
		d.Because("The largest free block has %d bytes.", o.Largest)
	}
	enough := o.Limit + o.Want
	if o.Free < o.Want {
		enough -= o.Free
	}
	if enough > gpu.MaxVRAMBytes {
		return d.HelpText("release what is not needed any more: there is no device with more than %d bytes", uint64(gpu.MaxVRAMBytes))
	}
	return d.HelpText("release what is not needed any more, or run with --limit-vram=%d", enough).WithHelp(smaller(o))
}

// smaller makes a buffer or a heap that the script makes once as large as the largest free piece, in pages of 64 KiB.
func smaller(o *incident.OutOfMemory) diag.Help {
	fix := diag.Fix{}
	fits := o.Largest / gpu.ResourcePlacementAlignment * gpu.ResourcePlacementAlignment
	switch desc := o.Desc.(type) {
	case *gpu.CommittedResourceDesc:
		if desc.Dimension == gpu.DimensionBuffer && fits > 0 {
			fix = diag.Put(o.Method, "Width", fits)
		}
	case *gpu.HeapDesc:
		if fits > 0 && fits%max(desc.Alignment, 1) == 0 {
			fix = diag.Put(o.Method, "SizeInBytes", fits)
		}
	}
	if fix == (diag.Fix{}) {
		return diag.Help{}
	}
	fix.Once = true // the next one would not fit
	return diag.Help{Site: o.Site, Fix: &fix, Exact: true, Text: fmt.Sprintf("or make it smaller: there is room for %d bytes", fits)}
}

func tooManyObjects(t *incident.TooManyObjects) *diag.Diagnostic {
	what := "release what is not needed any more, or reuse it"
	if t.Method == "Thread" {
		what = "join threads that have ended, or release other objects that are not needed any more"
	}
	return words.New(diag.ObjectLimit, t.Site, "%s of %q would exceed the limit of %d objects at a time", t.Method, t.Name, t.Limit).
		HelpText("%s, or run with --limit-objects=%d", what, 2*t.Limit)
}

func removed(r *incident.Removed) *diag.Diagnostic {
	d := words.New(diag.DeviceRemoved, r.Site, "%s is called on device %q, which was removed: %s", r.Method, r.Device, r.Reason).
		Prop("reason", r.Reason)
	if r.Cause == 0 {
		return d.HelpText("repair the cause; everything that belongs to a removed device has to be created again")
	}
	return d.Also(r.Cause, "this removed it").
		HelpFix(r.Cause, diag.Fix{Method: "RemoveDevice", Action: diag.FixRemove, Once: true},
			"repair the cause; everything that belongs to a removed device has to be created again")
}

func (x explainer) vertexFetch(f *incident.VertexFetch) *diag.Diagnostic {
	vertex, base := int64(f.Vertex), int64(f.Base)
	if base < 0 && f.Vertex > math.MaxInt32 { // numbers come around below 0
		vertex = int64(int32(f.Vertex))
	}
	d := words.New(words.FetchOutOfBuffer, f.RecordSite, "%s reads vertex %d of vertex buffer %d, but its view holds %d", f.Op, vertex, f.Slot,
		f.Held).WithResource(x.Ref(f.Resource))
	d.Labels[0].Text = "recorded here"
	d.Also(f.SubmitSite, "submitted here to "+x.Ref(f.Queue))
	if vertex < 0 {
		return d.Because("There is an index of %d, and BaseVertexLocation adds %d; %s outside of the view of %s, where everything reads as 0.",
			vertex-base, base, lie(f.Outside), x.Ref(f.Resource)).
			HelpText("use indices from %d on, or another BaseVertexLocation", -base)
	}
	d.Because("The largest index is %d, and BaseVertexLocation adds %d; %s beyond the view of %s, where everything reads as 0.", vertex-base, base,
		lie(f.Outside), x.Ref(f.Resource))
	fix := diag.Fix{}
	if index := vertex - base; base > 0 && index >= 0 && index < int64(f.Held) { // without the addition it is inside
		fix = diag.PutArgument("DrawIndexedInstanced", 4, int64(f.Held)-1-index)
	}
	return d.HelpFix(f.RecordSite, fix, "use indices below %d, another BaseVertexLocation, or a view of all vertices", max(int64(f.Held)-base, 0))
}

// indirectFetch words a draw that is fed past the end of a view. A command of the argument buffer is no call of the script, so its view is what an
// edit can change.
func (x explainer) indirectFetch(f *incident.IndirectFetch) *diag.Diagnostic {
	of := "the index buffer"
	if f.What != incident.FedIndices {
		of = fmt.Sprintf("vertex buffer %d", f.Slot)
	}
	d := words.New(words.FetchOutOfBuffer, f.RecordSite, "command %d of ExecuteIndirect reads %s [%d, %d) of %s, but its view holds %d", f.Command,
		f.What, f.First, f.End, of, f.Held).
		WithResource(x.Ref(f.Resource)).Prop("command", f.Command)
	d.Labels[0].Text = "recorded here"
	if f.What == incident.FedIndices {
		d.Prop("d3d12", "COMMAND_LIST_DRAW_INDEX_BUFFER_TOO_SMALL (213)")
	}
	d.Also(f.SubmitSite, "submitted here to "+x.Ref(f.Queue)).
		Because("What lies beyond the view of %s reads as 0; commands are counted from 0 in the argument buffer.", x.Ref(f.Resource))
	if f.Held <= f.First {
		return d.HelpText("set a view of all that the arguments ask for")
	}
	one := [...]string{incident.FedVertices: "vertex", incident.FedInstances: "instance", incident.FedIndices: "index"}[f.What]
	return d.HelpText("set a view of all that the arguments ask for, or write arguments whose last %s is %d", one, f.Held-1)
}

// indirectStride words vertices that overlap in a view that is an argument: no call of the script sets it, so there is no edit.
func (x explainer) indirectStride(f *incident.IndirectStride) *diag.Diagnostic {
	d := words.New(words.StrideTooSmall, f.RecordSite,
		"command %d of ExecuteIndirect sets vertex buffer %d with a stride of %d bytes, but the input layout reads %d bytes of a vertex",
		f.Command, f.Slot, f.Stride, f.Bytes).WithResource(x.Ref(f.Resource)).Prop("command", f.Command)
	d.Labels[0].Text = "recorded here"
	return d.Also(f.SubmitSite, "submitted here to "+x.Ref(f.Queue)).
		Because("%s ends %d bytes after the start of its vertex in %s, inside the next one; commands are counted from 0 in the argument buffer.",
			f.Semantic, f.Bytes, x.Ref(f.Resource)).
		HelpText("write a stride of %d: a VERTEX_BUFFER_VIEW is an address of 8 bytes, SizeInBytes and StrideInBytes", f.Bytes)
}

// lie says how many vertices are somewhere.
func lie(n uint64) string {
	if n == 1 {
		return "1 vertex lies"
	}
	return fmt.Sprintf("%d vertices lie", n)
}

func (x explainer) indexFormat(f *incident.IndirectFault) *diag.Diagnostic {
	d := words.New(diag.IndirectIndexFormat, f.RecordSite,
		"command %d of ExecuteIndirect in %s has indices of format %d, but only 42 (R32_UINT) and 57 (R16_UINT) are allowed",
		f.Command, x.Ref(f.List), f.IndexFormat).Prop("command", f.Command)
	d.Labels[0].Text = "recorded here"
	return d.Also(f.SubmitSite, "submitted here to "+x.Ref(f.Queue)).
		Because("The command was left out; commands are counted from 0 in the argument buffer.").
		HelpText("check the words that the argument buffer holds when the list runs: an INDEX_BUFFER_VIEW is an address of 8 bytes, SizeInBytes and Format, in the order of ArgumentDescs")
}
