// Package values keeps the values of a kernel in locals of the module's function.
//
//	uniform and affine integers   one scalar: that of lane 0, from which a constant step leads to the other lanes
//	everything else               a vector of four lanes; a boolean is a mask
//
// A scalar has a vector, too, where something asks for one: the first of the two generations of a module finds that out. The waves of a packet have
// locals each, unless one of them serves several (package packet). Constants are kept in registers by package konst, words of records by package
// words.
//
// It must not know what instructions do, nor where values cross regions.
package values

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/konst"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/words"
)

// File holds the values of one kernel while its function is written. It is for one goroutine.
type File struct {
	asm.Func
	K      *ir.Kernel
	Shapes *shape.Shapes
	Konsts konst.Table
	Words  words.Table

	Packet *packet.Packet // the waves that are emitted together
	Copy   int            // wave of the packet that is emitted
	IsLong bool           // emitting a long packet
	Slow   bool           // emitting what runs seldom
	Depth  int            // loops around the present place

	needVector []bool                        // by Value: the vector form of a scalar is used
	needScalar []bool                        // by Value: the scalar form is used
	locals     []asm.Local                   // what follows
	scalars    [bounds.MaxPacket][]asm.Local // by wave of the packet and Value
	vectors    [bounds.MaxPacket][]asm.Local // by wave of the packet and Value
}

// New makes the file of a kernel.
func New(k *ir.Kernel, shapes *shape.Shapes) File {
	n := k.NumValues()
	f := File{K: k, Shapes: shapes, needVector: make([]bool, n), needScalar: make([]bool, n), locals: make([]asm.Local, 2*bounds.MaxPacket*n)}
	for c := range f.scalars {
		both := f.locals[2*c*n : 2*(c+1)*n]
		f.scalars[c], f.vectors[c] = both[:n], both[n:]
	}
	return f
}

// Restart begins a generation, which writes a function of its own: no value has a local in it yet.
func (f *File) Restart() {
	f.Words.Restart()
	f.Konsts.Restart()
	clear(f.locals)
}

// OnlyVector reports whether the vector of v is used, and its scalar is not.
func (f *File) OnlyVector(v ir.Value) bool { return f.needVector[v] && !f.needScalar[v] }

// IsScalar tells whether v is kept as the scalar of lane 0.
func (f *File) IsScalar(v ir.Value) bool {
	return !f.Shapes.Of[v].Varies && f.K.Type(v) != ir.F32
}

// IsUniform tells whether all lanes of a wave have the same v.
func (f *File) IsUniform(v ir.Value) bool { return f.Shapes.Of[v].IsUniform() }

// Scalar pushes lane 0 of a value that IsScalar; of a uniform float its bits.
func (f *File) Scalar(v ir.Value) {
	if c := f.Shapes.Konst[v]; c != nil {
		f.I32(c.Imm)
		return
	}
	if f.K.Type(v) == ir.F32 {
		f.Vector(v)
		f.Lane(enc.I32x4ExtractLane, 0)
		return
	}
	if !f.IsScalar(v) {
		panic("BUG: wasm: scalar of a varying value")
	}
	f.needScalar[v] = true
	if d, ok := f.Packet.Delta(v, f.Copy); ok {
		f.Get(f.ScalarLocal(v, 0))
		if d != 0 {
			f.I32(d)
			f.Op(enc.I32Add)
		}
		return
	}
	f.Get(f.ScalarLocal(v, f.Packet.Same(v, f.Copy)))
}

// ScalarLocalOf is the local that Scalar pushes for v, 0 where it pushes something else.
func (f *File) ScalarLocalOf(v ir.Value) asm.Local {
	if f.Shapes.Konst[v] != nil || f.K.Type(v) == ir.F32 {
		return 0
	}
	if d, ok := f.Packet.Delta(v, f.Copy); ok {
		if d != 0 {
			return 0
		}
		return f.ScalarLocal(v, 0)
	}
	return f.ScalarLocal(v, f.Packet.Same(v, f.Copy))
}

// ScalarLocal is the local of v's scalar in a wave of the packet.
func (f *File) ScalarLocal(v ir.Value, wave int) asm.Local {
	l := &f.scalars[wave][v]
	if *l == 0 {
		*l = f.Local(enc.I32)
	}
	return *l
}

