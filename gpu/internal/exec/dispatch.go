package exec

import (
	"context"
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/object"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/rootsig"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tables"
)

// dispatch writes the records of the pipeline's program and runs it.
func (m *Machine) dispatch(ctx context.Context, b *Bindings, c *gpu.Command) *Outcome {
	p, o := b.pipeline, &m.out
	if p == nil {
		panic("BUG: exec: dispatch without a pipeline")
	}
	*o = Outcome{}
	if !m.bind(&b.compute, &p.part) {
		m.faults = append(m.faults, Fault{Kind: FaultNoMemory, Binding: -1})
		o.Faults = m.faults
		return o
	}
	o.Views, o.Faults = m.views, m.faults
	if c.X == 0 || c.Y == 0 || c.Z == 0 {
		o.settle()
		return o
	}
	m.runProgram(ctx, b, c)
	b.draw.counts.CSInvocations += o.WorkItems
	o.settle()
	if o.Hung || o.Err != nil && ctx.Err() != nil {
		m.poisonWritten()
	}
	return o
}

// runProgram runs the compute program with the records that were written, and says in the outcome what it did.
func (m *Machine) runProgram(ctx context.Context, b *Bindings, c *gpu.Command) {
	p, d, o := b.pipeline, &m.run, &m.out
	d.Groups = [3]uint32{c.X, c.Y, c.Z}
	d.Memory, d.Table, d.Records, d.Formats, d.Mappings, d.Clamped = m.vram, uint32(m.table()), p.Records(), m.formats, m.mappings, m.clamped
	d.Budget, d.Report, d.Track, d.Uncounted = m.options.InstructionBudget, m.options.Report, m.options.Track, m.options.Uncounted
	d.Rehearse, d.Tuning = b.rehearse && len(m.faults) == 0, p.Tuning // without its memory a kernel is not what its author wrote
	b.rehearse, d.Fitted, d.Bound = b.rehearse && !d.Rehearse, m.fitted, m.boundNumber()
	o.Err = m.kernels.Run(ctx, p.program, d, &o.Result)
	m.fitted = o.Err == nil
	if len(o.Accesses) > 0 {
		o.Accesses = m.blocksRead(o.Accesses)
	}
}

// poisonWritten makes the contents of the writable views of a dispatch that did not finish defined: how many of its groups ran
// is an accident.
func (m *Machine) poisonWritten() {
	for i := range m.views {
		v := &m.views[i]
		if !v.Written || v.Resource == 0 {
			continue
		}
		r := m.resource(v.Resource)
		if r.IsBuffer() {
			m.space.Fill(v.Begin, v.End)
			continue
		}
		f, slicePitch := r.Mip(v.FirstMip, v.FirstSlice, v.Format)
		span := uint64(f.Height-1)*uint64(f.RowPitch) + f.RowSizeInBytes
		for s := range uint64(v.Slices) {
			at := v.Begin + s*uint64(slicePitch)
			m.space.Fill(at, at+span)
		}
	}
}

// Resolve works out what a dispatch with the given state would be bound to, without running it. The slices are valid until
// the next call of Do or Resolve.
func (m *Machine) Resolve(b *Bindings) ([]BoundView, []Fault) {
	m.unbound()
	if p := b.pipeline; p != nil {
		m.bind(&b.compute, &p.part)
	}
	return m.views, m.faults
}

// resolve writes the records of a program, from record first of its share of the table on, and collects views, faults and formats.
func (m *Machine) resolve(s *rootState, p *part, first uint32) {
	m.formats, m.mappings, m.clamped, m.fitted = m.formats[:0], m.mappings[:0], m.clamped[:0], false
	m.putConstants(s, p.root)
	table := m.bytes(m.table()+uint64(first)*RecordBytes, uint64(len(p.sources))*RecordBytes)
	clear(table)
	n := uint32(0)
	for i := range p.bindings {
		w := slot{m: m, b: s, stage: p.stage, root: p.root, binding: &p.bindings[i], index: int32(i)}
		for e := range w.binding.Count {
			w.element, w.record = e, first+n
			w.out = record.Record(table[n*RecordBytes : (n+1)*RecordBytes])
			w.put(p.sources[n])
			n++
		}
		m.formats, m.mappings, m.clamped = append(m.formats, w.format), append(m.mappings, w.mapping), append(m.clamped, w.clamped)
	}
}

// putConstants writes the root constants to their blocks, which are constant buffers for the kernel.
func (m *Machine) putConstants(b *rootState, root *RootSignature) {
	for i := range root.Parameters {
		p := &root.Parameters[i]
		if p.Kind != gpu.Root32BitConstants {
			continue
		}
		block := m.bytes(m.tables.Constants+uint64(i)*tables.ConstantBlock, tables.ConstantBlock)
		for k, v := range b.constants[p.First : p.First+p.Values] {
			binary.LittleEndian.PutUint32(block[4*k:], v)
		}
	}
}

