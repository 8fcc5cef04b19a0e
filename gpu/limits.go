package gpu

// Limits of Direct3D 12 that the device enforces (d3d12.h).
const (
	TexturePitchAlignment              = 256       // bytes, row pitch of a footprint
	TexturePlacementAlignment          = 512       // bytes, offset of a footprint
	ResourcePlacementAlignment         = 64 << 10  // bytes, D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT
	SmallResourceAlignment             = 4 << 10   // bytes, small textures
	MSAAResourceAlignment              = 4 << 20   // bytes, multisampled textures
	ConstantBufferAlignment            = 256       // bytes, address and size of a CBV
	MaxConstantBufferBytes             = 64 << 10  // 4096 constants of 16 bytes
	RawViewAlignment                   = 16        // bytes
	UAVCounterAlignment                = 4096      // bytes
	MaxTexture1D                       = 16384     // texels
	MaxTexture2D                       = 16384     // texels an edge
	MaxTexture3D                       = 2048      // texels an edge
	MaxArraySlices                     = 2048      // slices
	MaxSubresources                    = 30720     // mips times slices
	MaxShaderVisibleDescriptors        = 1_000_000 // CBV_SRV_UAV
	MaxShaderVisibleSamplers           = 2048
	MaxStaticSamplers                  = 2032
	MaxRootSignatureDWORDs             = 64
	MaxDispatchGroups                  = 65535         // a dimension
	MaxThreadsPerGroup                 = 1024          // work items
	MaxThreadsPerGroupZ                = 64            // work items of the third dimension
	MaxGroupSharedBytes                = 32 << 10      // all groupshared variables of a kernel
	MaxStructureStride                 = 2048          // bytes
	MaxBufferElements                  = 1 << 27       // typed and structured view elements
	MaxMultipleWaitObjects             = 64            // WaitForMultipleObjects
	TimestampFrequency                 = 1_000_000_000 // ticks a second: a tick is a virtual nanosecond
	MaxVRAMBytes                uint64 = 4<<30 - 64<<10
	MinVRAMBytes                uint64 = 128 << 10 // a page that is never handed out, and one that is
)
