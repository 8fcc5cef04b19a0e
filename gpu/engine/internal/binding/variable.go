package binding

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Variable is one variable of a pipeline, of a pipeline resource signature or of a binding object.
type Variable struct {
	owner     *objects.Object
	signature *Signature
	object    *Object // nil: a static variable
	cache     *Cache
	slot      *layout.Slot
	site      gpu.Site
}

// Static is a static variable; GS0657 if there is none of the name.
func (g *Signature) Static(stage gpu.ShaderStage, name string, site gpu.Site) (*Variable, error) {
	return g.variable(g.Owner, &g.Statics, nil, stage, name, site)
}

// variable finds a variable that may be set on an owner: static ones on signatures, others on binding objects.
func (g *Signature) variable(owner *objects.Object, c *Cache, b *Object, stage gpu.ShaderStage, name string, site gpu.Site) (*Variable, error) {
	if err := owner.Usable("GetVariableByName", site); err != nil {
		return nil, err
	}
	s := g.Layout.Find(stage, name)
	switch {
	case s == nil:
		return nil, g.Home.Rules.Refuse(words.NoVariable(owner.Said(), g.Layout.Slots, stage, name, site))
	case (s.Type == desc.VariableStatic) != (b == nil):
		return nil, g.Home.Rules.Refuse(words.VariableOwner(owner.Said(), s, site))
	}
	owner.Tied = true
	return &Variable{owner: owner, signature: g, object: b, cache: c, slot: s, site: site}, nil
}

// SetSite says which place of a script makes the next call on the variable.
func (v *Variable) SetSite(s gpu.Site) { v.site = s }

// Name is the name that the shader or the signature declares.
func (v *Variable) Name() string { return v.slot.Name }

// Type says how often the variable changes.
func (v *Variable) Type() desc.VariableType { return v.slot.Type }

// said is the variable for messages.
func (v *Variable) said() words.Variable {
	return words.Variable{Owner: v.owner.Said(), Slot: v.slot, Site: v.site}
}

// begin begins a call on the variable.
func (v *Variable) begin(method string) error {
	*v.signature.Home.Site = v.site
	return v.owner.Usable(method, v.site)
}

// inside refuses elements that the variable does not have.
func (v *Variable) inside(method string, first, n, count int) error {
	if first >= 0 && first+n <= count {
		return nil
	}
	return v.signature.Home.Rules.Refuse(words.Range(v.owner.Said(), method+" of "+v.slot.Name, uint64(max(first, 0)),
		uint64(n), uint64(count), v.site))
}

// Set puts a resource into the variable: a *Buffer, *Texture, *BufferView, *TextureView or *Sampler of the engine. A resource stands for its
// default view. Static and mutable variables are set once, unless the flags allow to overwrite them.
func (v *Variable) Set(resource any, f desc.SetFlags) error {
	return v.setAll("Set", []any{resource}, 0, f)
}

// SetArray puts resources into elements of an array, from element first on.
func (v *Variable) SetArray(resources []any, first int, f desc.SetFlags) error {
	return v.setAll("SetArray", resources, first, f)
}

func (v *Variable) setAll(method string, resources []any, first int, f desc.SetFlags) error {
	if err := v.begin(method); err != nil {
		return err
	}
	if err := v.inside(method, first, len(resources), int(max(v.slot.Count, 1))); err != nil {
		return err
	}
	rules := v.signature.Home.Rules
	for i, r := range resources {
		e, why := v.signature.Home.Show(r, v.slot, v.site)
		if why.Why != "" {
			return rules.Refuse(words.Kind(v.said(), why))
		}
		if err := v.fits(&e, method); err != nil {
			return err
		}
		if err := v.put(method, first+i, e, f); err != nil {
			return err
		}
	}
	return nil
}

// fits refuses what was released and what is of another device.
func (v *Variable) fits(e *Element, method string) error {
	home := v.signature.Home.Registry
	if err := e.Resource.UsableWith(home, method, v.site); err != nil {
		return err
	}
	return e.Viewed.UsableWith(home, method, v.site)
}

// SetInlineConstants sets 32-bit values of a variable with the flag INLINE_CONSTANTS, from value first on; they are 0 until then. The next draws
// and dispatches get them, without another commit.
func (v *Variable) SetInlineConstants(values []uint32, first int) error {
	if err := v.begin("SetInlineConstants"); err != nil {
		return err
	}
	if v.slot.Words == 0 {
		return v.signature.Home.Rules.Refuse(words.NotInline(v.said()))
	}
	if err := v.inside("SetInlineConstants", first, len(values), int(v.slot.Words)); err != nil {
		return err
	}
	copy(v.cache.Words[int(v.slot.FirstWord)+first:], values)
	if v.object != nil {
		v.object.constants++
	}
	return nil
}

