// Package ml is the Lua surface of the machine-learning level: the module gpu.dml and its classes, each a sorted table of methods.
//
// The package knows package luabind and gpu/dml. It must not know the other modules.
package ml

import (
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// Module is gpu.dml.
var Module = luabind.Module{
	Name: "gpu.dml",
	Doc:  "DirectML: devices, operators, initializers, binding tables and a recorder on the explicit level.",
	Functions: luabind.Methods{
		{Name: "AllocateTensor", Doc: "Makes a buffer in the DEFAULT heap that a tensor fits into: CreateCommittedResource.",
			Params: rows.Params(luabind.P("device", "Device", "of the explicit level"), tensorParam, nameParam), Returns: "Resource",
			Fn: luabind.Raw(allocateTensor)},
		{Name: "BufferTensor", Doc: "Describes a tensor: type, sizes, and strides where it is not packed.", Fn: luabind.Call(bufferTensor)},
		{Name: "CreateDevice", Doc: "Makes a DirectML device on a device of the explicit level, which it holds: that one may be released before it.",
			Params: rows.Params(luabind.P("device", "", "of the explicit level"), luabind.Opt("desc", "", "")),
			Fn:     luabind.Call2(createDevice)},
		{Name: "OperatorTypes", Doc: "The types of operators that are there, sorted.", Returns: "string[]",
			Fn: luabind.Raw(func(c *luabind.Args) { c.Return(dml.OperatorTypes()) })},
		{Name: "PackTensor", Doc: "Elements in the order of memory as the bytes of a tensor: Data of a CONSTANT node.",
			Params: rows.Params(tensorParam, luabind.P("values", "number[]", "as many as the tensor spans")), Returns: "string",
			Fn: luabind.Raw(packTensor)},
		{Name: "ReadTensor", Doc: "The elements of a tensor in the order of memory: copies them to a READBACK buffer on a queue and waits.",
			Params: rows.Params(queueParam, tensorParam, luabind.P("resource", "Resource", "the buffer"),
				luabind.Opt("offset", "integer", "bytes; default 0")), Returns: "number[]", Fn: luabind.Raw(readTensor)},
		{Name: "UploadTensor", Doc: "Makes a buffer as AllocateTensor does, and fills it with elements in the order of memory: copies them from an UPLOAD buffer on a queue and waits.",
			Params:  rows.Params(queueParam, tensorParam, luabind.P("values", "number[]", "as many as the tensor spans"), nameParam),
			Returns: "Resource", Fn: luabind.Raw(uploadTensor)},
	},
}

var (
	queueParam  = luabind.P("queue", "CommandQueue", "where the copy runs")
	tensorParam = luabind.P("tensor", "BufferTensor", "")
	nameParam   = luabind.Opt("name", "string", "of the buffer")
)

// createDeviceDesc is a description with the place of the call.
type createDeviceDesc struct {
	dml.DeviceDesc
	Site gpu.Site
}

func createDevice(_ any, d *device.Device, of createDeviceDesc) (*dml.Device, error) {
	if err := d.Use(of.Site, "CreateDevice"); err != nil {
		return nil, err
	}
	return dml.CreateDevice(d, of.DeviceDesc, of.Site)
}

type bufferTensorDesc struct {
	tensor.Desc
	Site gpu.Site
}

func bufferTensor(_ any, of bufferTensorDesc) (*tensor.Desc, error) {
	return dml.BufferTensor(of.Desc, of.Site)
}

func allocateTensor(c *luabind.Args) {
	d := luabind.Object[*device.Device](c, 1)
	c.Check(d.Use(c.Site(), "AllocateTensor"))
	r, err := dml.AllocateTensor(d, luabind.Object[*tensor.Desc](c, 2), c.OptString(3, ""), c.Site())
	c.Check(err)
	c.Return(r)
}

// numbers are the elements that argument n lists.
func numbers(c *luabind.Args, n int) []float64 {
	values := luabind.Decode[[]number](c, n)
	plain := make([]float64, len(values))
	for i, v := range values {
		plain[i] = float64(v)
	}
	return plain
}

func packTensor(c *luabind.Args) {
	data, err := dml.PackTensor(luabind.Object[*tensor.Desc](c, 1), numbers(c, 2), c.Site())
	c.Check(err)
	c.Return(data)
}

func uploadTensor(c *luabind.Args) {
	q, t, values := luabind.Object[*device.CommandQueue](c, 1), luabind.Object[*tensor.Desc](c, 2), numbers(c, 3)
	r, err := dml.UploadTensor(q, t, values, c.OptString(4, ""), c.Site())
	c.Check(err)
	c.Return(r)
}

func readTensor(c *luabind.Args) {
	values, err := dml.ReadTensor(luabind.Object[*device.CommandQueue](c, 1), luabind.Object[*tensor.Desc](c, 2),
		luabind.Object[*device.Resource](c, 3), c.OptUint64(4, 0), c.Site())
	c.Check(err)
	c.Return(values)
}
