package check

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// fuzzBodies are the seeds: every statement of the tests' kinds at least once.
var fuzzBodies = []string{
	"local v = float4(1, 2, 3, 4) v.xy = v.yx for i = 0, 3 do out[i] = v[i] if i > 2 then break end end",
	"local function f(x) if x < 1 then return x, 2 end return 3.5, x end local a, b = f(GroupIndex) out[0] = a + b",
	"local s repeat s = (s or 1) until s > 3 while true do s = s + 1 if s > 9 then return end end",
	"local x = W > 3 and data[0] or sun.m[1].x InterlockedAdd(bins[1], x) GroupMemoryBarrierWithGroupSync()",
	"tex:SampleLevel(smp, float2(0, 0), 0) raw:Store4(0, uint4(1, 2, 3, 4)) img[int2(1, 2)] = tex[int2(0, 0)]",
	"local a = Array('float2', 9) a[GroupIndex].y = 1 local p = particles[0] p.w[GroupIndex] = #a particles[1] = p printf('%d', a[1].x)",
	"local function g() return g() end g() x.y.z = nil goto q ::q:: local t = {1, ...} print(t[1] .. 'a')",
	"queue:Append { id = 1, pos = float2(1, 2) } local x = stack:Consume() + out:IncrementCounter() particles[0] = { mass = x, w = { 1, 2, 3, 4 } }",
	"local s, c = sincos(weights[GroupIndex]) local m, e = frexp(offsets[2]) out[0] = inverse(sun.m)._m00_m11.y + modf(s) + ldexp(c, e.x) + #weights",
	"out[0] = tex:SampleCmpLevelZero(shadow, float2(0, 0), 1, int2(1, -1)) + cube:GatherRed(smp, float3(1, 2, 3)).x + volume:SampleGrad(smp, float3(0, 0, 0), 1, 2).y",
	"InterlockedAdd(grid[int2(0, 1)], 2) InterlockedMin(words[3], -1) out[0] = scene.lights[GroupIndex].w[1] + (WaveActiveAllEqual(GroupIndex) and 1 or 0)",
	"do local x = 1 x, x = x, x ^ 2 x = -x % 3 ; local y = not (x == 2) ; y = y and x end",
}

// lowerBody lowers a function body in the surroundings of kernel("") and says whether it was Lua at all.
func lowerBody(t testing.TB, body string) bool {
	s, err := readScript(kernel(""))
	require.NoError(t, err)
	chunk, err := parse.Parse(strings.NewReader("return function(DispatchThreadID, GroupIndex) "+body+"\nend"), "fuzz.lua")
	if err != nil || len(chunk) != 1 {
		return false
	}
	ret, ok := chunk[0].(*ast.ReturnStmt)
	if !ok || len(ret.Exprs) != 1 {
		return false
	}
	fn, ok := ret.Exprs[0].(*ast.FunctionExpr)
	if !ok {
		return false
	}
	s.number(reflect.ValueOf(fn))
	in := *s.input
	in.Func = fn
	k, diags := Lower(in, nil)
	require.NotEqual(t, k == nil, len(diags) == 0, "a kernel or messages")
	_, _ = Tree(in, nil)
	return true
}

func TestFuzzSeeds(t *testing.T) {
	for _, body := range fuzzBodies {
		require.True(t, lowerBody(t, body), body)
	}
}

// FuzzLower feeds arbitrary Lua functions: the compiler refuses or compiles them, and never panics.
func FuzzLower(f *testing.F) {
	for _, body := range fuzzBodies {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) < 2000 {
			lowerBody(t, body)
		}
	})
}
