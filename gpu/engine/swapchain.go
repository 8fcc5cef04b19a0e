package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// SwapChainDesc describes an off-screen swap chain. Zero fields have the defaults in brackets.
type SwapChainDesc struct {
	Name              string
	Width             uint32     `lua:",required,min=1"`
	Height            uint32     `lua:",required,min=1"`
	ColorBufferFormat gpu.Format // [R8G8B8A8_UNORM]
	DepthBufferFormat gpu.Format // UNKNOWN: no depth buffer
	BufferCount       uint32     `lua:",max=16"` // [2]
	MaxFrameLatency   uint32     `lua:",max=16"` // frames that the CPU may be ahead of the GPU [2]
	NotPrimary        bool       // Present finishes no frame
}

// SwapChain is a ring of render targets. It shows nothing: presenting paces the frames and ends them.
type SwapChain struct {
	ctx     *DeviceContext
	desc    SwapChainDesc
	colours []*Texture
	depth   *Texture
	current int
	frames  []uint64 // values of the queue behind the last frames
}

// CreateSwapChain makes a swap chain for an immediate context with a DIRECT queue.
func (d *RenderDevice) CreateSwapChain(desc SwapChainDesc, c *DeviceContext) (*SwapChain, error) {
	if c == nil || c.queue == nil || c.queue.typ != gpu.ListDirect {
		return nil, d.refuse(words.Desc(d.site, "SwapChain", desc.Name, "its context is no immediate context with a DIRECT queue"))
	}
	if desc.Name == "" {
		desc.Name = "swap chain"
	}
	if desc.ColorBufferFormat == gpu.FormatUnknown {
		desc.ColorBufferFormat = gpu.FormatR8G8B8A8Unorm
	}
	if desc.BufferCount == 0 {
		desc.BufferCount = 2
	}
	if desc.MaxFrameLatency == 0 {
		desc.MaxFrameLatency = 2
	}
	s := &SwapChain{ctx: c, desc: desc}
	return s, s.create()
}

// SetSite says which place of a script makes the next call on the swap chain.
func (s *SwapChain) SetSite(at gpu.Site) { s.ctx.site = at }

// Desc is the description with its defaults filled in.
func (s *SwapChain) Desc() SwapChainDesc { return s.desc }

// create makes the textures.
func (s *SwapChain) create() error {
	d := s.ctx.dev
	for i := range s.desc.BufferCount {
		t, err := d.CreateTexture(TextureDesc{Name: fmt.Sprintf("%s back buffer %d", s.desc.Name, i), Width: s.desc.Width, Height: s.desc.Height, MipLevels: 1,
			Format: s.desc.ColorBufferFormat, BindFlags: BindRenderTarget | BindShaderResource, ImmediateContextMask: 1 << s.ctx.id})
		if err != nil {
			return err
		}
		s.colours = append(s.colours, t)
	}
	if s.desc.DepthBufferFormat == gpu.FormatUnknown {
		return nil
	}
	var err error
	s.depth, err = d.CreateTexture(TextureDesc{Name: s.desc.Name + " depth buffer", Width: s.desc.Width, Height: s.desc.Height, MipLevels: 1,
		Format: s.desc.DepthBufferFormat, BindFlags: BindDepthStencil, ImmediateContextMask: 1 << s.ctx.id})
	return err
}

// GetCurrentBackBufferRTV is the view to draw the running frame into. It changes with Present and Resize.
func (s *SwapChain) GetCurrentBackBufferRTV() *TextureView {
	return s.colours[s.current].GetDefaultView(ViewRenderTarget)
}

// GetDepthBufferDSV is the view of the depth buffer; nil if there is none.
func (s *SwapChain) GetDepthBufferDSV() *TextureView {
	if s.depth == nil {
		return nil
	}
	return s.depth.GetDefaultView(ViewDepthStencil)
}

// Present ends the frame, in this order: the back buffer goes to state PRESENT, the context is flushed, the CPU waits while it is more than
// MaxFrameLatency frames ahead, and a primary swap chain finishes the context's frame and releases stale resources. Other contexts finish
// their frames themselves.
func (s *SwapChain) Present() error {
	c := s.ctx
	r, err := c.command("Present")
	if err != nil {
		return err
	}
	back := s.colours[s.current]
	if err := r.did(r.needs(c, &back.object, &back.tracked, gpu.StatePresent, TransitionAuto, "Present")); err != nil {
		return err
	}
	if err := c.flush("Present", nil); err != nil {
		return err
	}
	s.frames = append(s.frames, c.queue.life.LastValue())
	if n := len(s.frames) - int(s.desc.MaxFrameLatency); n > 0 {
		if err := c.queue.wait(c.site, s.frames[n-1]); err != nil {
			return err
		}
		s.frames = append(s.frames[:0], s.frames[n:]...)
	}
	s.current = (s.current + 1) % len(s.colours)
	if s.desc.NotPrimary {
		return nil
	}
	if err := c.FinishFrame(); err != nil {
		return err
	}
	return c.dev.ReleaseStaleResources()
}

// Resize makes buffers of another size: it flushes, waits until the GPU is idle and destroys the old ones. Views of the old ones are gone.
func (s *SwapChain) Resize(width, height uint32) error {
	c := s.ctx
	c.dev.site = c.site
	if err := c.flush("Resize", nil); err != nil {
		return err
	}
	if err := s.Release(); err != nil {
		return err
	}
	if err := c.dev.IdleGPU(); err != nil {
		return err
	}
	s.desc.Width, s.desc.Height, s.current, s.frames = width, height, 0, nil
	return s.create()
}

// Release gives the buffers up.
func (s *SwapChain) Release() error {
	all := s.colours
	if s.depth != nil {
		all = append(all, s.depth)
	}
	var first error
	for _, t := range all {
		t.site = s.ctx.site
		if err := t.Release(); err != nil && first == nil {
			first = err
		}
	}
	s.colours, s.depth = nil, nil
	return first
}
