-- Descriptions of which one field, Type, says what they are: what belongs to another kind would mean nothing, and is refused with the edit that fits.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- barrier records one barrier for a buffer and another one, which share a heap.
local function barrier(make)
  local q, heap = t.queue("DIRECT", "q"), t.heap(131072, "ALLOW_ONLY_BUFFERS")
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  t.run(q, function(l) l:ResourceBarrier { make(a, b) } end)
end

case("a UAV barrier of a buffer", "silent", function() barrier(function(a) return { Type = "UAV", Resource = a } end) end)
case("a UAV barrier with states", "GS0131 barriers[1] has Before and After, which Type \"UAV\" does not use", function()
  barrier(function(a) return { Type = "UAV", Resource = a, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } end)
end)
case("a UAV barrier with states of which one is COMMON", "GS0131 barriers[1] has After, which Type \"UAV\" does not use", function()
  barrier(function(a) return { After = "COPY_SOURCE", Before = "COMMON", Resource = a, Type = "UAV" } end)
end)
case("a UAV barrier between COMMON and COMMON", "silent", function()
  barrier(function(a) return { Type = "UAV", Resource = a, Before = "COMMON", After = "COMMON" } end)
end)
case("a UAV barrier of a subresource", "GS0131 barriers[1] has Subresource, which Type \"UAV\" does not use", function()
  barrier(function(a) return { Type = "UAV", Resource = a, Subresource = 0 } end)
end)
case("a UAV barrier of all subresources", "silent", function()
  barrier(function(a) return { Type = "UAV", Resource = a, Subresource = gpu.RESOURCE_BARRIER_ALL_SUBRESOURCES } end)
end)
case("a UAV barrier with a resource of an aliasing one", "GS0131 barriers[1] has ResourceAfter, which Type \"UAV\" does not use", function()
  barrier(function(a, b) return { Type = "UAV", Resource = a, ResourceAfter = b } end)
end)
case("a UAV barrier that C's union makes a transition", "GS0131 barriers[1] has After, which Type \"UAV\" does not use", function()
  barrier(function(a) return { Type = "UAV", Transition = { pResource = a, StateBefore = "COMMON", StateAfter = "COPY_DEST" } } end)
end)
case("a UAV barrier with two members of C's union", "GS0131 barriers[1] has ResourceBefore and ResourceAfter, which Type \"UAV\" does not use", function()
  barrier(function(a, b) return { Type = "UAV", UAV = { pResource = a }, Aliasing = { pResourceBefore = a, pResourceAfter = b } } end)
end)

case("a transition", "silent", function() barrier(function(a) return { Resource = a, Before = "COMMON", After = "COPY_DEST" } end) end)
case("a transition with the resource of an aliasing barrier", "GS0131 barriers[1] has ResourceAfter, which Type \"TRANSITION\" does not use", function()
  barrier(function(a, b) return { Type = "TRANSITION", Resource = a, Before = "COMMON", After = "COPY_DEST", ResourceAfter = b } end)
end)
case("an aliasing barrier without its type", "GS0131 barriers[1] has ResourceBefore and ResourceAfter, which Type \"TRANSITION\" does not use", function()
  barrier(function(a, b) return { ResourceBefore = a, ResourceAfter = b } end)
end)
case("an aliasing barrier of C without its type", "silent", function()
  barrier(function(a, b) return { Aliasing = { pResourceBefore = a, pResourceAfter = b } } end)
end)

case("an aliasing barrier", "silent", function() barrier(function(a, b) return { Type = "ALIASING", ResourceBefore = a, ResourceAfter = b } end) end)
case("an aliasing barrier with a single resource", "GS0131 barriers[1] has Resource, which Type \"ALIASING\" does not use", function()
  barrier(function(a) return { Type = "ALIASING", Resource = a } end)
end)
case("an aliasing barrier with one resource too many", "GS0131 barriers[1] has Resource, which Type \"ALIASING\" does not use", function()
  barrier(function(a, b) return { Type = "ALIASING", ResourceBefore = a, ResourceAfter = b, Resource = b } end)
end)
case("an aliasing barrier with a state", "GS0131 barriers[1] has After, which Type \"ALIASING\" does not use", function()
  barrier(function(a, b) return { Type = "ALIASING", ResourceBefore = a, ResourceAfter = b, After = "COPY_DEST" } end)
end)

-- parameter makes a root signature of one parameter.
local function parameter(p)
  t.device:CreateRootSignature { Name = "r", Parameters = { p } }
end
local ranges = { { Type = "SRV", NumDescriptors = 2 } }

case("a root parameter of each kind", "silent", function()
  t.device:CreateRootSignature { Name = "r", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = ranges }, { Type = "32BIT_CONSTANTS", Num32BitValues = 4, ShaderRegister = 3 },
    { Type = "CBV", RegisterSpace = 2, Flags = "DATA_STATIC" }, { Type = "SRV", ShaderRegister = 2 }, { Type = "UAV" } } }
