package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mips"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// mipMaker makes smaller mip levels for a device.
type mipMaker struct {
	shaders   mips.Shaders
	pipelines map[gpu.Format]*PipelineState
}

// privately makes objects that are the engine's own: no leak report names them.
func (d *RenderDevice) privately(do func() error) error {
	d.making = true
	err := do()
	d.making = false
	return err
}

// mipPipeline is the pipeline for levels of a format, made at its first use.
func (d *RenderDevice) mipPipeline(f gpu.Format) (*PipelineState, error) {
	if d.mips == nil {
		shaders, err := mips.Compile()
		if err != nil {
			panic("BUG: " + err.Error())
		}
		d.mips = &mipMaker{shaders, map[gpu.Format]*PipelineState{}}
	}
	if p := d.mips.pipelines[f]; p != nil {
		return p, nil
	}
	p, err := d.CreateGraphicsPipelineState(d.mips.shaders.Pipeline(f, uint64(lifetime.AllQueues)))
	if err == nil {
		d.mips.pipelines[f] = p
	}
	return p, err
}

// GenerateMips fills the mip levels behind the first one that a SHADER_RESOURCE view shows, up to its last one, in all its slices: each is the
// level above it with half the edges. The texture was made with MiscFlags GENERATE_MIPS, and the context is of a DIRECT queue. What is bound is
// forgotten, as by InvalidateState.
func (c *DeviceContext) GenerateMips(v *TextureView) error {
	r, err := c.command("GenerateMips")
	if err != nil {
		return err
	}
	if err := c.checkMips(v); err != nil {
		return err
	}
	if err := v.usable(c, "GenerateMips", c.site); err != nil {
		return err
	}
	r.Use(&v.usage, "GenerateMips")
	if err := c.dev.privately(func() error { return c.drawMips(v) }); err != nil {
		return err
	}
	return c.InvalidateState()
}

// checkMips refuses views that cannot be filled.
func (c *DeviceContext) checkMips(v *TextureView) error {
	t := v.texture
	switch {
	case c.typ() != gpu.ListDirect:
		return c.dev.rules.Refuse(words.ContextUse(c.said(), "GenerateMips", "it draws, which contexts of a "+c.typ().String()+" queue cannot", "call it on a context of a DIRECT queue"))
	case v.typ != desc.ViewShaderResource:
		return c.dev.rules.Refuse(words.DescUse(v.said(), "GenerateMips", "its type is "+v.typ.String(), "pass a SHADER_RESOURCE view", c.site))
	case t.desc.MiscFlags&desc.MiscGenerateMips == 0:
		return c.dev.rules.Refuse(words.DescUse(t.said(), "GenerateMips", "its MiscFlags do not have GENERATE_MIPS", "make it with MiscFlags GENERATE_MIPS", c.site))
	}
	return t.usable(c, "GenerateMips", c.site)
}

// drawMips draws the levels, each from the one above it.
func (c *DeviceContext) drawMips(v *TextureView) error {
	t, n := v.texture, v.texture.shape()
	format := v.desc.Format
	if format == gpu.FormatUnknown {
		format = n.Format
	}
	p, err := c.dev.mipPipeline(format)
	if err != nil {
		return err
	}
	if c.mips == nil {
		if c.mips, err = p.CreateShaderResourceBinding("mips of " + c.name); err != nil {
			return err
		}
	}
	source, err := c.mips.GetVariableByName(gpu.StagePixel, mips.Source)
	if err != nil {
		return err
	}
	mipEnd, sliceEnd, _ := v.part().Within(n)
	for slice := v.part().Slice; slice < sliceEnd; slice++ {
		for mip := v.part().Mip + 1; mip < mipEnd; mip++ {
			if err := c.drawMip(t, p, source, format, mip, slice); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawMip draws one level of one slice.
func (c *DeviceContext) drawMip(t *Texture, p *PipelineState, source *ShaderVariable, format gpu.Format, mip, slice uint32) error {
	above, err := t.mipView(desc.ViewShaderResource, format, mip-1, slice)
	if err != nil {
		return err
	}
	level, err := t.mipView(desc.ViewRenderTarget, format, mip, slice)
	if err != nil {
		return err
	}
	source.site = c.site
	if err := source.Set(above, 0); err != nil {
		return err
	}
	if err := c.SetPipelineState(p); err != nil {
		return err
	}
	if err := c.CommitShaderResources(c.mips, desc.TransitionAuto); err != nil {
		return err
	}
	if err := c.SetRenderTargets([]*TextureView{level}, nil, desc.TransitionAuto); err != nil {
		return err
	}
	return c.Draw(desc.DrawAttribs{NumVertices: 3})
}

// mipView is the view of one level of one slice, made at its first use. It lives as long as the texture.
func (t *Texture) mipView(typ desc.ViewType, format gpu.Format, mip, slice uint32) (*TextureView, error) {
	key := mipKey{typ, format, mip, slice}
	if v := t.mips[key]; v != nil {
		return v, nil
	}
	v := &TextureView{texture: t, view: view{typ: typ}}
	v.desc = gpu.ViewDesc{Format: format, ViewDimension: gpu.ViewTexture2DArray, FirstArraySlice: slice, ArraySize: 1}
	if typ == desc.ViewShaderResource {
		v.desc.MostDetailedMip, v.desc.MipLevels = mip, 1
	} else {
		v.desc.MipSlice = mip
	}
	v.fill(t.dev, "TextureView", fmt.Sprintf("%s mip %d", t.name, mip), t.mask)
	if err := v.describe(&t.object); err != nil {
		return nil, err
	}
	if t.mips == nil {
		t.mips = map[mipKey]*TextureView{}
	}
	t.mips[key] = v
	return v, nil
}

// mipKey names a view of one level of one slice.
type mipKey struct {
	typ        desc.ViewType
	format     gpu.Format
	mip, slice uint32
}
