package check

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// scribe writes kernels that are right, of all types, by the bytes it is given: f, i and u are floats, ints and uints, of one to four components.
// Where the author above writes statements of all kinds, the scribe knows what everything is, and so gets to all operations.
type scribe struct {
	author
	loops int
}

var scalarNames = map[byte]string{'f': "float", 'i': "int", 'u': "uint", 'b': "bool"}

func typeName(k byte, n int) string {
	if n == 1 {
		return scalarNames[k]
	}
	return scalarNames[k] + strconv.Itoa(n)
}

// deep says whether another operation may go around.
func (s *scribe) deep() bool { return s.depth < 5 && len(s.choices) > 0 }

// num is an expression of a kind with n components.
func (s *scribe) num(k byte, n int) string {
	if !s.deep() {
		return s.leaf(k, n)
	}
	s.depth++
	defer func() { s.depth-- }()
	switch s.pick(9) {
	case 0, 1:
		return s.operator(k, n)
	case 2:
		return s.converted(k, n)
	case 3:
		return s.function(k, n)
	case 4:
		return s.wave(k, n)
	case 5:
		return fmt.Sprintf("select(%s, %s, %s)", s.cond(), s.num(k, n), s.num(k, n))
	case 6:
		return s.memory(k, n)
	case 7:
		if n == 1 {
			return "(" + s.cond() + " and " + s.num(k, 1) + " or " + s.num(k, 1) + ")"
		}
		return fmt.Sprintf("%s(%s, %s)", typeName(k, n), s.num(k, 1), s.num(k, n-1))
	}
	return s.leaf(k, n)
}

func (s *scribe) leaf(k byte, n int) string {
	if n > 1 {
		return s.one(fmt.Sprintf("%c4.%s", k, s.one("xyzw", "wzyx", "yyyy", "zwxy")[:n]), fmt.Sprintf("%s(%s)", typeName(k, n), s.leaf(k, 1)))
	}
	switch k {
	case 'f':
		return s.one("fa", "fb", "0.5", "-3.25", "float(GroupIndex)", "f4[ua % 4]", "half(fa)", "HALF", "1e30", "float(0)")
	case 'i':
		return s.one("ia", "ib", "int(-7)", "int(3)", "int(GroupIndex)", "i4[ub % 4]", "int(0x7fffffff)", "int(-2147483647)", "int(0)")
	}
	return s.one("ua", "ub", "uint(5)", "GroupIndex", "DispatchThreadID.x", "u4.z", "uint(0xffffffff)", "uint(0x80000000)", "uint(0)")
}

// operator is arithmetic, on bits where these are integers.
func (s *scribe) operator(k byte, n int) string {
	if k != 'f' && s.pick(2) == 0 {
		return fmt.Sprintf("%s(%s, %s)", s.one("and_bits", "or_bits", "xor_bits", "shift_left", "shift_right"), s.num(k, n), s.num(k, n))
	}
	return "(" + s.num(k, n) + s.one(" + ", " - ", " * ", " / ", " % ") + s.num(k, []int{n, n, 1}[s.pick(3)]) + ")"
}

func (s *scribe) converted(k byte, n int) string {
	switch {
	case k == 'f':
		return s.one("asfloat("+s.num('u', n)+")", typeName('f', n)+"("+s.num('i', n)+")", typeName('f', n)+"("+s.num('u', n)+")", "f16tof32("+s.num('u', n)+")")
	case k == 'i':
		return s.one("asint("+s.num('f', n)+")", typeName('i', n)+"("+s.num('f', n)+")", typeName('i', n)+"("+s.num('u', n)+")")
	}
	return s.one("asuint("+s.num('f', n)+")", typeName('u', n)+"("+s.num('f', n)+")", typeName('u', n)+"("+s.num('i', n)+")", "f32tof16("+s.num('f', n)+")")
}

