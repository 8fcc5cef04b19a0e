package ir

import "github.com/gpuscript/gpuscript/gpu"

// WaveSize is the number of lanes of a wave: what WaveGetLaneCount returns.
const WaveSize = 4

// MaxLocalBytes is the bytes of local arrays of one work item: 4096 registers of 4 bytes, as in Direct3D 12. The other limits of kernels are those of
// package gpu.
const MaxLocalBytes = 16384

// Type is the type of a value.
type Type uint8

// The types of values. Each occupies one 32-bit lane in an executor.
const (
	Invalid Type = iota // no value
	Bool                // 0 or 1
	I32                 // 32 bits, int and uint alike
	F32                 // IEEE 754 binary32
)

// String is the name used in the text form: bool, i32, f32.
func (t Type) String() string { return [...]string{"invalid", "bool", "i32", "f32"}[t] }

// Value names one SSA value of a kernel; 0 is none. Values are numbered from 1 in no particular order.
type Value uint32

// Kernel is one program: what a work item does, and what a dispatch must provide.
type Kernel struct {
	Name       string
	NumThreads [3]uint32 // work items of a group; the product is 1..MaxThreads
	Bindings   []Binding // declared resource slots; Instr.Binding indexes it
	Shared     []Array   // groupshared variables, laid out by AddShared
	Locals     []Array   // per-work-item arrays, laid out by AddLocal; zero at the start of each work item
	Formats    []string  // printf formats; Instr.Imm of Printf indexes it
	Stage      Stage     // of the graphics pipeline; the zero Stage is compute
	Body       *Block    // no parameters, yields nothing
	Site       gpu.Site  // of the kernel function

	types []Type // by Value
}

// Array is a named range of shared or local memory. Stride and Table are for messages only and are not part of the text form.
type Array struct {
	Name   string
	Offset uint32 // bytes from the start of the block
	Bytes  uint32
	Align  uint32 // power of two
	Stride uint32 // bytes of an element; 0: not known
	Table  bool   // of constants, numbered from 1; an element outside has the address OutsideTable | its number from 0
	Site   gpu.Site
}

// ElementLimit is more than any array of shared or local memory has elements. An access whose byte address is a product of 32 bits also names the
// index that was multiplied: from ElementLimit on the product may have wrapped around, and the access is outside.
//
//	address = index * 4      index 1<<30 has address 0, and is outside
const ElementLimit = 1 << 16

// OutsideTable is a bit of addresses that no local memory reaches.
const OutsideTable = 1 << 30

// End is the first byte after the array.
func (a *Array) End() uint32 { return a.Offset + a.Bytes }

// Block is a region: instructions in order, then the values it yields.
type Block struct {
	Params []Value // only of a Loop's condition block: the carried values
	Instrs []*Instr
	Yield  []Value
	Saved  uint64 // added to the cost: that of instructions that a variant goes without. It is not part of the text
}

// Instr is one instruction. Which fields mean something is said by the description of its Op.
type Instr struct {
	Op      Op
	Args    []Value // 0 in an optional place means absent
	Results []Value
	Blocks  []*Block // of If: then, else; of Loop: condition, body
	Imm     uint32   // Const: bits; Sys: SysVal; Query: QueryField; Printf: index of the format; atomics: AtomicOp
	Binding int32    // index into Kernel.Bindings, of buffer, texture, constant and query instructions
	Offset  uint32   // constant byte offset that is added to the dynamic one
	Width   uint8    // bytes moved: 1, 2 or 4
	Signed  bool     // loads narrower than 4 bytes extend the sign
	// A pass put it in to watch the kernel: it costs nothing, and reports nothing; nothing else may see what it stores. Behind what a view shows
	// there is room for one more element or texel, in which a store may leave something that is outside or not done. It has no dynamic offset then.
	// Of a barrier: no script wrote it. It ends a region and orders nothing that races (opt/seam.go).
	Mark bool
	// Origin of an access in a kernel that opt.Specialize made: 1 + its number in the walk over the kernel that was specialised first; else 0.
	Origin uint32
	Site   gpu.Site
}

// Result is the first result, or 0.
func (in *Instr) Result() Value {
	if len(in.Results) == 0 {
		return 0
	}
	return in.Results[0]
}

// NewValue adds a value of type t.
func (k *Kernel) NewValue(t Type) Value {
	if len(k.types) == 0 {
		k.types = append(k.types, Invalid)
	}
	k.types = append(k.types, t)
	return Value(len(k.types) - 1)
}

// Type is the type of v, or Invalid where the kernel has no such value.
func (k *Kernel) Type(v Value) Type {
	if int(v) >= len(k.types) {
		return Invalid
	}
	return k.types[v]
}

// NumValues is one more than the largest value: the length of a slice that is indexed by Value.
func (k *Kernel) NumValues() int { return max(len(k.types), 1) }

// Threads is the number of work items of a group.
func (k *Kernel) Threads() uint32 { return k.NumThreads[0] * k.NumThreads[1] * k.NumThreads[2] }

// Waves is the number of waves of a group.
func (k *Kernel) Waves() uint32 { return (k.Threads() + WaveSize - 1) / WaveSize }

// SharedBytes is the size of a group's shared memory, a multiple of 4.
func (k *Kernel) SharedBytes() uint32 { return arraysBytes(k.Shared) }

