package features

// AdapterDesc describes the simulated adapter, as DXGI_ADAPTER_DESC.
type AdapterDesc struct {
	Description           string // the profile in words
	Profile               string // the name of the profile, of --adapter
	DedicatedVideoMemory  uint64 // bytes
	Engines3D             uint32
	EnginesCompute        uint32
	EnginesCopy           uint32
	TimestampFrequency    uint64 // ticks a second
	WaveSize              uint32 // lanes
	SoftwareAdapter       bool   // always true
	SharedComputeEngine   bool   // COMPUTE queues run on the 3D engine
	SharedCopyEngine      bool   // COPY queues run on the 3D engine
	MaxVirtualAddressBits uint32 // bits of GPU virtual addresses
}
