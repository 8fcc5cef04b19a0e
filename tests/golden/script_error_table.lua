-- An error of the API is a table for pcall: scripts can test the code and go on.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local ok, err = pcall(device.CreateCommandQueue, device, { Type = "COMPUT" })
print(ok, type(err), err.code)
print(err.message)
print("goes on")
