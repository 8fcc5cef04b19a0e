package validate

import "github.com/gpuscript/gpuscript/gpu"

// checkCreate applies the rules of the description of a new object.
func (v *Validator) checkCreate(c *gpu.CreateCall) {
	v.scope = c.Device
	switch d := c.Desc.(type) {
	case *gpu.CommandListDesc:
		if d.Allocator != nil {
			v.checkBegin(d.Allocator.ID(), idOf(d.InitialState), d.Type, &c.CallHead)
		}
	case *gpu.CommandQueueDesc:
		v.queueRules(c, d)
	case *gpu.CommandSignatureDesc:
		v.signatureRules(c, d)
	case *gpu.CommittedResourceDesc:
		v.committedRules(c, d)
	case *gpu.ComputePipelineStateDesc:
		v.pipelineRules(c, d)
	case *gpu.DescriptorHeapDesc:
		v.descriptorHeapRules(c, d)
	case *gpu.FenceDesc:
		v.fenceRules(c, d)
	case *gpu.HeapDesc:
		v.heapRules(c, d)
	case *gpu.PlacedResourceDesc:
		v.placedRules(c, d)
	case *gpu.QueryHeapDesc:
		v.queryHeapRules(c, d)
	case *gpu.RootSignatureDesc:
		v.rootSignatureRules(c, d)
	}
}

func (v *Validator) queueRules(c *gpu.CreateCall, d *gpu.CommandQueueDesc) {
	if d.Type == gpu.ListBundle || d.Type > gpu.ListCopy {
		v.sayQueueType(c, d)
	}
	if d.Priority >= gpu.PriorityGlobalRealtime {
		v.sayQueuePriority(c, d)
	}
}

func (v *Validator) fenceRules(c *gpu.CreateCall, d *gpu.FenceDesc) {
	if d.Flags&^gpu.FenceShared != 0 {
		v.sayFenceFlags(c, d)
	}
	if d.InitialValue > gpu.MaxFenceValue {
		v.sayFenceValue(0, d.InitialValue, c.Site)
	}
}

const heapFlags = gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS | gpu.HeapCreateNotZeroed

// heapRules: an alignment of D3D12, at least one kind of resource allowed, and buffers only where the CPU looks.
func (v *Validator) heapRules(c *gpu.CreateCall, d *gpu.HeapDesc) {
	deny := d.Flags & (gpu.HeapDenyBuffers | gpu.HeapDenyRTDSTextures | gpu.HeapDenyNonRTDS)
	switch {
	case d.SizeInBytes == 0:
		v.sayHeap(c, "SizeInBytes is 0", "a heap has at least one byte")
	case d.SizeInBytes > gpu.MaxVRAMBytes:
		v.sayHeap(c, "SizeInBytes is "+number(d.SizeInBytes), "the address space has "+number(gpu.MaxVRAMBytes)+" bytes")
	case d.Alignment != 0 && d.Alignment != gpu.ResourcePlacementAlignment && d.Alignment != gpu.MSAAResourceAlignment:
		v.sayHeap(c, "Alignment is "+number(d.Alignment)+" bytes", "it is 65536 or 4194304 bytes; 0 means 65536")
	case d.HeapType > gpu.HeapReadback:
		v.sayHeap(c, "HeapType is unknown", "it is DEFAULT, UPLOAD or READBACK")
	case d.Flags&^heapFlags != 0 || deny == gpu.HeapDenyBuffers|gpu.HeapDenyRTDSTextures|gpu.HeapDenyNonRTDS:
		v.sayHeap(c, "Flags "+d.Flags.String()+" leave nothing that it may hold", "ALLOW_ONLY_BUFFERS is a usual choice")
	case d.HeapType != gpu.HeapDefault && deny&gpu.HeapDenyBuffers != 0:
		v.sayHeap(c, "Flags deny buffers", "heaps of type "+d.HeapType.String()+" hold nothing else")
	}
}

// descriptorHeapRules: the size limits, and who may be shader-visible (H1).
func (v *Validator) descriptorHeapRules(c *gpu.CreateCall, d *gpu.DescriptorHeapDesc) {
	visible := d.Flags&gpu.ShaderVisible != 0
	limit := uint32(gpu.MaxShaderVisibleDescriptors)
	if d.Type == gpu.HeapSampler && visible {
		limit = gpu.MaxShaderVisibleSamplers
	}
	switch {
	case d.Type > gpu.HeapDSV:
		v.sayDescriptorHeap(c, "Type is unknown", "it is CBV_SRV_UAV, SAMPLER, RTV or DSV")
	case visible && d.Type >= gpu.HeapRTV:
		v.sayDescriptorHeap(c, "type "+d.Type.String()+" cannot be SHADER_VISIBLE", "only CBV_SRV_UAV and SAMPLER heaps are read by shaders")
	case d.NumDescriptors == 0:
		v.sayDescriptorHeap(c, "NumDescriptors is 0", "a heap has at least one descriptor")
	case d.NumDescriptors > limit:
		v.sayDescriptorHeap(c, "NumDescriptors is "+number(uint64(d.NumDescriptors)), "at most "+number(uint64(limit))+" are allowed for this heap")
	}
}

func (v *Validator) queryHeapRules(c *gpu.CreateCall, d *gpu.QueryHeapDesc) {
	if d.Type != gpu.QueryHeapTimestamp && d.Type != gpu.QueryHeapCopyQueueTimestamp {
		v.sayQueryHeap(c, d)
	}
	if d.Count == 0 {
		v.sayEmptyQueryHeap(c)
	}
}
