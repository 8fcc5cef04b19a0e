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

func luaSource(t testing.TB, body string) Source {
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

// TestLibraryIsListed: the documentation can list what kernels have.
func TestLibraryIsListed(t *testing.T) {
	byName := map[string]Intrinsic{}
	for _, in := range Intrinsics() {
		byName[in.Name] = in
	}
	require.Equal(t, Intrinsic{Name: "sin", Doc: "sin(x): sine of radians; the error grows where |x| is above 8192", MinArgs: 1, MaxArgs: 1, ULP: 2}, byName["sin"])
	require.Zero(t, byName["dot"].ULP)
	methods := map[string]Method{}
	for _, m := range Methods() {
		methods[m.Name] = m
	}
	require.Equal(t, []syntax.ResourceKind{syntax.AppendStructuredBuffer}, methods["Append"].Kinds)
	require.NotContains(t, methods["Load"].Kinds, syntax.TextureCube)
	require.Len(t, SystemValues(), 11)
}
