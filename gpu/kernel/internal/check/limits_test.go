package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/stretchr/testify/require"
)

// doubling is a chain of n functions each of which calls the one before twice.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("local function f0(x) return x end\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "local function f%d(x) return f%d(x) + f%d(x) end\n", i, i-1, i-1)
	}
	fmt.Fprintf(&b, "out[0] = f%d(1)", n)
	return b.String()
}

func TestInliningIsBounded(t *testing.T) {
	require.Equal(t, []float32{1024}, evalFloats(t, doubling(10), 1))
	_, _, diags := compile(t, kernel(doubling(60)), nil)
	require.Equal(t, diag.KernelTooLarge, diags[0].Code)
}

func TestNestingIsBounded(t *testing.T) {
	nested := func(n int) string {
		return "out[0] = " + strings.Repeat("(1.0 + data[0] * ", n) + "1" + strings.Repeat(")", n)
	}
	_, _, diags := compile(t, kernel(nested(100)), nil)
	require.Empty(t, texts(diags))
	_, _, diags = compile(t, kernel(nested(1000)), nil)
	require.Equal(t, diag.KernelTooLarge, diags[0].Code)
}

// TestExitsAreBounded: what stands after a statement that may leave is one deeper.
func TestExitsAreBounded(t *testing.T) {
	for _, tt := range []struct{ before, exit, after string }{
		{"", "if data[0] > 1 then return end\n", ""},
		{"for i = 0, 3 do ", "if data[i] > 1 then break end\n", "end"},
		{"", "while data[0] > 1 do return end\n", ""},
	} {
		exits := func(n int) string { return tt.before + strings.Repeat(tt.exit, n) + "out[0] = 1 " + tt.after }
		_, _, diags := compile(t, kernel(exits(maxDepth-10)), nil)
		require.Empty(t, texts(diags))
		_, _, diags = compile(t, kernel(exits(maxDepth+1)), nil)
		require.Equal(t, diag.KernelTooLarge, diags[0].Code)
	}
}

func TestInferenceIsBounded(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "local a%d = 0\n", i)
		}
		for range 2 {
			for i := range n - 1 {
				fmt.Fprintf(&b, "a%d = a%d\n", i, i+1)
			}
		}
		fmt.Fprintf(&b, "a%d = 0.5\nout[0] = a0", n-1)
		return b.String()
	}
	_, _, diags := compile(t, kernel(chain(20)), nil)
	require.Empty(t, texts(diags))
	if _, k, diags := compile(t, kernel(chain(150)), nil); k == nil {
		require.Equal(t, diag.KernelTooLarge, diags[0].Code)
	}
}

func TestGroupLimits(t *testing.T) {
	s, err := readScript(kernel(""))
	require.NoError(t, err)
	for _, n := range [][3]int{{1024, 1, 1}, {1, 1, 64}, {32, 32, 1}} {
		in := *s.input
		in.NumThreads = n
		_, diags := Lower(in, nil)
		require.Empty(t, texts(diags))
	}
	for _, n := range [][3]int{{1025, 1, 1}, {1, 1, 65}, {32, 33, 1}, {0, 1, 1}} {
		in := *s.input
		in.NumThreads = n
		_, diags := Lower(in, nil)
		require.Equal(t, diag.GroupTooLarge, diags[0].Code)
	}
}
