package kernel

import (
	"fmt"
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/stretchr/testify/require"
)

// arrayText is a kernel of 8 items that stores 7 at an index of an array of 8 words in shared memory and shows what is there, at four bytes an
// element.
const arrayText = `kernel "arrays" threads 8 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
shared "before" offset 0 bytes 8 align 4
shared "tile" offset 8 bytes 32 align 4
body {
  %%1:i32 = sys GroupIndex
  %%2:i32 = const %d
  %%3:i32 = const 2
  %%4:i32 = const 7
  %%5:i32 = iadd %%1 %%2
  %s
  storeshared %%7 %%6 %%4 off=8 @3
  %%8:i32 = loadshared %%7 %%6 off=8 @4
  storebuf _ %%1 _ %%8 b=0
}`

// Where an address is the product of an index, the index decides whether an access is inside, however large it is; both executors say so, and name
// the index.
func TestIndexOfArray(t *testing.T) {
	b := newBench(t, 1)
	for name, address := range map[string]string{
		"of work items":       "%6:i32 = iadd %5 %9\n%7:i32 = shl %6 %3",
		"the product is late": "%6:i32 = iadd %5 %9\n%10:i32 = shl %1 %3\n%11:i32 = shl %2 %3\n%7:i32 = iadd %10 %11",
		"of lanes that vary":  "%10:i32 = xor %1 %3\n%11:i32 = xor %10 %3\n%6:i32 = iadd %11 %2\n%7:i32 = shl %6 %3",
		"of the whole group":  "%6:i32 = iadd %2 %9\n%7:i32 = shl %6 %3",
	} {
		for _, first := range []int64{0, 1, 7, 8, 1 << 16, 1<<30 - 4, 1 << 30, 1<<30 + 1, 1 << 31, 3 << 30, 1<<32 - 8, 1<<32 - 1} {
			k := compileText(t, fmt.Sprintf(arrayText, uint32(first), "%9:i32 = const 0\n"+address))
			r := b.same(t, k, [3]uint32{2, 1, 1}, nil)
			var outside []int64
			for i := range int64(8) {
				if name == "of the whole group" {
					i = 0
				}
				if index := (first + i) & math.MaxUint32; index >= 8 {
					outside = append(outside, index)
				}
			}
			require.EqualValues(t, 4*len(outside), r.OutOfBounds, "%s, %#x: a load and a store in each of two groups", name, first)
			if len(outside) > 0 {
				if outside[0] < 1<<16 {
					outside[0] *= 4 // the text form has no strides: in bytes
				}
				require.EqualValues(t, outside[0], r.Reports[0].Index, "%s, %#x", name, first)
				require.EqualValues(t, 32, r.Reports[0].Size)
				require.Equal(t, "tile", r.Reports[0].Array)
			}
			_, bytes := b.run(t, b.compiled, k, [3]uint32{2, 1, 1}, func(d *exec.Dispatch) { d.Report, d.Track = false, false })
			_, plain := b.run(t, b.plain, k, [3]uint32{2, 1, 1}, func(d *exec.Dispatch) { d.Report, d.Track = false, false })
			require.Equal(t, plain, bytes, "%s, %#x: without reports", name, first)
		}
	}
}
