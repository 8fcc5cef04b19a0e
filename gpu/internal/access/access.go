// Package access describes the bytes that a program touched, and finds what two such sets have in common. Values in, values out: it must not know who
// touched them, nor objects, order or rules.
package access

// Kind says what a program did with bytes.
type Kind uint8

// The kinds of accesses, in the order in which Result.Accesses lists those of one record.
const (
	Read   Kind = iota // loads and samples
	Write              // plain stores
	Atomic             // interlocked operations, which read and write; Access.Atomic says which
)

// String is a word for messages.
func (k Kind) String() string { return kinds[k] }

var kinds = [...]string{"read", "write", "atomic"}

// AtomicOp is the operation of an atomic access.
type AtomicOp uint8

// The operations of atomic accesses. Signed and unsigned comparisons are different operations. IncrementCounter and Append add to the
// counter. DecrementCounter and Consume subtract from it, which is another operation: which elements they give depends on how many were added before.
const (
	AtomicNone AtomicOp = iota // not atomic
	AtomicAdd
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMin
	AtomicMinUnsigned
	AtomicMax
	AtomicMaxUnsigned
	AtomicSubtract
	AtomicExchange
	AtomicCompareExchange
)

// String is a word for messages.
func (op AtomicOp) String() string { return atomicOps[op] }

var atomicOps = [...]string{"none", "add", "and", "or", "xor", "min", "unsigned min", "max", "unsigned max", "subtract", "exchange",
	"compare exchange"}

// Commutes tells whether atomics of this operation leave the same bytes in whatever order they happen.
func (op AtomicOp) Commutes() bool { return op >= AtomicAdd && op <= AtomicSubtract }

// Access is bytes of VRAM that a program touched through a record: a range, or pieces at equal distances.
//
//	Stride == 0   [Begin, End)
//	Stride > 0    [Begin + i*Stride, Begin + i*Stride + Size) for i = 0, 1, …; the last piece ends at End.   Size < Stride < End - Begin
//
//	Begin       Begin+Stride          End
//	├─Size─┤    ├─Size─┤    ├─Size─┤
type Access struct {
	Record uint32
	Kind   Kind
	Atomic AtomicOp // of Atomic
	// Exact says that every byte was touched; else these are the bytes that may have been touched.
	Exact      bool
	Begin, End uint64
	Stride     uint64
	Size       uint64
	// Part is the command of ExecuteIndirect, from 0.
	Part uint32
	// Within, unless "", are the bytes of [Begin, End) that are meant, many ranges of a buffer: those of gpu.Ranges, from Begin. Size is how many
	// bytes these are then, and Stride 0.
	Within string
}

// Reads tells whether the bytes were read.
func (a *Access) Reads() bool { return a.Kind != Write }

// Writes tells whether the bytes were written.
func (a *Access) Writes() bool { return a.Kind != Read }

// Pieces is the number of ranges: 1 where there is no stride.
func (a *Access) Pieces() uint64 {
	if a.Stride == 0 {
		return 1
	}
	return (a.End-a.Begin-a.Size)/a.Stride + 1
}

// Bytes is the number of bytes.
func (a *Access) Bytes() uint64 {
	if a.Within != "" {
		return a.Size
	}
	if a.Stride == 0 {
		return a.End - a.Begin
	}
	return a.Pieces() * a.Size
}

// Overlaps tells whether a and b have a byte in common. It is exact for strides too, and takes no longer than the number of pieces after which the
// two patterns repeat. It does not look at Within.
func (a *Access) Overlaps(b *Access) bool {
	_, _, ok := a.Overlap(b)
	return ok
}

// Overlap is the first range of bytes that a and b have in common. It does not look at kinds, records and Within.
func (a *Access) Overlap(b *Access) (begin, end uint64, ok bool) {
	if b.Stride != 0 && (a.Stride == 0 || b.Stride < a.Stride) {
		a, b = b, a // b is one range, or its pieces are farther apart: each of them is compared with a
	}
	first, last, ok := b.piecesIn(a.Begin, a.End)
	if !ok {
		return 0, 0, false
	}
	// From the second piece to the last but one all lie within a, where whether they meet it depends on their place modulo a.Stride only.
	end = last
	if turns := b.repeatsAfter(a); last-first > turns+1 {
		end = first + turns
	}
	for i := first; i <= end; i++ {
		if from, to, ok := a.meets(b, i); ok {
			return from, to, true
		}
	}
	if end == last {
		return 0, 0, false
	}
	return a.meets(b, last)
}

// repeatsAfter is the number of pieces of a after which their places relative to b's pattern repeat.
func (a *Access) repeatsAfter(b *Access) uint64 {
	if a.Stride == 0 || b.Stride == 0 {
		return 1
	}
	x, y := a.Stride, b.Stride
	for y != 0 {
		x, y = y, x%y
	}
	return b.Stride / x
}

// piece is the range of piece i.
func (a *Access) piece(i uint64) (begin, end uint64) {
	if a.Stride == 0 {
		return a.Begin, a.End
	}
	begin = a.Begin + i*a.Stride
	return begin, begin + a.Size
}

// piecesIn are the pieces that have bytes in [begin, end): [first, last].
func (a *Access) piecesIn(begin, end uint64) (first, last uint64, ok bool) {
	if begin >= a.End || end <= a.Begin || begin >= end {
		return 0, 0, false
	}
	if a.Stride == 0 {
		return 0, 0, true
	}
	if begin > a.Begin {
		first = (begin - a.Begin) / a.Stride
		if _, to := a.piece(first); to <= begin {
			first++
		}
	}
	last = (min(end, a.End) - 1 - a.Begin) / a.Stride
	return first, last, first <= last
}

// meets is the first range that piece i of b has in common with a.
func (a *Access) meets(b *Access, i uint64) (begin, end uint64, ok bool) {
	from, to := b.piece(i)
	if from >= a.End || to <= a.Begin {
		return 0, 0, false
	}
	begin, end = a.pieceAfter(from)
	return max(begin, from), min(end, to), begin < to
}

// pieceAfter is the range of the first piece that ends after a place, which is before the end of a.
func (a *Access) pieceAfter(at uint64) (begin, end uint64) {
	if a.Stride == 0 || at <= a.Begin {
		return a.piece(0)
	}
	begin, end = a.piece((at - a.Begin) / a.Stride)
	if end <= at {
		return begin + a.Stride, end + a.Stride
	}
	return begin, end
}
