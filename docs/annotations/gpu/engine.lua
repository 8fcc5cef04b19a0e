---@meta gpu.engine

---The engine level: render devices and contexts that look after lifetimes, descriptors, dynamic memory and states.
---@class gpu.engine
local M = {}

---Makes a render device: returns it, its immediate contexts, and after them its deferred ones.
---@param desc? CreateRenderDeviceDesc
---@return RenderDevice
---@return DeviceContext ...
function M.CreateDeviceAndContexts(desc) end

---Numbers as the bytes of one type after the other: contents for Data, UpdateBuffer and UpdateTexture.
---@param type MappedType float, half, double, int, uint, uint64 (exact to 2^53), short, ushort, sbyte or byte
---@param values number|number[]
---@return string
function M.Pack(type, values) end

return M
