---@meta gpu.dml

---DirectML: devices, operators, initializers, binding tables and a recorder on the explicit level.
---@class gpu.dml
local M = {}

---Makes a buffer in the DEFAULT heap that a tensor fits into: CreateCommittedResource.
---@param device Device of the explicit level
---@param tensor BufferTensor
---@param name? string of the buffer
---@return Resource
function M.AllocateTensor(device, tensor, name) end

---Describes a tensor: type, sizes, and strides where it is not packed.
---@param desc BufferTensorDesc
---@return BufferTensor
function M.BufferTensor(desc) end

---Makes a DirectML device on a device of the explicit level, which it holds: that one may be released before it.
---@param device Device of the explicit level
---@param desc? EngineCreateDeviceDesc
---@return DMLDevice
function M.CreateDevice(device, desc) end

---The types of operators that are there, sorted.
---@return string[]
function M.OperatorTypes() end

---Elements in the order of memory as the bytes of a tensor: Data of a CONSTANT node.
---@param tensor BufferTensor
---@param values number[] as many as the tensor spans
---@return string
function M.PackTensor(tensor, values) end

---The elements of a tensor in the order of memory: copies them to a READBACK buffer on a queue and waits.
---@param queue CommandQueue where the copy runs
---@param tensor BufferTensor
---@param resource Resource the buffer
---@param offset? integer bytes; default 0
---@return number[]
function M.ReadTensor(queue, tensor, resource, offset) end

---Makes a buffer as AllocateTensor does, and fills it with elements in the order of memory: copies them from an UPLOAD buffer on a queue and waits.
---@param queue CommandQueue where the copy runs
---@param tensor BufferTensor
---@param values number[] as many as the tensor spans
---@param name? string of the buffer
---@return Resource
function M.UploadTensor(queue, tensor, values, name) end

return M
