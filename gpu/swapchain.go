package gpu

// SwapEffect as DXGI_SWAP_EFFECT. The modes that copy are refused by Direct3D 12, so they are not here.
type SwapEffect uint8

// The swap effects.
const (
	SwapFlipDiscard    SwapEffect = iota // a presented buffer's contents are not kept
	SwapFlipSequential                   // they are kept
)

var swapEffectNames = []string{"FLIP_DISCARD", "FLIP_SEQUENTIAL"}

// LuaNames implements the enum contract of the bindings.
func (SwapEffect) LuaNames() []string { return swapEffectNames }

// String returns the DXGI name without its prefix.
func (e SwapEffect) String() string { return enumName(swapEffectNames, int(e)) }

// SwapChainFlags as DXGI_SWAP_CHAIN_FLAG.
type SwapChainFlags uint32

// The swap chain flags.
const (
	SwapChainWaitable SwapChainFlags = 64   // gives the swap chain a waitable object: Present does not block then
	SwapChainTearing  SwapChainFlags = 2048 // lets Present have PresentTearing
)

var swapChainFlagNames = []FlagName{{"NONE", 0}, {"FRAME_LATENCY_WAITABLE_OBJECT", 64}, {"ALLOW_TEARING", 2048}}

// LuaFlagNames implements the flags contract of the bindings.
func (SwapChainFlags) LuaFlagNames() []FlagName { return swapChainFlagNames }

// String joins the set flags.
func (f SwapChainFlags) String() string { return flagString(swapChainFlagNames, uint64(f)) }

// PresentFlags as DXGI_PRESENT.
type PresentFlags uint32

// PresentTearing shows the picture at once, even in the middle of a scan.
const PresentTearing PresentFlags = 512

var presentFlagNames = []FlagName{{"NONE", 0}, {"ALLOW_TEARING", 512}}

// LuaFlagNames implements the flags contract of the bindings.
func (PresentFlags) LuaFlagNames() []FlagName { return presentFlagNames }

// Limits of swap chains (dxgi.h).
const (
	MinBackBuffers  = 2
	MaxBackBuffers  = 16
	MaxFrameLatency = 16
	MaxSyncInterval = 4 // vertical blanks
)

// SwapChainDesc describes the back buffers of a swap chain (CreateSwapChain), as DXGI_SWAP_CHAIN_DESC1. There is no window: what is presented goes
// to the program around the script.
type SwapChainDesc struct {
	Name        string
	Width       uint32         `lua:",required,min=1"` // pixels
	Height      uint32         `lua:",required,min=1"`
	Format      Format         `lua:",default=R8G8B8A8_UNORM"` // of the back buffers
	BufferCount uint32         `lua:",default=2"`              // 2 to 16
	SampleDesc  SampleDesc     `lua:",default={}"`             // one sample: draw to a texture with more, and resolve
	SwapEffect  SwapEffect     // FLIP_DISCARD or FLIP_SEQUENTIAL
	Flags       SwapChainFlags // FRAME_LATENCY_WAITABLE_OBJECT, ALLOW_TEARING
}

// PresentCall is Present: the current back buffer is shown after all earlier work of the queue.
type PresentCall struct {
	CallHead
	Queue, Chain ID
	Buffer       ID     // the current back buffer
	SyncInterval uint32 // vertical blanks since the frame before, up to MaxSyncInterval
	Flags        PresentFlags
	ChainFlags   SwapChainFlags
	Latency      uint32 // frames that may wait to be shown when the thread goes on, or, with SwapChainWaitable, when another one may be begun
}

// CallKind implements Call.
func (*PresentCall) CallKind() CallKind { return CallPresent }

// ResizeCall is ResizeBuffers: a swap chain with buffers as in From gets those of To. The old buffers are released by calls of their own.
type ResizeCall struct {
	CallHead
	Queue, Chain ID
	From, To     SwapChainDesc
	Held         []ID // back buffers that somebody has got and not released
}

// CallKind implements Call.
func (*ResizeCall) CallKind() CallKind { return CallResize }
