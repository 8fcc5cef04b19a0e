package gpu

// DeviceDesc describes a device (gpu.CreateDevice).
type DeviceDesc struct {
	Name string
	// Paused stops the GPU's clock: work runs only in StepGpu.
	Paused bool
	// AllowDisjointWriters lets several queues write different bytes of one resource concurrently. Direct3D 12 forbids it (one
	// writer at a time), although it works on most machines.
	AllowDisjointWriters bool
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
	Fence Fence     // or rather until it has a value
	Value uint64    // of the fence
	Time  uint64    // or rather for so many virtual nanoseconds
}

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
