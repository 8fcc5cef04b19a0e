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
	return v.signature.Home.Rules.Refuse(words.Range(v.owner.Said(), method+" of "+v.slot.Name, uint64(max(first, 0)), uint64(n), uint64(count), v.site))
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
		if why != "" {
			return rules.Refuse(words.Kind(v.said(), why))
		}
		if e.Resource.Released || e.Viewed.Released {
			return rules.Refuse(words.UseAfterRelease(e.Resource.Said(), method, v.site))
		}
		if err := v.put(method, first+i, e, f); err != nil {
			return err
		}
	}
	return nil
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

// put stores one element.
func (v *Variable) put(method string, element int, e Element, f desc.SetFlags) error {
	at := &v.cache.Bound[v.slot.First+element]
	if at.Viewed == e.Viewed && at.Resource != nil {
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
	h, life := v.signature.Home, &v.object.life
	if q, value := life.Pending(); q >= 0 {
		return words.InFlight(v.said(), h.Queue(q), value, life.Usage.Where, life.Usage.Direct)
	}
	if r := h.Recording(life); r != nil {
		return words.InRecording(v.said(), r.SaidUses())
	}
	return nil
}
