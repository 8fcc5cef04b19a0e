// Package mapped converts Lua numbers to the elements of mapped memory and back.
//
// It must not know Lua, and whose memory it is.
package mapped

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu/half"
)

// MappedType is the element type of Mapping:Read, Mapping:Write and gpu.engine.Pack.
type MappedType uint8

// The element types.
const (
	Byte MappedType = iota
	Double
	Float
	Half
	Int
	Sbyte
	Short
	Uint
	Uint64
	Ushort
)

// LuaNames implements the enum contract of luabind.
func (MappedType) LuaNames() []string {
	return []string{"byte", "double", "float", "half", "int", "sbyte", "short", "uint", "uint64", "ushort"}
}

// Numbers says how numbers become bytes. Integers have a range; Max is 0 for floats.
type Numbers struct {
	Size     uint64 // bytes
	Min, Max float64
	Put      func(to []byte, x float64)
	Get      func(from []byte) float64
}

// Numbers is the row of a type.
func (t MappedType) Numbers() *Numbers { return &table[t] }

// table has a row for each element type.
var table = [...]Numbers{
	Byte: {1, 0, math.MaxUint8, func(to []byte, x float64) { to[0] = byte(x) }, func(from []byte) float64 { return float64(from[0]) }},
	Double: {Size: 8, Put: func(to []byte, x float64) { le.PutUint64(to, math.Float64bits(x)) },
		Get: func(from []byte) float64 { return math.Float64frombits(le.Uint64(from)) }},
	Float: {Size: 4, Put: func(to []byte, x float64) { le.PutUint32(to, math.Float32bits(float32(x))) },
		Get: func(from []byte) float64 { return float64(math.Float32frombits(le.Uint32(from))) }},
	Half: {Size: 2, Put: func(to []byte, x float64) { le.PutUint16(to, half.FromFloat(float32(x))) },
		Get: func(from []byte) float64 { return float64(half.ToFloat(le.Uint16(from))) }},
	Int: {4, math.MinInt32, math.MaxInt32, func(to []byte, x float64) { le.PutUint32(to, uint32(int32(x))) },
		func(from []byte) float64 { return float64(int32(le.Uint32(from))) }},
	Sbyte: {1, math.MinInt8, math.MaxInt8, func(to []byte, x float64) { to[0] = byte(int8(x)) },
		func(from []byte) float64 { return float64(int8(from[0])) }},
	Short: {2, math.MinInt16, math.MaxInt16, func(to []byte, x float64) { le.PutUint16(to, uint16(int16(x))) },
		func(from []byte) float64 { return float64(int16(le.Uint16(from))) }},
	Uint: {4, 0, math.MaxUint32, func(to []byte, x float64) { le.PutUint32(to, uint32(x)) },
		func(from []byte) float64 { return float64(le.Uint32(from)) }},
	Uint64: {8, 0, 1 << 53, func(to []byte, x float64) { le.PutUint64(to, uint64(x)) },
		func(from []byte) float64 { return float64(le.Uint64(from)) }},
	Ushort: {2, 0, math.MaxUint16, func(to []byte, x float64) { le.PutUint16(to, uint16(x)) },
		func(from []byte) float64 { return float64(le.Uint16(from)) }},
}

var le = binary.LittleEndian
