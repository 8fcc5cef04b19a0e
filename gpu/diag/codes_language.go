package diag

// The codes of the language, the host and the bindings: GS01xx. Each subject starts at a new ten.
const (
	// SyntaxError occurs when a script is not valid Lua: a word or symbol stands where the grammar does not allow one.
	//
	// Rule: A script follows the grammar of Lua 5.1 (source: Lua 5.1 Reference Manual, section 8).
	//
	// Example:
	//	local width = 640
	//	if width > 320
	//	  print(width)
	//	end
	//
	// Fixed:
	//	local width = 640
	//	if width > 320 then
	//	  print(width)
	//	end
	SyntaxError Code = 101

	// RuntimeError occurs when Lua refuses an operation and no more precise code describes it, such as a table key that is nil, or a string as the
	// limit of a loop.
	//
	// Rule: A table key is neither nil nor NaN, and the bounds of a loop are numbers (source: Lua 5.1 Reference Manual,
	// sections 2.2 and 2.4.5).
	//
	// Example:
	//	local names = {}
	//	names[nil] = "vertices"
	//
	// Fixed:
	//	local names = {}
	//	names["b0"] = "vertices"
	RuntimeError Code = 102

	// ScriptError occurs when the script itself calls error, or assert with a false value, and no pcall around the call
	// catches it.
	//
	// Rule: An error that nothing catches ends the script (source: Lua 5.1 Reference Manual, section 2.7).
	//
	// Example:
	//	local objects = 0
	//	assert(objects > 0, "nothing to draw")
	//
	// Fixed:
	//	local objects = 1
	//	assert(objects > 0, "nothing to draw")
	ScriptError Code = 103

	// IndexOfNil occurs when a script reads or writes a field of nil, or of another value that has no fields.
	//
	// Rule: Only tables and objects have fields (source: Lua 5.1 Reference Manual, section 2.3).
	//
	// Example:
	//	local settings = { window = { width = 640 } }
	//	print(settings.windw.width)
	//
	// Fixed:
	//	local settings = { window = { width = 640 } }
	//	print(settings.window.width)
	IndexOfNil Code = 104

	// CallOfNonFunction occurs when a script calls a value that is not a function, most often nil because the name of the
	// function is misspelt.
	//
	// Rule: Only functions are called (source: Lua 5.1 Reference Manual, section 2.5.8).
	//
	// Example:
	//	local function scale(x) return 2 * x end
	//	print(scael(320))
	//
	// Fixed:
	//	local function scale(x) return 2 * x end
	//	print(scale(320))
	CallOfNonFunction Code = 105

	// WrongOperand occurs when arithmetic, a concatenation or a comparison meets a value that it is not defined for.
	//
	// Rule: Arithmetic takes numbers, concatenation takes numbers and strings, and < compares two numbers or two strings (source: Lua 5.1 Reference
	// Manual, section 2.5).
	//
	// Example:
	//	local frame = 3
	//	print("frame " + frame)
	//
	// Fixed:
	//	local frame = 3
	//	print("frame " .. frame)
	WrongOperand Code = 106

	// StackOverflow occurs when functions call each other more deeply than the stack of the script can hold, most often because of an endless
	// recursion.
	//
	// Rule: The depth of calls is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	local function depth(n)
	//	  return 1 + depth(n + 1)
	//	end
	//	print(depth(0))
	//
	// Fixed:
	//	local function depth(n)
	//	  return n < 10 and 1 + depth(n + 1) or 0
	//	end
	//	print(depth(0))
	StackOverflow Code = 107

	// ModuleNotFound occurs when require names a module that is neither built in nor a file beside the script.
	//
	// Rule: A module is one of the built-in ones or a Lua file below the folder of the script (source: gpuscript, sandbox
	// and limits).
	//
	// Example:
	//	local gpu = require "gpuu"
	//	print(gpu)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	print(gpu)
	ModuleNotFound Code = 111

	// FileOutsideSandbox occurs when a script names a file that the host has not given to it: an absolute path, or a path
	// that leaves the folders it may use.
	//
	// Rule: A script reads below its own folder and writes below its output folder (source: gpuscript, sandbox and
	// limits).
	//
	// Example:
	//	-- file: grass.png base64 iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQaFAAAAGEAMFfsCuZAAAAAElFTkSuQmCC
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "../grass.png"
	//
	// Fixed:
	//	-- file: grass.png base64 iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQaFAAAAGEAMFfsCuZAAAAAElFTkSuQmCC
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "grass.png"
	FileOutsideSandbox Code = 112

	// FileUnreadable occurs when a file that a script may use does not exist, or the system refuses to read or write it.
	//
	// Rule: A file that a script names exists and can be opened (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- file: grass.png base64 iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQaFAAAAGEAMFfsCuZAAAAAElFTkSuQmCC
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "gras.png"
	//
	// Fixed:
	//	-- file: grass.png base64 iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQaFAAAAGEAMFfsCuZAAAAAElFTkSuQmCC
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "grass.png"
	FileUnreadable Code = 113

	// BrokenImage occurs when the content of a file is not a PNG image that can be decoded.
	//
	// Rule: An image file is a complete PNG stream (source: W3C Portable Network Graphics).
	//
	// Example:
	//	-- file: grass.png text this is not an image
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "grass.png"
	//
	// Fixed:
	//	-- file: grass.png base64 iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQaFAAAAGEAMFfsCuZAAAAAElFTkSuQmCC
	//	local gpu = require "gpu"
	//	local image = gpu.LoadImage "grass.png"
	BrokenImage Code = 114

	// ModuleCycle occurs when a module requires, directly or by way of others, a module that is still being loaded.
	//
	// Rule: A module has returned before another one gets its value (source: Lua 5.1 Reference Manual, section 5.3).
	//
	// Example:
	//	-- file: shapes.lua text local colours = require "colours" return { colours.red }
	//	-- file: colours.lua text local shapes = require "shapes" return { red = 1, all = function() return shapes end }
	//	local shapes = require "shapes"
	//
	// Fixed:
	//	-- file: shapes.lua text local colours = require "colours" return { colours.red }
	//	-- file: colours.lua text return { red = 1, all = function() return require "shapes" end }
	//	local shapes = require "shapes"
	ModuleCycle Code = 115

	// NotInSandbox occurs when a script asks for something that would make its result depend on the machine, or would change the machine: the clock,
	// the environment, another program, standard input, the removal of files.
	//
	// Rule: A script has no clock, no environment and no processes, so that its output is the same everywhere (source:
	// gpuscript, sandbox and limits).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local start = os.clock()
	//	print(start)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local start = gpu.Now() / 1e9
	//	print(start)
	NotInSandbox Code = 116

	// UnknownMethod occurs when a script calls a method that the kind of object does not have.
	//
	// Rule: An object has the methods that its kind documents and no others (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Sginal(fence, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	UnknownMethod Code = 121

	// UnknownField occurs when a script reads a field that the object, the module or the result does not have.
	//
	// Rule: A field that does not exist is an error and never nil (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevise { Name = "demo" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	UnknownField Code = 122

	// FieldAssignment occurs when a script assigns to a field of an object or of a built-in module.
	//
	// Rule: Objects are changed by their methods only (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice {}
	//	device.Name = "demo"
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	FieldAssignment Code = 123

	// MissingSelf occurs when a method is called with '.' where ':' is needed, so that the object itself is not passed.
	//
	// Rule: A method is called as object:Method(...) (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fence = device.CreateFence(0, "done")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fence = device:CreateFence(0, "done")
	MissingSelf Code = 124

	// ArgumentCount occurs when a call has more arguments than the function takes, or fewer than it needs.
	//
	// Rule: Only optional arguments at the end may be left out, and none may be added (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fence = device:CreateFence(0, "done")
	//	print(fence:GetCompletedValue(1))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fence = device:CreateFence(0, "done")
	//	print(fence:GetCompletedValue())
	ArgumentCount Code = 125

	// HandleDropped occurs when a script calls Offset and does not use the handle that it returns. In D3DX12, Offset changes its handle; here it
	// returns a new one and leaves its own as it is.
	//
	// Rule: Offset returns the handle of a later slot and does not change its own handle (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Type = "SAMPLER", NumDescriptors = 2 }
	//	local handle = heap:GetCPUDescriptorHandle(0)
	//	device:CreateSampler({}, handle)
	//	handle:Offset(1)
	//	device:CreateSampler({}, handle)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateDescriptorHeap { Type = "SAMPLER", NumDescriptors = 2 }
	//	local handle = heap:GetCPUDescriptorHandle(0)
	//	device:CreateSampler({}, handle)
	//	handle = handle:Offset(1)
	//	device:CreateSampler({}, handle)
	HandleDropped Code = 126

	// UnknownKey occurs when a descriptor has a key that descriptors of its type do not have.
	//
	// Rule: A descriptor holds fields of its type only (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Nmae = "copy" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	UnknownKey Code = 131

	// MissingField occurs when a descriptor lacks a field that has no default.
	//
	// Rule: Fields without a default are always given (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Name = "main" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommandQueue { Name = "main", Type = "DIRECT" }
	MissingField Code = 132

	// WrongType occurs when an argument or a field has a value of the wrong type, such as a string where a number is expected.
	//
	// Rule: Values are never converted between types (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = "256", InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, InitialState = "COMMON" }
	WrongType Code = 133

	// NotInteger occurs when a whole number is expected and the number has a fraction.
	//
	// Rule: Sizes, counts, offsets and indices are whole numbers and are never rounded (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256.5, InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, InitialState = "COMMON" }
	NotInteger Code = 134

	// NumberOutOfRange occurs when a number is too small or too large for the type of the argument or field.
	//
	// Rule: A number lies in the range of its type and is never wrapped around (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = -256, InitialState = "COMMON" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, InitialState = "COMMON" }
	NumberOutOfRange Code = 135

	// UnknownEnumValue occurs when a string is not one of the values of an enumeration, or one of the flags of a set.
	//
	// Rule: The values of an enumeration are the documented names without their common prefix (source: gpuscript, Lua
	// API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPPY", Name = "copy" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	UnknownEnumValue Code = 136

	// WrongObjectKind occurs when an object of one kind is passed where an object of another kind is expected.
	//
	// Rule: An object is passed only where its kind is expected (source: gpuscript, Lua API).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(queue, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	WrongObjectKind Code = 141

	// ObjectOfAnotherDevice occurs when the objects of one call were created by different devices.
	//
	// Rule: Objects work only with objects of the device that created them (source: Direct3D 12, ID3D12Device).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local other = gpu.CreateDevice { Name = "other" }
	//	local fence = other:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
	//	local other = gpu.CreateDevice { Name = "other" }
	//	local fence = device:CreateFence(0, "done")
	//	queue:Signal(fence, 1)
	ObjectOfAnotherDevice Code = 142
)
