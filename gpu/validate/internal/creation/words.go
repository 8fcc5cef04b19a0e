package creation

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// quoted names an object that is being made.
func quoted(noun string, c *gpu.CreateCall) string { return fmt.Sprintf("%s %q", noun, c.Name) }

func (x *checker) sayQueueType(c *gpu.CreateCall, d *gpu.CommandQueueDesc) {
	x.say(diag.BadQueueType, c.Site, "%s cannot have type %s", quoted("queue", c), d.Type).
		Because("A bundle runs inside a DIRECT list; no queue consumes it.").
		HelpFix(c.Site, diag.Put(c.Method, "Type", gpu.ListDirect), `use Type = "DIRECT", "COMPUTE" or "COPY"`)
}

func (x *checker) sayQueuePriority(c *gpu.CreateCall, d *gpu.CommandQueueDesc) {
	x.say(diag.BadQueuePriority, c.Site, "%s cannot have priority %s", quoted("queue", c), d.Priority).
		Because("GLOBAL_REALTIME needs a privilege that a sandboxed script does not have, and it is refused instead of lowered.").
		HelpFix(c.Site, diag.Put(c.Method, "Priority", gpu.PriorityHigh), `use Priority = "HIGH"`)
}

func (x *checker) sayFenceFlags(c *gpu.CreateCall, d *gpu.FenceDesc) {
	x.say(diag.BadFenceFlags, c.Site, "%s cannot have flags %s", quoted("fence", c), d.Flags).
		Because("SHARED_CROSS_ADAPTER needs a second adapter, and NON_MONITORED is for adapters without monitored fences; this adapter has them.").
		HelpFix(c.Site, diag.Drop(c.Method, "").At(3), "leave the flags out")
}

func (x *checker) sayHeap(c *gpu.CreateCall, got, want string, fix diag.Fix) {
	field, _, _ := strings.Cut(got, " ")
	x.say(diag.BadHeap, c.Site, "%s cannot be made: %s", quoted("heap", c), got).Prop("d3d12", heapMessages[field]).HelpFix(c.Site, fix, "%s", want)
}

// heapMessages and textureMessages are the messages of the debug layer about a field of a heap and of a texture.
var (
	heapMessages = map[string]string{"SizeInBytes": "CREATEHEAP_INVALIDSIZE (624)", "Alignment": "CREATEHEAP_INVALIDALIGNMENT (629)",
		"HeapType": "CREATEHEAP_UNRECOGNIZEDHEAPTYPE (625)", "Flags": "CREATEHEAP_INVALIDMISCFLAGS (631)"}
	textureMessages = map[string]string{"Dimension": "CREATERESOURCE_INVALIDDIMENSIONALITY (720)", "Layout": "CREATERESOURCE_INVALIDLAYOUT (724)",
		"Alignment": "CREATERESOURCE_INVALIDALIGNMENT (721)"}
)

func (x *checker) sayDescriptorHeap(c *gpu.CreateCall, got, want string, fix diag.Fix) {
	x.say(diag.BadDescriptorHeap, c.Site, "%s cannot be made: %s", quoted("descriptor heap", c), got).HelpFix(c.Site, fix, "%s", want)
}

func (x *checker) sayQueryCount(c *gpu.CreateCall, count uint32, most uint64) {
	x.say(diag.BadQueryHeap, c.Site, "%s cannot be made: Count is %d", quoted("query heap", c), count).
		HelpFix(c.Site, diag.Put(c.Method, "Count", most/65536),
			"a heap of this type has 1 to %d queries: %d of them fit into 64 KiB", most, most/65536)
}

// name names the resource that is being made.
func (n *newResource) name() string {
	if n.desc.Dimension == gpu.DimensionBuffer {
		return quoted("buffer", n.call)
	}
	return quoted("texture", n.call)
}

func (x *checker) sayBufferDesc(n *newResource, field string, got any, want string) {
	whole, _, _ := strings.Cut(field, ".") // SampleDesc has nothing else to say of a buffer
	fix := n.drop(whole)
	if field == "Width" { // it must be given
		fix = diag.Fix{}
	}
	x.say(diag.BadBuffer, n.call.Site, "%s cannot have %s %v", n.name(), field, got).Prop("argument", 1).Prop("path", field).
		HelpFix(n.call.Site, fix, "%s of a buffer is %s", field, want)
}

