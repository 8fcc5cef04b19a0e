package ir

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// Builder makes a kernel, instruction after instruction. The zero Builder is not usable; NewBuilder gives one.
// It trusts its caller: types are checked by Verify, not here.
type Builder struct {
	Kernel *Kernel
	Site   gpu.Site // given to every instruction that is added
	block  *Block
}

// NewBuilder starts a kernel with one work item a group.
func NewBuilder(name string) *Builder {
	body := &Block{}
	return &Builder{Kernel: &Kernel{Name: name, NumThreads: [3]uint32{1, 1, 1}, Body: body}, block: body}
}

// Add appends in to the current block.
func (b *Builder) Add(in *Instr) {
	if in.Site == 0 {
		in.Site = b.Site
	}
	b.block.Instrs = append(b.block.Instrs, in)
}

// add appends in with one result of type t.
func (b *Builder) add(t Type, in *Instr) Value {
	v := b.Kernel.NewValue(t)
	in.Results = []Value{v}
	b.Add(in)
	return v
}

// Const gives a constant of type t.
func (b *Builder) Const(t Type, bits uint32) Value { return b.add(t, &Instr{Op: OpConst, Imm: bits}) }

// Float gives an F32 constant.
func (b *Builder) Float(v float32) Value { return b.Const(F32, math.Float32bits(v)) }

// Int gives an I32 constant.
func (b *Builder) Int(v int32) Value { return b.Const(I32, uint32(v)) }

// Uint gives an I32 constant.
func (b *Builder) Uint(v uint32) Value { return b.Const(I32, v) }

// Bool gives a Bool constant.
func (b *Builder) Bool(v bool) Value {
	if v {
		return b.Const(Bool, 1)
	}
	return b.Const(Bool, 0)
}

// Sys gives a system value.
func (b *Builder) Sys(s SysVal) Value { return b.add(I32, &Instr{Op: OpSys, Imm: uint32(s)}) }

// Op adds a pure or wave operation.
func (b *Builder) Op(op Op, args ...Value) Value {
	return b.add(resultType(b.Kernel, op, args), &Instr{Op: op, Args: args})
}

// Not gives the complement of a Bool.
func (b *Builder) Not(v Value) Value { return b.Op(OpBNot, v) }

// Select gives x where cond is true, else y.
func (b *Builder) Select(cond, x, y Value) Value { return b.Op(OpSelect, cond, x, y) }

// Mem says what a memory instruction moves. The zero Width is 4.
type Mem struct {
	Binding int32
	Slot    Value // element of a binding array; 0: the first
	Offset  uint32
	Width   uint8
	Signed  bool
	Index   Value // of an array: what its address was multiplied from, see ElementLimit; 0: the address is right as it is
}

func (m Mem) instr(op Op, args ...Value) *Instr {
	if m.Width == 0 {
		m.Width = 4
	}
	return &Instr{Op: op, Args: args, Binding: m.Binding, Offset: m.Offset, Width: m.Width, Signed: m.Signed}
}

// LoadBuf reads from an element of a buffer, at m.Offset + dyn bytes inside it; dyn may be 0 (absent).
func (b *Builder) LoadBuf(m Mem, index, dyn Value) Value {
	return b.add(I32, m.instr(OpLoadBuf, m.Slot, index, dyn))
}

// StoreBuf writes to an element of a buffer, at m.Offset + dyn bytes inside it; dyn may be 0 (absent).
func (b *Builder) StoreBuf(m Mem, index, dyn, v Value) {
	b.Add(m.instr(OpStoreBuf, m.Slot, index, dyn, v))
}

// AtomicBuf updates four bytes of an element of a buffer and gives the old value. compare is 0 except for AtomicCompareExchange.
func (b *Builder) AtomicBuf(op AtomicOp, m Mem, index, dyn, v, compare Value) Value {
	in := m.instr(OpAtomicBuf, m.Slot, index, dyn, v, compare)
	in.Imm = uint32(op)
	return b.add(I32, in)
}

// Coord is the place of a texel. Absent (0) coordinates are 0.
type Coord struct{ X, Y, Z, Mip Value }

// LoadTex reads raw bytes of a texel.
func (b *Builder) LoadTex(m Mem, c Coord) Value {
	return b.add(I32, m.instr(OpLoadTex, m.Slot, c.X, c.Y, c.Z, c.Mip))
}