end)
case("a root CBV with a number of constants", "GS0131 Parameters[1] has Num32BitValues, which Type \"CBV\" does not use", function()
  parameter { Type = "CBV", ShaderRegister = 0, Num32BitValues = 4 }
end)
case("a root UAV of C with a number of constants", "GS0131 Parameters[1] has Num32BitValues, which Type \"UAV\" does not use", function()
  parameter { ParameterType = "UAV", Constants = { ShaderRegister = 0, RegisterSpace = 0, Num32BitValues = 3 } }
end)
case("a root SRV with ranges", "GS0131 Parameters[1] has Ranges, which Type \"SRV\" does not use", function()
  parameter { Type = "SRV", Ranges = ranges }
end)
case("root constants with what a view promises", "GS0131 Parameters[1] has Flags, which Type \"32BIT_CONSTANTS\" does not use", function()
  parameter { Type = "32BIT_CONSTANTS", Num32BitValues = 1, Flags = "DATA_STATIC" }
end)
case("a table with a register", "GS0131 Parameters[1] has ShaderRegister, which Type \"DESCRIPTOR_TABLE\" does not use", function()
  parameter { Type = "DESCRIPTOR_TABLE", Ranges = ranges, ShaderRegister = 1 }
end)
case("a table with constants and a space", "GS0131 Parameters[1] has RegisterSpace and Num32BitValues, which Type \"DESCRIPTOR_TABLE\" does not use", function()
  parameter { Type = "DESCRIPTOR_TABLE", Num32BitValues = 2, RegisterSpace = 1, Ranges = ranges }
end)
case("a table with what its ranges do not use and zeros", "silent", function()
  parameter { Type = "DESCRIPTOR_TABLE", ShaderRegister = 0, RegisterSpace = 0, Num32BitValues = 0, Flags = "NONE", Ranges = ranges }
end)
case("a range up to the last register", "silent", function()
  parameter { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, BaseShaderRegister = 0xfffffffc } } }
end)
case("a range beyond the last register", "GS0321 Parameters[1].Ranges[1] has registers 4294967293 to 4294967296", function()
  parameter { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, BaseShaderRegister = 0xfffffffd } } }
end)

-- signature makes a command signature of pieces.
local function signature(stride, ...)
  t.device:CreateCommandSignature { Name = "s", ByteStride = stride, ArgumentDescs = { ... }, RootSignature = t.root() }
end
case("pieces of each kind", "silent", function()
  signature(48, { Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 1, Num32BitValuesToSet = 1 }, { Type = "UNORDERED_ACCESS_VIEW", RootParameterIndex = 2 }, { Type = "DISPATCH" })
end)
case("a draw with a slot", "GS0131 ArgumentDescs[1] has Slot, which Type \"DRAW\" does not use", function() signature(16, { Type = "DRAW", Slot = 3 }) end)
case("a dispatch with a root parameter and constants", "GS0131 ArgumentDescs[1] has RootParameterIndex and Num32BitValuesToSet, which Type \"DISPATCH\" does not use", function()
  signature(16, { Type = "DISPATCH", RootParameterIndex = 1, Num32BitValuesToSet = 2 })
end)
case("a vertex buffer with a root parameter", "GS0131 ArgumentDescs[1] has RootParameterIndex, which Type \"VERTEX_BUFFER_VIEW\" does not use", function()
  signature(32, { Type = "VERTEX_BUFFER_VIEW", Slot = 1, RootParameterIndex = 2 }, { Type = "DRAW" })
end)
case("a view with an offset of constants of C", "GS0131 ArgumentDescs[1] has DestOffsetIn32BitValues, which Type \"UNORDERED_ACCESS_VIEW\" does not use", function()
  signature(32, { Type = "UNORDERED_ACCESS_VIEW", Constant = { RootParameterIndex = 2, DestOffsetIn32BitValues = 1 } }, { Type = "DISPATCH" })
end)

-- The heap that is made for a committed resource.
local function committed(flags, more)
  local d = { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, HeapFlags = flags }
  for k, v in pairs(more or {}) do d[k] = v end
  t.device:CreateCommittedResource(d)
end
local texture = { Dimension = "TEXTURE2D", Height = 256, Format = "R8G8B8A8_UNORM" }
case("a buffer in a heap of its own", "silent", function() committed("CREATE_NOT_ZEROED") end)
case("a buffer in a heap of its own for buffers", "silent", function() committed("ALLOW_ONLY_BUFFERS") end)
case("a buffer in a heap of its own without buffers", "GS0316 buffer \"x\" cannot be in the heap that is made for it: HeapFlags are DENY_BUFFERS", function()
  committed("DENY_BUFFERS|CREATE_NOT_ZEROED")
end)
case("a texture in a heap of its own for buffers", "GS0316 texture \"x\" cannot be in the heap that is made for it", function() committed("ALLOW_ONLY_BUFFERS", texture) end)

-- What becomes of a target when a pass ends. Of the ways to end what is not used may stay in the table, as in C.
local function pass(ending)
  local q, many, shown = t.queue("DIRECT", "q"), t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }), t.tex("shown", "RESOLVE_DEST")
  local rtv = t.rtv(many)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR" }, EndingAccess = ending(shown) } }
    l:EndRenderPass()
  end)
end
case("a pass that resolves", "silent", function() pass(function(to) return { Type = "RESOLVE", Resolve = { DstResource = to } } end) end)
case("a pass that resolves, but not to where", "GS0132 renderTargets[1].EndingAccess.Resolve is missing", function() pass(function() return { Type = "RESOLVE" } end) end)
case("a pass that says where it would resolve to", "silent", function() pass(function(to) return { Type = "PRESERVE", Resolve = { DstResource = to } } end) end)