func (s *scribe) function(k byte, n int) string {
	x := func() string { return s.num(k, n) }
	if k != 'f' {
		signed := "abs(" + x() + ")"
		if k == 'u' {
			signed = s.one("countbits("+x()+")", "reversebits("+x()+")", "firstbitlow("+x()+")", "firstbithigh("+x()+")", "not_bits("+x()+")")
		}
		return s.one(signed, "min("+x()+", "+x()+")", "max("+x()+", "+x()+")", "clamp("+x()+", "+x()+", "+x()+")", "not_bits("+x()+")")
	}
	switch s.pick(6) {
	case 0:
		return s.one("sin", "cos", "sqrt", "exp2", "log2", "floor", "ceil", "round", "trunc", "frac", "abs", "saturate", "rcp", "rsqrt", "degrees", "tanh", "asin", "atan") + "(" + x() + ")"
	case 1:
		return s.one("min", "max", "pow", "atan2", "fmod", "step", "ldexp") + "(" + x() + ", " + x() + ")"
	case 2:
		return s.one("lerp", "clamp", "smoothstep", "mad", "fma") + "(" + x() + ", " + x() + ", " + x() + ")"
	case 3:
		if n == 3 {
			return s.one("cross("+x()+", "+x()+")", "mul(fm, "+x()+")", "mul("+x()+", transpose(fm))", "reflect("+x()+", "+x()+")", "refract("+x()+", "+x()+", 0.75)")
		}
		return typeName('f', n) + "(dot(" + s.num('f', 3) + ", " + s.num('f', 3) + ")" + strings.Repeat(", length("+s.leaf('f', 2)+")", n-1) + ")"
	case 4:
		return fmt.Sprintf("tex:%s.%s", s.one("SampleLevel(smp, "+s.num('f', 2)+", "+s.num('f', 1)+")", "Load(int3("+s.num('i', 3)+"))", "SampleGrad(smp, "+s.num('f', 2)+", "+s.leaf('f', 2)+
			", "+s.leaf('f', 2)+")", "GatherGreen(smp, "+s.num('f', 2)+")", "SampleLevel(smp, "+s.num('f', 2)+", 0, int2(1, -2))"), "xyzw"[:n])
	}
	return fmt.Sprintf("helper(%s, %s)", x(), s.num('i', 1))
}

func (s *scribe) wave(k byte, n int) string {
	list := []string{"WaveActiveSum", "WaveActiveProduct", "WaveActiveMin", "WaveActiveMax", "WavePrefixSum", "WavePrefixProduct", "WaveReadLaneFirst"}
	if k == 'u' {
		list = append(list, "WaveActiveBitAnd", "WaveActiveBitOr", "WaveActiveBitXor")
		if n == 1 && s.pick(3) == 0 {
			return s.one("WaveActiveCountBits("+s.cond()+")", "WavePrefixCountBits("+s.cond()+")", "WaveActiveBallot("+s.cond()+").x", "WaveMatch("+s.num('i', 1)+").x", "WaveGetLaneIndex()",
				"WaveMultiPrefixSum("+s.num('u', 1)+", uint4("+s.num('u', 1)+", 0, 0, 0))")
		}
	}
	if s.pick(4) == 0 {
		return fmt.Sprintf("WaveReadLaneAt(%s, %s)", s.num(k, n), s.num('u', 1))
	}
	return s.one(list...) + "(" + s.num(k, n) + ")"
}

// index is an index, mostly below a number.
func (s *scribe) index(below int) string {
	if s.pick(6) == 0 {
		return s.num('u', 1)
	}
	return fmt.Sprintf("%s %% %d", s.num('u', 1), below)
}

// address is an address of a raw buffer: a multiple of 4, or a number that is not known before the kernel runs.
func (s *scribe) address() string {
	if s.pick(4) == 0 {
		return "GroupIndex + flags[" + s.index(8) + "] % 60"
	}
	return "4 * (" + s.index(16) + ")"
}

// memory reads something: buffers, arrays, constants, and what atomics give.
func (s *scribe) memory(k byte, n int) string {
	if n > 1 {
		return fmt.Sprintf("%s(%s%s)", typeName(k, n), s.memory(k, 1), strings.Repeat(", "+s.leaf(k, 1), n-1))
	}
	at := s.index
	switch k {
	case 'f':
		return s.one("data["+at(8)+"]", "shared["+at(64)+"]", "own["+at(6)+"]", "rows["+at(3)+"]["+at(4)+"]", "particles["+at(2)+"].w["+at(4)+"]", "particles["+at(2)+"].m["+at(2)+"].y",
			"sun.w["+at(3)+"]", "scene.lights["+at(3)+"].w["+at(2)+"]", "weights["+at(3)+" + 1]", "offsets["+at(2)+" + 1].y", "tables[NonUniformResourceIndex("+at(4)+")]["+at(2)+"]",
			"fm["+at(3)+"]["+at(3)+"]", "gridc.grid["+at(2)+"]["+at(2)+"]", "stack:Consume()")
	case 'i':
		return s.one("counts["+at(8)+"]", "words["+at(8)+"]", "scene.last", s.atomic("counts["+at(8)+"]", 'i'), s.atomic("words["+at(8)+"]", 'i'))
	}
	return s.one("flags["+at(8)+"]", "bins["+at(8)+"]", "raw:Load("+s.address()+")", "raw:Load3("+s.address()+").y", "sun.width", s.atomic("flags["+at(8)+"]", 'u'), s.atomic("bins["+at(8)+"]", 'u'),
		"raw:Interlocked"+s.one("Add", "And", "Or", "Xor", "Max", "Min", "Exchange")+"("+s.address()+", "+s.num('u', 1)+")")
}

