// Package present holds the rules of swap chains that a call alone decides: which can be made, what ResizeBuffers may change, when a picture may
// tear.
//
// Objects are asked for through World. It must not know states of back buffers, queues' work or order.
package present

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the rules ask of the validator, for the call at hand.
type World interface {
	// Ref is an object as messages name it, Created the place where it was made.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
}

// Create checks what a swap chain is made of: a DIRECT queue, a format that can be shown, and enough buffers. onDirect says that the queue is one.
func Create(in World, head gpu.CallHead, queue gpu.ID, onDirect bool, d *gpu.SwapChainDesc) []*diag.Diagnostic {
	got, want, fix := "", "", diag.Fix{}
	switch {
	case !onDirect:
		got, want = in.Ref(queue)+" presents nothing", "create it on a DIRECT queue"
	case d.BufferCount < gpu.MinBackBuffers || d.BufferCount > gpu.MaxBackBuffers:
		got, want = fmt.Sprintf("BufferCount is %d", d.BufferCount), "2 to 16 buffers are shown in turn"
		fix = diag.Put("CreateSwapChain", "BufferCount", min(max(d.BufferCount, gpu.MinBackBuffers), gpu.MaxBackBuffers))
	case d.SampleDesc.Count > 1:
		got, want = fmt.Sprintf("SampleDesc.Count is %d", d.SampleDesc.Count), "draw to a multisampled texture and resolve it to the back buffer"
	case d.SampleDesc.Quality != 0:
		got, want, fix = fmt.Sprintf("SampleDesc.Quality is %d", d.SampleDesc.Quality), "one sample has quality 0",
			diag.Drop("CreateSwapChain", "SampleDesc.Quality")
	case d.Format != gpu.FormatR8G8B8A8Unorm && d.Format != gpu.FormatB8G8R8A8Unorm && d.Format != gpu.FormatR10G10B10A2Unorm &&
		d.Format != gpu.FormatR16G16B16A16Float:
		got, want = "Format is "+d.Format.String(),
			"it is R8G8B8A8_UNORM, B8G8R8A8_UNORM, R10G10B10A2_UNORM or R16G16B16A16_FLOAT; views may be of the same family with _SRGB"
	default:
		return nil
	}
	return []*diag.Diagnostic{words.New(diag.BadSwapChain, head.Site, "swap chain %q cannot be made: %s", d.Name, got).
		HelpFix(head.Site, fix, "%s", want)}
}

// fixedFlags are those that ResizeBuffers cannot change.
const fixedFlags = gpu.SwapChainWaitable | gpu.SwapChainTearing

// Resize checks the new buffers, which are such as CreateSwapChain makes, and the flags, which stay.
func Resize(in World, c *gpu.ResizeCall) []*diag.Diagnostic {
	out := Create(in, c.CallHead, c.Queue, true, &c.To)
	if c.From.Flags&fixedFlags != c.To.Flags&fixedFlags {
		d := words.New(diag.BadPresent, c.Site, "ResizeBuffers gives %s the flags %s, but it has %s", in.Ref(c.Chain), c.To.Flags, c.From.Flags).
			Because("A swap chain has ALLOW_TEARING and FRAME_LATENCY_WAITABLE_OBJECT from the beginning or never.")
		out = append(out, words.Made(in, d, c.Chain).HelpText("leave the flags out, or give CreateSwapChain other Flags"))
	}
	return out
}

// Use is a use of back buffer Buffer of a chain, whose next Present shows another one.
type Use struct {
	Buffer gpu.ID
	Chain  *Chain
	Site   gpu.Site // of the command in its list
	Op     gpu.Op
}

// NotCurrent words a list that is submitted at a site and uses another back buffer than the one that the next Present shows.
func NotCurrent(in World, site gpu.Site, list gpu.ID, u Use) *diag.Diagnostic {
	fix := diag.Fix{Method: "ResourceBarrier", Argument: 1, Path: diag.Entry("Resource") + "(1)", Text: "%o:GetCurrentBackBufferIndex()",
		Object: diag.The(in.Created(u.Chain.ID))}
	fix.Declared, fix.Within = true, u.Chain.shown != 0 // elsewhere GetBuffer may stand before that Present
	d := words.New(diag.BackBufferNotCurrent, site, "%s uses %s, but %s is the current back buffer of %s", in.Ref(list), in.Ref(u.Buffer),
		in.Ref(u.Chain.Buffers[u.Chain.current]), in.Ref(u.Chain.ID)).
		Via(u.Site, fmt.Sprintf("%s, %s", in.Ref(list), u.Op)).WithObject(u.Buffer, in.Ref(u.Buffer))
	d.Turn = fmt.Sprint(u.Chain.ID)
	if u.Chain.shown != 0 {
		behind := diag.Fix{Method: "Present", Argument: 1, Action: diag.FixBehind, Object: diag.The(site)}
		d.WithHelp(diag.Help{Site: u.Chain.shown, Fix: &behind, Exact: true, Text: "submit before the Present of that buffer: exchange the two"})
	}
	what := "record for GetBuffer(GetCurrentBackBufferIndex())"
	switch u.Op {
	case gpu.OpOMSetRenderTargets, gpu.OpClearRenderTargetView, gpu.OpBeginRenderPass:
		what = fmt.Sprintf("give %s the view of the buffer that GetCurrentBackBufferIndex() numbers", u.Op)
	}
	d.HelpFix(u.Site, fix, "%s, called again in each frame, and submit before the Present of that buffer", what)
	d.Help[len(d.Help)-1].Spare = len(d.Help) > 1
	return d
}

// Held refuses a call before the release of what GetBuffer gave.
func Held(in World, c *gpu.ResizeCall, chain *Chain) *diag.Diagnostic {
	var lines []string
	for _, id := range c.Held {
		lines = append(lines, "%1"+chain.Get(id)+":Release()")
	}
	return words.New(diag.BackBufferHeld, c.Site, "ResizeBuffers is called while %s of %s is not released", in.Ref(c.Held[0]), in.Ref(c.Chain)).
		WithResource(in.Ref(c.Held[0])).
		Because("DXGI refuses the call with DXGI_ERROR_INVALID_CALL until every reference that GetBuffer gave is released.").
		HelpBefore(c.Site, strings.Join(lines, "\n"), diag.Pieces(c.Site, c.Method), "call Release on each back buffer before ResizeBuffers")
}

// Present checks the flags: a picture may tear if the chain was made for it and nothing waits for the vertical blank.
func Present(in World, c *gpu.PresentCall) (out []*diag.Diagnostic) {
	if c.Flags&gpu.PresentTearing == 0 {
		return nil
	}
	if c.ChainFlags&gpu.SwapChainTearing == 0 {
		d := words.New(diag.BadPresent, c.Site, "Present of %s has ALLOW_TEARING, but the swap chain was created without it", in.Ref(c.Chain))
		out = append(out, words.Made(in, d, c.Chain).HelpFix(in.Created(c.Chain),
			diag.Put("CreateSwapChain", "Flags", c.ChainFlags|gpu.SwapChainTearing),
			`give CreateSwapChain Flags = "ALLOW_TEARING", or leave the flag of Present out`))
	}
	if c.SyncInterval != 0 {
		d := words.New(diag.BadPresent, c.Site, "Present has ALLOW_TEARING and a sync interval of %d", c.SyncInterval).WithResource(in.Ref(c.Chain)).
			Because("A picture that waits for the vertical blank cannot tear.")
		out = append(out, d.HelpFix(c.Site, diag.PutArgument("Present", 1, 0), "give the sync interval 0, or leave ALLOW_TEARING out"))
	}
	return out
}