// LocalBytes is the size of a work item's local memory, a multiple of 4.
func (k *Kernel) LocalBytes() uint32 { return arraysBytes(k.Locals) }

// Records is the number of records of the dispatch table: the sum of the array counts of the bindings.
func (k *Kernel) Records() uint32 {
	n := uint32(0)
	for i := range k.Bindings {
		n += k.Bindings[i].Count
	}
	return n
}

// FirstRecord is the index in the dispatch table of the first record of binding b.
func (k *Kernel) FirstRecord(b int32) uint32 {
	n := uint32(0)
	for i := range k.Bindings[:b] {
		n += k.Bindings[i].Count
	}
	return n
}

// AddShared lays out a groupshared variable after the ones before it and gives its byte offset. align is a power of two, at least 1.
func (k *Kernel) AddShared(name string, bytes, align uint32, site gpu.Site) uint32 {
	k.Shared = appendArray(k.Shared, name, bytes, align, site)
	return k.Shared[len(k.Shared)-1].Offset
}

// AddLocal lays out a local array after the ones before it and gives its byte offset. align is a power of two, at least 1.
func (k *Kernel) AddLocal(name string, bytes, align uint32, site gpu.Site) uint32 {
	k.Locals = appendArray(k.Locals, name, bytes, align, site)
	return k.Locals[len(k.Locals)-1].Offset
}

// ArrayOf is the array that an access to shared or local memory belongs to: the one in which its constant offset lies. The address that is added
// at run time must not leave it. Where there is none, the access is outside all arrays, whatever its address is.
func (k *Kernel) ArrayOf(in *Instr) Array {
	list := k.Shared
	if in.Op == OpLoadLocal || in.Op == OpStoreLocal {
		list = k.Locals
	}
	for i := range list {
		if a := &list[i]; in.Offset >= a.Offset && in.Offset < a.End() {
			return *a
		}
	}
	return Array{Offset: in.Offset}
}

func appendArray(list []Array, name string, bytes, align uint32, site gpu.Site) []Array {
	end := uint32(0)
	if n := len(list); n > 0 {
		end = list[n-1].Offset + list[n-1].Bytes
	}
	return append(list, Array{Name: name, Offset: (end + align - 1) &^ (align - 1), Bytes: bytes, Align: align, Site: site})
}

func arraysBytes(list []Array) uint32 {
	if len(list) == 0 {
		return 0
	}
	last := list[len(list)-1]
	return (last.Offset + last.Bytes + 3) &^ 3
}

// Walk calls f for every instruction of b, a nested one after the instruction that holds it.
func (b *Block) Walk(f func(*Instr)) {
	for _, in := range b.Instrs {
		f(in)
		for _, nested := range in.Blocks {
			nested.Walk(f)
		}
	}
}

// HasAligned tells whether k tests addresses (OpAligned).
func HasAligned(k *Kernel) (found bool) {
	k.Body.Walk(func(in *Instr) { found = found || in.Op == OpAligned })
	return found
}

// Remove takes the instructions out of b, and out of the blocks in it, that leave.
func (b *Block) Remove(leaves func(*Instr) bool) {
	kept := b.Instrs[:0]
	for _, in := range b.Instrs {
		if leaves(in) {
			continue
		}
		for _, nested := range in.Blocks {
			nested.Remove(leaves)
		}
		kept = append(kept, in)
	}
	b.Instrs = kept
}

// Len is the number of instructions of b, nested ones among them.
func (b *Block) Len() int {
	n := 0
	b.Walk(func(*Instr) { n++ })
	return n
}

// HasBlocks tells whether in is control flow.
func (in *Instr) HasBlocks() bool { return len(in.Blocks) > 0 }

// HasBarrier tells whether in is a Barrier or holds one.
func (in *Instr) HasBarrier() bool {
	if in.Op == OpBarrier {
		return true
	}
	for _, b := range in.Blocks {
		for _, nested := range b.Instrs {
			if nested.HasBarrier() {
				return true
			}
		}
	}
	return false
}

// Clone is a copy of k with the same values. Blocks and instructions come in the order of the original. Names and sites are shared.
func (k *Kernel) Clone() *Kernel {
	c := *k
	c.Bindings = append([]Binding(nil), k.Bindings...)
	c.types = append([]Type(nil), k.types...)
	c.Body = k.Body.clone()
	return &c
}

func (b *Block) clone() *Block {
	count := len(b.Params) + len(b.Yield)
	for _, in := range b.Instrs {
		count += len(in.Args) + len(in.Results)
	}
	values := make([]Value, 0, count) // of all lists; none has room to grow into the next
	list := func(of []Value) []Value {
		if of == nil {
			return nil
		}
		from := len(values)
		values = append(values, of...)
		return values[from:len(values):len(values)]
	}
	c := &Block{Params: list(b.Params), Yield: list(b.Yield), Instrs: make([]*Instr, len(b.Instrs)), Saved: b.Saved}
	instrs := make([]Instr, len(b.Instrs))
	for i, in := range b.Instrs {
		n := &instrs[i]
		*n = *in
		n.Args, n.Results, n.Blocks = list(in.Args), list(in.Results), nil
		for _, nested := range in.Blocks {
			n.Blocks = append(n.Blocks, nested.clone())
		}
		c.Instrs[i] = n
	}
	return c
}
