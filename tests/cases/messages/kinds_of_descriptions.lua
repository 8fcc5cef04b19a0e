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
case("an aliasing barrier of C without its type", "GS0131 barriers[1] has ResourceBefore and ResourceAfter, which Type \"TRANSITION\" does not use", function()
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
