package emit

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// V is a value of the kernel under construction.
type V = ir.Value

// Builder appends instructions to the current block of one kernel. Constants and system values are made once and placed
// before the body by Finish.
type Builder struct {
	K    *ir.Kernel
	Site gpu.Site // stamped on every instruction

	block  *ir.Block
	head   []*ir.Instr     // constants and system values
	consts map[constant]V  // by type and bits
	known  []uint32        // by value: bits of constants
	fixed  []bool          // by value: it is a constant
	spans  []span          // by value: where an int lies
	sys    map[ir.SysVal]V // system values in use
	bits   map[V]V         // by float: the bits that it was made of
	wholes map[V]whole     // by float: what it was before it was divided
	count  int             // instructions made, for the size limit
	instrs []ir.Instr      // the rest of the present piece
	slab   []V             // the rest of the present piece
}

type constant struct {
	t    ir.Type
	bits uint32
}

// New starts the body of k, which must be empty.
func New(k *ir.Kernel) *Builder {
	k.Body = &ir.Block{}
	return &Builder{K: k, block: k.Body, consts: map[constant]V{}, sys: map[ir.SysVal]V{}, bits: map[V]V{}, wholes: map[V]whole{}}
}

// Finish puts constants and system values before the body. The builder must not be used afterwards.
func (b *Builder) Finish() {
	b.K.Body.Instrs = append(b.head, b.K.Body.Instrs...)
}

// Count is the number of instructions made so far.
func (b *Builder) Count() int { return b.count }

// Block is the block that instructions go to.
func (b *Builder) Block() *ir.Block { return b.block }

// Enter makes block the one that instructions go to and gives the one before, to return to.
func (b *Builder) Enter(block *ir.Block) *ir.Block {
	old := b.block
	b.block = block
	return old
}

// Const is the constant of type t with these bits.
func (b *Builder) Const(t ir.Type, bits uint32) V {
	key := constant{t, bits}
	if v, ok := b.consts[key]; ok {
		return v
	}
	v := b.K.NewValue(t)
	in := b.instr()
	in.Op, in.Results, in.Imm = ir.OpConst, b.values(v), bits
	b.head = append(b.head, in)
	b.consts[key] = v
	for len(b.known) <= int(v) {
		b.known, b.fixed = append(b.known, 0), append(b.fixed, false)
	}
	b.known[v], b.fixed[v] = bits, true
	return v
}

// F is a float constant.
func (b *Builder) F(x float32) V { return b.Const(ir.F32, math.Float32bits(x)) }

// I is an integer constant.
func (b *Builder) I(x int32) V { return b.Const(ir.I32, uint32(x)) }

// U is an integer constant.
func (b *Builder) U(x uint32) V { return b.Const(ir.I32, x) }

// Bool is a boolean constant.
func (b *Builder) Bool(x bool) V {
	if x {
		return b.Const(ir.Bool, 1)
	}
	return b.Const(ir.Bool, 0)
}

// Known gives the bits of v if it is a constant.
func (b *Builder) Known(v V) (uint32, bool) {
	if int(v) >= len(b.known) || !b.fixed[v] {
		return 0, false
	}
	return b.known[v], true
}

// IsBool says whether v is the constant x.
func (b *Builder) IsBool(v V, x bool) bool {
	bits, ok := b.Known(v)
	return ok && b.K.Type(v) == ir.Bool && (bits != 0) == x
}

// Sys is a system value.
func (b *Builder) Sys(s ir.SysVal) V {
	if v, ok := b.sys[s]; ok {
		return v
	}
	v := b.K.NewValue(ir.I32)
	b.head = append(b.head, &ir.Instr{Op: ir.OpSys, Results: []V{v}, Imm: uint32(s), Site: b.Site})
	b.sys[s] = v
	b.keepSpan(v, b.systemSpan(s))
	return v
}

// Zero is the zero of type t.
func (b *Builder) Zero(t ir.Type) V { return b.Const(t, 0) }

// Append adds an instruction with one result of type t, or none if t is Invalid, and gives the result.
func (b *Builder) Append(in *ir.Instr, t ir.Type) V {
	var v V
	if t != ir.Invalid {
		v = b.K.NewValue(t)
		in.Results = b.values(v)
	}
	b.Emit(in)
	return v
}

// Emit adds a complete instruction.
func (b *Builder) Emit(in *ir.Instr) {
	in.Site = b.Site
	b.count++
	b.block.Instrs = append(b.block.Instrs, in)
}

// Prologue adds an instruction without result where the kernel begins, before everything but constants and system values. Its arguments
// must be such.
func (b *Builder) Prologue(in *ir.Instr) {
	in.Site = b.Site
	b.count++
	b.head = append(b.head, in)
}

// op adds a pure operation, or folds it.
func (b *Builder) op(op ir.Op, t ir.Type, args ...V) V {
	if v, ok := b.fold(op, t, args); ok {
		return v
	}
	in := b.instr()
	in.Op, in.Args = op, b.values(args...)
	v := b.Append(in, t)
	if t == ir.I32 {
		b.keepSpan(v, b.resultSpan(op, args))
	}
	return v
}

// The sizes of the pieces that instructions and lists of values are cut from: most kernels have hundreds of them.
const (
	instrSlab = 64
	valueSlab = 256
)

// instr is an empty instruction.
func (b *Builder) instr() *ir.Instr {
	if len(b.instrs) == 0 {
		b.instrs = make([]ir.Instr, instrSlab)
	}
	in := &b.instrs[0]
	b.instrs = b.instrs[1:]
	return in
}

// values is a copy of a short list. Its capacity is its length, so that appending to it copies.
func (b *Builder) values(list ...V) []V {
	n := len(list)
	if len(b.slab) < n {
		b.slab = make([]V, max(valueSlab, n))
	}
	out := b.slab[:n:n]
	b.slab = b.slab[n:]
	copy(out, list)
	return out
}
