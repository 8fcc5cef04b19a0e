package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mips"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// GenerateMips fills the mip levels after the first one that a SHADER_RESOURCE view shows, up to its last one, in all its slices: each is the
// level above it with half the edges. The texture was made with MiscFlags GENERATE_MIPS, which 2D textures of formats that can be drawn to and
// filtered may have, and the context is of a DIRECT queue: Diligent asks for both, too. What is bound is forgotten, as by InvalidateState.
func (c *DeviceContext) GenerateMips(v *TextureView) error {
	r, err := c.command("GenerateMips")
	if err != nil {
		return err
	}
	if err := c.checkMips(v); err != nil {
		return err
	}
	if c.dev.mips == nil {
		if c.dev.mips, err = mips.New(memory.At(c.dev.at), c.dev.name); err != nil {
			return err
		}
	}
	r.Use(&v.life.Usage, "GenerateMips")
	r.Use(&v.texture.life.Usage, "GenerateMips")
	draws := mips.Levels{Maker: c.dev.mips, Recorder: r.Recorder, Of: &v.texture.track, Format: v.desc.Format, Memory: c.dev.memory,
		Mask: uint64(v.life.Mask), Descriptors: c.descriptors}
	if err := draws.Fill(v.part()); err != nil {
		return c.dev.bindings.Exhausted(err, c.String())
	}
	r.Commands++
	return c.InvalidateState()
}

// checkMips refuses views that cannot be filled.
func (c *DeviceContext) checkMips(v *TextureView) error {
	t := v.texture
	switch {
	case c.typ() != gpu.ListDirect:
		return c.dev.rules.Refuse(words.ContextUse(c.said(), "GenerateMips", "it draws, which contexts of a "+c.typ().
			String()+" queue cannot", "call it on a context of a DIRECT queue"))
	case v.typ != desc.ViewShaderResource:
		return c.dev.rules.Refuse(words.DescUse(v.said(), "GenerateMips", "its type is "+v.typ.String(), "pass a SHADER_RESOURCE view", c.site))
	case t.desc.MiscFlags&desc.MiscGenerateMips == 0:
		return c.dev.rules.Refuse(words.DescUse(t.said(), "GenerateMips", "its MiscFlags do not have GENERATE_MIPS",
			"make it with MiscFlags GENERATE_MIPS", c.site))
	}
	if err := v.usable(c, "GenerateMips", c.site); err != nil {
		return err
	}
	if err := t.usable(c, "GenerateMips", c.site); err != nil {
		return err
	}
	if n := t.desc.Shape(); n.MipLevels == 1 && n.FullMipCount() > 1 {
		return c.dev.rules.Hazard(words.NoMips(t.said(), n.FullMipCount(), c.site))
	}
	return nil
}
