package template

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/flow"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// TestCall: each place of a template gets its piece of the call, and where there is none nothing is written.
func TestCall(t *testing.T) {
	tests := []struct {
		text, template, want string
	}{
		{"queue:Wait(F, n + 1)", "%1:WaitCPU(%2)", "F:WaitCPU(n + 1)"},
		{"queue:Wait(F, n + 1)", "%r:Signal(%a)", "queue:Signal(F, n + 1)"},
		{"a.b.wait(n)", "%f(%l)", "a.b.wait({ n })"},
		{"sum { 1, 2 }", "total(%l)", "total({ 1, 2 })"},
		{"sum { 1, 2, }", "total(%i1)", "total(1, 2)"},
		{"half(a + b)", "%p / 2", "(a + b) / 2"},
		{"half(a)", "%p / 2", "a / 2"},
		{"copy { Src = s, SrcOffset = o }", "move(%1.SrcOffset, %1.Src)", "move(o, s)"},
		{"copy(d)", "move(%1.Src)", "move(d.Src)"},
		{"modf(x)", "%1, w = modf(%1)", "x, w = modf(x)"},
		{"copy { Dst = d }", "move(%1.Src)", ""}, // the table has no such field
		{"queue:Wait(F)", "%1:WaitCPU(%2)", ""},
		{"f()", "g(%a)", ""},
		{"make():Set(1)", "%r = 1", ""}, // nothing can be assigned to what is made
		{"sincos(x, 1, c)", "%2, %3 = sincos(%1)", ""},
		{"sum { 1 --[[one]] }", "total(%i1)", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text+" as "+tt.template, func(t *testing.T) {
			read, err := parse.Read(tt.text, parse.Options{Base: 100})
			require.Nil(t, err)
			tree := flow.New(read)
			for i := range read.Records {
				call, is := read.Records[i].Node.(*ast.FuncCallExpr)
				if !is || read.Records[i].Extent.End-read.Records[i].Extent.Start != len(tt.text) {
					continue
				}
				text, ok := Call(tree, tt.text, call, &read.Records[i], tt.template)
				require.Equal(t, tt.want != "", ok, text)
				if ok {
					require.Equal(t, tt.want, text)
				}
				return
			}
			t.Fatal("there is no call")
		})
	}
}

// TestInside: what stands between the braces of a table, without a separator at its end.
func TestInside(t *testing.T) {
	inner, ok := Inside("{ 1, 2, }")
	require.True(t, ok)
	require.Equal(t, "1, 2", inner)
	for _, text := range []string{"list", "{ 1 -- one\n}"} {
		_, ok := Inside(text)
		require.False(t, ok, text)
	}
	require.Equal(t, "a.b", Before("a.b : "))
}
