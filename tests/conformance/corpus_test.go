package conformance

import (
	"fmt"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// corpusHead has what the scripts of the corpus share.
const corpusHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local other = device:CreateCommandQueue { Type = "DIRECT", Name = "other" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local types = { [main] = "DIRECT", [other] = "DIRECT", [compute] = "COMPUTE", [copy] = "COPY" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local function buffer(name, heap, state) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 512, InitialState = state or "COMMON" } end
local a, b, c = buffer "a", buffer "b", buffer "c"
local up, back = buffer("up", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
local function texture(name, state, more)
  local d = { Name = name, Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 1, Format = "R8G8B8A8_UNORM", InitialState = state or "COMMON" }
  for k, v in pairs(more or {}) do d[k] = v end
  return device:CreateCommittedResource(d)
end
local function record(queue, f)
  local l = device:CreateCommandList { Type = types[queue], Name = "list", Allocator = device:CreateCommandAllocator(types[queue]) }
  f(l); l:Close(); return l
end
local function run(queue, f) queue:ExecuteCommandLists { record(queue, f) } end
local function move(r, x, y, flags, sub) return function(l) l:ResourceBarrier { { Type = "TRANSITION", Resource = r, Before = x, After = y, Flags = flags or "NONE", Subresource = sub } } end end
local function bytes(dst, at, src, from, n) return function(l) l:CopyBufferRegion(dst, at, src, from, n) end end
local function whole(dst, src) return function(l) l:CopyResource(dst, src) end end
local function part(dst, x, sub, src, from) return function(l) l:CopyTextureRegion({ Resource = dst, Subresource = sub or 0 }, x, 0, 0, { Resource = src, Subresource = from or 0 }, { Left = 0, Top = 0, Front = 0, Right = 4, Bottom = 16, Back = 1 }) end end
local function both(...) local fs = { ... }; return function(l) for _, f in ipairs(fs) do f(l) end end end
local function finish(queue) local f = device:CreateFence(0, "finish"); queue:Signal(f, 1); f:WaitCPU(1) end
local function nop() end
`

// verdict is a script and the code in which it ends, 0 for silence.
type verdict struct {
	name, script string
	want         diag.Code
}

// partial: only common bytes race; two writers of one resource always do.
var partial = []verdict{
	{"ranges touch", `run(main, bytes(a, 0, b, 0, 100)); run(copy, bytes(c, 0, a, 100, 100))`, 0},
	{"ranges share a byte", `run(main, bytes(a, 0, b, 0, 101)); run(copy, bytes(c, 0, a, 100, 100))`, diag.DataRace},
	{"the reader is inside", `run(main, bytes(a, 0, b, 0, 512)); run(copy, bytes(c, 0, a, 100, 1))`, diag.DataRace},
	{"the writer is inside", `run(main, bytes(c, 0, a, 0, 512)); run(copy, bytes(a, 100, b, 0, 1))`, diag.DataRace},
	{"the reader is before the writer", `run(main, bytes(c, 0, a, 0, 256)); run(copy, bytes(a, 256, b, 0, 256))`, 0},
	{"no bytes", `run(main, bytes(a, 0, b, 0, 0)); run(copy, bytes(a, 0, b, 0, 512))`, 0},
	{"two readers of one range", `run(main, bytes(b, 0, a, 0, 512)); run(copy, bytes(c, 0, a, 0, 512))`, 0},
	{"two writers apart", `run(main, bytes(a, 0, b, 0, 256)); run(copy, bytes(a, 256, c, 0, 256))`, diag.DisjointWriters},
	{"two writers apart, ordered", `run(main, bytes(a, 0, b, 0, 256)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(a, 256, c, 0, 256))`, 0},
	{"two writers of different buffers", `run(main, bytes(a, 0, c, 0, 256)); run(copy, bytes(b, 0, c, 0, 256))`, 0},
	{"the second of two ranges", `run(main, both(bytes(a, 0, b, 0, 8), bytes(a, 256, b, 0, 8))); run(copy, bytes(c, 0, a, 260, 1))`, diag.DataRace},
	{"between two ranges", `run(main, both(bytes(a, 0, b, 0, 8), bytes(a, 256, b, 0, 8))); run(copy, bytes(c, 0, a, 8, 248))`, 0},
}

// order: edges of fences, rewinds, several signalers, transitive order.
var order = []verdict{
	{"both directions", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8)); copy:Signal(G, 1); main:Wait(G, 1); run(main, bytes(a, 0, b, 0, 8))`, 0},
	{"the way back is missing", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8)); run(main, bytes(a, 0, b, 0, 8))`, diag.DataRace},
	{"the wait is one too small", `for i = 1, 2 do run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, i) end; copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"the wait is right", `for i = 1, 2 do run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, i) end; copy:Wait(F, 2); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a larger signal behind the wait", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); copy:Signal(F, 5); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a larger signal of another queue", `other:Signal(F, 5); run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"a larger signal that is ordered behind", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); other:Wait(F, 1); other:Signal(F, 5); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a timeline handed on", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); other:Wait(F, 1); run(other, bytes(a, 0, b, 0, 8)); other:Signal(F, 2); copy:Wait(F, 2); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a rewind before the wait", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 2); F:WaitCPU(2); F:Signal(0); run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a rewind that leaves the value above", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 2); F:WaitCPU(2); run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"the CPU knows by polling", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); while F:GetCompletedValue() < 1 do end; run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"the CPU polls too little", `for i = 1, 2 do run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, i) end; F:WaitCPU(1); run(copy, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"all of several fences", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); run(other, bytes(c, 0, b, 0, 8)); other:Signal(G, 1)
