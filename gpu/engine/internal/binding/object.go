package binding

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/heaps"
)

// Object holds resources for the mutable and dynamic variables of a pipeline or of a pipeline resource signature, and copies of its static ones.
// Its static and mutable descriptors take one range of each shader-visible heap, for as long as it lives (H9).
type Object struct {
	objects.Handle
	signature *Signature
	cache     Cache
	ranges    [2]*heaps.Allocation // of static and mutable tables, by heap type
	revision  uint64               // changes with each Set
	constants uint64               // changes with each SetInlineConstants and SetBufferOffset
	holder    Holder
}

// Holder is the context that committed a binding object last.
type Holder struct {
	Context  any
	Serial   uint64 // of the recording
	Revision uint64 // of the object then
}

// New makes a binding object. All static variables must be set before.
func (g *Signature) New(name string, site gpu.Site) (*Object, error) {
	h := g.Home
	*h.Site = site
	if err := g.Owner.Usable("CreateShaderResourceBinding", site); err != nil {
		return nil, err
	}
	g.Owner.Tied, h.Made = true, true
	b := &Object{signature: g, cache: Cache{slices.Clone(g.Statics.Bound), slices.Clone(g.Statics.Words)}}
	h.Registry.Init(b.life(), "ShaderResourceBinding", name, g.Mask())
	if err := b.take(); err != nil {
		return nil, b.abort(err)
	}
	for i := range g.Layout.Slots {
		s := &g.Layout.Slots[i]
		if s.Type != desc.VariableStatic || s.Words > 0 {
			continue
		}
		for k := range int(max(s.Count, 1)) {
			if b.cache.Bound[s.First+k].Resource == nil {
				return nil, b.abort(h.Rules.Refuse(words.Missing(g.Owner.Said(), s, k, "CreateShaderResourceBinding", site)))
			}
			if err := b.describe(s, k); err != nil {
				return nil, b.abort(err)
			}
		}
	}
	return b, nil
}

// take allocates the descriptors of static and mutable tables.
func (b *Object) take() error {
	h := b.signature.Home
	for heap := range b.ranges {
		n := b.signature.Layout.Sizes[0][heap]
		if n == 0 {
			continue
		}
		a, used, err := h.Memory.Static(b.life().Name, uint32(heap), n)
		if err != nil {
			return h.Exhausted(err, b.life().Name)
		}
		b.ranges[heap], b.life().Slots = a, append(b.life().Slots, a)
		if used {
			err = h.CatchUp()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// abort gives up an object that could not be made as a whole.
func (b *Object) abort(err error) error {
	_ = b.life().Release(*b.signature.Home.Site)
	return err
}

// describe copies the descriptor of a static or mutable element into the object's range.
func (b *Object) describe(s *layout.Slot, element int) error {
	if s.Table < 0 || s.Type == desc.VariableDynamic {
		return nil
	}
	t := &b.signature.Layout.Tables[s.Table]
	to, err := b.ranges[t.Heap].CPU(t.Base + s.Offset + uint32(element))
	if err != nil {
		return err
	}
	return b.signature.Home.At().CopyDescriptorsSimple(1, to, b.cache.Bound[s.First+element].Handle, t.Heap)
}

// GetVariableByName is a mutable or dynamic variable; GS0657 if there is none of the name.
func (b *Object) GetVariableByName(stage gpu.ShaderStage, name string) (*Variable, error) {
	return b.signature.variable(b.life(), &b.cache, b, stage, name, objects.SiteOf(&b.Handle))
}

// Life is the object's life.
func Life(b *Object) *objects.Object { return b.life() }

func (b *Object) life() *objects.Object { return objects.LifeOf(&b.Handle) }

// SignatureOf is what the object was made for.
func SignatureOf(b *Object) *Signature { return b.signature }

// CacheOf is what stands in the object's variables.
func CacheOf(b *Object) *Cache { return &b.cache }

// Revisions count the calls of Set, and those of SetInlineConstants and SetBufferOffset.
func Revisions(b *Object) (resources, constants uint64) { return b.revision, b.constants }

// Hold notes a commit, and returns the one before.
func Hold(b *Object, h Holder) Holder {
	before := b.holder
	b.holder = h
	return before
}

// Settings are the variables of an object with what stands in them, nil if that is more than a whole resource in each.
func Settings(b *Object) (out []words.Setting) {
	l := &b.signature.Layout
	for i := range l.Slots {
		s := &l.Slots[i]
		if s.Type == desc.VariableStatic {
			continue
		}
		if s.Words > 0 || s.Count > 1 {
			return nil
		}
		e := &b.cache.Bound[s.First]
		if e.Resource == nil || e.Base+e.Offset > 0 || e.Size != e.Whole {
			return nil
		}
		out = append(out, words.Setting{Slot: s, Made: e.Viewed.Said().Created})
	}
	return out
}

// Table is the shader-visible place of a static or mutable table.
func Table(b *Object, t *layout.Table) (gpu.GPUDescriptorHandle, error) {
	return b.ranges[t.Heap].GPU(t.Base)
}

// Fresh copies the descriptors of dynamic variables into ranges of the frame, by heap type. Variables in which nothing stands are left out.
func Fresh(b *Object, to [2]heaps.Range) error {
	l := &b.signature.Layout
	for i := range l.Slots {
		s := &l.Slots[i]
		if s.Table < 0 || s.Type != desc.VariableDynamic {
			continue
		}
		t := &l.Tables[s.Table]
		for k := range max(s.Count, 1) {
			e := &b.cache.Bound[s.First+int(k)]
			if e.Resource == nil {
				continue
			}
			if err := b.signature.Home.At().CopyDescriptorsSimple(1, to[t.Heap].CPUAt(t.Base+s.Offset+k), e.Handle, t.Heap); err != nil {
				return err
			}
		}
	}
	return nil
}