// slot is one record being written.
type slot struct {
	m       *Machine
	b       *rootState
	stage   gpu.ShaderStage
	root    *RootSignature
	binding *Binding
	index   int32
	element uint32
	record  uint32
	out     record.Record
	format  gpu.Format // of the typed views of the binding so far
	rule    rootsig.FaultRule
	mapping gpu.ComponentMapping
	clamped bool // a view of the binding leaves mip levels out
}

// put writes the record of the register that src says. Nothing bound leaves the null view.
func (w *slot) put(src rootsig.Source) {
	w.rule = src.Faults
	switch src.Kind {
	case rootsig.Static:
		w.sampler(&w.root.Desc.StaticSamplers[src.Offset].SamplerDesc, 0, 0)
		return
	case rootsig.Constants:
		p := &w.root.Parameters[src.Parameter]
		w.constants(w.m.tables.Constants+uint64(src.Parameter)*tables.ConstantBlock, uint64(p.Values)*4)
		return
	}
	if src.Kind == rootsig.None || !w.b.isSet(src.Parameter) {
		w.view(nil, nil, 0, 0)
		return
	}
	if src.Kind == rootsig.View {
		w.rootView(w.b.args[src.Parameter].address)
		return
	}
	w.table(w.b.args[src.Parameter].table, src.Offset)
}

func (w *slot) constants(base, size uint64) {
	w.out.Buffer(base, size, 0, gpu.FormatUnknown, 0)
	w.view(nil, nil, base, base+size)
}

// rootView binds everything from a GPU address to the end of its buffer, up to 64 KiB for constants. Address 0 is null. Root
// descriptors have no format and no counter (D3D12, root descriptors).
func (w *slot) rootView(address uint64) {
	switch {
	case address == 0, w.binding.CounterOf != 0:
		w.view(nil, nil, 0, 0)
		return
	case w.binding.Typed:
		w.fault(Fault{Kind: FaultWrongView, Found: w.binding.Class, Address: address})
		return
	}
	r, ok := w.m.env.ResourceAt(address)
	if !ok {
		w.fault(Fault{Kind: FaultDestroyed, Found: w.binding.Class, Address: address})
		return
	}
	at := r.At(address)
	size, stride := r.End()-at, max(w.binding.Stride, 4)
	switch { // what ExecuteIndirect reads is not known before
	case address%w.binding.Class.RootAlignment() != 0:
		w.fault(Fault{Kind: FaultMisaligned, Found: w.binding.Class, Resource: r.ID, Address: address})
		return
	case w.binding.Class == gpu.DescriptorUAV && r.Desc.Flags&gpu.AllowUnorderedAccess == 0:
		w.fault(Fault{Kind: FaultNotUnordered, Found: w.binding.Class, Resource: r.ID, Address: address})
		return
	}
	if w.binding.Class == gpu.DescriptorCBV {
		size, stride = min(size, gpu.MaxConstantBufferBytes), 0
	}
	w.out.Buffer(at, size, stride, gpu.FormatUnknown, r.ID)
	w.view(r, nil, at, at+size)
}

// table binds the descriptor in a slot of a heap.
func (w *slot) table(h gpu.GPUDescriptorHandle, offset uint32) {
	h.Index += offset
	heap := w.m.env.DescriptorHeap(h.Heap)
	switch {
	case heap == nil:
		w.fault(Fault{Kind: FaultDestroyed, Found: gpu.DescriptorNone, Handle: h})
		return
	case h.Index >= heap.Desc.NumDescriptors:
		w.fault(Fault{Kind: FaultOutOfHeap, Found: gpu.DescriptorNone, Handle: h})
		return
	}
	d := w.m.found(heap, h)
	if d.Type == gpu.DescriptorSampler && w.binding.Class == d.Type {
		w.sampler(&d.Sampler, h.Heap, heap.Base+uint64(h.Index)*DescriptorBytes)
		return
	}
	if f := w.descriptor(&d); f != 0 {
		of := d.Resource
		if f == FaultDestroyed && w.binding.CounterOf != 0 {
			of = d.Counter
		}
		w.fault(Fault{Kind: f, Found: d.Type, Resource: of, Handle: h, Shape: d.Shape()})
	}
}

