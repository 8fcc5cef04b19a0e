package bindings

import (
	"math"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/compared"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
)

var gpuModule = luabind.Module{
	Name: "gpu",
	Doc:  "The explicit level: devices, queues, fences, lists, resources, descriptors, kernels.",
	Functions: rows.Sorted(append(declarations(), luabind.Methods{
		{Name: "AsFloat", Returns: "number", Doc: "The float whose 32 bits are an integer.", Params: rows.Params(luabind.P("bits", "integer", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.ReturnNumber(float64(math.Float32frombits(c.Uint32(1)))) })},
		{Name: "AsInt", Returns: "Word", Doc: "A signed integer as a root constant.", Params: rows.Params(luabind.P("value", "integer", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Return(word(uint32(c.Int32(1)))) })},
		{Name: "AsUint", Returns: "Word", Doc: "An unsigned integer as a root constant.", Params: rows.Params(luabind.P("value", "integer", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Return(word(c.Uint32(1))) })},
		{Name: "CloseHandle", Doc: "Gives an event up: its Release.", Params: rows.Params(luabind.P("event", "Event", "")),
			Fn: luabind.Raw(closeHandle)},
		{Name: "ComputeShader", Doc: "Compiles a Lua function to a compute shader.", Fn: luabind.Call((*env).computeShader)},
		{Name: "CreateDevice", Doc: "Makes a device.", Fn: luabind.Call((*env).createDevice)},
		{Name: "CreateEvent", Doc: "Makes an event for CPU threads to wait for.", Fn: luabind.Call((*env).createEvent)},
		{Name: "ENCODE_SHADER_4_COMPONENT_MAPPING", Returns: "string[]",
			Doc: "Where red, green, blue and alpha come from, for Shader4ComponentMapping.",
			Params: rows.Params(luabind.Of[gpu.ShaderComponent]("red", ""), luabind.Of[gpu.ShaderComponent]("green", ""),
				luabind.Of[gpu.ShaderComponent]("blue", ""), luabind.Of[gpu.ShaderComponent]("alpha", "")), Fn: luabind.Raw(encodeMapping)},
		{Name: "FormatTime", Returns: "string", Doc: `Virtual nanoseconds as text: "1.250 ms".`,
			Params: rows.Params(luabind.P("nanoseconds", "number", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.ReturnString(formatTime(c.Float64(1))) })},
		{Name: "GetAdapterDesc", Doc: "Describes the simulated adapter.",
			Fn: luabind.Get(func(e *env) device.AdapterDesc { return e.adapter.Desc() })},
		{Name: "Hash", Returns: "string", Doc: "A digest of a resource's contents: copies it back as SavePNG does.",
			Params: rows.Params(luabind.P("resource", "Resource", "")), Fn: luabind.Raw(hash)},
		{Name: "LoadImage", Returns: "Image", Doc: "Reads a PNG file.",
			Params: rows.Params(luabind.P("path", "string", "")), Fn: luabind.Raw(loadImage)},
		{Name: "LoadModel", Returns: "table", Doc: "Reads the triangles of a Wavefront OBJ file and its MTL colors: Vertices (position, normal and color of 3 floats, 2 texture coordinates each), Indices, counts, Min and Max.",
			Params: rows.Params(luabind.P("path", "string", "")), Fn: luabind.Raw(loadModel)},
		{Name: "Now", Returns: "integer", Doc: "The clock of this CPU thread in virtual nanoseconds.", Fn: luabind.Raw(func(c *luabind.Args) {
			now, err := self[*env](c).adapter.ReadClock()
			c.Check(err)
			c.ReturnNumber(float64(now))
		})},
		{Name: "PackRGBA8", Returns: "integer", Doc: "Four values from 0 to 1 as one R8G8B8A8 texel.",
			Params: rows.Params(luabind.P("r", "number", ""), luabind.P("g", "number", ""),
				luabind.P("b", "number", ""), luabind.Opt("a", "number", "default 1")), Fn: luabind.Raw(packRGBA8)},
		{Name: "PixelShader", Doc: "Makes a pixel shader of a Lua function; without Inputs it is compiled with the vertex shader of its pipeline.",
			Fn: luabind.Call((*env).pixelShader)},
		{Name: "PopMessageFilter", Doc: "Puts the filter in force that was so before the last PushMessageFilter.",
			Fn: luabind.Do((*env).popMessageFilter)},
		{Name: "PushMessageFilter", Doc: "Puts a filter of diagnostics in force until PopMessageFilter.", Fn: luabind.Do2((*env).pushMessageFilter)},
		{Name: "SavePNG", Doc: "Writes a texture to a PNG file: copies it to a READBACK buffer on a queue of its own and waits.",
			Params: rows.Params(luabind.P("path", "string", ""),
				luabind.P("texture", "Resource", ""), luabind.Opt("subresource", "integer", "default 0")), Fn: luabind.Raw(savePNG)},
		{Name: "SetMessageFilter", Doc: "Replaces the filter of diagnostics in force: codes, names or families (GS09xx) to show or not, and other severities.",
			Fn: luabind.Do2((*env).setMessageFilter)},
		{Name: "Thread", Returns: "Thread", Doc: "Starts a simulated CPU thread. The name may be left out, or come last; or one table { Name, Main }.",
			Params: rows.Params(luabind.P("name", "string|function|table", ""), luabind.Opt("main", "function", "")), Fn: luabind.Raw(startThread)},
		{Name: "UnpackRGBA8", Returns: "number, number, number, number", Doc: "The four components of an R8G8B8A8 texel, 0 to 1.",
			Params: rows.Params(luabind.P("texel", "integer", "")), Fn: luabind.Raw(unpackRGBA8)},
		{Name: "VertexShader", Doc: "Compiles a Lua function to a vertex shader.", Fn: luabind.Call((*env).vertexShader)},
		{Name: "WaitForMultipleObjects", Returns: "string, integer?",
			Doc: "Blocks the thread until all events, or any one, are set: WAIT_OBJECT_0 and the index from 1, or WAIT_TIMEOUT.",
			Params: rows.Params(luabind.P("events", "Event[]", ""), luabind.Opt("waitAll", "boolean", "default true"),
				luabind.Opt("milliseconds", "number", "virtual; default: gpu.INFINITE")),
			Fn: luabind.Raw(waitMultiple)},
		{Name: "WaitForSingleObject", Returns: "string", Doc: "Blocks the thread until an event is set: WAIT_OBJECT_0 or WAIT_TIMEOUT.",
			Params: rows.Params(luabind.P("event", "Event", ""),
				luabind.Opt("milliseconds", "number", "virtual; default: gpu.INFINITE")),
			Fn: luabind.Raw(waitSingle)},
		{Name: "WaitForSingleObjectEx", Returns: "string", Doc: "Is WaitForSingleObject: nothing alerts a thread here.",
			Params: rows.Params(luabind.P("event", "Event", ""),
				luabind.Opt("milliseconds", "number", "virtual; default: gpu.INFINITE"), luabind.Opt("alertable", "boolean", "")),
			Fn: luabind.Raw(waitSingle)},
		{Name: "Work", Doc: "Lets this CPU thread compute for some virtual microseconds.",
			Params: rows.Params(luabind.P("microseconds", "number", "a negative one is 0")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[*env](c).adapter.Work(virtual(c.Float64(1), 1e3), c.Site())) })},
	}...)),
}

