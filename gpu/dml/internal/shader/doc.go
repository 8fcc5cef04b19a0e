// Package shader writes the kernels of DirectML operators as Lua text. A Kernel is one dispatch: its tensors, each an unordered access view of a
// buffer with elements of its type, and the statements that one work item runs.
//
//	k := shader.New("RELU", out.Count())               // a work item for each element
//	x, y := k.Input(0, in), k.Output(0, out)
//	at := k.Coords("i", out.Sizes)                     // local i0, i1 … of work item i
//	y.Store(y.Index(at), "max(0, " + x.At(at) + ")")
//	step := k.Step()
//
// Sizes and strides are constants in the text, so they cost nothing if they are 0 or 1. The type of an element in the text depends on its data type:
//
//	FLOAT32, FLOAT16                 float
//	INT32, INT16, INT8               int
//	UINT32, UINT16, UINT8            uint
//	INT64, UINT64, FLOAT64           uint2: the low 32 bits, the high ones
//
// The package must not know operators, devices or descriptors.
package shader