func (s *scribe) atomic(place string, k byte) string {
	if s.pick(4) == 0 {
		return fmt.Sprintf("InterlockedCompareExchange(%s, %s, %s)", place, s.num(k, 1), s.num(k, 1))
	}
	return fmt.Sprintf("Interlocked%s(%s, %s)", s.one("Add", "And", "Or", "Xor", "Max", "Min", "Exchange"), place, s.num(k, 1))
}

func (s *scribe) cond() string {
	if !s.deep() {
		return s.one("ba", "GroupIndex > 3", "fa < fb", "YES")
	}
	s.depth++
	defer func() { s.depth-- }()
	k := "fiu"[s.pick(3)]
	switch s.pick(6) {
	case 0:
		return "(" + s.cond() + s.one(" and ", " or ") + s.cond() + ")"
	case 1:
		return "not " + s.one("ba", "any("+s.num(k, 3)+" > 0)", "all("+s.num(k, 2)+" == "+s.num(k, 2)+")")
	case 2:
		return s.one("isnan("+s.num('f', 1)+")", "WaveActiveAnyTrue("+s.cond()+")", "WaveActiveAllTrue("+s.cond()+")", "WaveIsFirstLane()", "WaveActiveAllEqual("+s.num(k, 1)+")")
	}
	return "(" + s.num(k, 1) + s.one(" < ", " <= ", " == ", " ~= ", " > ", " >= ") + s.num(k, 1) + ")"
}

func (s *scribe) body(loop bool) string {
	var b strings.Builder
	for range 1 + s.pick(3) {
		b.WriteString(s.statement(loop) + "\n")
	}
	return b.String()
}

func (s *scribe) statement(loop bool) string {
	if s.depth > 3 || len(s.choices) == 0 {
		return "fa = fa + 1"
	}
	s.depth++
	defer func() { s.depth-- }()
	k := "fiu"[s.pick(3)]
	name := string(k)
	switch s.pick(16) {
	case 0:
		return "if " + s.cond() + " then\n" + s.body(loop) + "elseif " + s.cond() + " then\n" + s.body(loop) + "else\n" + s.body(loop) + "end"
	case 1, 2:
		if s.loops > 3 {
			return "ba = " + s.cond()
		}
		s.loops++
		leave := "if " + s.cond() + " then break end\n"
		return s.one("for k = int("+s.num('u', 1)+" % 3), int("+s.num('u', 1)+" % 5) do\n", "for k = 3, int("+s.num('u', 1)+" % 3), -1 do\n", "do local k = 0 while k < 3 and "+s.cond()+" do k = k + 1\n",
			"do local k = 0 repeat k = k + 1\n") + s.body(true) + leave + s.body(true) + "END"
	case 3:
		return name + "4." + s.one("xy", "zx", "wy") + " = " + s.num(k, 2)
	case 4:
		return name + "4[" + s.index(4) + "] = " + s.num(k, 1)
	case 5:
		return "own[" + s.index(6) + "], rows[" + s.index(3) + "][" + s.index(4) + "] = " + s.num('f', 1) + ", " + s.num('f', 1)
	case 6:
		return "do local p = particles[" + s.index(2) + "] p.mass = " + s.num('f', 1) + " p.pos." + s.one("xz", "yx") + " = " + s.num('f', 2) + " p.alive = " + s.cond() + " particles[" + s.index(2) + "] = p end"
	case 7:
		return s.one("shared["+s.index(64)+"] = "+s.num('f', 1), "bins["+s.index(8)+"] = "+s.num('u', 1), "flags["+s.index(8)+"] = "+s.num('u', 1), "counts["+s.index(8)+"] = "+s.num('i', 1))
	case 8:
		return s.one("raw:Store("+s.address()+", "+s.num('u', 1)+")", "raw:Store3("+s.address()+", "+s.num('u', 3)+")", "words["+s.index(8)+"] = "+s.num('i', 1), "img[uint2("+s.index(4)+", "+s.index(4)+")] = "+s.num('f', 4))
	case 9:
		return "queue:Append { pos = " + s.num('f', 2) + ", id = " + s.num('u', 1) + " }"
	case 10:
		return "fm[" + s.index(3) + "] = " + s.num('f', 3)
	case 11:
		return "fa, fb = fb, " + s.num('f', 1)
	case 12:
		return name + "4 = " + s.num(k, 4)
	case 13:
		return "ba = " + s.cond()
	}
	return name + s.one("a", "b") + " = " + s.num(k, 1)
}