type createDeviceDesc struct {
	gpu.DeviceDesc
	Site gpu.Site
}

func (e *env) createDevice(d createDeviceDesc) (*device.Device, error) {
	return e.adapter.CreateDevice(d.DeviceDesc, d.Site)
}

type createEventDesc struct {
	gpu.EventDesc
	Site gpu.Site
}

func (e *env) createEvent(d createEventDesc) (*device.Event, error) {
	return e.adapter.CreateEvent(d.EventDesc, d.Site)
}

// virtual turns a script's time into virtual nanoseconds; unit is nanoseconds. Negative times are 0.
func virtual(t, unit float64) uint64 {
	ns := math.Round(max(t, 0) * unit)
	if ns >= 1<<62 {
		return device.WaitForever
	}
	return uint64(ns)
}

// milliseconds is a timeout as Win32 has it.
func milliseconds(t float64) uint64 {
	if t == infinite {
		return device.WaitForever
	}
	return virtual(t, 1e6)
}

func closeHandle(c *luabind.Args) {
	e := luabind.Object[event](c, 1)
	e.SetSite(c.Site())
	c.Check(e.Release())
}

func waitSingle(c *luabind.Args) { waitEvents(c, []event{luabind.Object[event](c, 1)}, true, 2) }

func waitMultiple(c *luabind.Args) {
	waitEvents(c, luabind.Decode[[]event](c, 1), c.OptBool(2, true), 3)
}

func waitEvents(c *luabind.Args, events []event, all bool, timeout int) {
	limit := uint64(device.WaitForever)
	if c.Has(timeout) {
		limit = milliseconds(c.Float64(timeout))
	}
	method := "WaitForSingleObject"
	if timeout == 3 {
		method = "WaitForMultipleObjects"
	}
	status, index, err := self[*env](c).adapter.WaitForEvents(method, c.Site(), events, all, limit, !compared.Dropped(c.L))
	c.Check(err)
	if status == device.WaitTimeout {
		c.ReturnString("WAIT_TIMEOUT")
		return
	}
	c.ReturnString("WAIT_OBJECT_0")
	if timeout == 3 && !all {
		c.ReturnNumber(float64(index + 1))
	}
}

// threadDesc is a thread as one table.
type threadDesc struct {
	Name string
	Main *lua.LFunction `lua:",required"` // what the thread runs
}

// startThread is gpu.Thread.
func startThread(c *luabind.Args) {
	e, name, main := self[*env](c), 1, 2
	if _, first := c.Value(1).(*lua.LFunction); first && (c.Value(2).Type() == lua.LTString || !c.Has(2)) {
		name, main = main, name
	}
	var d threadDesc
	if _, described := c.Value(1).(*lua.LTable); described && c.N() == 1 {
		d = luabind.Decode[threadDesc](c, 1)
	} else {
		d = threadDesc{c.OptString(name, ""), c.Function(main)}
	}
	co, _ := c.L.NewThread()
	t, err := e.adapter.Go(d.Name, c.Site(), func() error { return e.call(co, d.Main) })
	c.Check(err)
	c.Return(t)
}

// call runs the main function of a simulated thread.
func (e *env) call(L *lua.LState, fn *lua.LFunction) error {
	if e.options.Call != nil {
		return e.options.Call(L, fn)
	}
	L.Push(fn)
	return L.PCall(0, 0, nil)
}

// join is Thread:Join. A Lua error of the thread goes on in the caller as it was raised there.
func join(c *luabind.Args) { c.Check(self[thread](c).Join()) }
