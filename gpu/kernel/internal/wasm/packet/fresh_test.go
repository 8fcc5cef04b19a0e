package packet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestFresh: which arrays must be zeros, by what the items do before the first barrier.
func TestFresh(t *testing.T) {
	const text = `kernel "k" threads 8 4 1 @1
shared "a" offset 0 bytes 128 align 4 @1
shared "b" offset 128 bytes 256 align 4 @1
body {
  %1:i32 = sys GroupIndex @1
  %2:i32 = sys GroupThreadID.x @1
  %3:i32 = const 4
  %4:i32 = const 2
  %5:i32 = imul %1 %3 @1
  %6:i32 = imul %2 %3 @1
  %7:i32 = imul %1 %4 @1
  %8:bool = ltu %1 %3 @1
  BEFORE
  barrier @1
  %10:i32 = loadshared %5 _ @1
  storeshared %5 _ %10 @1
}
`
	for _, c := range []struct {
		name, before string
		want         []uint32 // offsets of what must be zeros
	}{
		{"nothing is stored", "", []uint32{0}},
		{"all of a", "storeshared %5 _ %1 @1", []uint32{128}},
		{"and the start of b", "storeshared %5 _ %1 @1\n storeshared %5 _ %1 off=128 @1", []uint32{128}},
		{"a row of a, by each row", "storeshared %6 _ %1 @1", []uint32{0}},
		{"halves of words", "storeshared %7 _ %1 @1", []uint32{0}},
		{"from the second word on", "storeshared %5 _ %1 off=4 @1", []uint32{0}},
		{"as bytes", "storeshared %5 _ %1 w=1 @1", []uint32{0}},
		{"by some", "if %8 { @1\n storeshared %5 _ %1 @1\n } else {\n }", []uint32{0}},
		{"read before", "%9:i32 = loadshared %5 _ @1\n storeshared %5 _ %1 @1", []uint32{0}},
		{"read behind it", "storeshared %5 _ %1 @1\n %9:i32 = loadshared %6 _ @1", []uint32{0}},
		{"read in a choice", "storeshared %5 _ %1 @1\n if %8 { @1\n %9:i32 = loadshared %6 _ @1\n } else {\n }", []uint32{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := ir.Parse(strings.Replace(text, "BEFORE", c.before, 1))
			require.NoError(t, err)
			require.NoError(t, ir.Verify(k))
			shapes, forms := analyse(k)
			var got []uint32
			for _, a := range (&Places{K: k, Forms: forms, Shapes: shapes}).Fresh() {
				got = append(got, a.Offset)
			}
			require.Equal(t, c.want, got)
		})
	}
}