device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ALL"); run(copy, bytes(b, 0, a, 0, 8))`, 0},
	{"any of several fences", `run(main, bytes(a, 0, b, 0, 8)); main:Signal(F, 1); run(other, bytes(c, 0, b, 0, 8)); other:Signal(G, 1)
device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ANY"); run(copy, bytes(buffer "d", 0, a, 0, 8))`, diag.DataRace},
	{"priority is no order", `local fast = device:CreateCommandQueue { Type = "DIRECT", Name = "fast", Priority = "HIGH" }; types[fast] = "DIRECT"; run(fast, bytes(a, 0, b, 0, 8)); run(main, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"a thread that joins", `local t = gpu.Thread("t", function() run(main, bytes(a, 0, b, 0, 8)); finish(main) end); t:Join(); run(copy, bytes(c, 0, a, 0, 8))`, 0},
	{"a thread that only submits", `local t = gpu.Thread("t", function() run(main, bytes(a, 0, b, 0, 8)) end); t:Join(); run(copy, bytes(c, 0, a, 0, 8))`, diag.DataRace},
	{"a thread before its join", `local t = gpu.Thread("t", function() run(main, bytes(a, 0, b, 0, 8)); finish(main) end); run(copy, bytes(c, 0, a, 0, 8)); t:Join()`, diag.DataRace},
	{"double buffers, one missing", `for i = 1, 3 do copy:Wait(G, i - 1); run(copy, bytes(a, 0, b, 0, 8)); copy:Signal(F, i); main:Wait(F, i); run(main, bytes(c, 0, a, 0, 8)); if i < 3 then main:Signal(G, i) end end`, 0},
	{"double buffers without the way back", `for i = 1, 3 do run(copy, bytes(a, 0, b, 0, 8)); copy:Signal(F, i); main:Wait(F, i); run(main, bytes(c, 0, a, 0, 8)) end`, diag.DataRace},
}

// cpu: mapped memory and the GPU.
var mapped = []verdict{
	{"written before", `up:Map():Write(0, "uint", { 1 }); run(main, bytes(a, 0, up, 0, 4)); finish(main)`, 0},
	{"written in flight", `local m = up:Map(); run(main, bytes(a, 0, up, 0, 4)); m:Write(0, "uint", { 1 })`, diag.MappedRace},
	{"written beside what is in flight", `local m = up:Map(); run(main, bytes(a, 0, up, 0, 4)); m:Write(4, "uint", { 1 })`, 0},
	{"written when finished", `local m = up:Map(); run(main, bytes(a, 0, up, 0, 4)); finish(main); m:Write(0, "uint", { 1 })`, 0},
	{"the queue waits for the CPU", `local m = up:Map(); main:Wait(F, 1); run(main, bytes(a, 0, up, 0, 4)); m:Write(0, "uint", { 1 }); F:Signal(1); finish(main)`, 0},
	{"written behind the signal", `local m = up:Map(); main:Wait(F, 1); run(main, bytes(a, 0, up, 0, 4)); F:Signal(1); m:Write(0, "uint", { 1 }); finish(main)`, diag.MappedRace},
	{"read back when finished", `run(main, bytes(back, 0, a, 0, 4)); finish(main); back:Map():Read(0, "uint")`, 0},
	{"read back in flight", `run(main, bytes(back, 0, a, 0, 4)); back:Map():Read(0, "uint")`, diag.MappedRace},
	{"read back beside", `run(main, bytes(back, 0, a, 0, 4)); back:Map():Read(4, "uint"); finish(main)`, 0},
	{"written again after the read", `local m = back:Map(); run(main, bytes(back, 0, a, 0, 4)); finish(main); m:Read(0, "uint"); run(main, bytes(back, 0, a, 0, 4)); finish(main)`, 0},
	{"waited for another queue", `run(main, bytes(back, 0, a, 0, 4)); finish(copy); back:Map():Read(0, "uint")`, diag.MappedRace},
	{"mapped twice, unmapped once", `up:Map(); up:Map(); up:Unmap(); up:Unmap()`, 0},
	{"unmapped too often", `up:Map(); up:Unmap(); up:Unmap()`, diag.NotMapped},
	{"a DEFAULT buffer", `a:Map()`, diag.MapNotAllowed},
	{"the last byte", `up:Map():Write(508, "uint", { 1 })`, 0},
	{"behind the last byte", `up:Map():Write(509, "uint", { 1 })`, diag.BadMapRange},
	{"a written range of READBACK", `back:Map(); back:Unmap(0, { Begin = 0, End = 4 })`, diag.ReadbackWrite},
	{"no written range of READBACK", `back:Map(); back:Unmap(0, { Begin = 0, End = 0 })`, 0},
	{"the GPU writes UPLOAD", `run(main, bytes(up, 0, a, 0, 4))`, diag.HeapStateFixed},
	{"the GPU reads READBACK", `run(main, bytes(a, 0, back, 0, 4))`, diag.HeapStateFixed},
	{"a barrier of UPLOAD", `run(main, move(up, "GENERIC_READ", "COPY_DEST"))`, diag.BarrierOnCPUHeap},
}

// textures: subresources belong to one queue while it writes; states survive calls unless they decay.
var textures = []verdict{
	{"the same texels", `local t, s = texture "t", texture "s"; run(main, part(t, 0, 0, s)); run(compute, part(t, 0, 0, s))`, diag.DataRace},
	{"other texels of one subresource", `local t, s = texture "t", texture "s"; run(main, part(t, 0, 0, s)); run(compute, part(t, 8, 0, s))`, diag.SharedSubresource},
	{"simultaneous access", `local t, s, o = texture("t", nil, { Flags = "ALLOW_SIMULTANEOUS_ACCESS" }), texture "s", texture "o"; run(main, part(t, 0, 0, s))
run(compute, function(l) l:CopyTextureRegion({ Resource = o }, 0, 0, 0, { Resource = t }, { Left = 8, Top = 0, Front = 0, Right = 12, Bottom = 16, Back = 1 }) end)`, 0},
	{"two readers", `local t, s, o = texture "t", texture "s", texture "o"; run(main, part(s, 0, 0, t)); run(compute, part(o, 0, 0, t))`, 0},
	{"two calls of one queue", `local t, s = texture("t", "COPY_DEST"), texture "s"; run(main, part(t, 0, 0, s)); run(main, part(t, 0, 0, s))`, 0},
	{"promoted to COPY_DEST stays", `local t, s, o = texture "t", texture "s", texture "o"; run(main, whole(t, s)); run(main, whole(o, t))`, diag.WrongState},
	{"promoted to COPY_DEST, then moved", `local t, s, o = texture "t", texture "s", texture "o"; run(main, both(whole(t, s), move(t, "COPY_DEST", "COMMON"))); run(main, whole(o, t))`, 0},
	{"on a copy queue it decays", `local t, s, o = texture "t", texture "s", texture "o"; run(copy, whole(t, s)); copy:Signal(F, 1); main:Wait(F, 1); run(main, whole(o, t))`, 0},
	{"promoted to a read decays", `local t, s, o = texture "t", texture "s", texture "o"; run(main, whole(s, t)); run(main, whole(t, o))`, 0},
	{"no decay between lists of a call", `local t, s, o = texture "t", texture "s", texture "o"; main:ExecuteCommandLists { record(main, whole(s, t)), record(main, whole(t, o)) }`, diag.WrongState},
	{"simultaneous access decays", `local t, s, o = texture("t", nil, { Flags = "ALLOW_SIMULTANEOUS_ACCESS" }), texture "s", texture "o"; run(main, whole(t, s)); run(main, whole(o, t))`, 0},
	{"an explicit state stays", `local t, s = texture "t", texture "s"; run(main, move(t, "COMMON", "COPY_SOURCE")); run(main, whole(t, s))`, diag.WrongState},
	{"an explicit state, used", `local t, s = texture "t", texture "s"; run(main, move(t, "COMMON", "COPY_SOURCE")); run(main, whole(s, t))`, 0},
	{"COPY_DEST of the other class", `local t, s = texture("t", "COPY_DEST"), texture "s"; run(copy, whole(t, s))`, diag.CopyStateOfOtherClass},
	{"COMMON serves copy queues", `local t, s = texture "t", texture "s"; run(copy, whole(t, s))`, 0},
	{"read and then written by one list", `local t, s, o = texture "t", texture "s", texture "o"; run(main, both(whole(s, t), whole(t, o)))`, diag.WrongState},
	{"one subresource only", `local t = texture("t", "COMMON", { MipLevels = 2 }); run(main, move(t, "COMMON", "COPY_DEST", "NONE", 0)); run(main, move(t, "COMMON", "COPY_DEST", "NONE", 1))`, 0},
	{"one subresource twice", `local t = texture("t", "COMMON", { MipLevels = 2 }); run(main, move(t, "COMMON", "COPY_DEST", "NONE", 0)); run(main, move(t, "COMMON", "COPY_DEST"))`, diag.WrongBefore},
	{"the wrong Before", `local t = texture("t", "COPY_DEST"); run(main, move(t, "COPY_SOURCE", "COMMON"))`, diag.WrongBefore},
	{"a transition unordered with a read", `local t, s = texture("t", "COPY_SOURCE"), texture "s"; run(main, move(t, "COPY_SOURCE", "COMMON")); run(compute, whole(s, t))`, diag.UnorderedTransition},
	{"a transition ordered before a read", `local t, s = texture("t", "COPY_DEST"), texture "s"; run(main, move(t, "COPY_DEST", "COPY_SOURCE")); main:Signal(F, 1); compute:Wait(F, 1); run(compute, whole(s, t))`, 0},
	{"PIXEL_SHADER_RESOURCE on a compute list", `local t = texture "t"; run(compute, move(t, "COMMON", "PIXEL_SHADER_RESOURCE"))`, diag.BarrierStateOfList},
}

// splits: nothing touches a subresource between the halves; the END names what the BEGIN named.
var splits = []verdict{
	{"in one list", `local t = texture "t"; run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY"), move(t, "COMMON", "COPY_DEST", "END_ONLY")))`, 0},
	{"over two lists of a call", `local t = texture "t"; main:ExecuteCommandLists { record(main, move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")), record(main, move(t, "COMMON", "COPY_DEST", "END_ONLY")) }`, 0},
	{"over two calls", `local t = texture "t"; run(main, move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")); run(main, move(t, "COMMON", "COPY_DEST", "END_ONLY"))`, 0},
	{"a use between, one list", `local t, s = texture "t", texture "s"; run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY"), whole(s, t), move(t, "COMMON", "COPY_DEST", "END_ONLY")))`, diag.SplitPending},
	{"a use between, two calls", `local t, s = texture "t", texture "s"; run(main, move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")); run(main, whole(s, t))`, diag.SplitPending},
	{"a use of another texture between", `local t, s, o = texture "t", texture "s", texture "o"; run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY"), whole(s, o), move(t, "COMMON", "COPY_DEST", "END_ONLY")))`, 0},
	{"a use of another subresource between", `local t, s = texture("t", nil, { MipLevels = 2 }), texture("s", nil, { MipLevels = 2 }); run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY", 0), function(l) l:CopyTextureRegion({ Resource = s }, 0, 0, 0, { Resource = t, Subresource = 1 }) end, move(t, "COMMON", "COPY_DEST", "END_ONLY", 0)))`, 0},
	{"another end", `local t = texture "t"; run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY"), move(t, "COMMON", "COPY_SOURCE", "END_ONLY")))`, diag.SplitMismatch},
	{"an end alone", `local t = texture "t"; run(main, move(t, "COMMON", "COPY_DEST", "END_ONLY"))`, diag.SplitMismatch},
	{"begun twice", `local t = texture "t"; run(main, both(move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY"), move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")))`, diag.SplitMismatch},
	{"ended on another queue, ordered", `local t = texture "t"; run(main, move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")); main:Signal(F, 1); other:Wait(F, 1); run(other, move(t, "COMMON", "COPY_DEST", "END_ONLY"))`, 0},
	{"ended on another queue, unordered", `local t = texture "t"; run(main, move(t, "COMMON", "COPY_DEST", "BEGIN_ONLY")); run(other, move(t, "COMMON", "COPY_DEST", "END_ONLY"))`, diag.UnorderedTransition},
}