// Vector pushes the four lanes of a value; a boolean as a mask.
func (f *File) Vector(v ir.Value) {
	if c := f.Shapes.Konst[v]; c != nil {
		bits := c.Imm
		if f.K.Type(v) == ir.Bool {
			bits = -bits
		}
		f.All(bits)
		return
	}
	if f.IsScalar(v) {
		if f.Slow || f.IsLong && !f.Packet.Alike(v) {
			f.pushWidened(v)
			return
		}
		f.needVector[v] = true
	}
	f.Get(f.VectorLocal(v))
}

// VectorLocal is the local of v's vector in the present wave.
func (f *File) VectorLocal(v ir.Value) asm.Local {
	l := &f.vectors[f.Packet.Same(v, f.Copy)][v]
	if *l == 0 {
		*l = f.Local(enc.V128)
	}
	return *l
}

// pushWidened pushes the vector of a scalar where it is wanted too seldom to be kept.
func (f *File) pushWidened(v ir.Value) {
	if f.K.Type(v) == ir.Bool {
		f.I32(0)
	}
	f.Scalar(v)
	if f.K.Type(v) == ir.Bool {
		f.Op(enc.I32Sub)
	}
	f.Op(enc.I32x4Splat)
	if step := uint32(f.Shapes.Of[v].Step); step != 0 {
		f.Vec(0, step, 2*step, 3*step)
		f.Op(enc.I32x4Add)
	}
}

// Slowly emits what runs seldom.
func (f *File) Slowly(body func()) {
	outer := f.Slow
	f.Slow = true
	body()
	f.Slow = outer
}

// Widen makes the vector of a scalar that was just set; those of all waves where one scalar serves them.
func (f *File) Widen(v ir.Value) {
	if !f.needVector[v] || !f.IsScalar(v) || f.IsLong && !f.Packet.Alike(v) {
		return
	}
	f.Get(f.ScalarLocal(v, f.Packet.Same(v, f.Copy)))
	if f.K.Type(v) == ir.Bool {
		s := f.Keep(enc.I32)
		f.I32(0)
		f.Get(s)
		f.Op(enc.I32Sub)
	}
	f.Broadcast(f.Depth > 0)
	step := uint32(f.Shapes.Of[v].Step)
	if _, ok := f.Packet.Delta(v, 0); !ok || f.Packet.Size == 1 {
		if step != 0 {
			f.Vec(0, step, 2*step, 3*step)
			f.Op(enc.I32x4Add)
		}
		f.Set(f.VectorLocal(v))
		return
	}
	all, now := f.Keep(enc.V128), f.Copy
	for f.Copy = range f.Packet.Size {
		if f.Packet.Same(v, f.Copy) != f.Copy {
			continue
		}
		d, _ := f.Packet.Delta(v, f.Copy)
		f.Get(all)
		if d != 0 || step != 0 {
			f.Vec(d, d+step, d+2*step, d+3*step)
			f.Op(enc.I32x4Add)
		}
		f.Set(f.VectorLocal(v))
	}
	f.Copy = now
}

// IsServed tells whether the present wave gets v from another wave of the packet.
func (f *File) IsServed(v ir.Value) bool { return f.Packet.Served(v, f.Copy) }

// Form pushes v in the form that results of the shape of like are kept in.
func (f *File) Form(v, like ir.Value) {
	if f.IsScalar(like) {
		f.Scalar(v)
		return
	}
	f.Vector(v)
}

// PushLane pushes the bits of one lane.
func (f *File) PushLane(v ir.Value, lane int) {
	f.Vector(v)
	f.Lane(enc.I32x4ExtractLane, lane)
}

// VectorOrZero is Vector of an optional argument: 0 is none.
func (f *File) VectorOrZero(v ir.Value) {
	if v == 0 {
		f.All(0)
		return
	}
	f.Vector(v)
}

// ScalarOrZero is Scalar of an optional argument: 0 is none.
func (f *File) ScalarOrZero(v ir.Value) {
	if v == 0 {
		f.I32(0)
		return
	}
	f.Scalar(v)
}

// Vec pushes a vector, from its local where the region keeps it.
func (f *File) Vec(x, y, z, w uint32) {
	if f.Slow {
		f.Func.Vec(x, y, z, w)
		return
	}
	f.Konsts.Push(f.Func, x, y, z, w)
}

// All pushes a vector with v in every lane.
func (f *File) All(v uint32) { f.Vec(v, v, v, v) }

// SpreadLane0 copies lane 0 of the vector on the stack to all lanes.
func (f *File) SpreadLane0() {
	f.All(0x03020100)
	f.Op(enc.I8x16Swizzle)
}
