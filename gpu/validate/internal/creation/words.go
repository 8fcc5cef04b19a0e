package creation

import (
	"fmt"
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
		Because("A bundle runs inside a DIRECT list; no queue consumes it.").HelpText(`use Type = "DIRECT", "COMPUTE" or "COPY"`)
}

func (x *checker) sayQueuePriority(c *gpu.CreateCall, d *gpu.CommandQueueDesc) {
	x.say(diag.BadQueuePriority, c.Site, "%s cannot have priority %s", quoted("queue", c), d.Priority).
		Because("GLOBAL_REALTIME needs a privilege that a sandboxed script does not have, and it is refused instead of lowered.").HelpText(`use Priority = "HIGH"`)
}

func (x *checker) sayFenceFlags(c *gpu.CreateCall, d *gpu.FenceDesc) {
	x.say(diag.BadFenceFlags, c.Site, "%s cannot have flags %s", quoted("fence", c), d.Flags).
		Because("SHARED_CROSS_ADAPTER needs a second adapter, and NON_MONITORED is for adapters without monitored fences; this adapter has them.").
		HelpText("leave the flags out")
}

func (x *checker) sayHeap(c *gpu.CreateCall, got, want string) {
	x.say(diag.BadHeap, c.Site, "%s cannot be made: %s", quoted("heap", c), got).HelpText("%s", want)
}

func (x *checker) sayDescriptorHeap(c *gpu.CreateCall, got, want string) {
	x.say(diag.BadDescriptorHeap, c.Site, "%s cannot be made: %s", quoted("descriptor heap", c), got).HelpText("%s", want)
}

func (x *checker) sayQueryCount(c *gpu.CreateCall, count uint32, most uint64) {
	x.say(diag.BadQueryHeap, c.Site, "%s cannot be made: Count is %d", quoted("query heap", c), count).HelpText("a heap of this type has 1 to %d queries", most)
}

// name names the resource that is being made.
func (n *newResource) name() string {
	if n.desc.Dimension == gpu.DimensionBuffer {
		return quoted("buffer", n.call)
	}
	return quoted("texture", n.call)
}

func (x *checker) sayBufferDesc(n *newResource, field string, got any, want string) {
	x.say(diag.BadBuffer, n.call.Site, "%s cannot have %s %v", n.name(), field, got).HelpText("%s of a buffer is %s", field, want)
}

func (x *checker) sayTextureDesc(n *newResource, got, want string) {
	x.say(diag.BadTexture, n.call.Site, "%s cannot be made: %s", n.name(), got).HelpText("%s", want)
}

func (x *checker) sayTextureFormat(n *newResource, got, want string) {
	x.say(diag.BadTextureFormat, n.call.Site, "%s cannot be made: %s", n.name(), got).HelpText("%s", want)
}

func (x *checker) saySamples(n *newResource) {
	s := n.desc.SampleDesc
	x.say(diag.BadSampleCount, n.call.Site, "%s cannot have %d samples of quality %d", n.name(), s.Count, s.Quality).
		HelpText("Count is 1, 2, 4 or 8, and Quality 0")
}

func (x *checker) saySampled(n *newResource, why, help string) {
	x.say(diag.BadSampleCount, n.call.Site, "%s cannot have %d samples: %s", n.name(), n.desc.SampleDesc.Count, why).HelpText("%s", help)
}

func (x *checker) sayTextureSize(n *newResource, field string, got, limit uint64) {
	x.say(diag.BadTextureSize, n.call.Site, "%s cannot be made: %s is %d, and 1 to %d is allowed for %s", n.name(), field, got, limit, n.desc.Dimension).
		Prop("got", got).Prop("limit", limit)
}

func (x *checker) sayResourceFlags(n *newResource, why string) {
	x.say(diag.BadResourceFlags, n.call.Site, "%s cannot have flags %s", n.name(), n.desc.Flags).Because("%s.", words.Capital(why))
}

func (x *checker) sayCPUHeap(n *newResource, what, help string) {
	x.say(diag.NotInCPUHeap, n.call.Site, "%s cannot stand in a heap of type %s: it is %s", n.name(), n.heap, what).
		Because("UPLOAD and READBACK memory holds plain buffers that the CPU reads and writes.").HelpText("%s", help)
}

func (x *checker) sayInitialStateOfHeap(n *newResource, want gpu.ResourceStates) {
	x.say(diag.BadInitialState, n.call.Site, "%s starts in state %s, and a heap of type %s needs %s", n.name(), n.initial, n.heap, want).
		HelpText("InitialState = %q", want)
}

func (x *checker) sayInitialStateIllegal(n *newResource, why string) {
	x.say(diag.BadInitialState, n.call.Site, "%s cannot start in state %s: %s", n.name(), n.initial, why).HelpText(`InitialState = "COMMON"`)
}

func (x *checker) sayClearValue(n *newResource) {
	x.say(diag.BadClearValue, n.call.Site, "%s cannot have an OptimizedClearValue with flags %s", n.name(), n.desc.Flags).
		Because("The value speeds clears of render targets and depth buffers up, and this is neither.").HelpText("remove OptimizedClearValue")
}

func (x *checker) sayPlacementOffset(n *newResource, d *gpu.PlacedResourceDesc) {
	x.alsoCreated(x.say(diag.BadPlacement, n.call.Site, "%s cannot stand at offset %d of %s: the offset is no multiple of 65536 bytes", n.name(), d.HeapOffset, x.Ref(d.Heap.ID())).
		HelpText("HeapOffset = %d", (d.HeapOffset+65535)/65536*65536), d.Heap.ID())
}