// StoreTex writes raw bytes of a texel.
func (b *Builder) StoreTex(m Mem, c Coord, v Value) {
	b.Add(m.instr(OpStoreTex, m.Slot, c.X, c.Y, c.Z, c.Mip, v))
}

// AtomicTex updates four bytes of a texel and gives the old value.
func (b *Builder) AtomicTex(op AtomicOp, m Mem, c Coord, v, compare Value) Value {
	in := m.instr(OpAtomicTex, m.Slot, c.X, c.Y, c.Z, c.Mip, v, compare)
	in.Imm = uint32(op)
	return b.add(I32, in)
}

// LoadConst reads four bytes of a constant buffer at m.Offset + dyn; dyn may be 0 (absent).
func (b *Builder) LoadConst(m Mem, dyn Value) Value {
	return b.add(I32, m.instr(OpLoadConst, m.Slot, dyn))
}

// LoadArray reads shared (OpLoadShared) or local (OpLoadLocal) memory at m.Offset + address.
func (b *Builder) LoadArray(op Op, m Mem, address Value) Value {
	m.Binding = -1
	return b.add(I32, m.instr(op, address, m.Index))
}

// StoreArray writes shared (OpStoreShared) or local (OpStoreLocal) memory at m.Offset + address.
func (b *Builder) StoreArray(op Op, m Mem, address, v Value) {
	m.Binding = -1
	b.Add(m.instr(op, address, m.Index, v))
}

// AtomicShared updates four bytes of shared memory and gives the old value.
func (b *Builder) AtomicShared(op AtomicOp, m Mem, address, v, compare Value) Value {
	m.Binding = -1
	in := m.instr(OpAtomicShared, address, m.Index, v, compare)
	in.Imm = uint32(op)
	return b.add(I32, in)
}

// Query reads a field of a record. mip may be 0 (absent: the first).
func (b *Builder) Query(binding int32, slot Value, field QueryField, mip Value) Value {
	return b.add(I32, &Instr{Op: OpQuery, Args: []Value{slot, mip}, Binding: binding, Imm: uint32(field)})
}

// Barrier makes all work items of the group wait for each other.
func (b *Builder) Barrier() { b.Add(&Instr{Op: OpBarrier}) }

// Printf records the values of args with a format.
func (b *Builder) Printf(format string, args ...Value) {
	b.Kernel.Formats = append(b.Kernel.Formats, format)
	b.Add(&Instr{Op: OpPrintf, Imm: uint32(len(b.Kernel.Formats) - 1), Args: args})
}

// If adds a choice. Both functions add to their own block and give the values it yields, of the same types. els may be nil.
func (b *Builder) If(cond Value, then, els func() []Value) []Value {
	in := &Instr{Op: OpIf, Args: []Value{cond}, Site: b.Site, Blocks: []*Block{b.Region(nil, then), b.Region(nil, els)}}
	in.Results = b.resultsLike(in.Blocks[0].Yield)
	b.Add(in)
	return in.Results
}

// Loop adds a loop. cond gets the carried values and gives the condition to go on and the loop's results, should it
// end there; body may use everything that cond defined and gives the next carried values.
func (b *Builder) Loop(init []Value, cond func(carried []Value) (on Value, results []Value), body func() []Value) []Value {
	in := &Instr{Op: OpLoop, Args: init, Site: b.Site}
	params := b.resultsLike(init)
	head := b.Region(params, func() []Value {
		on, results := cond(params)
		return append([]Value{on}, results...)
	})
	in.Blocks = []*Block{head, b.Region(nil, body)}
	in.Results = b.resultsLike(head.Yield[1:])
	b.Add(in)
	return in.Results
}

// Region gives a block that f filled; f gives what the block yields. For callers that assemble If and Loop themselves.
func (b *Builder) Region(params []Value, f func() []Value) *Block {
	outer, site := b.block, b.Site
	block := &Block{Params: params}
	b.block = block
	if f != nil {
		block.Yield = f()
	}
	b.block, b.Site = outer, site
	return block
}

func (b *Builder) resultsLike(vs []Value) []Value {
	if len(vs) == 0 {
		return nil
	}
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = b.Kernel.NewValue(b.Kernel.Type(v))
	}
	return out
}