// SetBufferRange puts size bytes of a buffer from offset on into an element of a constant buffer's variable. A size of 0 is all that follow; offsets
// are multiples of 256 bytes.
func (v *Variable) SetBufferRange(buffer any, offset, size uint64, element int, f desc.SetFlags) error {
	const method = "SetBufferRange"
	if err := v.begin(method); err != nil {
		return err
	}
	if err := v.inside(method, element, 1, int(max(v.slot.Count, 1))); err != nil {
		return err
	}
	rules := v.signature.Home.Rules
	e, why := v.signature.Home.Show(buffer, v.slot, v.site)
	if why.Why == "" && v.slot.Class != gpu.DescriptorCBV {
		why.Why = "only constant buffers have ranges; make a view of a part"
	}
	if why.Why != "" {
		return rules.Refuse(words.Kind(v.said(), why))
	}
	if err := v.fits(&e, method); err != nil {
		return err
	}
	switch {
	case offset > e.Whole || size > e.Whole-offset:
		return rules.Refuse(words.RangeAt(e.Resource.Said(), method, 2, 3, offset, size, e.Whole, v.site))
	case offset%gpu.ConstantBufferAlignment != 0:
		return rules.Refuse(words.Misaligned(e.Resource.Said(), method, 2, offset, gpu.ConstantBufferAlignment, v.site))
	}
	e.Narrow(offset, size)
	return v.put(method, element, e, f)
}

// SetBufferOffset moves the bound range of an element by bytes, from where Set or SetBufferRange put it: for constant buffers multiples of 256, for
// structured ones of their elements. All of the range stays inside of the buffer. The next draws and dispatches get it, without another commit, even
// while the GPU reads the old one.
func (v *Variable) SetBufferOffset(offset uint64, element int) error {
	const method = "SetBufferOffset"
	if err := v.begin(method); err != nil {
		return err
	}
	if err := v.inside(method, element, 1, int(max(v.slot.Count, 1))); err != nil {
		return err
	}
	rules := v.signature.Home.Rules
	if v.object == nil || v.slot.Table >= 0 || v.slot.Words > 0 || v.slot.NoDynamic {
		return rules.Refuse(words.NoOffset(v.said()))
	}
	e := &v.cache.Bound[v.slot.First+element]
	if e.Resource == nil {
		return rules.Refuse(words.Missing(v.owner.Said(), v.slot, element, method, v.site))
	}
	unit := uint64(gpu.ConstantBufferAlignment)
	if v.slot.Class != gpu.DescriptorCBV {
		unit = uint64(max(e.Stride, 4))
	}
	switch {
	case offset > e.Whole || offset+e.Base+e.Size > e.Whole:
		return rules.Refuse(words.Range(e.Resource.Said(), method, offset+e.Base, e.Size, e.Whole, v.site))
	case offset%unit != 0:
		return rules.Refuse(words.Misaligned(e.Resource.Said(), method, 1, offset, unit, v.site))
	}
	if e.Offset != offset {
		e.Offset = offset
		v.object.constants++
	}
	return nil
}

// put stores one element.
func (v *Variable) put(method string, element int, e Element, f desc.SetFlags) error {
	at := &v.cache.Bound[v.slot.First+element]
	if at.Resource != nil && at.Viewed == e.Viewed && at.Base == e.Base && at.Size == e.Size {
		return nil
	}
	if v.slot.Type != desc.VariableDynamic && at.Resource != nil {
		if f&desc.AllowOverwrite == 0 {
			return v.signature.Home.Rules.Refuse(words.Overwritten(v.said(), at.Site, method, v.busy() == nil))
		}
		if g := v.busy(); g != nil {
			if err := v.signature.Home.Rules.Hazard(g); err != nil {
				return err
			}
		}
	}
	*at = e
	if v.object == nil {
		return nil
	}
	v.object.revision++
	return v.object.describe(v.slot, element)
}

// busy says which work may read the descriptors that would be overwritten (H12); nil if none does.
func (v *Variable) busy() *diag.Diagnostic {
	if v.object == nil || v.slot.Table < 0 {
		return nil
	}
	h, life := v.signature.Home, v.object.life()
	if q, value := life.Pending(); q >= 0 {
		return words.InFlight(v.said(), h.Queue(q), value, life.Usage.Where, life.Usage.Direct)
	}
	if r := h.Recording(life); r != nil {
		return words.InRecording(v.said(), r.SaidUses())
	}
	return nil
}
