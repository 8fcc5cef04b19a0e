package dml

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
)

// BindingTableDesc describes a binding table: what it binds for, and which descriptors it may write.
type BindingTableDesc struct {
	Name                string
	Dispatchable        Dispatchable            `lua:",required"` // a compiled operator or an initializer
	CPUDescriptorHandle gpu.CPUDescriptorHandle `lua:",required"` // where the table writes descriptors
	GPUDescriptorHandle gpu.GPUDescriptorHandle `lua:",required"` // where the GPU reads them
	SizeInDescriptors   uint32                  `lua:",required"` // of the range
}

// BindingTable writes descriptors for the bindings of a dispatchable into a range of a heap. It owns nothing of the GPU. One thread uses it at a
// time.
type BindingTable struct {
	object
	of     BindingTableDesc
	target *dispatchable // that the table binds for; the table holds it
	era    int           // of the target when the table was made for it
	sets   []set         // one for each plan of the target

	boundAt [4]gpu.Site // the last calls that bound something, by space
}

// set is what is bound for one plan.
type set struct {
	plan            *plan
	inputs, outputs []BufferBinding
	temporary, kept BufferBinding
}

// CreateBindingTable makes a binding table; nil makes an empty one, which can be used after Reset.
func (d *Device) CreateBindingTable(of *BindingTableDesc) (*BindingTable, error) {
	if err := d.usable("CreateBindingTable"); err != nil {
		return nil, err
	}
	t := &BindingTable{}
	name := ""
	if of != nil {
		name = of.Name
	}
	t.init(d, "BindingTable", name)
	t.lone = true
	if of == nil {
		return t, nil
	}
	return t, t.reset("CreateBindingTable", *of)
}

// alone is usable for the methods that only one thread may call at a time, which are all that the table has but those of its name and device (D4).
func (t *BindingTable) alone(method string) error {
	if err := t.threads.Take(t.dev.native.Adapter(), t.name, method, t.site); err != nil {
		return err
	}
	return t.usable(method)
}

// SetName renames the table in every later message.
func (t *BindingTable) SetName(name string) error {
	t.threads.SetName(name)
	return t.object.SetName(name)
}

// Reset makes the table one for another dispatchable or range; nil empties it. Descriptors that it wrote stay as they are, so it may follow
// RecordDispatch at once.
func (t *BindingTable) Reset(of *BindingTableDesc) error {
	if err := t.alone("Reset"); err != nil {
		return err
	}
	if of == nil {
		return t.drop()
	}
	return t.reset("Reset", *of)
}

// drop lets go of what the table binds for.
func (t *BindingTable) drop() error {
	if t.target != nil {
		if err := t.target.let(t.site); err != nil {
			return err
		}
		t.target.table = 0 // what would bind for it then
	}
	t.target, t.sets = nil, nil
	return nil
}

func (t *BindingTable) reset(method string, of BindingTableDesc) error {
	d := of.Dispatchable.common()
	d.site = t.site
	if err := d.usable(method); err != nil {
		return err
	}
	if err := t.sameDevice(method, &d.object); err != nil {
		return err
	}
	if err := t.inHeap(method, &of, d.count); err != nil {
		return err
	}
	if need := d.count; of.SizeInDescriptors < need {
		g := words.Binding(diag.DMLTableTooSmall, t.site, t.said(), method, "SizeInDescriptors is %d, but %s needs %d descriptors",
			of.SizeInDescriptors, d, need)
		return t.dev.rules.Refuse(g.HelpFix(t.site, diag.Put(method, "SizeInDescriptors", need),
			"write SizeInDescriptors = %d, which GetBindingProperties gives", need))
	}
	if err := t.drop(); err != nil {
		return err
	}
	d.held++
	t.of, t.target, t.era, t.boundAt = of, d, d.era, [4]gpu.Site{}
	d.table = t.site
	t.sets = make([]set, len(d.plans))
	for i, p := range d.plans {
		t.sets[i].plan = p
	}
	return nil
}

