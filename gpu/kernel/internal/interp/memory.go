package interp

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// access runs a memory instruction or a query for one lane.
func (m *machine) access(w *wave, in *ir.Instr, lane int) uint32 {
	switch in.Op {
	case ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf:
		return m.buffer(w, in, lane)
	case ir.OpLoadTex, ir.OpStoreTex, ir.OpAtomicTex:
		return m.texture(w, in, lane)
	case ir.OpLoadConst:
		return m.constant(w, in, lane)
	case ir.OpQuery:
		return m.query(w, in, lane)
	case ir.OpBarrier:
		panic("BUG: interp: a barrier inside a region")
	case ir.OpLoadLocal, ir.OpStoreLocal:
		return m.array(w, in, lane, w.local[lane])
	}
	return m.array(w, in, lane, m.shared)
}

// record is the record that an access uses. A slot outside the binding's array is the null descriptor.
func (m *machine) record(in *ir.Instr, slot uint32) *ir.Record {
	if slot >= m.k.Bindings[in.Binding].Count {
		return &ir.Record{}
	}
	return &m.records[m.starts[in.Binding]+slot]
}

// seen tells the observer and the witness of an access; the value that it stores is argument v.
func (m *machine) seen(w *wave, in *ir.Instr, lane int, slot uint32, at uint64, v int) {
	record := m.starts[in.Binding] + slot
	if m.see != nil {
		m.see(in, record, at, m.d.Counts(m.k, m.group, w.first+uint32(lane)))
	}
	if m.witness != nil {
		old, next := w.change(in, lane, m.mem[at:], v)
		m.witness.Viewed(in, w.first+uint32(lane), record, at, old, next)
	}
}

// out logs an access outside its view.
func (m *machine) out(in *ir.Instr, r ir.Report) {
	if !in.Mark {
		m.log.Out(r)
	}
}

// report starts a report of an access by a lane.
func (m *machine) report(w *wave, in *ir.Instr, lane int) ir.Report {
	return ir.Report{Site: in.Site, Op: in.Op, Binding: in.Binding, Group: m.group, Item: w.first + uint32(lane)}
}

// buffer: the element must be below the count, and the bytes inside the element.
func (m *machine) buffer(w *wave, in *ir.Instr, lane int) uint32 {
	slot, index, dyn := w.arg(in, 0, lane), w.arg(in, 1, lane), w.arg(in, 2, lane)
	r, stride := m.record(in, slot), m.k.Bindings[in.Binding].Stride
	inside := uint64(dyn) + uint64(in.Offset)
	if index >= r.Count || inside+uint64(in.Width) > uint64(stride) {
		out := m.report(w, in, lane)
		out.Slot, out.Index, out.Limit = slot, [4]uint32{index, uint32(min(inside, 1<<32-1))}, r.Count
		m.out(in, out)
		return 0
	}
	at := uint64(r.Base) + uint64(index)*uint64(stride) + inside
	m.seen(w, in, lane, slot, at, 3)
	return m.move(w, in, lane, m.mem[at:], 3)
}

// aligned reports an address that is no multiple of 4.
func (m *machine) aligned(w *wave, in *ir.Instr, lane int) {
	if address := w.arg(in, 1, lane); address%4 != 0 {
		out := m.report(w, in, lane)
		out.Slot, out.Index = w.arg(in, 0, lane), [4]uint32{address}
		m.out(in, out)
	}
}

// texture: the mip must exist and the texel lie in it.
func (m *machine) texture(w *wave, in *ir.Instr, lane int) uint32 {
	slot := w.arg(in, 0, lane)
	x, y, z, mip := w.arg(in, 1, lane), w.arg(in, 2, lane), w.arg(in, 3, lane), w.arg(in, 4, lane)
	r, stride := m.record(in, slot), m.k.Bindings[in.Binding].Stride
	width, height, depth := r.Extent(mip)
	if x >= width || y >= height || z >= depth || in.Offset+uint32(in.Width) > stride {
		out := m.report(w, in, lane)
		out.Slot, out.Index, out.Limit, out.Bounds = slot, [4]uint32{x, y, z, mip}, width, [2]uint32{height, depth}
		m.out(in, out)
		return 0
	}
	p := &r.Mips[mip]
	at := uint64(r.Base) + uint64(p.Offset) + uint64(z)*uint64(p.SlicePitch) + uint64(y)*uint64(p.RowPitch) +
		uint64(x)*uint64(stride) + uint64(in.Offset)
	m.seen(w, in, lane, slot, at, 5)
	return m.move(w, in, lane, m.mem[at:], 5)
}

