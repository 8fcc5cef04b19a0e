package creation

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (x *checker) queueRules(c *gpu.CreateCall, d *gpu.CommandQueueDesc) {
	if d.Type == gpu.ListBundle || d.Type > gpu.ListCopy {
		x.sayQueueType(c, d)
	}
	if d.Priority >= gpu.PriorityGlobalRealtime {
		x.sayQueuePriority(c, d)
	}
}

func (x *checker) fenceRules(c *gpu.CreateCall, d *gpu.FenceDesc) {
	if d.Flags&^gpu.FenceShared != 0 {
		x.sayFenceFlags(c, d)
	}
}

const heapFlags = gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS | gpu.HeapNotResident | gpu.HeapCreateNotZeroed

// heapRules: an alignment of D3D12, at least one kind of resource allowed, and buffers only where the CPU looks.
func (x *checker) heapRules(c *gpu.CreateCall, d *gpu.HeapDesc) {
	deny := d.Flags & (gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS)
	switch {
	case d.SizeInBytes == 0:
		x.sayHeap(c, "SizeInBytes is 0", "a heap has at least one byte", diag.Put(c.Method, "SizeInBytes", gpu.ResourcePlacementAlignment))
	case d.SizeInBytes > gpu.MaxVRAMBytes:
		x.sayHeap(c, "SizeInBytes is "+words.Number(d.SizeInBytes), "the address space has "+words.Number(gpu.MaxVRAMBytes)+" bytes", diag.Fix{})
	case d.Alignment != 0 && d.Alignment != gpu.ResourcePlacementAlignment && d.Alignment != gpu.MSAAResourceAlignment:
		x.sayHeap(c, "Alignment is "+words.Number(d.Alignment)+" bytes", "it is 65536 or 4194304 bytes; 0 means 65536", alignmentFix(c, d))
	case d.HeapType > gpu.HeapReadback:
		x.sayHeap(c, "HeapType is unknown", "it is DEFAULT, UPLOAD or READBACK", diag.Fix{})
	case d.Flags&^heapFlags != 0 || deny == gpu.HeapDenyBuffers|gpu.HeapDenyRTDSTextures|gpu.HeapDenyNonRTDS:
		x.sayHeap(c, "Flags "+d.Flags.String()+" leave nothing that it may hold",
			"ALLOW_ONLY_BUFFERS is a usual choice; without flags it holds everything", diag.Drop(c.Method, "Flags"))
	case d.HeapType != gpu.HeapDefault && deny&gpu.HeapDenyBuffers != 0:
		x.sayHeap(c, "Flags deny buffers", "heaps of type "+d.HeapType.String()+" hold nothing else",
			diag.Flags(c.Method, "Flags", d.Flags&^gpu.HeapDenyBuffers))
	}
}

// alignmentFix is the edit for an alignment that there is not: the next that there is.
func alignmentFix(c *gpu.CreateCall, d *gpu.HeapDesc) diag.Fix {
	if d.Alignment > gpu.ResourcePlacementAlignment {
		return diag.Put(c.Method, "Alignment", gpu.MSAAResourceAlignment)
	}
	return diag.Drop(c.Method, "Alignment")
}

// descriptorHeapRules: the size limits, and who may be shader-visible (H1).
func (x *checker) descriptorHeapRules(c *gpu.CreateCall, d *gpu.DescriptorHeapDesc) {
	visible := d.Flags&gpu.ShaderVisible != 0
	limit := uint32(math.MaxUint32) // of the others, video memory is the limit
	switch {
	case visible && d.Type == gpu.HeapSampler:
		limit = gpu.MaxShaderVisibleSamplers
	case visible:
		limit = gpu.MaxShaderVisibleDescriptors
	}
	switch {
	case d.Type > gpu.HeapDSV:
		x.sayDescriptorHeap(c, "Type is unknown", "it is CBV_SRV_UAV, SAMPLER, RTV or DSV", diag.Fix{})
	case visible && d.Type >= gpu.HeapRTV:
		x.sayDescriptorHeap(c, "type "+d.Type.String()+" cannot be SHADER_VISIBLE", "only CBV_SRV_UAV and SAMPLER heaps are read by shaders",
			diag.Flags(c.Method, "Flags", d.Flags&^gpu.ShaderVisible))
	case d.NumDescriptors == 0:
		x.sayDescriptorHeap(c, "NumDescriptors is 0", "a heap has at least one descriptor", diag.Put(c.Method, "NumDescriptors", 1))
	case d.NumDescriptors > limit:
		x.sayDescriptorHeap(c, "NumDescriptors is "+words.Number(uint64(d.NumDescriptors)),
			"at most "+words.Number(uint64(limit))+" are allowed for this heap", diag.Put(c.Method, "NumDescriptors", limit))
	}
}

func (x *checker) queryHeapRules(c *gpu.CreateCall, d *gpu.QueryHeapDesc) {
	each := uint64(8)
	if d.Type == gpu.QueryHeapPipelineStatistics {
		each = 88
	}
	if d.Count == 0 || uint64(d.Count)*each > gpu.MaxVRAMBytes {
		x.sayQueryCount(c, d.Count, gpu.MaxVRAMBytes/each)
	}
}
