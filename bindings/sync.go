package bindings

import (
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/compared"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/bindings/internal/usual"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

type (
	queue     = *device.CommandQueue
	allocator = *device.CommandAllocator
	fence     = *device.Fence
	event     = *device.Event
	thread    = *device.Thread
)

var queueClass = luabind.Class{
	Kind: "CommandQueue",
	Type: luabind.TypeOf[queue](),
	Doc:  "Executes lists of its type in the order of submission; from CreateCommandQueue.",
	Methods: refused[queue](luabind.Methods{
		{Name: "CreateSwapChain", Doc: "Makes back buffers that the queue presents.", Fn: luabind.Call(queue.CreateSwapChain)},
		{Name: "ExecuteCommandLists", Doc: "Submits closed lists, which run in order after everything submitted before.",
			Params: rows.Params(luabind.P("lists", "CommandList[]", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				var room [1]gpu.CommandList
				c.Check(self[queue](c).ExecuteCommandLists(usual.Lists(c, 1, room[:0])))
			})},
		{Name: "GetClockCalibration", Returns: "integer, integer", Doc: "The GPU's and the CPU's clock at one instant, in ticks.", Uses: true,
			Fn: luabind.Raw(func(c *luabind.Args) {
				g, cpu := self[queue](c).GetClockCalibration()
				c.ReturnNumber(float64(g))
				c.ReturnNumber(float64(cpu))
			})},
		{Name: "GetDesc", Doc: "The queue's description.", Fn: luabind.Get(queue.Desc)},
		getDevice[queue](),
		rows.GetName[queue](),
		{Name: "GetTimestampFrequency", Doc: "Timestamp ticks a second.", Fn: luabind.Get(queue.GetTimestampFrequency)},
		rows.Release[queue](),
		named[queue](),
		{Name: "Signal", Doc: "Sets the fence after all earlier work of the queue has completed.", Params: rows.Params(fenceParam, valueParam),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[queue](c).Signal(luabind.Object[fence](c, 1), c.Uint64(2))) })},
		{Name: "Wait", Doc: "Holds everything submitted later back until the fence has reached the value.",
			Params: rows.Params(fenceParam, valueParam),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[queue](c).Wait(luabind.Object[fence](c, 1), c.Uint64(2))) })},
	}, "BeginEvent", "CopyTileMappings", "EndEvent", "GetGlobalPriority", "GetProcessPriority", "SetGlobalPriority",
		"SetMarker", "SetProcessPriority",
		"UpdateTileMappings"),
}

var (
	fenceParam = luabind.P("fence", "Fence", "")
	valueParam = luabind.P("value", "integer", "")
)

var allocatorClass = luabind.Class{
	Kind: "CommandAllocator",
	Type: luabind.TypeOf[allocator](),
	Doc:  "The memory that lists record into; from CreateCommandAllocator.",
	Methods: luabind.Methods{
		getDevice[allocator](),
		rows.GetName[allocator](),
		rows.Release[allocator](),
		{Name: "Reset", Doc: "Recycles the memory of all its lists, which the GPU must have finished.", Fn: luabind.Run(allocator.Reset)},
		named[allocator](),
	},
}

// polled adapts CompareCompletedValue: a script that only compares the value knows no more of it than that.
func polled[T any](read func(T, func(uint64) (uint64, bool)) (uint64, error), doc string) luabind.Method {
	return luabind.Method{Name: "GetCompletedValue", Returns: "integer", Doc: doc, Fn: luabind.Raw(func(c *luabind.Args) {
		v, err := read(self[T](c), func(read uint64) (uint64, bool) { return compared.AtLeast(c.L, read) })
		c.Check(err)
		c.ReturnNumber(float64(v))
	})}
}

