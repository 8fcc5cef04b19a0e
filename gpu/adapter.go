package gpu

// DeviceDesc describes a device (gpu.CreateDevice).
type DeviceDesc struct {
	Name string
	// Paused stops the GPU's clock: work runs only in StepGpu.
	Paused bool
	// AllowDisjointWriters lets several queues write different bytes of one resource at a time. Direct3D 12 forbids it (one
	// writer at a time), and most machines do it right.
	AllowDisjointWriters bool
}

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

// StepUntil says how far StepGpu lets a paused GPU run.
type StepUntil uint8

// The step targets.
const (
	StepIdle StepUntil = iota
	StepCommand
	StepBatch
)

var stepNames = []string{"IDLE", "COMMAND", "BATCH"}

// LuaNames implements the enum contract of the bindings.
func (StepUntil) LuaNames() []string { return stepNames }

// String returns the name of the target.
func (s StepUntil) String() string { return enumName(stepNames, int(s)) }

// StepDesc is the argument of StepGpu: Until, or a Fence with a Value, or a Time in virtual nanoseconds from now.
type StepDesc struct {
	Until StepUntil // how far the GPU goes
	Fence Fence     // with FENCE
	Value uint64    // of the fence
	Time  uint64    // virtual nanoseconds
}

// Feature is a group of capabilities that CheckFeatureSupport reports, as D3D12_FEATURE.
type Feature uint8

// The features.
const (
	FeatureD3D12Options Feature = iota
	FeatureD3D12Options1
	FeatureD3D12Options2
	FeatureD3D12Options3
	FeatureD3D12Options6
	FeatureArchitecture
	FeatureFeatureLevels
	FeatureFormatSupport
	FeatureMultisampleQualityLevels
	FeatureGPUVirtualAddressSupport
	FeatureShaderModel
	FeatureRootSignature
	FeatureCommandQueuePriority
)

var featureNames = []string{"D3D12_OPTIONS", "D3D12_OPTIONS1", "D3D12_OPTIONS2", "D3D12_OPTIONS3", "D3D12_OPTIONS6", "ARCHITECTURE", "FEATURE_LEVELS", "FORMAT_SUPPORT",
	"MULTISAMPLE_QUALITY_LEVELS", "GPU_VIRTUAL_ADDRESS_SUPPORT", "SHADER_MODEL", "ROOT_SIGNATURE", "COMMAND_QUEUE_PRIORITY"}

// LuaNames implements the enum contract of the bindings.
func (Feature) LuaNames() []string { return featureNames }

// String returns the D3D12 name without its prefix.
func (f Feature) String() string { return enumName(featureNames, int(f)) }

// RemovedReason as the DXGI_ERROR_DEVICE_* results.
type RemovedReason uint32

// The reasons with their HRESULT values.
const (
	RemovedNot            RemovedReason = 0
	RemovedInvalidCall    RemovedReason = 0x887A0001
	RemovedDeviceRemoved  RemovedReason = 0x887A0005
	RemovedDeviceHung     RemovedReason = 0x887A0006
	RemovedDeviceReset    RemovedReason = 0x887A0007
	RemovedInternalDriver RemovedReason = 0x887A0020
)

// String returns the reason's name, "S_OK" while the device lives.
func (r RemovedReason) String() string {
	switch r {
	case RemovedNot:
		return "S_OK"
	case RemovedInvalidCall:
		return "INVALID_CALL"
	case RemovedDeviceRemoved:
		return "DEVICE_REMOVED"
	case RemovedDeviceHung:
		return "DEVICE_HUNG"
	case RemovedDeviceReset:
		return "DEVICE_RESET"
	case RemovedInternalDriver:
		return "DRIVER_INTERNAL_ERROR"
	}
	return "UNKNOWN"
}
