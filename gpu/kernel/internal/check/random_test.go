package check

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// author writes Lua that is mostly right, choosing by the bytes it is given.
type author struct {
	choices []byte
	depth   int
}

func (a *author) pick(n int) int {
	if len(a.choices) == 0 {
		return 0
	}
	c := int(a.choices[0])
	a.choices = a.choices[1:]
	return c % n
}

func (a *author) one(list ...string) string { return list[a.pick(len(list))] }

func (a *author) expr() string {
	if a.depth > 5 || len(a.choices) == 0 {
		return a.one("1", "x", "y", "v.x", "GroupIndex", "0.5", "W")
	}
	a.depth++
	defer func() { a.depth-- }()
	switch a.pick(14) {
	case 0:
		return "(" + a.expr() + a.one(" + ", " - ", " * ", " / ", " % ") + a.expr() + ")"
	case 1:
		return "(" + a.cond() + " and " + a.expr() + " or " + a.expr() + ")"
	case 2:
		return a.one("sin", "abs", "sqrt", "frac", "exp", "f", "g", "-", "int", "float", "bump") + "(" + a.expr() + ")"
	case 3:
		return a.one("min", "max", "pow", "atan2", "step") + "(" + a.expr() + ", " + a.expr() + ")"
	case 4:
		return a.one("data", "flags", "counts", "shared", "bins", "arr") + "[uint(" + a.expr() + ") % 8]"
	case 5:
		return "v[uint(" + a.expr() + ") % 4]"
	case 6:
		return "particles[0]." + a.one("pos.x", "mass", "w[1]", "m[1].y", "w[uint(x) % 4]")
	case 7:
		return a.one("dot(v, v)", "length(v.xy)", "float3(1, 2, 3).z", "WaveActiveSum(x)", "#arr", "InterlockedAdd(bins[1], 1)",
			"weights[uint(x) % 4]", "modf(x)", "frexp(y)", "inverse(float2x2(x, 1, y, 2))._m00_m11.y", "ldexp(x, y)", "(WaveActiveAllEqual(x) and 1 or 2)", "out:IncrementCounter()")
	case 8:
		return "select(" + a.cond() + ", " + a.expr() + ", " + a.expr() + ")"
	}
	return a.one("x", "y", "z", "v.x", "v.w", "GroupIndex", "2", "0.5", "W", "HALF", "n")
}

func (a *author) cond() string {
	if a.depth > 5 || len(a.choices) == 0 {
		return a.one("x < y", "YES", "GroupIndex > 3")
	}
	a.depth++
	defer func() { a.depth-- }()
	switch a.pick(6) {
	case 0:
		return "(" + a.cond() + a.one(" and ", " or ") + a.cond() + ")"
	case 1:
		return "not (" + a.expr() + " < " + a.expr() + ")"
	case 2:
		return a.one("YES", "true", "all(v > 1)", "bump(1) > 0")
	}
	return a.expr() + a.one(" < ", " <= ", " == ", " ~= ", " > ", " >= ") + a.expr()
}

func (a *author) block(loop bool) string {
	var b strings.Builder
	for range 1 + a.pick(3) {
		b.WriteString(a.stmt(loop) + "\n")
	}
	return b.String()
}

func (a *author) stmt(loop bool) string {
	if a.depth > 4 || len(a.choices) == 0 {
		return "x = x + 1"
	}
	a.depth++
	defer func() { a.depth-- }()
	switch a.pick(14) {
	case 0:
		return "if " + a.cond() + " then\n" + a.block(loop) + "else\n" + a.block(loop) + "end"
	case 1:
		return "if " + a.cond() + " then " + a.leave(loop) + " end"
	case 2:
		return "for i = 0, " + a.one("3", "int(GroupIndex)", "2") + " do\n" + a.block(true) + a.exit(true) + "end"
	case 3:
		return "do local k = 0 while k < 3 do k = k + 1\n" + a.block(true) + "end end"
	case 4:
		return "do local k = 0 repeat k = k + 1\n" + a.block(true) + "until k > 2 end"
	case 5:
		return "local n = " + a.expr() + "\n" + a.block(loop)
	case 6:
		return "v" + a.one(".x", ".yz", ".wzyx", "[uint(x) % 4]", "") + " = " + a.expr()
	case 7:
		return a.one("shared", "arr", "out", "counts") + "[uint(" + a.expr() + ") % 8] = " + a.one("int(", "(") + a.expr() + ")"
	case 8:
		return "x, y = y, " + a.expr()
	case 9:
		return a.exit(loop)
	case 10:
		return "do local function h(q) if q > 1 then return " + a.expr() + " end\n" + a.block(false) + "return " + a.expr() + " end x = h(" + a.expr() + ") end"
	}
	return a.one("x", "y", "z") + " = " + a.expr()
}

func (a *author) leave(loop bool) string {
	if loop {
		return a.one("return", "break")
	}
	return a.one("return", "x = 1")
}

// exit leaves the block in its middle, under a condition.
func (a *author) exit(loop bool) string {
	if loop {
		return "if " + a.cond() + " then " + a.one("break", "x = y") + " end\n"
	}
	return "x = " + a.expr() + "\n"
}

const preamble = `local x, y, z, n = 1, 0.5, int(3), 0
local v = float4(1, 2, 3, 4)
local arr = Array("float", 8)
local function f(q) if q > 3 then return 1 end for i = 0, 3 do if i > q then return i end end return q * 0.5 end
local function g(q) x = x + 1 return q end
local function bump(q) InterlockedAdd(bins[0], 1) return q end
`

// program writes one kernel body.
func program(choices []byte) string {
	a := &author{choices: choices}
	var b strings.Builder
	b.WriteString(preamble)
	for len(a.choices) > 0 && b.Len() < 6000 {
		b.WriteString(a.stmt(false) + "\n")
	}
	b.WriteString("out[GroupIndex] = x + y + z + v.x + arr[1]")
	return b.String()
}

// TestRandomPrograms compiles some hundred kernels: most of them are right, and none ends the compiler.
func TestRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	right := 0
	for range 200 {
		choices := make([]byte, 300)
		r.Read(choices)
		if _, k, _ := compile(t, kernel(program(choices)), nil); k != nil {
			right++
		}
	}
	require.Greater(t, right, 20)
}

// FuzzPrograms writes kernels by grammar: each compiles to IR that the verifier accepts, or is refused, and what compiles
// runs, with the same bytes on both executors.
func FuzzPrograms(f *testing.F) {
	for i := range 64 {
		seed := make([]byte, 200)
		for j := range seed {
			seed[j] = byte((i + 3) * (j + 7) * 2654435761 >> 7)
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) > 400 {
			return
		}
		body := kernel(program(choices))
		_, k, diags := compile(t, body, nil)
		require.NotEqual(t, k == nil, len(diags) == 0)
		if k == nil {
			return
		}
		m := &machine{buffers: map[string][]uint32{"u0": make([]uint32, 8), "u1": make([]uint32, 8), "u2": make([]uint32, 8), "u3": make([]uint32, 64), "t0": floatBits(1, 2, 3, 4, 5, 6, 7, 8)},
			counters: map[string]uint32{}}
		out, _ := m.run(t, body)
		again, _ := m.run(t, body)
		require.Equal(t, fmt.Sprint(out), fmt.Sprint(again))
	})
}
