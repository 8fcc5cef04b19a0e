package gowords

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProblem(t *testing.T) {
	tests := []struct{ theirs, ours string }{
		{"cannot use a (type lua.LString) as type float64", "number expected, got string"},
		{"cannot use a (b) (type lua.LString) as type int", "number expected, got string"},
		{"cannot use table: 0xc000123456 (type *lua.LTable) as type string", "string expected, got table"},
		{"cannot use 1 (type lua.LNumber) as type []string", "table expected, got number"},
		{"cannot use true (type lua.LBool) as type func(int)", "function expected, got boolean"},
		{"cannot use 1 (type lua.LNumber) as type *scene.Camera", "object of type Camera expected, got number"},
		{"cannot use nil as type uint8", "number expected, got nil"},
		{"nil or table expected, got userdata", "nil or table expected, got object"},
		{"index out of range", "index out of range"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.ours, Problem(tt.theirs))
	}
}

func TestResult(t *testing.T) {
	require.Equal(t, "2 results expected, got 1", Result(errors.New("expecting 2 return values, got 1")))
	require.Empty(t, Result(errors.New("cannot use a (type lua.LString) as type int")), "the program's own words")
	require.Empty(t, Result("expecting 2 return values, got 1"))
}

func TestReadCount(t *testing.T) {
	c, ok := ReadCount("invalid number of function arguments (3 expected, got 2)")
	require.True(t, ok)
	require.Equal(t, Count{Want: 3, Got: 2}, c)
	c, ok = ReadCount("invalid number of function arguments (1 or more expected, got 0)")
	require.True(t, ok)
	require.Equal(t, Count{Want: 1, OrMore: true}, c)
	_, ok = ReadCount("invalid number")
	require.False(t, ok)
}

func TestPanicStack(t *testing.T) {
	var first, second string
	for _, to := range []*string{&first, &second} {
		func() {
			defer func() {
				_ = recover()
				*to, _ = PanicStack()
			}()
			panic(errors.New("x"))
		}()
	}
	require.Equal(t, first, second)
	require.Contains(t, first, "gowords.TestPanicStack")
	require.NotContains(t, first, "0x")
}