func (x *checker) sayTextureDesc(n *newResource, got, want string, fix diag.Fix) {
	field, _, _ := strings.Cut(got, " ")
	x.say(diag.BadTexture, n.call.Site, "%s cannot be made: %s", n.name(), got).Prop("d3d12", textureMessages[field]).
		HelpFix(n.call.Site, fix, "%s", want)
}

func (x *checker) sayTextureFormat(n *newResource, got, want string, fix diag.Fix) {
	x.say(diag.BadTextureFormat, n.call.Site, "%s cannot be made: %s", n.name(), got).HelpFix(n.call.Site, fix, "%s", want)
}

func (x *checker) saySamples(n *newResource) {
	s := n.desc.SampleDesc
	x.say(diag.BadSampleCount, n.call.Site, "%s cannot have %d samples of quality %d", n.name(), s.Count, s.Quality).
		HelpFix(n.call.Site, samplesFix(n.call, s), "Count is 1, 2, 4 or 8, and Quality 0")
}

// samplesFix is the edit that makes the most samples that there are of a number of samples.
func samplesFix(c *gpu.CreateCall, s gpu.SampleDesc) diag.Fix {
	if best := min(1<<(bits.Len32(s.Count)-1), 8); s.Count > 0 && uint32(best) != s.Count {
		return diag.Put(c.Method, "SampleDesc.Count", best)
	}
	return diag.Drop(c.Method, "SampleDesc.Quality")
}

func (x *checker) saySampled(n *newResource, why, help string, fix diag.Fix) {
	x.say(diag.BadSampleCount, n.call.Site, "%s cannot have %d samples: %s", n.name(), n.desc.SampleDesc.Count, why).
		HelpFix(n.call.Site, fix, "%s", help)
}

func (x *checker) sayTextureSize(n *newResource, field string, got, limit uint64) {
	d := x.say(diag.BadTextureSize, n.call.Site, "%s cannot be made: %s is %d, but it must be 1 to %d for %s", n.name(), field,
		got, limit, n.desc.Dimension).
		Prop("got", got).Prop("limit", limit)
	if got > limit && !strings.Contains(field, " ") {
		d.HelpFix(n.call.Site, n.put(field, limit), "%s = %d is the most", field, limit)
	}
}

func (x *checker) sayResourceFlags(n *newResource, why string, bad gpu.ResourceFlags) {
	d := x.say(diag.BadResourceFlags, n.call.Site, "%s cannot have flags %s", n.name(), n.desc.Flags).Because("%s.", words.Capital(why))
	if bad != 0 {
		d.HelpFix(n.call.Site, n.without(bad), "leave %s out", n.desc.Flags&bad)
	}
}

func (x *checker) sayCPUHeap(n *newResource, what, help string, fix diag.Fix) {
	x.say(diag.NotInCPUHeap, n.call.Site, "%s cannot be in a heap of type %s: it is %s", n.name(), n.heap, what).
		Because("UPLOAD and READBACK memory holds plain buffers that the CPU reads and writes.").HelpFix(n.call.Site, fix, "%s", help)
}

func (x *checker) sayInitialStateOfHeap(n *newResource, want gpu.ResourceStates) {
	x.say(diag.BadInitialState, n.call.Site, "%s starts in state %s, but a heap of type %s needs %s", n.name(), n.initial, n.heap, want).
		HelpFix(n.call.Site, n.put("InitialState", want), "InitialState = %q", want)
}

func (x *checker) sayInitialStateIllegal(n *newResource, why string) {
	x.say(diag.BadInitialState, n.call.Site, "%s cannot start in state %s: %s", n.name(), n.initial, why).
		HelpFix(n.call.Site, n.put("InitialState", gpu.StateCommon), `InitialState = "COMMON"`)
}

// sayInitialStateNeeds words a state that the flags do not allow. The flags are what was forgotten, if the resource may have them.
func (x *checker) sayInitialStateNeeds(n *newResource, needs gpu.ResourceFlags) {
	d := x.say(diag.BadInitialState, n.call.Site, "%s cannot start in state %s: it needs %s", n.name(), n.initial, needs)
	if fix := n.with(needs); x.repairs(n, fix) {
		d.HelpFix(n.call.Site, fix, "Flags = %q", n.desc.Flags|needs)
	}
	d.HelpFix(n.call.Site, n.put("InitialState", gpu.StateCommon), `InitialState = "COMMON"`)
}