func (x *checker) sayPlacementEnd(n *newResource, d *gpu.PlacedResourceDesc, end uint64) {
	id := d.Heap.ID()
	x.alsoCreated(x.say(diag.BadPlacement, n.call.Site, "%s does not fit: it would be %s, and %s has %d bytes", n.name(),
		words.Range(d.Heap.Name(), d.HeapOffset, end-d.HeapOffset), x.Ref(id), d.Heap.HeapDesc().SizeInBytes), id).WithRange(d.HeapOffset, end)
}

func (x *checker) sayPlacementDenied(n *newResource, d *gpu.PlacedResourceDesc, denied gpu.HeapFlags) {
	id := d.Heap.ID()
	x.alsoCreated(x.say(diag.BadPlacement, n.call.Site, "%s cannot stand in %s, which has %s", n.name(), x.Ref(id), denied), id).
		HelpText("create the heap with other Flags, or use another heap")
}

func (x *checker) sayRootBudget(c *gpu.CreateCall, d *gpu.RootSignatureDesc, cost uint64) {
	e := x.say(diag.RootSignatureTooLarge, c.Site, "%s costs %d DWORDs, and 64 are allowed", quoted("root signature", c), cost).Prop("got", cost)
	for i := range d.Parameters {
		e.Note("Parameters[%d], %s, costs %d.", i+1, d.Parameters[i].Type, d.Parameters[i].DWORDs())
	}
	e.HelpText("move constants to a constant buffer, and root descriptors to a table: a table costs 1 whatever its size")
}

func (x *checker) sayStaticSamplers(c *gpu.CreateCall, n int) {
	x.say(diag.RootSignatureTooLarge, c.Site, "%s has %d static samplers, and %d are allowed", quoted("root signature", c), n, gpu.MaxStaticSamplers)
}

func (x *checker) sayRegisterOverlap(c *gpu.CreateCall, a, b *layout.Run) {
	x.say(diag.RootRegisterOverlap, c.Site, "%s gives %s to two parameters: %s has %s, %s has %s", quoted("root signature", c), registerRun(max(a.First, b.First), min(a.End, b.End), a), a.Place, a, b.Place, b).
		HelpText("number the registers of %s behind those of %s, or put them into another RegisterSpace", b.Place, a.Place)
}

func registerRun(first, end uint64, r *layout.Run) string {
	run := layout.Run{Class: r.Class, Space: r.Space, First: first, End: end}
	return run.String()
}

func (x *checker) sayRootConstants(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s has constants without values: %s.Num32BitValues is 0", quoted("root signature", c), place).HelpText("set Num32BitValues to 1 or more")
}

func (x *checker) sayEmptyTable(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s has a table without ranges: %s.Ranges is empty", quoted("root signature", c), place).
		HelpText(`Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } }`)
}

func (x *checker) sayRangeSize(c *gpu.CreateCall, place string, r *gpu.DescriptorRange, end uint64) {
	x.say(diag.BadRootParameter, c.Site, "%s has a range that does not fit: %s has %d descriptors of type %s and ends at descriptor %d", quoted("root signature", c), place, r.NumDescriptors, r.Type, end).
		HelpText("a range has at least one descriptor, and a table ends within 1000000")
}

func (x *checker) sayMixedTable(c *gpu.CreateCall, place string) {
	x.say(diag.BadRootParameter, c.Site, "%s mixes samplers and views in one table: %s", quoted("root signature", c), place).
		Because("A table lies in one heap, and samplers have a heap type of their own.").HelpText("give the samplers a table of their own, or use StaticSamplers")
}

func (x *checker) sayRangeFlags(c *gpu.CreateCall, place string, f gpu.DescriptorRangeFlags, why string) {
	x.say(diag.BadRangeFlags, c.Site, "%s cannot have flags %s at %s", quoted("root signature", c), f, place).Because("%s.", words.Capital(why))
}

func (x *checker) sayShaderStage(c *gpu.CreateCall, s gpu.Shader, want gpu.ShaderStage) {
	x.say(diag.BadShaderStage, c.Site, "%s needs a %s shader, and %q is a %s shader", quoted("pipeline", c), want, s.ShaderName(), s.ShaderStage()).
		HelpText("make it with gpu.%sShader", strings.ToUpper(want.String()[:1])+want.String()[1:])
}

func (x *checker) sayMissingRegister(c *gpu.CreateCall, root gpu.RootSignature, shader gpu.Shader, s *gpu.ShaderSlot, number uint32, all []layout.Run) {
	id := root.ID()
	e := x.say(diag.RegisterNotInRootSignature, c.Site, "%s does not offer %s, which shader %q reads as %q", x.Ref(id), words.Register(s.Class, number, s.Space), shader.ShaderName(), s.Name)
	if s.Site != 0 {
		e.Also(s.Site, fmt.Sprintf("%s %q is declared here", s.Class, s.Name))
	}
	x.alsoCreated(e, id)
	if near := layout.Nearest(all, s.Class, uint64(number), s.Space); near != nil {
		e.Note("The nearest is %s in %s.", near, near.Place)
		if !near.SeenBy(shader.ShaderStage()) {
			e.Note("A %s shader does not see parameters with ShaderVisibility %s.", shader.ShaderStage(), near.Visible)
		}
	}
	e.HelpText("add a range { Type = %q, NumDescriptors = %d, BaseShaderRegister = %d, RegisterSpace = %d }", s.Class, max(s.Count, 1), s.Register, s.Space)
}

func (x *checker) adviseBufferState(n *newResource) {
	x.say(diag.BufferStateIgnored, n.call.Site, "%s starts in COMMON, whatever InitialState says", n.name()).
		Because("Buffers come to every other state by being used.").HelpText(`InitialState = "COMMON"`)
}
