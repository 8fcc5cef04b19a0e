-- Situations of other projects' tests of descriptors, translated: what shaders choose and what follows it, tables that are set and set again, heaps in turn,
-- descriptors that are copied, null and never written. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end
local function get(l, x, sub) l:CopyTextureRegion(t.rows(t.readback("r", 16384)), 0, 0, 0, { Resource = x, Subresource = sub or 0 }) end
local function put(l, x, sub) l:CopyTextureRegion({ Resource = x, Subresource = sub or 0 }, 0, 0, 0, t.rows(t.upload("up", 16384))) end
-- A dispatch that reads the texture of a number among four, in a heap of w = t.varying().
local function choose(l, w, number)
  l:SetDescriptorHeaps { w.heap }
  l:SetComputeRootSignature(w.root)
  l:SetPipelineState(w.pso)
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(number) })
  l:SetComputeRootDescriptorTable(1, w.heap:GetGPUDescriptorHandle(0))
  l:SetComputeRootUnorderedAccessView(2, w.to:GetGPUVirtualAddress())
  l:Dispatch(1, 1, 1)
end
-- x, at number 0 of those that may be chosen.
local function choices(state, more)
  local q, x, w = direct(), t.tex("x", state, "NONE", more), t.varying()
  t.device:CreateShaderResourceView(x, nil, w.heap:GetCPUDescriptorHandle(0))
  return q, x, w
end

-- What a shader chooses is promoted, and so is what follows bound to it. Number 1 is another texture.
for number = 0, 1 do
  local function chosen(name, expected, body)
    case(name .. (number == 0 and ", chosen" or ", not chosen"), number == 0 and expected or "silent", function() body(choices()) end)
  end
  chosen("a texture is read, and its barrier names another read", 'GS0401 texture "x" from COPY_SOURCE, but it is in NON_PIXEL_SHADER_RESOURCE', function(q, x, w)
    t.run(q, function(l)
      choose(l, w, number)
      t.go(l, x, "COPY_SOURCE", "COPY_DEST")
    end)
  end)
  chosen("a texture is copied and read, and its barrier names one of the two", 'GS0401 texture "x" from COPY_SOURCE, but it is in NON_PIXEL_SHADER_RESOURCE|COPY_SOURCE', function(q, x, w)
    t.run(q, function(l)
      get(l, x)
      choose(l, w, number)
      t.go(l, x, "COPY_SOURCE", "COPY_DEST")
    end)
  end)
  chosen("a texture is read and copied to", 'GS0402 texture "x" in COPY_DEST', function(q, x, w)
    t.run(q, function(l)
      choose(l, w, number)
      put(l, x)
    end)
  end)
  chosen("a texture is copied to and read", 'GS0402 texture "x" in NON_PIXEL_SHADER_RESOURCE', function(q, x, w)
    t.run(q, function(l)
      put(l, x)
      choose(l, w, number)
    end)
  end)
  chosen("a texture is read, and copied to in the next list of the call", 'GS0402 texture "x" in COPY_DEST', function(q, x, w)
    q:ExecuteCommandLists { t.list(q, function(l) choose(l, w, number) end, "reads"), t.list(q, function(l) put(l, x) end, "writes") }
  end)
  chosen("a texture is read, and copied to in the next call", "silent", function(q, x, w)
    t.run(q, function(l) choose(l, w, number) end)
    t.run(q, function(l) put(l, x) end)
  end)
  chosen("a texture is read and copied to behind a barrier", "silent", function(q, x, w)
    t.run(q, function(l)
      choose(l, w, number)
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
      put(l, x)
    end)
  end)
  chosen("a texture is read and copied to by a queue that waits for the host", 'GS0402 texture "x" in COPY_DEST', function(q, x, w)
    local F = t.fence("F")
    q:Wait(F, 1)
    t.run(q, function(l)
      choose(l, w, number)
      put(l, x)
    end)
    F:Signal(1)
    t.idle(q)
  end)
  chosen("a texture is read, and copied to in the next list of a call that waits for the host", 'GS0402 texture "x" in COPY_DEST', function(q, x, w)
    local F = t.fence("F")
    q:Wait(F, 1)
    q:ExecuteCommandLists { t.list(q, function(l) choose(l, w, number) end, "reads"), t.list(q, function(l) put(l, x) end, "writes") }
    F:Signal(1)
    t.idle(q)
  end)
end

-- Views of two levels of one texture.
for number = 0, 1 do
  local expected = number == 0 and 'GS0402 texture "x"' or "silent"
  local function levels(q, x, w)
    t.device:CreateShaderResourceView(x, { MostDetailedMip = 1, MipLevels = 1 }, w.heap:GetCPUDescriptorHandle(0))
    t.device:CreateShaderResourceView(x, { MostDetailedMip = 0, MipLevels = 1 }, w.heap:GetCPUDescriptorHandle(1))
    return q, x, w
  end
  case("of the views of two levels one is in another state, view " .. number .. " is chosen", expected, function()
    local q, x, w = levels(choices("NON_PIXEL_SHADER_RESOURCE", { MipLevels = 2 }))
    t.run(q, function(l)
      t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST", 1)
      choose(l, w, number)
    end)
  end)
  case("of the views of two levels one is left in another state by the call before, view " .. number .. " is chosen", expected, function()
    local q, x, w = levels(choices("NON_PIXEL_SHADER_RESOURCE", { MipLevels = 2 }))
    t.run(q, function(l) t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST", 1) end)
    t.run(q, function(l) choose(l, w, number) end)
  end)
  case("of the views of two levels one is left in another state by a queue, view " .. number .. " is chosen", expected, function()
    local q, x, w = levels(choices("NON_PIXEL_SHADER_RESOURCE", { MipLevels = 2 }))
    local a, F = t.queue("COMPUTE", "a"), t.fence("F")
    q:Wait(F, 1)
    t.run(q, function(l) choose(l, w, number) end)
    t.run(a, function(l) t.go(l, x, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST", 1) end)
    a:Signal(F, 1)
  end)
  case("of the views of two levels one is copied to behind the read, view " .. number .. " is chosen", expected, function()
    local q, x, w = levels(choices("COMMON", { MipLevels = 2 }))
    t.run(q, function(l)
      choose(l, w, number)
      l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, t.rows(t.upload("up", 16384), 32, 0, 32))
    end)
  end)
end