// descriptor writes the record of a descriptor and says what is wrong with it, 0 if nothing is.
func (w *slot) descriptor(d *Descriptor) FaultKind {
	switch {
	case d.Type == gpu.DescriptorNone:
		return FaultUnwritten
	case d.Type != w.binding.Class:
		return FaultWrongClass
	case w.binding.CounterOf != 0:
		return w.counter(d)
	case d.Null:
		w.view(nil, nil, 0, 0)
		return 0
	}
	r := w.m.env.Resource(d.Resource)
	if r == nil {
		return FaultDestroyed
	}
	if d.Format.Compressed() {
		return w.compressed(d, r)
	}
	if f := w.fits(d); f != 0 {
		return f
	}
	if r.IsBuffer() {
		base := r.Base + d.Offset
		w.out.Buffer(base, d.Size, d.Stride, w.format, r.ID)
		w.view(r, nil, base, base+d.Size)
		return 0
	}
	object.SetTexture(w.out, d, r)
	begin, end := object.TextureRange(d, r)
	w.view(r, d, begin, end)
	return 0
}

// sampler binds a sampler, whose descriptor is at an address in a heap; 0 if it is static. Of an array its record shows itself to the program, so
// that it is seen which it uses.
func (w *slot) sampler(s *gpu.SamplerDesc, heap gpu.ID, at uint64) {
	w.out.Sampler(s)
	if w.binding.Count == 1 {
		return
	}
	w.out.SamplerFields(w.m.table() + uint64(w.record)*RecordBytes)
	if heap != 0 {
		w.view(nil, nil, at, at+DescriptorBytes)
		w.m.views[len(w.m.views)-1].Resource = heap
	}
}

// compressed binds the decoded copy of a texture in blocks.
func (w *slot) compressed(d *Descriptor, r *Resource) FaultKind {
	desc, prints, ok := w.m.shadows.Copy(w.m.space, r.ID, r.Desc, r.Footprints, d.Format, func(id gpu.ID) bool { return w.m.env.Resource(id) != nil })
	if !ok {
		return FaultNoMemory
	}
	begin, end := object.TextureRange(d, r)
	plain := *d
	plain.Format, plain.Stride = desc.Format, desc.Format.Bytes()
	if f := w.fits(&plain); f != 0 {
		return f
	}
	object.SetTexture(w.out, &plain, &Resource{ID: r.ID, Desc: desc, Footprints: prints})
	w.view(r, d, begin, end)
	w.m.views[len(w.m.views)-1].Copy = prints
	return 0
}

// counter binds the hidden counter of a UAV: one number of 4 bytes. Only a null UAV may have none.
func (w *slot) counter(d *Descriptor) FaultKind {
	switch {
	case d.Null:
		w.view(nil, nil, 0, 0)
		return 0
	case d.Counter == 0:
		return FaultNoCounter
	}
	r := w.m.env.Resource(d.Counter)
	if r == nil {
		return FaultDestroyed
	}
	at := r.Base + uint64(d.CounterOffset)
	w.out.Buffer(at, 4, 4, gpu.FormatUnknown, r.ID)
	w.view(r, nil, at, at+4)
	return 0
}

// fits says whether the program can use the view, and notes the format that it must be specialised for.
func (w *slot) fits(d *Descriptor) FaultKind {
	if d.Type == gpu.DescriptorCBV {
		return 0
	}
	want, stride := w.binding.View, w.binding.Stride
	typed := d.Format != gpu.FormatUnknown && !d.Raw
	switch {
	case want != gpu.ViewUnknown && want != d.Dimension, typed != w.binding.Typed, !typed && d.Raw != (stride == 0),
		stride != 0 && stride != d.Stride:
		return FaultWrongView
	case !typed:
		return 0
	}
	w.clamped = w.clamped || d.LeastLevel() > 0
	switch {
	case w.format == gpu.FormatUnknown:
		w.format, w.mapping = d.Format, d.Mapping
	case w.format != d.Format || w.mapping != d.Mapping:
		return FaultMixed
	}
	return 0
}

// view notes a bound view; r is nil for null views and root constants, d for buffers.
func (w *slot) view(r *Resource, d *Descriptor, begin, end uint64) {
	v := BoundView{Stage: w.stage, Record: w.record, Binding: w.index, Element: w.element, Class: w.binding.Class,
		Register: w.binding.Register + w.element,
		Space:    w.binding.Space, Written: w.binding.Written, Led: w.binding.Led, Begin: begin, End: end}
	if r != nil {
		v.Resource = r.ID
	}
	if d != nil {
		v.Format, v.FirstMip, v.Mips, v.FirstSlice, v.Slices = d.Format, d.FirstMip, d.Mips, d.FirstSlice, d.Slices
	}
	w.m.views = append(w.m.views, v)
}

// fault notes why the record is the null view.
func (w *slot) fault(f Fault) {
	f.Stage, f.Record, f.Binding, f.Element, f.Class = w.stage, w.record, w.index, w.element, w.binding.Class
	f.Register, f.Space = w.binding.Register+w.element, w.binding.Space
	f.unused = w.rule == rootsig.FaultOnUse
	if w.rule != rootsig.FaultNever {
		w.m.faults = append(w.m.faults, f)
	}
	w.view(nil, nil, 0, 0)
}
