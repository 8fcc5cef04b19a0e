// Package swapchain is the swap chain of the engine level: the back buffers of a native swap chain as textures of the engine, and Present, which
// ends a context's frame.
//
//	Present   back buffer to PRESENT ─ Flush ─ native Present (waits while too many frames are queued) ─ FinishFrame ─ ReleaseStaleResources
//
// It is written on the public API of package engine, of which it must not know more.
package swapchain

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Desc describes a swap chain. Zero fields have the defaults in brackets.
type Desc struct {
	Name              string
	Width             uint32     `lua:",required,min=1"` // pixels
	Height            uint32     `lua:",required,min=1"`
	ColorBufferFormat gpu.Format // [R8G8B8A8_UNORM]
	DepthBufferFormat gpu.Format // UNKNOWN: no depth buffer
	BufferCount       uint32     `lua:",max=16"` // [2]
	MaxFrameLatency   uint32     `lua:",max=16"` // frames that may wait to be shown [2]
	NotPrimary        bool       // Present finishes no frame
}

// SwapChain is back buffers that are shown one after the other.
type SwapChain struct {
	*engine.Owner
	dev     *engine.RenderDevice
	ctx     *engine.DeviceContext
	native  *device.SwapChain
	desc    Desc
	colours []*engine.Texture
	depth   *engine.Texture
	current int
	site    gpu.Site
}

// Create makes a swap chain for an immediate context with a DIRECT queue.
func Create(d *engine.RenderDevice, of Desc, c *engine.DeviceContext, site gpu.Site) (*SwapChain, error) {
	if of.Name == "" {
		of.Name = "swap chain"
	}
	const repair = "give an immediate context of the render device that makes the swap chain, one with a DIRECT queue"
	if c == nil || c.NativeQueue() == nil || c.NativeQueue().Desc().Type != gpu.ListDirect {
		return nil, diag.AsError(words.Desc(site, "SwapChain", of.Name, "its context is not an immediate context with a DIRECT queue").
			WithDocRule().HelpText("%s", repair))
	}
	if c.Native() != d.Native() {
		return nil, diag.AsError(words.Desc(site, "SwapChain", of.Name, "its context is one of another device").WithDocRule().HelpText("%s", repair))
	}
	if of.ColorBufferFormat == gpu.FormatUnknown {
		of.ColorBufferFormat = gpu.FormatR8G8B8A8Unorm
	}
	if of.BufferCount == 0 {
		of.BufferCount = 2
	}
	if of.MaxFrameLatency == 0 {
		of.MaxFrameLatency = 2
	}
	s := &SwapChain{dev: d, ctx: c, desc: of, site: site}
	d.SetSite(site)
	q := c.NativeQueue()
	q.SetSite(site)
	n, err := q.CreateSwapChain(gpu.SwapChainDesc{Name: of.Name, Width: of.Width, Height: of.Height,
		Format: of.ColorBufferFormat, BufferCount: of.BufferCount,
		SampleDesc: gpu.SampleDesc{Count: 1}})
	if err != nil {
		return nil, err
	}
	s.native, s.Owner = n, d.NewOwner("SwapChain", of.Name, c)
	if err := s.wrap(); err != nil {
		s.abandon()
		return nil, err
	}
	return s, n.SetMaximumFrameLatency(of.MaxFrameLatency)
}

// abandon gives up what was made of a swap chain that cannot be made as a whole.
func (s *SwapChain) abandon() {
	for _, t := range s.textures() {
		_ = s.ReleaseOwned(t)
	}
	s.native.SetSite(s.site)
	_, _ = s.Owner.Release(), s.native.Release()
}

// textures are the back buffers, and the depth buffer if there is one.
func (s *SwapChain) textures() []*engine.Texture {
	if s.depth == nil {
		return s.colours
	}
	return append(slices.Clone(s.colours), s.depth)
}

// SetSite says which place of a script makes the next call on the swap chain.
func (s *SwapChain) SetSite(at gpu.Site) {
	s.site = at
	s.Owner.SetSite(at)
}

// Desc is the description with its defaults filled in.
func (s *SwapChain) Desc() Desc { return s.desc }

