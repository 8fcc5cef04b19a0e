package syntax

// Rule says how the components of a value are placed in memory.
type Rule uint8

// The two placements of HLSL. Packed is that of structured buffers and groupshared memory: every scalar follows the one
// before. Constant is that of constant buffers: vectors do not straddle 16-byte registers, array elements, structs and
// matrix columns start one. (Source: HLSL, packing rules for constant variables.)
const (
	Packed Rule = iota
	Constant
)

const registerBytes = 16

// Size is the number of bytes that a value of t takes, without padding after it.
func Size(t *Type, rule Rule) int {
	switch t.Kind {
	case Numeric:
		if !t.IsMatrix() {
			return 4 * t.Cols
		}
		return (t.Cols-1)*ColumnStride(t, rule) + 4*t.Rows
	case Array:
		if t.Len == 0 {
			return 0
		}
		return (t.Len-1)*ArrayStride(t, rule) + Size(t.Elem, rule)
	}
	return structEnd(t, len(t.Fields), rule)
}

// ArrayStride is the distance in bytes between two elements of the array type t.
func ArrayStride(t *Type, rule Rule) int {
	size := Size(t.Elem, rule)
	if rule == Constant {
		return roundUp(size, registerBytes)
	}
	return size
}

// ColumnStride is the distance in bytes between two columns of the matrix type t.
func ColumnStride(t *Type, rule Rule) int {
	if rule == Constant {
		return registerBytes
	}
	return 4 * t.Rows
}

// FieldOffset is the place of field i of the struct type t, in bytes from the start of the struct.
func FieldOffset(t *Type, i int, rule Rule) int {
	return place(structEnd(t, i, rule), t.Fields[i].Type, rule)
}

// structEnd is the first byte after the first n fields.
func structEnd(t *Type, n int, rule Rule) int {
	end := 0
	for _, f := range t.Fields[:n] {
		end = place(end, f.Type, rule) + Size(f.Type, rule)
	}
	return end
}

// place is the first offset at or after end where a value of t may start.
func place(end int, t *Type, rule Rule) int {
	if rule == Packed {
		return end
	}
	if t.Kind != Numeric || t.IsMatrix() {
		return roundUp(end, registerBytes)
	}
	size := Size(t, rule)
	if end/registerBytes != (end+size-1)/registerBytes {
		return roundUp(end, registerBytes)
	}
	return end
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// Offsets lists where each component of a value of t lies, in bytes from its start, in the order of Scalars: matrices row
// by row, although memory holds them column by column.
func Offsets(t *Type, rule Rule) []int {
	return appendOffsets(make([]int, 0, t.Components()), t, 0, rule)
}

func appendOffsets(list []int, t *Type, base int, rule Rule) []int {
	switch t.Kind {
	case Numeric:
		for r := range t.Rows {
			for c := range t.Cols {
				if t.IsMatrix() {
					list = append(list, base+c*ColumnStride(t, rule)+4*r)
				} else {
					list = append(list, base+4*c)
				}
			}
		}
	case Array:
		for i := range t.Len {
			list = appendOffsets(list, t.Elem, base+i*ArrayStride(t, rule), rule)
		}
	case Struct:
		for i, f := range t.Fields {
			list = appendOffsets(list, f.Type, base+FieldOffset(t, i, rule), rule)
		}
	}
	return list
}
