package bindings

import (
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

type swapChain = *device.SwapChain

var swapChainClass = luabind.Class{
	Kind: "SwapChain",
	Type: luabind.TypeOf[swapChain](),
	Doc:  "Back buffers that are shown one after the other; from CommandQueue:CreateSwapChain.",
	Methods: refused[swapChain](luabind.Methods{
		{Name: "GetBuffer", Returns: "Resource", Doc: "A back buffer, counted from 0. The chain owns it.",
			Params: rows.Params(luabind.P("index", "integer", "buffer")), Fn: luabind.Raw(getBuffer)},
		{Name: "GetCurrentBackBufferIndex", Doc: "The number of the back buffer that the next Present shows.",
			Fn: luabind.Get(swapChain.GetCurrentBackBufferIndex)},
		{Name: "GetDesc", Doc: "The description, with the current size.", Fn: luabind.Get(swapChain.GetDesc)},
		{Name: "GetDesc1", Doc: "GetDesc.", Fn: luabind.Get(swapChain.GetDesc)},
		getDevice[swapChain](),
		{Name: "GetFrameLatencyWaitableObject", Returns: "Event?",
			Doc: "The event that is set when another frame may be begun, and ends as many waits as may be; nil without the flag FRAME_LATENCY_WAITABLE_OBJECT.", Uses: true,
			Fn: luabind.Raw(func(c *luabind.Args) {
				if e := self[swapChain](c).GetFrameLatencyWaitableObject(); e != nil {
					c.Return(e)
				}
			})},
		{Name: "GetLastPresentCount", Doc: "The number of Present calls so far.", Fn: luabind.Get(swapChain.GetLastPresentCount)},
		{Name: "GetMaximumFrameLatency", Doc: "How many frames may wait to be shown before Present blocks.",
			Fn: luabind.Get(swapChain.GetMaximumFrameLatency)},
		rows.GetName[swapChain](),
		{Name: "Present", Doc: "Shows the current back buffer after all earlier work of the queue; blocks while too many frames wait.",
			Params: rows.Params(
				luabind.Opt("syncInterval", "integer", "vertical blanks since the frame before, 0 to 4; default 1"),
				luabind.OptOf[gpu.PresentFlags]("flags", `"ALLOW_TEARING" needs a sync interval of 0; default "NONE"`)), Fn: luabind.Raw(present)},
		{Name: "Present1", Doc: "Present; pictures are shown as a whole, so there is nothing to say about parts.", Params: rows.Params(
			luabind.P("syncInterval", "integer", "vertical blanks since the frame before, 0 to 4"),
			luabind.OptOf[gpu.PresentFlags]("flags", `default "NONE"`),
			luabind.OptOf[presentParameters]("presentParameters", "DirtyRectsCount = 0")), Fn: luabind.Raw(func(c *luabind.Args) {
			rows.OptDesc[presentParameters](c, 3)
			present(c)
		})},
		rows.Release[swapChain](),
		{Name: "ResizeBuffers", Doc: "Recreates the back buffers; 0 and UNKNOWN keep what is. The GPU must have finished with them.",
			Params: rows.Params(
				luabind.Opt("bufferCount", "integer", "default 0"), luabind.Opt("width", "integer", "pixels; default 0"),
				luabind.Opt("height", "integer", "pixels; default 0"),
				luabind.OptOf[gpu.Format]("format", "default UNKNOWN"),
				luabind.OptOf[gpu.SwapChainFlags]("flags", "default: as they are; only names that it has already")),
			Fn: luabind.Raw(resizeBuffers)},
		{Name: "SetMaximumFrameLatency", Doc: "How many frames may wait to be shown before Present blocks: 1 to 16.", Uses: true,
			Params: rows.Params(luabind.P("frames", "integer", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[swapChain](c).SetMaximumFrameLatency(c.Uint32In(1, 1, gpu.MaxFrameLatency)))
			})},
		named[swapChain](),
	}, "CheckColorSpaceSupport", "GetBackgroundColor", "GetContainingOutput", "GetCoreWindow", "GetFrameStatistics", "GetFullscreenDesc",
		"GetFullscreenState", "GetHwnd",
		"GetMatrixTransform", "GetParent", "GetRestrictToOutput", "GetRotation", "GetSourceSize", "IsTemporaryMonoSupported",
		"ResizeBuffers1", "ResizeTarget",
		"SetBackgroundColor", "SetColorSpace1", "SetFullscreenState", "SetHDRMetaData", "SetMatrixTransform", "SetRotation", "SetSourceSize"),
}

func getBuffer(c *luabind.Args) {
	s, i := self[swapChain](c), c.Uint32(1)
	c.Check(s.Use(c.Site(), "GetBuffer")) // a chain that was released has none to give
	r := s.Acquire(i)
	if r == nil {
		c.Raise(noBuffer(c, i, s.GetDesc().BufferCount))
	}
	c.Return(r)
}

// noBuffer words an index behind the last buffer. One behind it is counted from 1.
func noBuffer(c *luabind.Args, i, count uint32) *diag.Diagnostic {
	d := c.Wrong(1, 0, diag.NumberOutOfRange, "is %d, but the swap chain has %d buffers, counted from 0", i, count)
	if i != count {
		return d
	}
	return d.HelpFix(0, diag.Shift("GetBuffer", 1, uint64(i), uint64(i-1)), "count from 0: the last one is %d", count-1)
}

func present(c *luabind.Args) {
	n := syncInterval(c)
	c.Check(self[swapChain](c).Present1(n, luabind.OptEnum[gpu.PresentFlags](c, 2, 0)))
}

// presentParameters is DXGI_PRESENT_PARAMETERS.
type presentParameters struct {
	DirtyRectsCount uint32 `lua:",max=0"`
}

func resizeBuffers(c *luabind.Args) {
	var flags *gpu.SwapChainFlags
	if c.Has(5) {
		f := luabind.Enum[gpu.SwapChainFlags](c, 5)
		flags = &f
	}
	c.Check(self[swapChain](c).ResizeBuffers(c.OptUint32(1, 0), c.OptUint32(2, 0), c.OptUint32(3, 0),
		luabind.OptEnum[gpu.Format](c, 4, gpu.FormatUnknown), flags))
}

// syncInterval is the argument of Present.
func syncInterval(c *luabind.Args) uint32 {
	if !c.Has(1) {
		return 1
	}
	return c.Uint32In(1, 0, gpu.MaxSyncInterval)
}