var fenceClass = luabind.Class{
	Kind: "Fence",
	Type: luabind.TypeOf[fence](),
	Doc:  "A timeline of values that queues and the CPU signal and wait for; from CreateFence.",
	Methods: luabind.Methods{
		polled(fence.CompareCompletedValue, "The value now; 2^64-1 once the device is removed."),
		{Name: "GetCreationFlags", Doc: "The flags that the fence was made with.", Fn: luabind.Get(fence.GetCreationFlags)},
		getDevice[fence](),
		rows.GetName[fence](),
		rows.Release[fence](),
		{Name: "SetEventOnCompletion", Doc: "Sets the event when the fence reaches the value; without an event the thread waits.",
			Params: rows.Params(valueParam,
				luabind.Opt("event", "Event", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[fence](c).SetEventOnCompletion(c.Uint64(1), luabind.OptObject[event](c, 2)))
			})},
		named[fence](),
		{Name: "Signal", Doc: "Sets the value at once, from the CPU.", Params: rows.Params(valueParam),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[fence](c).Signal(c.Uint64(1))) })},
		{Name: "WaitCPU", Doc: "Blocks the thread until the fence has reached the value: SetEventOnCompletion and WaitForSingleObject.",
			Params: rows.Params(valueParam),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[fence](c).WaitCPU(c.Uint64(1))) })},
	},
}

var eventClass = luabind.Class{
	Kind: "Event",
	Type: luabind.TypeOf[event](),
	Doc:  "What CPU threads wait for; from gpu.CreateEvent.",
	Methods: luabind.Methods{
		rows.GetName[event](),
		rows.Release[event](),
		{Name: "ResetEvent", Doc: "Unsets the event.", Fn: luabind.Run(event.ResetEvent)},
		{Name: "SetEvent", Doc: "Sets the event.", Fn: luabind.Run(event.SetEvent)},
		named[event](),
	},
}

var threadClass = luabind.Class{
	Kind: "Thread",
	Type: luabind.TypeOf[thread](),
	Doc:  "A simulated CPU thread; from gpu.Thread.",
	Methods: luabind.Methods{
		rows.GetName[thread](),
		{Name: "Join", Doc: "Blocks the calling thread until this one has ended, and raises the error with which it ended.", Fn: luabind.Raw(join)},
	},
}

// step is the row of StepGpu.
func step[T interface {
	StepGpu(gpu.StepDesc) (bool, error)
}]() luabind.Method {
	return luabind.Method{Name: "StepGpu", Doc: "Lets a paused GPU run until a point; true if the point was reached.",
		Fn: luabind.Call(func(d T, desc gpu.StepDesc) (bool, error) {
			if err := misstep(&desc); err != nil {
				return false, err
			}
			return d.StepGpu(desc)
		})}
}

// misstep says which fields of a step another one makes meaningless: it has one end, and a value belongs to a fence.
func misstep(desc *gpu.StepDesc) error {
	var unused []string
	if desc.Until != gpu.StepIdle && (desc.Fence != nil || desc.Time > 0) {
		unused = append(unused, "Until")
	}
	if desc.Fence != nil && desc.Time > 0 {
		unused = append(unused, "Time")
	}
	switch {
	case len(unused) > 0:
		other := "Time"
		if desc.Fence != nil {
			other = "Fence"
		}
		fixes := make([]diag.Fix, len(unused))
		for i, field := range unused {
			fixes[i] = diag.Drop("StepGpu", field)
		}
		names := strings.Join(unused, " and ")
		return diag.AsError(diag.New(diag.UnknownKey, "StepGpu: desc has %s, which it does not use with %s", names, other).
			Because("A step has one end: Until, a Fence with a Value, or a Time.").
			HelpFixes(0, fixes, "remove %s, or %s", names, other))
	case desc.Fence == nil && desc.Value > 0:
		return diag.AsError(diag.New(diag.UnknownKey, "StepGpu: desc has Value %d, but no Fence", desc.Value).
			Because("Value is that of the Fence, and a field that is nil is left out.").
			HelpText("name the fence that gets the value, or remove Value"))
	}
	return nil
}