func (x *checker) sayPlacementOffset(n *newResource, d *gpu.PlacedResourceDesc, align uint64) {
	fix := diag.Multiple(n.call.Method, "HeapOffset", d.HeapOffset, align)
	fix.Apart = true
	e := words.Made(x, x.say(diag.BadPlacement, n.call.Site, "%s cannot be placed at offset %d of %s: the offset is not a multiple of %d bytes",
		n.name(), d.HeapOffset, x.Ref(d.Heap.ID()), align).
		HelpAligned(n.call.Site, n.call.Method, 1, "HeapOffset", align, true).
		HelpFix(n.call.Site, fix, "HeapOffset = %d", (d.HeapOffset+align-1)/align*align), d.Heap.ID())
	e.Help[len(e.Help)-1].Spare = true
}

// sayPlacementAlignment says that a heap begins where a resource need not be aligned.
func (x *checker) sayPlacementAlignment(n *newResource, d *gpu.PlacedResourceDesc, align uint64) {
	id := d.Heap.ID()
	words.Made(x, x.say(diag.BadPlacement, n.call.Site, "%s cannot be placed in %s, which is aligned to %d bytes: it needs %d", n.name(), x.Ref(id),
		max(d.Heap.HeapDesc().Alignment, gpu.ResourcePlacementAlignment), align), id).
		Because("A texture of %d samples is aligned to %d bytes, and an offset in a heap is aligned only as far as the heap itself.",
			n.desc.SampleDesc.Count, align).
		HelpFix(x.Created(id), diag.Put("CreateHeap", "Alignment", align), "create %s with Alignment = %d", x.Ref(id), align)
}

func (x *checker) sayPlacementEnd(n *newResource, d *gpu.PlacedResourceDesc, end uint64) {
	id := d.Heap.ID()
	words.Made(x, x.say(diag.BadPlacement, n.call.Site, "%s does not fit: it would be %s, but %s has %d bytes", n.name(),
		words.Range(d.Heap.Name(), d.HeapOffset, end-d.HeapOffset), x.Ref(id), d.Heap.HeapDesc().SizeInBytes), id).WithRange(d.HeapOffset, end).
		HelpFix(x.Created(id), diag.Put("CreateHeap", "SizeInBytes", (end+65535)/65536*65536), "create %s with SizeInBytes = %d",
			x.Ref(id), (end+65535)/65536*65536)
}

// sayPlacementDenied names the flags of the heap as the script does: ALLOW_ONLY_BUFFERS, of whose two halves one forbids.
func (x *checker) sayPlacementDenied(n *newResource, d *gpu.PlacedResourceDesc, denied gpu.HeapFlags) {
	id, flags := d.Heap.ID(), d.Heap.HeapDesc().Flags
	kinds := flags & (gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS)
	words.Made(x, x.say(diag.BadPlacement, n.call.Site, "%s cannot be placed in %s, which has %s", n.name(), x.Ref(id), kinds), id).
		HelpFix(x.Created(id), diag.Flags("CreateHeap", "Flags", flags&^denied),
			"create the heap with Flags = %q, or use another heap", flags&^denied)
}

// sayOwnHeapDenied words flags by which the heap that is made for a committed resource could not hold it.
func (x *checker) sayOwnHeapDenied(n *newResource, flags, denied gpu.HeapFlags) {
	kinds := gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS
	x.say(diag.BadPlacement, n.call.Site, "%s cannot be in the heap that is made for it: HeapFlags are %s", n.name(), flags&kinds).
		Because("The flag %s keeps such resources out of a heap.", denied).
		HelpFix(n.call.Site, diag.Flags(n.call.Method, "HeapFlags", flags&^kinds),
			"leave it out: the heap of a committed resource holds nothing else")
}

