package tensor

import "github.com/gpuscript/gpuscript/gpu"

// DataType as DML_TENSOR_DATA_TYPE: what an element is.
type DataType uint8

// The data types, numbered as in DirectML.
const (
	Unknown DataType = iota
	Float32
	Float16
	Uint32
	Uint16
	Uint8
	Int32
	Int16
	Int8
	Float64
	Uint64
	Int64
	Uint4
	Int4
)

var dataTypeNames = []string{"UNKNOWN", "FLOAT32", "FLOAT16", "UINT32", "UINT16", "UINT8", "INT32", "INT16", "INT8", "FLOAT64",
	"UINT64", "INT64", "UINT4", "INT4"}

var dataTypeBits = []uint32{0, 32, 16, 32, 16, 8, 32, 16, 8, 64, 64, 64, 4, 4}

// LuaNames implements the enum contract of the bindings.
func (DataType) LuaNames() []string { return dataTypeNames }

// String returns the DirectML name without its prefix.
func (t DataType) String() string {
	if int(t) < len(dataTypeNames) {
		return dataTypeNames[t]
	}
	return "UNKNOWN"
}

// Bits is the size of an element.
func (t DataType) Bits() uint32 {
	if int(t) < len(dataTypeBits) {
		return dataTypeBits[t]
	}
	return 0
}

// Bytes is the size of an element; 0 for types that share bytes.
func (t DataType) Bytes() uint64 { return uint64(t.Bits() / 8) }

// Shares says whether two elements share a byte: the first one has its lower bits.
func (t DataType) Shares() bool { return t == Uint4 || t == Int4 }

// Widened is the type of the same kind whose elements have bytes of their own.
func (t DataType) Widened() DataType {
	switch t {
	case Uint4:
		return Uint8
	case Int4:
		return Int8
	}
	return t
}

// IsFloat says whether elements are floating-point numbers.
func (t DataType) IsFloat() bool { return t == Float32 || t == Float16 || t == Float64 }

// IsSigned says whether elements are signed integers.
func (t DataType) IsSigned() bool {
	return t == Int8 || t == Int16 || t == Int32 || t == Int64 || t == Int4
}

// IsUnsigned says whether elements are unsigned integers.
func (t DataType) IsUnsigned() bool {
	return t == Uint8 || t == Uint16 || t == Uint32 || t == Uint64 || t == Uint4
}

// IsInteger says whether elements are whole numbers.
func (t DataType) IsInteger() bool { return t.IsSigned() || t.IsUnsigned() }

// Flags as DML_TENSOR_FLAGS.
type Flags uint32

// OwnedByDML says that the contents are handed over at initialisation and never bound for an execution.
const OwnedByDML Flags = 1

var flagNames = []gpu.FlagName{{Name: "NONE"}, {Name: "OWNED_BY_DML", Bits: 1}}

// LuaFlagNames implements the flags contract of the bindings.
func (Flags) LuaFlagNames() []gpu.FlagName { return flagNames }

// String returns the names of the set flags.
func (f Flags) String() string {
	if f == OwnedByDML {
		return "OWNED_BY_DML"
	}
	return "NONE"
}
