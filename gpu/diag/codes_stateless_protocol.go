package diag

// The codes of the protocol of lists, allocators and submissions: GS0330 to GS0349.
const (
	// ReleasedObject occurs when a call uses an object after its Release, or an object whose heap was released, or releases
	// it twice.
	//
	// Rule: A released object is not used again (source: D3D12 object lifetimes).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	fence:Release()
	//	queue:Signal(fence, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	fence:Release()
	ReleasedObject Code = 330

	// AllocatorTypeMismatch occurs when a list records on an allocator of another type.
	//
	// Rule: The allocator has the type of the list (source: ID3D12Device::CreateCommandList).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("COPY")
	//	device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	AllocatorTypeMismatch Code = 331

	// AllocatorInUse occurs when a second list begins to record on an allocator on which a list is recording.
	//
	// Rule: One list records on an allocator at a time (source: ID3D12CommandAllocator).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	device:CreateCommandList { Type = "DIRECT", Name = "second", Allocator = allocator }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	device:CreateCommandList { Type = "DIRECT", Name = "second", Allocator = allocator }
	AllocatorInUse Code = 332

	// ListClosed occurs when a command is recorded on a closed list, or a list is closed twice.
	//
	// Rule: Commands are recorded between Reset, or creation, and Close (source: ID3D12GraphicsCommandList::Close).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	list:SetMarker("late")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:SetMarker("early")
	//	list:Close()
	ListClosed Code = 333

	// ListOpen occurs when a list is reset while it is recording.
	//
	// Rule: A list is closed before it is reset (source: ID3D12GraphicsCommandList::Reset).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Reset(allocator)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	list:Reset(allocator)
	ListOpen Code = 334

	// AllocatorRecording occurs when an allocator is reset while a list records on it.
	//
	// Rule: No list records on an allocator that is reset (source: ID3D12CommandAllocator::Reset).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	allocator:Reset()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	allocator:Reset()
	AllocatorRecording Code = 335

	// ListFailed occurs when a list is closed after one of its calls was refused, or is used after that: the list cannot be used again.
	//
	// Rule: An error while recording makes Close fail, and the list cannot be used again (source:
	// ID3D12GraphicsCommandList::Close).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	pcall(list.Dispatch, list, 70000, 1, 1)
	//	list:Close()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:SetMarker("ready")
	//	list:Close()
	ListFailed Code = 336

	// WrongListType occurs when a command is recorded in a list whose type does not allow it.
	//
	// Rule: A list records only the commands that its type allows (source: D3D12 command list API restrictions).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("COPY")
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
	//	list:SetComputeRootSignature(device:CreateRootSignature { Name = "root" })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("COMPUTE")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
	//	list:SetComputeRootSignature(device:CreateRootSignature { Name = "root" })
	WrongListType Code = 337

	// SubmitWrongType occurs when a queue is given a list of another type, or a bundle.
	//
	// Rule: A queue consumes lists of its own type; bundles are consumed by no queue (source: D3D12 multi-engine
	// synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("COPY")
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	SubmitWrongType Code = 341

	// SubmitOpenList occurs when a list is submitted that is still recording. The device is removed.
	//
	// Rule: A list is closed before it is submitted (source: ID3D12CommandQueue::ExecuteCommandLists).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	SubmitOpenList Code = 342

	// SubmitNeverRecorded occurs when a list is submitted that was created closed and never reset.
	//
	// Rule: A list is recorded before it is submitted (source: ID3D12Device4::CreateCommandList1).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local empty = device:CreateCommandList { Type = "DIRECT", Name = "empty" }
	//	queue:ExecuteCommandLists { empty }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	local empty = device:CreateCommandList { Type = "DIRECT", Name = "empty" }
	//	empty:Reset(allocator)
	//	empty:Close()
	//	queue:ExecuteCommandLists { empty }
	SubmitNeverRecorded Code = 343

	// SubmitResetAllocator occurs when a list is submitted whose allocator was reset after the list was closed. The device
	// is removed.
	//
	// Rule: The commands of a list live in its allocator until the allocator is reset (source:
	// ID3D12CommandQueue::ExecuteCommandLists).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	allocator:Reset()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	SubmitResetAllocator Code = 344
)