func (x *checker) sayRootBudget(c *gpu.CreateCall, d *gpu.RootSignatureDesc, cost uint64) {
	e := x.say(diag.RootSignatureTooLarge, c.Site, "%s costs %d DWORDs, but at most 64 are allowed", quoted("root signature", c), cost).
		Prop("got", cost)
	for i := range d.Parameters {
		e.Note("Parameters[%d], %s, costs %d.", i+1, d.Parameters[i].Type, dwords(&d.Parameters[i]))
	}
	e.HelpFix(c.Site, fewerConstants(c, d, cost),
		"give fewer constants, or move constants to a constant buffer, and root descriptors to a table: a table costs 1 whatever its size")
}

// fewerConstants is the edit that takes what is too much from the parameter with the most constants, if at least half of them stay.
func fewerConstants(c *gpu.CreateCall, d *gpu.RootSignatureDesc, cost uint64) (fix diag.Fix) {
	most, over := 0, cost-gpu.MaxRootSignatureDWORDs
	for i := range d.Parameters {
		if n := uint64(d.Parameters[i].Num32BitValues); n > uint64(d.Parameters[most].Num32BitValues) {
			most = i
		}
	}
	if n := uint64(d.Parameters[most].Num32BitValues); n >= 2*over {
		fix = diag.Put(c.Method, fmt.Sprintf("Parameters[%d].Num32BitValues", most+1), n-over)
	}
	return fix
}

func (x *checker) sayStaticSamplers(c *gpu.CreateCall, n int) {
	x.say(diag.RootSignatureTooLarge, c.Site, "%s has %d static samplers, but at most %d are allowed",
		quoted("root signature", c), n, gpu.MaxStaticSamplers)
}

// sayStaticBorder: the nearest of the colors that there are takes its place.
func (x *checker) sayStaticBorder(c *gpu.CreateCall, i int, color gpu.BorderColor) {
	name := "TRANSPARENT_BLACK"
	switch {
	case color[0]+color[1]+color[2] >= 1.5:
		name = "OPAQUE_WHITE"
	case color[3] >= 0.5:
		name = "OPAQUE_BLACK"
	}
	x.say(diag.StaticBorderColor, c.Site, "%s has a static sampler with border color (%g, %g, %g, %g)", quoted("root signature", c), color[0],
		color[1], color[2], color[3]).
		Because("StaticSamplers[%d] is a part of the root signature, which names border colors; only samplers in descriptor heaps have any.", i+1).
		HelpFix(c.Site, diag.Put(c.Method, fmt.Sprintf("StaticSamplers[%d].BorderColor", i+1), name),
			"BorderColor = %q, or a sampler in a descriptor heap", name)
}

// sayRegisterOverlap: free is the first register after all of the class.
func (x *checker) sayRegisterOverlap(c *gpu.CreateCall, a, b *layout.Run, free uint64) {
	shared, each := registerRun(max(a.First, b.First), min(a.End, b.End), a), fmt.Sprintf("%s has %s, %s has %s", a.Place, a, b.Place, b)
	if a.String() == b.String() {
		each = a.Place + " and " + b.Place
	}
	x.say(diag.RootRegisterOverlap, c.Site, "%s gives %s to two parameters: %s", quoted("root signature", c), shared, each).
		HelpFix(c.Site, diag.Put(c.Method, b.Register(), free),
			"number the registers of %s from %d, or put them into another RegisterSpace", b.Place, free)
}

func registerRun(first, end uint64, r *layout.Run) string {
	run := layout.Run{Class: r.Class, Space: r.Space, First: first, End: end}
	return run.String()
}

func (x *checker) sayReservedSpace(c *gpu.CreateCall, place string, space uint32) {
	x.say(diag.BadRootParameter, c.Site, "%s uses a reserved space: %s.RegisterSpace is %d", quoted("root signature", c), place, space).
		Because("Spaces from 4294967280 on belong to drivers and tools.").
		HelpFix(c.Site, diag.Drop(c.Method, place+".RegisterSpace"), "use a space below 4294967280")
}

func (x *checker) sayRootConstants(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s has constants without values: %s.Num32BitValues is 0", quoted("root signature", c), place).
		HelpFix(c.Site, diag.Put(c.Method, place+".Num32BitValues", 1), "set Num32BitValues to 1 or more")
}

func (x *checker) sayEmptyTable(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s has a table without ranges: %s.Ranges is empty", quoted("root signature", c), place).
		HelpText(`Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } }`)
}