// wrap makes textures of the back buffers, and the depth buffer.
func (s *SwapChain) wrap() error {
	s.dev.SetSite(s.site)
	for i := range s.desc.BufferCount {
		t, err := s.dev.CreateTextureFromNative(s.native.GetBuffer(i), desc.TextureDesc{Name: fmt.Sprintf("%s[%d]", s.desc.Name, i),
			BindFlags: desc.BindRenderTarget, ImmediateContextMask: s.ctx.Mask()}, gpu.StatePresent)
		if err != nil {
			return err
		}
		s.Owns(t)
		s.colours = append(s.colours, t)
	}
	if s.desc.DepthBufferFormat == gpu.FormatUnknown {
		return nil
	}
	var err error
	if s.depth, err = s.dev.CreateTexture(desc.TextureDesc{Name: s.desc.Name + " depth buffer", Width: s.desc.Width,
		Height: s.desc.Height, MipLevels: 1,
		Format: s.desc.DepthBufferFormat, BindFlags: desc.BindDepthStencil, ImmediateContextMask: s.ctx.Mask()}); err == nil {
		s.Owns(s.depth)
	}
	return err
}

// GetCurrentBackBufferRTV is the view to draw the running frame into. It changes with Present and Resize; after Release there is none.
func (s *SwapChain) GetCurrentBackBufferRTV() *engine.TextureView {
	if s.Released() {
		return nil
	}
	return s.colours[s.current].GetDefaultView(desc.ViewRenderTarget)
}

// GetDepthBufferDSV is the view of the depth buffer; nil if there is none.
func (s *SwapChain) GetDepthBufferDSV() *engine.TextureView {
	if s.depth == nil {
		return nil
	}
	return s.depth.GetDefaultView(desc.ViewDepthStencil)
}

// Present shows the back buffer, at least syncInterval vertical blanks after the one before; 0: at once. A primary swap chain
// finishes the context's frame and releases stale resources. Other contexts finish their frames themselves.
func (s *SwapChain) Present(syncInterval uint32) error {
	if err := s.Usable("Present"); err != nil {
		return err
	}
	s.ctx.SetSite(s.site)
	if err := s.ctx.TransitionResourceStates([]engine.StateTransitionDesc{{Texture: s.colours[s.current], NewState: gpu.StatePresent}}); err != nil {
		return err
	}
	if err := s.ctx.Flush(); err != nil {
		return err
	}
	s.native.SetSite(s.site)
	if err := s.native.Present(syncInterval); err != nil {
		return err
	}
	s.current = (s.current + 1) % len(s.colours)
	if s.desc.NotPrimary {
		return nil
	}
	if err := s.ctx.FinishFrame(); err != nil {
		return err
	}
	return s.dev.ReleaseStaleResources()
}

// Resize makes buffers of another size: it flushes, waits until the GPU is idle and destroys the old ones. Views of the old ones are gone.
func (s *SwapChain) Resize(width, height uint32) error {
	if err := s.Usable("Resize"); err != nil {
		return err
	}
	if err := s.idle(); err != nil {
		return err
	}
	s.native.SetSite(s.site)
	if err := s.native.ResizeBuffers(0, width, height, gpu.FormatUnknown, nil); err != nil {
		return err
	}
	s.desc.Width, s.desc.Height, s.current = width, height, 0
	return s.wrap()
}

// Release gives the buffers up, when the GPU has finished with them: it waits until it is idle. Releasing twice is GS0643.
func (s *SwapChain) Release() error {
	if err := s.Owner.Release(); err != nil {
		return err
	}
	if err := s.idle(); err != nil {
		return err
	}
	s.native.SetSite(s.site)
	return s.native.Release()
}

// idle gives the textures up and waits until they are destroyed.
func (s *SwapChain) idle() error {
	s.ctx.SetSite(s.site)
	s.dev.SetSite(s.site)
	if err := s.ctx.Flush(); err != nil {
		return err
	}
	all := s.textures()
	s.colours, s.depth = nil, nil
	for _, t := range all {
		t.SetSite(s.site)
		if err := s.ReleaseOwned(t); err != nil {
			return err
		}
	}
	return s.dev.IdleGPU()
}
