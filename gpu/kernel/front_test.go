package kernel

import (
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// names is an Env of one resource.
type names map[string]*syntax.Resource

func (n names) Resolve(name string) (syntax.Capture, bool) {
	r, ok := n[name]
	return syntax.Capture{Kind: syntax.CaptureResource, Resource: r}, ok
}

func luaSource(t *testing.T, body string) Source {
	t.Helper()
	chunk, err := parse.Parse(strings.NewReader("return function(DispatchThreadID)\n"+body+"\nend"), "kernel.lua")
	require.NoError(t, err)
	float, d := syntax.ParseType("float")
	require.Nil(t, d)
	out, d := syntax.NewResource(syntax.RWStructuredBuffer, "u0", float, 0, 0)
	require.Nil(t, d)
	return Source{Name: "lua", NumThreads: [3]int{8, 1, 1}, Func: chunk[0].(*ast.ReturnStmt).Exprs[0].(*ast.FunctionExpr), Env: names{"out": out}}
}

func TestLuaKernelRunsOnBothExecutors(t *testing.T) {
	k, problems := Compile(luaSource(t, `
local i = DispatchThreadID.x
local sum = 0.0
for n = 1, 10 do
  if n % 3 == 0 then sum = sum + sqrt(n) end
end
out[i] = out[i] * sum`))
	require.Empty(t, problems)
	b := newBench(t, 2)
	r := b.same(t, k, [3]uint32{4, 1, 1}, nil)
	require.EqualValues(t, 32, r.WorkItems)
	require.Len(t, r.Accesses, 2)
	require.EqualValues(t, 128, r.BytesWritten)
	text, err := k.Emit("ir")
	require.NoError(t, err)
	_, err = ir.Parse(text)
	require.NoError(t, err)
}

func TestLuaMistakesAreDiagnostics(t *testing.T) {
	k, problems := Compile(luaSource(t, `out[0] = nothing`))
	require.Nil(t, k)
	require.NotEmpty(t, problems)
}
