package exec

import "github.com/gpuscript/gpuscript/gpu/internal/access"

// What programs touched is described by package access.
type (
	// AccessKind says what a program did with bytes.
	AccessKind = access.Kind
	// AtomicOp is the operation of an atomic access.
	AtomicOp = access.AtomicOp
	// Access is bytes of VRAM that a program touched through a record.
	Access = access.Access
)

// The kinds of accesses.
const (
	AccessRead   = access.Read
	AccessWrite  = access.Write
	AccessAtomic = access.Atomic
)

// The operations of atomic accesses.
const (
	AtomicNone            = access.AtomicNone
	AtomicAdd             = access.AtomicAdd
	AtomicAnd             = access.AtomicAnd
	AtomicOr              = access.AtomicOr
	AtomicXor             = access.AtomicXor
	AtomicMin             = access.AtomicMin
	AtomicMinUnsigned     = access.AtomicMinUnsigned
	AtomicMax             = access.AtomicMax
	AtomicMaxUnsigned     = access.AtomicMaxUnsigned
	AtomicSubtract        = access.AtomicSubtract
	AtomicExchange        = access.AtomicExchange
	AtomicCompareExchange = access.AtomicCompareExchange
)