// constant: four bytes inside the view's size.
func (m *machine) constant(w *wave, in *ir.Instr, lane int) uint32 {
	slot := w.arg(in, 0, lane)
	r, at := m.record(in, slot), uint64(w.arg(in, 1, lane))+uint64(in.Offset)
	if at+4 > uint64(r.Size) {
		out := m.report(w, in, lane)
		out.Slot, out.Index, out.Limit = slot, [4]uint32{uint32(min(at, 1<<32-1))}, r.Size
		m.out(in, out)
		return 0
	}
	m.seen(w, in, lane, slot, uint64(r.Base)+at, 0)
	return binary.LittleEndian.Uint32(m.mem[uint64(r.Base)+at:])
}

// array: shared or local memory.
func (m *machine) array(w *wave, in *ir.Instr, lane int, block []byte) uint32 {
	at, a := uint64(w.arg(in, 0, lane))+uint64(in.Offset), m.k.ArrayOf(in)
	if index := w.arg(in, 1, lane); at+uint64(in.Width) > uint64(a.End()) || index >= ir.ElementLimit {
		out := m.report(w, in, lane)
		out.Binding, out.Index, out.Limit = -1, [4]uint32{w.arg(in, 0, lane), in.Offset}, a.Bytes
		if index >= ir.ElementLimit {
			out.Index[2] = index
		}
		m.out(in, out)
		return 0
	}
	if m.witness != nil && in.Op >= ir.OpLoadShared && in.Op <= ir.OpAtomicShared && in.Width == 4 && at%4 == 0 {
		m.witnessed(w, in, lane, uint32(at))
	}
	return m.move(w, in, lane, block[at:], 2)
}

// query reads a word of a record; the size of a mip is 0 where there is no such mip.
func (m *machine) query(w *wave, in *ir.Instr, lane int) uint32 {
	slot := w.arg(in, 0, lane)
	if slot >= m.k.Bindings[in.Binding].Count {
		return 0
	}
	index := m.starts[in.Binding] + slot
	width, height, depth := m.records[index].Extent(w.arg(in, 1, lane))
	switch f := ir.QueryField(in.Imm); f {
	case ir.QueryWidth:
		return width
	case ir.QueryHeight:
		return height
	case ir.QueryDepth:
		return depth
	default:
		return binary.LittleEndian.Uint32(m.mem[m.d.Records+index*ir.RecordBytes+4*f.Word():])
	}
}

// move does the load, store or atomic on the bytes at the start of mem; the value is argument v.
func (m *machine) move(w *wave, in *ir.Instr, lane int, mem []byte, v int) uint32 {
	switch in.Op.Class() {
	case ir.Load:
		return load(mem, in.Width, in.Signed)
	case ir.Store:
		store(mem, in.Width, w.arg(in, v, lane))
		return 0
	}
	old := binary.LittleEndian.Uint32(mem)
	binary.LittleEndian.PutUint32(mem, ir.EvalAtomic(ir.AtomicOp(in.Imm), old, w.arg(in, v, lane), w.arg(in, v+1, lane)))
	return old
}

func load(mem []byte, width uint8, signed bool) uint32 {
	switch {
	case width == 4:
		return binary.LittleEndian.Uint32(mem)
	case width == 2 && signed:
		return uint32(int16(binary.LittleEndian.Uint16(mem)))
	case width == 2:
		return uint32(binary.LittleEndian.Uint16(mem))
	case signed:
		return uint32(int8(mem[0]))
	}
	return uint32(mem[0])
}

func store(mem []byte, width uint8, v uint32) {
	switch width {
	case 4:
		binary.LittleEndian.PutUint32(mem, v)
	case 2:
		binary.LittleEndian.PutUint16(mem, uint16(v))
	default:
		mem[0] = byte(v)
	}
}
