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

// SwapChainWaitable gives the swap chain a waitable object: Present does not block then.
const SwapChainWaitable SwapChainFlags = 64

var swapChainFlagNames = []FlagName{{"NONE", 0}, {"FRAME_LATENCY_WAITABLE_OBJECT", 64}}

// LuaFlagNames implements the flags contract of the bindings.
func (SwapChainFlags) LuaFlagNames() []FlagName { return swapChainFlagNames }

// String joins the set flags.
func (f SwapChainFlags) String() string { return flagString(swapChainFlagNames, uint64(f)) }

// Limits of swap chains (dxgi.h).
const (
	MinBackBuffers  = 2
	MaxBackBuffers  = 16
	MaxFrameLatency = 16
)

// SwapChainDesc describes the back buffers of a swap chain (CreateSwapChain), as DXGI_SWAP_CHAIN_DESC1. There is no window: what is presented goes
// to the program around the script.
type SwapChainDesc struct {
	Name        string
	Width       uint32     `lua:",required,min=1"` // pixels
	Height      uint32     `lua:",required,min=1"`
	Format      Format     `lua:",default=R8G8B8A8_UNORM"`
	BufferCount uint32     `lua:",default=2"`
	SampleDesc  SampleDesc `lua:",default={}"`
	SwapEffect  SwapEffect
	Flags       SwapChainFlags
}

// PresentCall is Present: the current back buffer is shown after all earlier work of the queue.
type PresentCall struct {
	CallHead
	Queue, Chain ID
	Buffer       ID // the current back buffer
	SyncInterval uint32
}

// CallKind implements Call.
func (*PresentCall) CallKind() CallKind { return CallPresent }
