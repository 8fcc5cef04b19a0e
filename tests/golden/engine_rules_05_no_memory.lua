-- exit: 1
-- flags: --limit-vram=16M
-- Video memory is full when dynamic memory needs a page: MapBuffer says so, and returns nothing that could be written.
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo", DynamicHeapPageSize = 1024 * 1024 }
local textures = {}
for i = 1, 3 do textures[i] = device:CreateTexture { Name = "texture " .. i, Width = 1024, Height = 1024, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE" } end
local vertices = device:CreateBuffer { Name = "vertices", Size = 8 * 1024 * 1024, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
context:MapBuffer(vertices, "WRITE", "DISCARD"):Write(0, "float", 1)
