package gpu

import "slices"

// ID identifies one object of an adapter for as long as the adapter lives. IDs are never reused, so an ID is an identity
// and a generation at once: a stale reference finds nothing, never somebody else's object. 0 is no object.
type ID uint32

// ObjectKind is the class of an API object, as messages name it.
type ObjectKind uint8

// The kinds of objects.
const (
	KindNone ObjectKind = iota
	KindDevice
	KindCommandQueue
	KindCommandAllocator
	KindCommandList
	KindFence
	KindEvent
	KindHeap
	KindResource
	KindDescriptorHeap
	KindRootSignature
	KindPipelineState
	KindQueryHeap
	KindCommandSignature
	KindThread
	KindSwapChain
	KindBindingTable // of a level above
	KindContext      // of another one
	KindAbove        // any other object of a level above that threads use
)

var objectKindNames = []string{"none", "Device", "CommandQueue", "CommandAllocator", "CommandList", "Fence", "Event", "Heap", "Resource",
	"DescriptorHeap", "RootSignature", "PipelineState", "QueryHeap", "CommandSignature", "Thread", "SwapChain", "BindingTable"}

// String returns the class name, for example "CommandQueue".
func (k ObjectKind) String() string { return enumName(objectKindNames, int(k)) }

// Object is what every API object tells about itself. Implementations are the pointer types of package device.
type Object interface {
	// ID is the object's identity.
	ID() ID
	// Kind is the object's class.
	Kind() ObjectKind
	// Name is the name that the script gave, or a made-up one such as "buffer 3": never empty.
	Name() string
}

// IDOf is the identity of an object that may be missing: 0 then.
func IDOf(o Object) ID {
	if o == nil {
		return 0
	}
	return o.ID()
}

// The interfaces below let descriptors of this package refer to objects of package device without knowing it. Each has
// one method of its own, so that the compiler and the table decoder can tell the classes apart.
type (
	// Resource is a buffer or a texture.
	Resource interface {
		Object
		ResourceDesc() *ResourceDesc
	}
	// Heap is memory that placed resources are in.
	Heap interface {
		Object
		HeapDesc() *HeapDesc
	}
	// CommandAllocator backs the commands of lists.
	CommandAllocator interface {
		Object
		CommandAllocatorType() CommandListType
	}
	// CommandList is a list or a bundle.
	CommandList interface {
		Object
		CommandListType() CommandListType
	}
	// RootSignature describes the arguments of pipelines.
	RootSignature interface {
		Object
		RootSignatureDesc() *RootSignatureDesc
	}
	// PipelineState is a compute or graphics pipeline.
	PipelineState interface {
		Object
		PipelineType() PipelineType
	}
	// DescriptorHeap is an array of descriptors.
	DescriptorHeap interface {
		Object
		DescriptorHeapDesc() *DescriptorHeapDesc
	}
	// CommandSignature describes the commands of ExecuteIndirect.
	CommandSignature interface {
		Object
		CommandSignatureDesc() *CommandSignatureDesc
	}
	// QueryHeap is an array of queries.
	QueryHeap interface {
		Object
		QueryHeapDesc() *QueryHeapDesc
	}
	// Fence is a timeline of values.
	Fence interface {
		Object
		GetCompletedValue() (uint64, error)
	}
	// Event is what a CPU thread waits for.
	Event interface {
		Object
		EventDesc() *EventDesc
	}
)

// Shader is a compiled shader; package kernel makes them.
type Shader interface {
	// ShaderName is the name in messages.
	ShaderName() string
	// ShaderStage is the pipeline stage that it was compiled for.
	ShaderStage() ShaderStage
	// Slots are the registers that it reads and writes, in declaration order.
	Slots() []ShaderSlot
	// ThreadGroup is the size of a work group in work items (compute only).
	ThreadGroup() [3]uint32
}

// ShaderStage is a programmable stage.
type ShaderStage uint8

// The stages.
const (
	StageCompute ShaderStage = iota
	StageVertex
	StagePixel
)

var stageNames = []string{"compute", "vertex", "pixel"}

// String returns "compute", "vertex" or "pixel".
func (s ShaderStage) String() string { return enumName(stageNames, int(s)) }

// ShaderSlot is one register, or an array of registers, that a shader declares.
type ShaderSlot struct {
	Name     string         // as the script declared it, or the register
	Class    DescriptorType // SRV, UAV, CBV or SAMPLER
	Register uint32         // 0 for "t0"
	Space    uint32
	Count    uint32 // 1, or the length of the array
	View     ViewDimension
	Stride   uint32 // bytes of a structured element, 0 for typed and raw
	Typed    bool   // its elements have the format of the view: typed buffers, textures
	Compares bool   // a sampler that compares with a reference
	Counted  bool   // the shader appends to it, consumes from it or counts with it: its view needs a counter
	Site     Site   // its declaration
	// Written says that the shader stores into it, Measured that it only asks how large it is.
	Written, Measured bool
	// Elements are the registers, counted from Register, that the shader names by constants, in order. Varying: it works others out while it runs,
	// any of them.
	Elements []uint32
	Varying  bool
	// Constants are the numbers of a constant buffer that the shader reads as it declares them, in the order of their bytes; those of the first
	// MaxRootSignatureDWORDs words, which root constants can be.
	Constants []ShaderConstant
}

// Use notes that the shader names a register of the slot, counted from the first, by a constant.
func (s *ShaderSlot) Use(element uint32) {
	if at, known := slices.BinarySearch(s.Elements, element); !known {
		s.Elements = slices.Insert(s.Elements, at, element)
	}
}

// ShaderConstant is a 32-bit number of a constant buffer that a shader declares.
type ShaderConstant struct {
	Name    string      // as shaders write it: step.size, box.rect.x
	Offset  uint32      // bytes
	Numeric NumericType // FLOAT, UINT or SINT
}

// Uses says how the shader uses a register of a slot, counted from the first: it names it by a constant, or may work it out while it runs.
func (s *ShaderSlot) Uses(element uint32) (named, varying bool) {
	_, named = slices.BinarySearch(s.Elements, element)
	return named, s.Varying && element < max(s.Count, 1)
}