// inHeap refuses ranges that are not in a heap of views, or reach beyond its end (B3).
func (t *BindingTable) inHeap(method string, of *BindingTableDesc, need uint32) error {
	for _, at := range []gpu.CPUDescriptorHandle{of.CPUDescriptorHandle, gpu.CPUDescriptorHandle(of.GPUDescriptorHandle)} {
		h := t.dev.native.Adapter().HeapOf(at)
		if h == nil {
			continue // it was released, which the level below says when something is bound
		}
		d := h.DescriptorHeapDesc()
		if d.Type != gpu.HeapCBVSRVUAV || at.Index > d.NumDescriptors || of.SizeInDescriptors > d.NumDescriptors-at.Index {
			return t.dev.rules.Refuse(words.TableHeap(t.site, t.said(),
				words.Range{Method: method, Heap: fmt.Sprintf("descriptor heap %q", h.Name()), Type: d.Type.String(),
					First: at.Index, Size: of.SizeInDescriptors, Needed: need, Length: d.NumDescriptors}))
		}
	}
	return nil
}

// sameDevice refuses objects of another DirectML device (D2).
func (t *object) sameDevice(method string, other *object) error {
	if other.dev == t.dev {
		return nil
	}
	return t.dev.rules.Refuse(words.Foreign(t.site, method, t.said(), t.dev.said(), other.said(), other.dev.said(), t == &t.dev.object))
}

// refuse is the error of a call of a method, with what to do.
func (t *BindingTable) refuse(code diag.Code, method, help, format string, args ...any) error {
	return t.refused(method, words.Binding(code, t.site, t.said(), method, format, args...).HelpText(help))
}

// refused is the error of a call of a method. Those that have no result remove the device, unless the call is only wrong because another thread uses
// the table in no order.
func (t *BindingTable) refused(method string, g *diag.Diagnostic) error {
	g.Object = t.threads.ID()
	err := t.dev.native.Adapter().Refuse(g.WithDocRule())
	if !diag.LeftOut(err) && (method == "RecordDispatch" || strings.HasPrefix(method, "Bind")) {
		return t.dev.remove(g)
	}
	return err
}

// Release gives the table up. Descriptors that it wrote stay, so it may be released after RecordDispatch.
func (t *BindingTable) Release() error {
	if err := t.alone("Release"); err != nil {
		return err
	}
	if err := t.drop(); err != nil {
		return err
	}
	return t.give()
}

// bound is the dispatchable that the table binds for.
func (t *BindingTable) bound(method string) (*dispatchable, error) {
	switch err := t.alone(method); {
	case err != nil:
		return nil, err
	case t.target == nil:
		return nil, t.refused(method, words.NoTable(t.site, t.said(), method, nil))
	case t.era != t.target.era:
		stale := t.target.said()
		return nil, t.refused(method, words.NoTable(t.site, t.said(), method, &stale))
	}
	return t.target, nil
}

// write writes the descriptors of the views of a space.
func (t *BindingTable) write(method string, space shader.Space) error {
	t.boundAt[space] = t.site
	return t.dev.log.during(method, func() error { return t.writeAll(space) })
}

func (t *BindingTable) writeAll(space shader.Space) error {
	for n := range t.sets {
		s := &t.sets[n]
		for i, v := range s.plan.views {
			if v.Space != space {
				continue
			}
			if err := t.describe(v, s.of(v), s.plan.at[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// of is what is bound for a view.
func (s *set) of(v shader.View) BufferBinding {
	switch v.Space {
	case shader.Temporary:
		return s.temporary
	case shader.Persistent:
		return s.kept
	case shader.Output:
		return entry(s.outputs, v.Index)
	}
	return entry(s.inputs, v.Index)
}

func entry(list []BufferBinding, i int) BufferBinding {
	if i < len(list) {
		return list[i]
	}
	return BufferBinding{}
}

// describe writes one descriptor; a null one for what is not bound.
func (t *BindingTable) describe(v shader.View, b BufferBinding, at uint32) error {
	format, stride := shader.Format(v.Type)
	view := gpu.ViewDesc{Format: format, StructureByteStride: stride, ViewDimension: gpu.ViewBuffer, NumElements: uint32(v.Elements)}
	handle := t.of.CPUDescriptorHandle
	handle.Index += at
	native := t.dev.at(t.site)
	var resource gpu.Resource
	if b.Buffer != nil {
		resource, view.FirstElement = b.Buffer, (b.Offset+v.Offset)/v.Type.Bytes()
	}
	if v.ReadOnly {
		return native.CreateShaderResourceView(resource, &view, handle)
	}
	return native.CreateUnorderedAccessView(resource, nil, &view, handle)
}
