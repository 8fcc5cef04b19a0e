package compiled

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// names is an Env that counts how often it is asked.
type names struct {
	captures map[string]syntax.Capture
	asked    *int
}

func (n names) Resolve(name string) (syntax.Capture, bool) {
	*n.asked++
	c, ok := n.captures[name]
	return c, ok
}

// function parses a Lua function.
func function(t *testing.T, source string) *ast.FunctionExpr {
	t.Helper()
	chunk, err := parse.Parse(strings.NewReader("return "+source), "test")
	require.NoError(t, err)
	return chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr)
}

func number(n float64) syntax.Capture { return syntax.Capture{Kind: syntax.CaptureNumber, Number: n} }

func buffer(t *testing.T, elem string) syntax.Capture {
	typ, d := syntax.ParseType(elem)
	require.Nil(t, d)
	r, d := syntax.NewResource(syntax.RWStructuredBuffer, "u0", typ, 0, 7)
	require.Nil(t, d)
	return syntax.Capture{Kind: syntax.CaptureResource, Resource: r}
}

// TestLookUp: a kernel is found by what its names mean, with as many questions as it has names, however many kernels there are; what a branch does
// not compile is not asked.
func TestLookUp(t *testing.T) {
	main := function(t, `function(GroupIndex) if wide then out[GroupIndex] = scale(1.0) else out[GroupIndex] = 0 end end`)
	scale := function(t, `function(x) return x * factor end`)
	asked := 0
	var m Kernels
	make := func(wide bool, factor float64, elem string) *kernel.Kernel {
		inner := names{map[string]syntax.Capture{"factor": number(factor)}, &asked}
		env := names{map[string]syntax.Capture{"wide": {Kind: syntax.CaptureBool, Bool: wide}, "out": buffer(t, elem),
			"scale": {Kind: syntax.CaptureFunction, Function: &syntax.Function{Name: "scale", Node: scale, Env: inner}}}, &asked}
		k, problems := m.Compile(kernel.Source{Name: "k", NumThreads: [3]int{4, 1, 1}, Func: main, Env: env})
		require.Empty(t, problems)
		return k
	}
	first := make(true, 2, "float")
	require.Same(t, first, make(true, 2, "float"))
	require.NotSame(t, first, make(true, 3, "float"), "another number of a captured function")
	require.NotSame(t, first, make(true, 2, "half"), "another type of a captured declaration")
	narrow := make(false, 2, "float")
	require.NotSame(t, first, narrow)
	require.Same(t, narrow, make(false, 5, "float"), "scale is not called")
	require.NotSame(t, make(true, 0, "float"), make(true, math.Copysign(0, -1), "float"))
	for i := range 200 {
		make(true, float64(i)+0.5, "float")
	}
	asked = 0
	require.Same(t, first, make(true, 2, "float"))
	require.Equal(t, 4, asked, "wide, scale, factor and out, once each")
}

// TestBounded: a script that never asks for the same kernel twice does not keep all.
func TestBounded(t *testing.T) {
	main := function(t, `function(GroupIndex) out[GroupIndex] = 0 end`)
	asked := 0
	m := Kernels{count: most - 1}
	for i := range 3 {
		_, problems := m.Compile(kernel.Source{Name: fmt.Sprint("k", i), NumThreads: [3]int{1, 1, 1}, Func: main, Env: names{map[string]syntax.Capture{"out": buffer(t, "float")}, &asked}})
		require.Empty(t, problems)
	}
	require.Equal(t, 3, m.count)
	require.Len(t, m.roots, 3)
}

// TestFailuresAreNotKept: a kernel with mistakes is compiled again, and says them again.
func TestFailuresAreNotKept(t *testing.T) {
	main := function(t, `function(GroupIndex) missing[0] = 1 end`)
	asked := 0
	var m Kernels
	for range 2 {
		k, problems := m.Compile(kernel.Source{Name: "k", NumThreads: [3]int{1, 1, 1}, Func: main, Env: names{nil, &asked}})
		require.Nil(t, k)
		require.Len(t, problems, 1)
	}
	require.Zero(t, m.count)
}

// TestAnswersHaveEveryField: what is added to a captured value must become a part of its key.
func TestAnswersHaveEveryField(t *testing.T) {
	for value, fields := range map[any]int{syntax.Capture{}: 10, syntax.Resource{}: 6, syntax.GroupShared{}: 3, syntax.Register{}: 3, syntax.Field{}: 2, syntax.Function{}: 3} {
		require.Equal(t, fields, reflect.TypeOf(value).NumField(), "%T", value)
	}
	require.Equal(t, 8, reflect.TypeFor[syntax.Type]().NumField())
	require.Equal(t, 1, reflect.TypeFor[syntax.Table]().NumField())
	table := func(rows ...[]float64) syntax.Capture {
		return syntax.Capture{Kind: syntax.CaptureTable, Table: &syntax.Table{Rows: rows}}
	}
	all := []syntax.Capture{{}, number(1), number(2), {Kind: syntax.CaptureBool}, {Kind: syntax.CaptureHost, Host: "1"}, buffer(t, "float"), buffer(t, "float2"), buffer(t, "int"),
		table([]float64{1, 2}), table([]float64{1}, []float64{2}), table([]float64{12}), table([]float64{1, 3})}
	keys := map[answer]int{}
	for i := range all {
		before, twice := keys[answerOf(&all[i], true)]
		require.False(t, twice, "%d and %d", before, i)
		keys[answerOf(&all[i], true)] = i
		copied := all[i]
		require.Equal(t, answerOf(&all[i], true), answerOf(&copied, true))
	}
}