func (x *checker) sayRangeSize(c *gpu.CreateCall, place string, r *gpu.DescriptorRange, end uint64) {
	if r.NumDescriptors == gpu.Unbounded {
		x.say(diag.BadRootParameter, c.Site, "%s has an unbounded range that is not the last of its table: %s", quoted("root signature", c), place).
			HelpText("an unbounded range reaches to the end of the heap: make it the last range, or give it a table of its own")
		return
	}
	if last := uint64(r.BaseShaderRegister) + uint64(r.NumDescriptors) - 1; last > math.MaxUint32 && r.NumDescriptors > 0 {
		x.say(diag.BadRootParameter, c.Site, "%s has a range that does not fit: %s has registers %d to %d", quoted("root signature", c),
			place, r.BaseShaderRegister, last).
			HelpText("the last register is %d: use a smaller BaseShaderRegister", uint32(math.MaxUint32))
		return
	}
	x.say(diag.BadRootParameter, c.Site, "%s has a range that does not fit: %s has %d descriptors of type %s and ends at descriptor %d",
		quoted("root signature", c), place, r.NumDescriptors, r.Type, end).
		HelpFix(c.Site, sizeFix(
			c, place, r), "a range has at least one descriptor, and a table ends within 1000000; NumDescriptors = 4294967295 is a range to the end of the heap")
}

// sizeFix is the edit for a range of no descriptors.
func sizeFix(c *gpu.CreateCall, place string, r *gpu.DescriptorRange) (fix diag.Fix) {
	if r.NumDescriptors == 0 {
		fix = diag.Put(c.Method, place+".NumDescriptors", 1)
	}
	return fix
}

func (x *checker) sayMixedTable(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s mixes samplers and views in one table: %s", quoted("root signature", c), place).
		Because("A table lies in one heap, and samplers have a heap type of their own.").
		HelpText("give the samplers a table of their own, or use StaticSamplers")
}

// sayRangeFlags: good are flags that promise no more than the ones that stand there.
func (x *checker) sayRangeFlags(c *gpu.CreateCall, place string, f, good gpu.DescriptorRangeFlags, why string) {
	d := x.say(diag.BadRangeFlags, c.Site, "%s cannot have flags %s at %s", quoted("root signature", c), f, place).Because("%s.", words.Capital(why))
	if good == 0 {
		d.HelpFix(c.Site, diag.Drop(c.Method, place+".Flags"), "leave the flags out")
		return
	}
	d.HelpFix(c.Site, diag.Put(c.Method, place+".Flags", good), "Flags = %q promises less", good)
}

func (x *checker) sayShaderStage(c *gpu.CreateCall, s gpu.Shader, want gpu.ShaderStage) {
	x.say(diag.BadShaderStage, c.Site, "%s needs a %s shader, but %q is a %s shader", quoted("pipeline", c), want, s.ShaderName(), s.ShaderStage()).
		Prop("d3d12", wrongShader[want]).
		HelpFix(c.Site, diag.PutObject(c.Method, 1, stageField[want], diag.Only(makerOf(want))), "use a shader of gpu.%s", makerOf(want))
}

// stageField is the field of a pipeline's description for a stage.
var stageField = map[gpu.ShaderStage]string{gpu.StageCompute: "CS", gpu.StageVertex: "VS", gpu.StagePixel: "PS"}

// wrongShader are the messages of Direct3D 12 for a shader of another stage than the one that is needed.
var wrongShader = map[gpu.ShaderStage]string{gpu.StageCompute: "CREATECOMPUTEPIPELINESTATE_INVALID_SHADER (881)",
	gpu.StageVertex: "CREATEVERTEXSHADER_INVALIDSHADERTYPE (68)", gpu.StagePixel: "CREATEPIXELSHADER_INVALIDSHADERTYPE (94)"}

// makerOf is the function that makes shaders of a stage.
func makerOf(s gpu.ShaderStage) string {
	return strings.ToUpper(s.String()[:1]) + s.String()[1:] + "Shader"
}

func (x *checker) adviseBufferState(n *newResource) {
	x.say(diag.BufferStateIgnored, n.call.Site, "%s starts in COMMON, whatever InitialState says", n.name()).
		Because("Buffers are promoted to every other state when they are used.").
		HelpFix(n.call.Site, n.put("InitialState", gpu.StateCommon), `InitialState = "COMMON"`)
}
