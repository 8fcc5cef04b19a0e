-- Right programs with one step left out, done twice, or exchanged with the next one: barriers of a texture, in one piece and in halves, over one list, lists of one
-- call and several calls. What is a mistake is worked out here, step by step; each is one mistake, and told once.
local t = require "results_prelude"
local gpu, case = t.gpu, t.case

-- A program is a list of steps: uses that need a state, and barriers.
local function use(state) return { use = state, name = "use as " .. state } end
local function bar(before, after, half) return { before = before, after = after, half = half, name = (half and half .. " " or "") .. before .. " to " .. after } end

-- wrong follows the steps on a texture that does not decay, and says whether one of them is a mistake.
local function wrong(steps, state)
  local pending
  for _, s in ipairs(steps) do
    if s.use then
      if pending or state ~= s.use then return true end
    elseif s.half == "END_ONLY" then
      if not pending or pending.before ~= s.before or pending.after ~= s.after then return true end
      pending, state = nil, s.after
    else
      if pending or state ~= s.before then return true end
      if s.half then pending = s else state = s.after end
    end
  end
  return false
end

-- The uses, each in the one state that it needs. Copies and clears are known when they are recorded; what a shader does through a volatile table is known later.
local image = gpu.Texture2D("t0", "float4")
local found = gpu.RWStructuredBuffer("u0", "float4")
local function uses(x)
  local u = {}
  function u.COPY_DEST(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("from", 16384))) end
  function u.COPY_SOURCE(l) l:CopyTextureRegion(t.rows(t.readback("to", 16384)), 0, 0, 0, { Resource = x }) end
  function u.RENDER_TARGET(l) l:ClearRenderTargetView(t.rtv(x), { 0, 0, 0, 1 }) end
  local root, pso, heap, b
  function u.NON_PIXEL_SHADER_RESOURCE(l)
    root = root or t.device:CreateRootSignature { Name = "reads", Parameters = { { Type = "UAV" }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } } } }
    pso = pso or t.device:CreateComputePipelineState { Name = "reads", RootSignature = root, CS = gpu.ComputeShader { Name = "reads", NumThreads = { 4, 1, 1 },
      Main = function(GroupIndex) found[GroupIndex] = image:Load(int3(GroupIndex, 0, 0)) end } }
    heap = heap or t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    t.device:CreateShaderResourceView(x, nil, heap:GetCPUDescriptorHandle(0))
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, t.buf("found"):GetGPUVirtualAddress())
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
  return u
end

-- do steps, cut into parts: lists, of one call or each of its own.
local function perform(steps, state, cuts, calls)
  local q = t.queue("DIRECT", "q")
  local x = t.tex("x", state, "ALLOW_RENDER_TARGET")
  local u, lists, at = uses(x), {}, 1
  for part = 1, #cuts + 1 do
    local last = math.min(cuts[part] or #steps, #steps)
    if last >= at then
      lists[#lists + 1] = t.list(q, function(l)
        for i = at, last do
          local s = steps[i]
          if s.use then u[s.use](l) else t.go(l, x, s.before, s.after, nil, s.half) end
        end
      end, "list " .. part)
    end
    at = last + 1
  end
  if not calls then q:ExecuteCommandLists(lists) else
    for _, l in ipairs(lists) do
      q:ExecuteCommandLists { l }
      t.idle(q)
    end
  end
end

-- mutants calls made with each changed program and what was done to it.
local function mutants(steps, made)
  local function copied(from, to)
    local list = {}
    for i = from, to do list[#list + 1] = steps[i] end
    return list
  end
  for i = 1, #steps do
    local left = copied(1, #steps)
    table.remove(left, i)
    made(left, "without " .. steps[i].name .. ", step " .. i)
    local twice = copied(1, #steps)
    table.insert(twice, i, steps[i])
    if not steps[i].use then made(twice, "twice " .. steps[i].name .. ", step " .. i) end
    if i < #steps then
      local turned = copied(1, #steps)
      turned[i], turned[i + 1] = turned[i + 1], turned[i]
      made(turned, "step " .. i + 1 .. " before step " .. i)
    end
  end
end

local D, S, R, N, B, E = "COPY_DEST", "COPY_SOURCE", "RENDER_TARGET", "NON_PIXEL_SHADER_RESOURCE", "BEGIN_ONLY", "END_ONLY"
local programs = {
  { name = "halves", from = D, steps = { use(D), bar(D, S, B), bar(D, S, E), use(S), bar(S, D), use(D) } },
  { name = "halves for a shader", from = R, steps = { use(R), bar(R, N, B), bar(R, N, E), use(N), bar(N, R), use(R) } },
  { name = "three states", from = D, steps = { use(D), bar(D, N), use(N), bar(N, S), use(S), bar(S, D), use(D) } },
  { name = "halves after halves", from = R, steps = { bar(R, S, B), bar(R, S, E), use(S), bar(S, R, B), bar(S, R, E), use(R) } },
}
for _, p in ipairs(programs) do
  local count = 0
  mutants(p.steps, function(steps, name)
    count = count + 1
    local at = count % (#steps - 1) + 1
    for i, how in ipairs { { "one list", {} }, { "two lists", { at } }, { "two calls", { at }, true }, { "each in a call", { 1, 2, 3, 4, 5, 6, 7 }, true } } do
      if ALL or i == 1 or i == count % 3 + 2 then
        case(p.name .. " " .. name .. ", " .. how[1], wrong(steps, p.from) and 'GS04xx texture "x"' or "silent", function() perform(steps, p.from, how[2], how[3]) end)
      end
    end
  end)
end
