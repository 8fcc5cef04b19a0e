package examples

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// slips are what fingers do: names without quotes and of nothing, braces, parentheses, values of other APIs.
var slips = []repair{
	{"a value without quotes", opened + `local queue = device:CreateCommandQueue { Type = COPY, Name = "copy" }`, diag.MissingField,
		`local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }`},
	{"a format without quotes", opened + `device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = R8_UNORM }`, diag.BadTextureFormat,
		`device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM" }`},
	{"a flag without quotes", "local engine = require \"gpu.engine\"\nlocal device, context = engine.CreateDeviceAndContexts { Name = \"demo\" }\n" +
		"local vb = device:CreateBuffer { Name = \"vb\", Size = 16, BindFlags = VERTEX_BUFFER }\ncontext:SetVertexBuffers(0, { vb })\nvb:Release()", diag.EngineDescription,
		"local vb = device:CreateBuffer { Name = \"vb\", Size = 16, BindFlags = \"VERTEX_BUFFER\" }"},
	{"an order the other way round", "local a = 2\nif a => 1 then print(a) end", diag.SyntaxError, "if a >= 1 then print(a) end"},
	{"the other order the other way round", "local a = 2\nwhile a =< 1 do print(a) end", diag.SyntaxError, "while a <= 1 do print(a) end"},
	{"the state of pixel shaders on a compute list", opened + `local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE" }
local x = device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
list:ResourceBarrier { { Resource = x, Before = "UNORDERED_ACCESS", After = "PIXEL_SHADER_RESOURCE" } }`, diag.BarrierStateOfList,
		`list:ResourceBarrier { { Resource = x, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }`},
	{"a list by another name", direct + "list:Close()\nqueue:ExecuteCommandLists { lists }", diag.EmptySubmit, "queue:ExecuteCommandLists { list }"},
	{"an argument by another name", direct + "queue:Signal(fense, 1)", diag.WrongType, "queue:Signal(fence, 1)"},
	{"an object joined with a text", direct + `print("the " .. fence)`, diag.WrongOperand, `print("the " .. tostring(fence))`},
	{"a fence compared", direct + `if fence < 3 then print "early" end`, diag.WrongOperand, `if fence:GetCompletedValue() < 3 then print "early" end`},
	{"a method that is not called", direct + `print("at " .. fence.GetCompletedValue .. ", " .. fence:GetName())`, diag.WrongOperand,
		`print("at " .. fence:GetCompletedValue() .. ", " .. fence:GetName())`},
	{"one list for a list of lists", direct + "list:Close()\nqueue:ExecuteCommandLists(list)", diag.WrongType, "queue:ExecuteCommandLists({ list })"},
	{"one entry for a list of them", direct + "list:RSSetViewports { Width = 4, Height = 4 }", diag.UnknownKey, "list:RSSetViewports { { Width = 4, Height = 4 } }"},
	{"one number of threads", `local gpu = require "gpu"
local out = gpu.RWStructuredBuffer("u0", "float")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = 64, Main = function(GroupIndex) out[GroupIndex] = 1 end }`, diag.WrongType,
		`local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64 }, Main = function(GroupIndex) out[GroupIndex] = 1 end }`},
	{"a format of other APIs", opened + `device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "RGBA8_UNORM" }`, diag.UnknownEnumValue,
		`device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM" }`},
	{"a handle of the CPU", shading + `device:CreateShaderResourceView(texture, nil, views:GetGPUDescriptorHandle(0))`, diag.WrongObjectKind,
		`device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))`},
	{"a heap for a handle", shading + `device:CreateShaderResourceView(texture, nil, views)`, diag.WrongObjectKind,
		`device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))`},
	{"a buffer for its address", drawing + `list:IASetVertexBuffers(0, { { BufferLocation = data, SizeInBytes = 36, StrideInBytes = 12 } })
list:DrawInstanced(3, 1, 0, 0)` + runs, diag.WrongType, `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })`},
	{"a draw of one instance", drawing + `list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })
list:DrawInstanced(3)` + runs, diag.ArgumentCount, `list:DrawInstanced(3, 1)`},
	{"a texel that is stored", kernel + "out:Store(int2(DispatchThreadID.xy), float4(1, 0, 0, 1))" + compiled, diag.UnknownResourceMethod, "out[int2(DispatchThreadID.xy)] = float4(1, 0, 0, 1)" + compiled},
	{"the size of a texture as HLSL gives it", kernel + "local w, h\nmap:GetDimensions(w, h)\nout[DispatchThreadID.xy] = float4(w, h, 0, 1)" + compiled, diag.WrongArgumentCount,
		"w, h = map:GetDimensions()"},
	{"the size of a level as HLSL gives it", kernel + "local w, h, n\nmap:GetDimensions(2, w, h, n)\nout[DispatchThreadID.xy] = float4(w, h, n, 1)" + compiled, diag.WrongArgumentCount,
		"w, h, n = map:GetDimensions(2)"},
	{"a sine and a cosine as HLSL gives them", kernel + "local s, c\nsincos(DispatchThreadID.x, s, c)\nout[DispatchThreadID.xy] = float4(s, c, 0, 1)" + compiled, diag.WrongArgumentCount,
		"s, c = sincos(DispatchThreadID.x)"},
	{"the value before an addition as HLSL gives it", strings.Replace(kernel, "gpu.Texture2D(\"t0\", \"float4\")", "gpu.RWByteAddressBuffer(\"u1\")", 1) +
		"local old\nmap:InterlockedAdd(0, 1, old)\nout[DispatchThreadID.xy] = float4(old, 0, 0, 1)" + compiled, diag.WrongArgumentCount, "old = map:InterlockedAdd(0, 1)"},
	{"a number before the shader that is misspelt", "local brightness = 2\n" + kernel + "out[DispatchThreadID.xy] = map:Load(int3(0, 0, 0)) * brigthness" + compiled, diag.UnknownName,
		"out[DispatchThreadID.xy] = map:Load(int3(0, 0, 0)) * brightness" + compiled},
	{"a method of a resource with a dot", kernel + "out[DispatchThreadID.xy] = map.SampleLevel(smp, float2(0, 0), 0)" + compiled, diag.NoMember,
		"out[DispatchThreadID.xy] = map:SampleLevel(smp, float2(0, 0), 0)" + compiled},
	{"a component too few", kernel + "out[DispatchThreadID.xy] = float4(map:Load(int3(0, 0, 0)).rgb)" + compiled, diag.WrongComponents,
		"out[DispatchThreadID.xy] = float4(map:Load(int3(0, 0, 0)).rgb, 0)" + compiled},
	{"two components too few", kernel + "out[DispatchThreadID.xy] = float4(map:Load(int3(0, 0, 0)).rg)" + compiled, diag.WrongComponents,
		"out[DispatchThreadID.xy] = float4(map:Load(int3(0, 0, 0)).rg, 0, 0)" + compiled},
	{"a type of GLSL", `local t = require("gpu").Texture2D("t0", "vec4")`, diag.UnknownTypeName, `local t = require("gpu").Texture2D("t0", "float4")`},
	{"a type of WGSL", `local t = require("gpu").RWStructuredBuffer("u0", "vec2u")`, diag.UnknownTypeName, `local t = require("gpu").RWStructuredBuffer("u0", "uint2")`},
	{"a type before its register", `local t = require("gpu").Texture2D("float4", "t0")`, diag.BadRegister, `local t = require("gpu").Texture2D("t0", "float4")`},
	{"a type before the register of an array", `local t = require("gpu").StructuredBuffer("uint", "t0", 4)`, diag.BadRegister, `local t = require("gpu").StructuredBuffer("t0", "uint", 4)`},
	{"a matrix of two columns", `local t = require("gpu").StructuredBuffer("t0", { { "m", "mat2x3" } })`, diag.UnknownTypeName, `local t = require("gpu").StructuredBuffer("t0", { { "m", "float3x2" } })`},
	{"a register as a number", `local t = require("gpu").RWBuffer(3, "float4")`, diag.BadRegister, `local t = require("gpu").RWBuffer("u3", "float4")`},
	{"a register without its letter", `local t = require("gpu").RWBuffer("3", "float4")`, diag.BadRegister, `local t = require("gpu").RWBuffer("u3", "float4")`},
	{"a parenthesis before a brace", "local list = { math.max(1, 2 }\nprint(#list)", diag.SyntaxError, "local list = { math.max(1, 2) }"},
	{"a parenthesis before a statement", "print(math.max(1, 2)\nlocal x = 1", diag.SyntaxError, "print(math.max(1, 2))"},
	{"an element that is not there", "local count, bin = {}, 3\ncount[bin] = count[bin] + 1", diag.WrongOperand, "count[bin] = (count[bin] or 0) + 1"},
}

// kernel begins a kernel that reads map and writes out, compiled ends it.
const (
	kernel = `local gpu = require "gpu"
local map, smp, out = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0"), gpu.RWTexture2D("u0", "float4")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
`
	compiled = " end }"
)