// aliases: resources that share memory.
const aliasHead = `local heap = device:CreateHeap { Name = "heap", SizeInBytes = 131072 }
local function placed(name, at) return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = at, Dimension = "BUFFER", Width = 512, InitialState = "COMMON" } end
local x, y, z = placed("x", 0), placed("y", 0), placed("z", 65536)
local function alias(p, n) return function(l) l:ResourceBarrier { { Type = "ALIASING", ResourceBefore = p, ResourceAfter = n } } end end
`

var aliases = []verdict{
	{"one list", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), bytes(y, 0, b, 0, 8)))`, diag.MissingAliasingBarrier},
	{"one list with a barrier", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), alias(x, y), bytes(y, 0, b, 0, 8)))`, 0},
	{"one list with a barrier of everything", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), alias(nil, nil), bytes(y, 0, b, 0, 8)))`, 0},
	{"one list with the wrong barrier", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), alias(z, y), bytes(y, 0, b, 0, 8)))`, diag.MissingAliasingBarrier},
	{"three in turn", aliasHead + `local w = placed("w", 0); run(main, both(bytes(x, 0, b, 0, 8), alias(x, y), bytes(y, 0, b, 0, 8), alias(y, w), bytes(w, 0, b, 0, 8)))`, 0},
	{"three in turn, by one in other memory", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), alias(x, z), bytes(z, 0, b, 0, 8), alias(z, y), bytes(y, 0, b, 0, 8)))`, 0},
	{"three in turn, the second barrier is missing", aliasHead + `local w = placed("w", 0); run(main, both(bytes(x, 0, b, 0, 8), alias(x, y), bytes(y, 0, b, 0, 8), bytes(w, 0, b, 0, 8)))`, diag.MissingAliasingBarrier},
	{"three in turn, the barriers change places", aliasHead + `local w = placed("w", 0); run(main, both(bytes(x, 0, b, 0, 8), alias(y, w), bytes(y, 256, b, 0, 8), alias(x, y), bytes(w, 0, b, 0, 8)))`, diag.MissingAliasingBarrier},
	{"other memory", aliasHead + `run(main, both(bytes(x, 0, b, 0, 8), bytes(z, 0, b, 0, 8)))`, 0},
	{"two calls", aliasHead + `run(main, bytes(x, 0, b, 0, 8)); run(main, bytes(y, 0, b, 0, 8))`, 0},
	{"two lists of one call", aliasHead + `main:ExecuteCommandLists { record(main, bytes(x, 0, b, 0, 8)), record(main, bytes(y, 0, b, 0, 8)) }`, diag.MissingAliasingBarrier},
	{"two queues", aliasHead + `run(main, bytes(x, 0, b, 0, 8)); run(copy, bytes(y, 0, b, 0, 8))`, diag.DataRace},
	{"two queues, ordered", aliasHead + `run(main, bytes(x, 0, b, 0, 8)); main:Signal(F, 1); copy:Wait(F, 1); run(copy, bytes(y, 0, b, 0, 8))`, 0},
	{"two queues, other bytes", aliasHead + `run(main, bytes(x, 0, b, 0, 8)); run(copy, bytes(y, 8, b, 0, 8))`, 0},
}

// swaps: presents are work of the queue that presents.
const swapHead = `local chain = main:CreateSwapChain { Name = "chain", Width = 16, Height = 16, BufferCount = 2 }
local back0, back1 = chain:GetBuffer(0), chain:GetBuffer(1)
local function shown(r) local s = texture "s"; return both(move(r, "PRESENT", "COPY_DEST"), whole(r, s), move(r, "COPY_DEST", "PRESENT")) end
`

var swaps = []verdict{
	{"drawn by the presenting queue", swapHead + `run(main, shown(back0)); chain:Present(1); finish(main)`, 0},
	{"left in another state", swapHead + `run(main, move(back0, "PRESENT", "COPY_DEST")); chain:Present(1)`, diag.PresentState},
	{"drawn by another queue", swapHead + `run(other, shown(back0)); chain:Present(1); finish(main)`, diag.DataRace},
	{"drawn by another queue, ordered", swapHead + `run(other, shown(back0)); other:Signal(F, 1); main:Wait(F, 1); chain:Present(1); finish(main)`, 0},
	{"drawn again by another queue", swapHead + `run(main, shown(back0)); chain:Present(1); chain:Present(1); run(other, shown(back0)); finish(main)`, diag.DataRace},
	{"drawn again when another one is current", swapHead + `run(main, shown(back0)); chain:Present(1); run(main, shown(back0)); finish(main)`, diag.BackBufferNotCurrent},
	{"drawn before it is current", swapHead + `run(main, shown(back1)); finish(main)`, diag.BackBufferNotCurrent},
	{"recorded before it is current", swapHead + `local later = shown(back1); run(main, shown(back0)); chain:Present(1); run(main, later); chain:Present(1); finish(main)`, 0},
	{"resized in flight", swapHead + `run(main, shown(back0)); chain:Present(1); chain:ResizeBuffers(2, 32, 32); finish(main)`, diag.ResizeInFlight},
	{"resized when all is finished", swapHead + `run(main, shown(back0)); chain:Present(1); finish(main); back0:Release(); back1:Release(); chain:ResizeBuffers(2, 16, 16); run(main, shown(chain:GetBuffer(0)))
chain:Present(1); main:Signal(F, 99); F:WaitCPU(99)`, 0},
	{"not drawn at all", swapHead + `chain:Present(1); finish(main)`, 0},
	{"two frames", swapHead + `run(main, shown(back0)); chain:Present(1); run(main, shown(back1)); chain:Present(1); finish(main)`, 0},
	{"a compute queue", `compute:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }`, diag.BadSwapChain},
}

// corpus are all tables.
var corpus = []struct {
	name  string
	cases []verdict
}{{"partial", partial}, {"order", order}, {"mapped", mapped}, {"textures", textures}, {"splits", splits}, {"aliases", aliases}, {"swaps", swaps}}

// TestCorpus: each script ends in the code that the rules give it, and its neighbour that breaks no rule is silent.
func TestCorpus(t *testing.T) {
	for _, table := range corpus {
		for _, c := range table.cases {
			t.Run(fmt.Sprintf("%s/%s", table.name, c.name), func(t *testing.T) {
				t.Parallel()
				expect(t, corpusHead+c.script+"\n", c.want)
			})
		}
	}
}