const scribePreamble = `local fa, fb, ia, ib, ua, ub, ba = float(1), float(0.5), int(3), int(-2), uint(GroupIndex), uint(7), GroupIndex > 2
local f4, i4, u4, fm = float4(1, 2, 3, GroupIndex), int4(1, -2, 3, 4), uint4(4, GroupIndex, 2, 1), float3x3(1, 2, 3, 4, 5, 6, 7, 8, GroupIndex)
local own, rows = Array("float", 6), Array("float", 3, 4)
local function helper(x, n)
  if n > 2 then return x + 1 end
  for k = 0, 3 do
    if k == n then return x * 0.5 end
    x = x - k
  end
  return x
end
`

// typedProgram writes one kernel: parts with barriers between them.
func typedProgram(choices []byte) string {
	s := &scribe{author: author{choices: choices}}
	var b strings.Builder
	b.WriteString(scribePreamble)
	for len(s.choices) > 0 && b.Len() < 5000 {
		line := s.statement(false)
		b.WriteString(ends(line) + "\n")
		if s.pick(6) == 0 {
			b.WriteString("GroupMemoryBarrierWithGroupSync()\n")
		}
	}
	b.WriteString("out[GroupIndex] = fa + fb + dot(f4, 1) + ia + ib + i4.x + i4.w + own[1] + rows[2][1] + mul(fm, float3(1, 2, 3)).y\n")
	b.WriteString("flags[GroupIndex] = xor_bits(ua + u4.x, ub + u4.w) + (ba and 1 or 0)")
	return b.String()
}

// ends closes the loops of a text, which say END: those with a counter of their own are in a block of their own.
func ends(text string) string {
	var open []string
	var out []string
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "for k"):
			open = append(open, "end")
		case strings.HasPrefix(line, "do local k = 0 while"):
			open = append(open, "end end")
		case strings.HasPrefix(line, "do local k = 0 repeat"):
			open = append(open, "until k > 2 end")
		case line == "END":
			line = open[len(open)-1]
			open = open[:len(open)-1]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// runTyped runs a kernel of the scribe on both executors.
func runTyped(t *testing.T, choices []byte) bool {
	body := kernel(typedProgram(choices))
	_, k, diags := compile(t, body, nil)
	require.NotEqual(t, k == nil, len(diags) == 0)
	if k == nil {
		return false
	}
	texels, r := pyramid(8, 8, 1, 4, false, func(mip, x, y, _ uint32) float32 { return float32(10*mip+x) + float32(y)/8 })
	some := func(n int) []uint32 { return ramp(n, func(i int) float32 { return noise(i)*8 - 2 }) }
	m := &machine{groups: [3]uint32{2, 1, 1}, counters: map[string]uint32{"u6": 0, "u7": 8}, buffers: map[string][]uint32{"u0": make([]uint32, 16), "u1": some(8), "u2": some(8), "u3": some(32),
		"u4": some(16), "u5": make([]uint32, 64), "u6": make([]uint32, 12), "u7": some(8), "u9": some(8), "t0": some(8), "t1": texels, "t2": some(2), "t3": some(2), "t4": some(2), "t5": some(2),
		"b0": some(28), "b1": some(52), "b2": some(20)},
		records: map[string]ir.Record{"t1": r, "u5": texture(4, 4, 1, 16), "s0": {Sampler: ir.SamplerFields{MaxLOD: floatBits(3)[0]}}}}
	m.formats = allFormats(0)
	m.run(t, body)
	return true
}

// TestTypedPrograms: what the scribe writes is right, nearly always, and gives the same on both executors.
func TestTypedPrograms(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	right := 0
	for range 120 {
		choices := make([]byte, 300)
		r.Read(choices)
		if runTyped(t, choices) {
			right++
		}
	}
	require.Greater(t, right, 100)
}

func FuzzTyped(f *testing.F) {
	r := rand.New(rand.NewSource(8))
	for range 16 {
		seed := make([]byte, 200)
		r.Read(seed)
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		if len(choices) < 400 {
			runTyped(t, choices)
		}
	})
}
