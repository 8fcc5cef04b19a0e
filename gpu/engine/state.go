package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// StateTransitionDesc is one explicit transition.
type StateTransitionDesc struct {
	Texture  *Texture // this or Buffer
	Buffer   *Buffer
	NewState gpu.ResourceStates

	FirstMipLevel   uint32 // of the texture
	MipLevelsCount  uint32 // 0: all that follow
	FirstArraySlice uint32
	ArraySliceCount uint32 // 0: all that follow
}

// part is the subresources that are meant.
func (s StateTransitionDesc) part() record.Part {
	return record.Part{Mip: s.FirstMipLevel, Mips: s.MipLevelsCount, Slice: s.FirstArraySlice, Slices: s.ArraySliceCount}
}

// TransitionResourceStates brings resources into states: what an application does that draws with the mode VERIFY.
func (c *DeviceContext) TransitionResourceStates(all []StateTransitionDesc) error {
	r, err := c.command("TransitionResourceStates")
	if err != nil {
		return err
	}
	for _, d := range all {
		o, t := (*object)(nil), (*record.Tracked)(nil)
		switch {
		case d.Texture != nil:
			o, t = &d.Texture.object, &d.Texture.track
		case d.Buffer != nil && d.Buffer.track.Native != nil:
			o, t = &d.Buffer.object, &d.Buffer.track
		default:
			return c.dev.rules.Refuse(words.ContextUse(c.said(), "TransitionResourceStates", "an entry has no resource with a state",
				"name a texture, or a buffer that is not DYNAMIC"))
		}
		if n := t.Native.ResourceDesc(); d.part().Outside(n) {
			return c.dev.rules.Refuse(words.NoSubresource(o.said(), "TransitionResourceStates", n, c.site))
		}
		if err := r.Did(r.needs(c, o, t, d.part(), d.NewState, desc.TransitionAuto, "TransitionResourceStates")); err != nil {
			return err
		}
	}
	return nil
}
