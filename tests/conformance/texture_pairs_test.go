package conformance

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

var everyPair = flag.Bool("everypair", false, "all pairs of accesses in all settings, none left out")

// texelHead makes a texture m of two mips and two slices, and functions that touch the left or the right half of a subresource of it: T.x(list,
// subresource, half).
const texelHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local typ = { "TYPE1", "TYPE2", "DIRECT" }
local q = {}
for i, name in ipairs { "one", "two", "three" } do q[i] = device:CreateCommandQueue { Type = typ[i], Name = name } end
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" } end
local m = device:CreateCommittedResource { Name = "m", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 2, DepthOrArraySize = 2, Format = "R32_UINT",
  Flags = "FLAGS", InitialState = "INITIAL" }
local function mip(s) return s % 2 end
local function slice(s) return math.floor(s / 2) end
local function width(s) return 16 / 2 ^ mip(s) end
local function box(s, h) local w = width(s); return { Left = h * w / 2, Right = (h + 1) * w / 2, Bottom = w, Back = 1 } end
local function rect(s, h) local b = box(s, h); return { Left = b.Left, Right = b.Right, Bottom = b.Bottom } end
local function view(s, dimension) return { ViewDimension = "TEXTURE2DARRAY", MipSlice = mip(s), MostDetailedMip = mip(s), MipLevels = 1, FirstArraySlice = slice(s), ArraySize = 1 } end
local function pick(s, ...) local d, all = {}, view(s); for _, k in ipairs { "ViewDimension", ... } do d[k] = all[k] end; return d end
local from, to, result = gpu.Texture2DArray("t0", "uint"), gpu.RWTexture2DArray("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local at = gpu.ConstantBuffer("b0", { { "left", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" }, { Type = "UAV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 1 },
  { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
local pipelines = {
  load = function(GroupThreadID) result[GroupThreadID.x] = from:Load(int4(int(at.left + GroupThreadID.x), int(GroupThreadID.y), 0, 0)) end,
  peek = function(GroupThreadID) result[GroupThreadID.x] = to[uint3(at.left + GroupThreadID.x, GroupThreadID.y, 0)] end,
  store = function(GroupThreadID) to[uint3(at.left + GroupThreadID.x, GroupThreadID.y, 0)] = 7 end,
  add = function(GroupThreadID) InterlockedAdd(to[uint3(at.left + GroupThreadID.x, GroupThreadID.y, 0)], 1) end,
}
local heaps, clears = {}, {}
local function heap(s)
  if not heaps[s] then
    heaps[s] = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
    clears[s] = device:CreateDescriptorHeap { Name = "clears", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
    device:CreateShaderResourceView(m, pick(s, "MostDetailedMip", "MipLevels", "FirstArraySlice", "ArraySize"), heaps[s]:GetCPUDescriptorHandle(0))
    device:CreateUnorderedAccessView(m, nil, pick(s, "MipSlice", "FirstArraySlice", "ArraySize"), heaps[s]:GetCPUDescriptorHandle(1))
    device:CreateUnorderedAccessView(m, nil, pick(s, "MipSlice", "FirstArraySlice", "ArraySize"), clears[s]:GetCPUDescriptorHandle(0))
  end
  return heaps[s]
end
local function dispatch(l, which, s, h)
  if type(pipelines[which]) == "function" then
    local n = math.floor(width(s) / 2)
    pipelines[which .. n] = pipelines[which .. n] or device:CreateComputePipelineState { Name = which, RootSignature = root,
      CS = gpu.ComputeShader { Name = which, NumThreads = { n, n * 2, 1 }, Main = pipelines[which] } }
    l:SetPipelineState(pipelines[which .. n])
  end
  l:SetDescriptorHeaps { heap(s) }
  l:SetComputeRootSignature(root)
  l:SetComputeRootDescriptorTable(0, heap(s):GetGPUDescriptorHandle(0))
  l:SetComputeRootUnorderedAccessView(1, buffer "result":GetGPUVirtualAddress())
  l:SetComputeRoot32BitConstants(2, { gpu.AsUint(box(s, h).Left) })
  l:Dispatch(1, 1, 1)
end
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end }
local function targets(r, s)
  local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
  device:CreateRenderTargetView(r, r == m and pick(s, "MipSlice", "FirstArraySlice", "ArraySize") or nil, rtvs:GetCPUDescriptorHandle(0))
  return rtvs:GetCPUDescriptorHandle(0)
end
local function draw(l, ps, target, s, h)
  l:SetPipelineState(device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE",
    RTVFormats = { "R32_UINT" }, DepthStencilState = { DepthEnable = false } })
  l:SetGraphicsRootSignature(root)
  l:RSSetViewports { { Width = 16, Height = 16 } }
  l:RSSetScissorRects { rect(s, h) }
  l:OMSetRenderTargets({ target })
  l:IASetPrimitiveTopology "TRIANGLELIST"
end
local rows = { Format = "R32_UINT", Width = 16, Height = 16, RowPitch = 256 }
local function place() return { Resource = buffer "rows", Format = "R32_UINT", Width = 16, Height = 16, RowPitch = 256 } end
local T = {}
function T.copyIn(l, s, h) local b = box(s, h); l:CopyTextureRegion({ Resource = m, Subresource = s }, b.Left, 0, 0, place(), b) end
function T.copyOut(l, s, h) l:CopyTextureRegion(place(), 0, 0, 0, { Resource = m, Subresource = s }, box(s, h)) end
function T.load(l, s, h) dispatch(l, "load", s, h) end
function T.peek(l, s, h) dispatch(l, "peek", s, h) end
function T.store(l, s, h) dispatch(l, "store", s, h) end
function T.add(l, s, h) dispatch(l, "add", s, h) end
function T.wipe(l, s, h)
  l:SetDescriptorHeaps { heap(s) }
  l:ClearUnorderedAccessViewUint(heap(s):GetGPUDescriptorHandle(1), clears[s]:GetCPUDescriptorHandle(0), m, { 1, 0, 0, 0 }, { rect(s, h) })
end
function T.clear(l, s, h) l:ClearRenderTargetView(targets(m, s), { 1, 0, 0, 0 }, { rect(s, h) }) end
function T.draw(l, s, h)
  draw(l, gpu.PixelShader { Name = "seven", Main = function(v) return uint(7) end }, targets(m, s), s, h)
  l:DrawInstanced(3, 1)
end
function T.sample(l, s, h)
  local other = device:CreateCommittedResource { Name = "other", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R32_UINT", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  draw(l, gpu.PixelShader { Name = "texel", Main = function(v) return from:Load(int4(int(v.Position.x), int(v.Position.y), 0, 0)) end }, targets(other), s, h)
  l:SetDescriptorHeaps { heap(s) }
  l:SetGraphicsRootDescriptorTable(0, heap(s):GetGPUDescriptorHandle(0))
  l:DrawInstanced(3, 1)
end
function T.resolve(l, s, h) -- the larger of the samples of each texel
  local many = device:CreateCommittedResource { Name = "many", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R32_UINT", SampleDesc = { Count = 4 },
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_SOURCE" }
  l:ResolveSubresourceRegion(m, s, box(s, h).Left, 0, many, 0, rect(s, h), "R32_UINT", "MAX")
end
TOUCHES
local function go(l, s, x, y) l:ResourceBarrier { { Type = "TRANSITION", Resource = m, Before = x, After = y, Subresource = s } } end
local function uav(l) l:ResourceBarrier { { Type = "UAV", Resource = m } } end
local function list(n, ...)
  local l = device:CreateCommandList { Type = typ[n], Name = "list" .. n, Allocator = device:CreateCommandAllocator(typ[n]) }
  for _, f in ipairs { ... } do f(l) end
  l:Close(); return l
end
local function run(n, ...) q[n]:ExecuteCommandLists { list(n, ...) } end
local function nop() end
`

// texelTouch is a way to touch texels.
type texelTouch struct {
	touch
	compute bool // possible on a COMPUTE queue
	whole   bool // the halves of the subresource at once
}

var texelTouches = []texelTouch{
	{touch{name: "copyIn", state: "COPY_DEST", write: true}, true, false},
	{touch{name: "copyOut", state: "COPY_SOURCE"}, true, false},
	{touch{name: "load", state: "NON_PIXEL_SHADER_RESOURCE"}, true, false},
	{touch{name: "sample", state: "PIXEL_SHADER_RESOURCE"}, false, false},
	{touch{name: "peek", state: "UNORDERED_ACCESS"}, true, false},
	{touch{name: "store", state: "UNORDERED_ACCESS", write: true}, true, false},
	{touch{name: "add", state: "UNORDERED_ACCESS", write: true, atomic: true}, true, false},
	{touch{name: "wipe", state: "UNORDERED_ACCESS", write: true}, true, false},
	{touch{name: "clear", state: "RENDER_TARGET", write: true}, false, false},
	{touch{name: "draw", state: "RENDER_TARGET", write: true}, false, false},
	{touch{name: "resolve", state: "RESOLVE_DEST", write: true}, false, false},
}

// texelKind is a kind of texture, and what can be done to it.
type texelKind struct {
	name    string
	change  *strings.Replacer // of texelHead
	touches []texelTouch
	manners []manner
	flags   string
	at      [][2]int // the subresource and the half of the second access; the first one is of the first half of subresource 0
}

// texelKinds: mips and slices; the planes of a depth buffer; and samples.
var texelKinds = []texelKind{
	{"colours", strings.NewReplacer("TOUCHES", ""), texelTouches, []manner{moving, resting, simultaneous}, "ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS", [][2]int{{0, 0}, {0, 1}, {1, 0}, {2, 0}}},
	{"planes", strings.NewReplacer("TOUCHES", planeTouches, `Format = "R32_UINT",
  Flags`, `Format = "R32G8X24_TYPELESS",
  Flags`, "MipLevels = 2, DepthOrArraySize = 2", "MipLevels = 1"), []texelTouch{
		{touch{name: "clear", state: "DEPTH_WRITE", write: true}, false, false},
		{touch{name: "draw", state: "DEPTH_WRITE", write: true}, false, false},
		{touch{name: "test", state: "DEPTH_READ"}, false, false},
		{touch{name: "load", state: "NON_PIXEL_SHADER_RESOURCE"}, true, false},
		{touch{name: "copyIn", state: "COPY_DEST", write: true}, true, true},
		{touch{name: "copyOut", state: "COPY_SOURCE"}, true, true},
	}, []manner{moving, resting}, "ALLOW_DEPTH_STENCIL", [][2]int{{0, 0}, {0, 1}, {1, 0}}},
	{"samples", strings.NewReplacer("TOUCHES", sampleTouches, "MipLevels = 2, DepthOrArraySize = 2", "MipLevels = 1, SampleDesc = { Count = 4 }, DepthOrArraySize = 2"), []texelTouch{
		{touch{name: "clear", state: "RENDER_TARGET", write: true}, false, false},
		{touch{name: "draw", state: "RENDER_TARGET", write: true}, false, false},
		{touch{name: "resolved", state: "RESOLVE_SOURCE"}, false, false},
	}, []manner{moving, resting}, "ALLOW_RENDER_TARGET", [][2]int{{0, 0}, {0, 1}, {1, 0}}},
}

// writes says whether a state is one to write.
func writes(state string) bool {
	return slices.Contains([]string{"COPY_DEST", "UNORDERED_ACCESS", "RENDER_TARGET", "DEPTH_WRITE", "RESOLVE_DEST"}, state)
}

// manner is how a texture comes to its states.
type manner string

const (
	moving       manner = "each takes it from COMMON and back" // without simultaneous access
	resting      manner = "it is there all the time"           // without simultaneous access
	simultaneous manner = "it has simultaneous access"
)

// texelPair are two accesses of a texture: the second one of another half of the subresource, or of another subresource, or of the same texels.
type texelPair struct {
	kind   *texelKind
	x, y   texelTouch
	manner manner
	sub    int  // of the second
	half   int  // of the second
	same   bool // the subresource
}

// states says whether both find their states at once.
func (p *texelPair) states() bool {
	return p.x.state == p.y.state || !writes(p.x.state) && !writes(p.y.state)
}

// inside is what two accesses of one ExecuteCommandLists break.
func (p *texelPair) inside() []diag.Code {
	switch {
	case p.manner == moving || !p.same:
	case !p.states():
		return []diag.Code{diag.WrongState}
	case p.x.state == "UNORDERED_ACCESS" && p.half == 0 && (p.x.write || p.y.write) && !(p.x.atomic && p.y.atomic):
		return []diag.Code{diag.MissingUAVBarrier}
	}
	return nil
}

// apart is what two accesses of two queues break that nothing orders.
func (p *texelPair) apart() []diag.Code {
	both, none, atomics := p.x.write && p.y.write, !p.x.write && !p.y.write, p.x.atomic && p.y.atomic
	switch {
	case p.same && p.manner == moving: // the one takes it from the state in which the other uses it, whatever they do
		return []diag.Code{diag.DataRace, diag.SharedSubresource, diag.UnorderedTransition}
	case none:
		return nil
	case p.same && p.half == 0 && atomics:
		return []diag.Code{diag.UnorderedAtomics}
	case p.same && p.half == 0:
		return []diag.Code{diag.DataRace}
	case p.same && p.manner == resting && !atomics: // one subresource is for one queue that writes
		return []diag.Code{diag.SharedSubresource}
	case both && !atomics:
		return []diag.Code{diag.DisjointWriters}
	}
	return nil
}

// wants is what a setting breaks.
func (p *texelPair) wants(of func(pair) diag.Code) []diag.Code {
	q := pair{touch{state: "COPY_DEST", write: true}, touch{state: "COPY_SOURCE"}, true} // which is wrong inside, and races apart
	switch of(q) {
	case diag.WrongState:
		return p.inside()
	case diag.DataRace:
		return p.apart()
	}
	return nil
}

// script is a program with the two accesses in a setting.
func (p *texelPair) script(setting string) string {
	record := func(touch texelTouch, sub, half int) string {
		body := fmt.Sprintf("T.%s(l, %d, %d)", touch.name, sub, half)
		if p.manner == moving {
			body = fmt.Sprintf("go(l, %d, %q, %q); %s; go(l, %d, %q, %q)", sub, "COMMON", touch.state, body, sub, touch.state, "COMMON")
		}
		return "function(l) " + body + " end"
	}
	initial, flags, barrier := "COMMON", p.kind.flags, "nop"
	switch {
	case p.manner == resting && p.x.state == p.y.state, p.manner == resting && !p.states():
		initial = p.x.state
	case p.manner == resting:
		initial = p.x.state + "|" + p.y.state
	case p.manner == simultaneous:
		flags += "|ALLOW_SIMULTANEOUS_ACCESS"
	}
	switch {
	case p.manner == moving || !p.same:
	case !p.states():
		barrier = fmt.Sprintf("function(l) go(l, 0, %q, %q) end", p.x.state, p.y.state)
	case p.x.state == "UNORDERED_ACCESS":
		barrier = "uav"
	}
	one, two := "DIRECT", "DIRECT"
	if p.y.compute {
		two = "COMPUTE"
	}
	head := strings.NewReplacer("FLAGS", flags, "INITIAL", initial, "TYPE1", one, "TYPE2", two).Replace(p.kind.change.Replace(texelHead))
	body := strings.NewReplacer("BARRIER", barrier, "X", "x", "Y", "y").Replace(setting)
	if !strings.Contains(flags, "ALLOW_UNORDERED_ACCESS") {
		body = strings.ReplaceAll(body, "Resource = m", "Resource = nil") // of all that have it
	}
	return fmt.Sprintf("%slocal x, y = %s, %s\n%s\n", head, record(p.x, 0, 0), record(p.y, p.sub, p.half), body)
}

// pairs are the pairs of accesses: of the same texels, of others of the subresource, of other subresources.
func (k *texelKind) pairs() (out []texelPair) {
	for _, x := range k.touches {
		for _, y := range k.touches {
			for _, m := range k.manners {
				for _, at := range k.at {
					p := texelPair{kind: k, x: x, y: y, manner: m, sub: at[0], half: at[1], same: at[0] == 0}
					if (m != resting || p.states()) && !(p.half == 1 && (x.whole || y.whole)) {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// texelPairs are those of all kinds.
func texelPairs() (out []texelPair) {
	for i := range texelKinds {
		out = append(out, texelKinds[i].pairs()...)
	}
	return out
}

// TestTexturePairs holds pairs of accesses to textures in all settings against the rules of states and order, worked out from the two accesses alone.
func TestTexturePairs(t *testing.T) {
	cases := 0
	for _, p := range texelPairs() {
		for i, s := range settings {
			every := 23
			if testing.Short() {
				every = 89
			}
			if cases++; !*everyPair && (i+cases)%every != 0 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%s/%s/%s/%d,%d", p.kind.name, s.name, p.manner, p.x.name, p.y.name, p.sub, p.half), func(t *testing.T) {
				t.Parallel()
				script, want := p.script(s.script), p.wants(s.want)
				found := outcome(t, script, func(o *host.Options) { o.Errors = host.StopOnError })
				if want == nil {
					require.Empty(t, words(found), script)
					return
				}
				require.Len(t, found, 1, script)
				require.True(t, slices.Contains(want, found[0].Code), "want %v, got %v\n%s", want, words(found), script)
			})
		}
	}
	t.Logf("%d cases", cases)
}
