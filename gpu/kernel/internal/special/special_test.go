package special

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

const head = `kernel "k" threads 4 1 1
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" ""
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "uint"
body {
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 0
%3:i32 = const 1
`

func parse(t *testing.T, body string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(head + body + "\n}")
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	return k
}

// TestFind: which numbers are worth knowing, by their offsets.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []uint32
	}{
		{"nothing is decided", "%10:i32 = loadconst _ _ b=0\nstorebuf _ %1 _ %10 b=1", nil},
		{"a branch", "%10:i32 = loadconst _ _ b=0 off=8\n%11:bool = ieq %10 %3\nif %11 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}", []uint32{8}},
		{"a branch by two numbers", "%10:i32 = loadconst _ _ b=0 off=8\n%11:i32 = loadconst _ _ b=0 off=4\n%12:bool = ieq %10 %11\nif %12 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}",
			[]uint32{8, 4}},
		{"a branch by the work item, too", "%10:i32 = loadconst _ _ b=0 off=8\n%12:bool = ieq %10 %1\nif %12 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}", nil},
		{"a place that is computed", "%10:i32 = loadconst _ %1 b=0\n%11:bool = ieq %10 %3\nif %11 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}", nil},
		{"a select", "%10:i32 = loadconst _ _ b=0\n%11:bool = ieq %10 %3\n%12:i32 = select %11 %1 %2\nstorebuf _ %1 _ %12 b=1", []uint32{0}},
		{"a factor of a place", "%10:i32 = loadconst _ _ b=0\n%11:i32 = imul %1 %10\n%12:i32 = iadd %11 %3\nstorebuf _ %12 _ %1 b=1", []uint32{0}},
		{"a factor behind a difference", "%10:i32 = loadconst _ _ b=0\n%11:i32 = imul %1 %10\n%12:i32 = isub %3 %11\nstorebuf _ %12 _ %1 b=1", []uint32{0}},
		{"a branch by four numbers", "%10:i32 = loadconst _ _ b=0 off=0\n%11:i32 = loadconst _ _ b=0 off=4\n%12:i32 = loadconst _ _ b=0 off=8\n%13:i32 = loadconst _ _ b=0 off=12\n%20:i32 = iadd %10 %11\n%21:i32 = iadd %20 %12\n%22:i32 = iadd %21 %13\n%30:bool = ieq %22 %3\nif %30 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}", []uint32{0, 4, 8, 12}},
		{"a branch by five numbers", "%10:i32 = loadconst _ _ b=0 off=0\n%11:i32 = loadconst _ _ b=0 off=4\n%12:i32 = loadconst _ _ b=0 off=8\n%13:i32 = loadconst _ _ b=0 off=12\n%14:i32 = loadconst _ _ b=0 off=16\n%20:i32 = iadd %10 %11\n%21:i32 = iadd %20 %12\n%22:i32 = iadd %21 %13\n%23:i32 = iadd %22 %14\n%30:bool = ieq %23 %3\nif %30 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}", nil},
		{"a factor of a value", "%10:i32 = loadconst _ _ b=0\n%11:i32 = imul %1 %10\nstorebuf _ %1 _ %11 b=1", nil},
		{"a factor of what an atomic adds", "%10:i32 = loadconst _ _ b=0\n%11:i32 = imul %1 %10\n%12:i32 = atomicbuf _ %1 _ %11 _ add b=1", nil},
		{"a factor of where it adds", "%10:i32 = loadconst _ _ b=0\n%11:i32 = imul %1 %10\n%12:i32 = atomicbuf _ %11 _ %1 _ add b=1", []uint32{0}},
		{"the end of a loop", "%10:i32 = loadconst _ _ b=0\n%20:i32 = loop %21:i32=%2 {\n%22:bool = ltu %21 %10\nyield %22 %21\n} do {\n%23:i32 = iadd %21 %3\nyield %23\n}\nstorebuf _ %1 _ %20 b=1",
			[]uint32{0}},
		{"a loop that begins anywhere", "%10:i32 = loadconst _ _ b=0\n%20:i32 = loop %21:i32=%1 {\n%22:bool = ltu %21 %10\nyield %22 %21\n} do {\n%23:i32 = iadd %21 %3\nyield %23\n}\nstorebuf _ %1 _ %20 b=1",
			nil},
		{"inside of a branch of the work item", "%9:bool = ieq %1 %2\nif %9 {\n%10:i32 = loadconst _ _ b=0\n%11:bool = ieq %10 %3\nif %11 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}\n} else {\n}", []uint32{0}},
		{"inside of a branch by a number", "%8:i32 = loadconst _ _ b=0 off=4\n%9:bool = ieq %8 %2\nif %9 {\n%10:i32 = loadconst _ _ b=0\n%11:bool = ieq %10 %3\nif %11 {\nstorebuf _ %1 _ %10 b=1\n} else {\n}\n} else {\n}",
			[]uint32{4}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []uint32
			for _, c := range Find(parse(t, tt.body)) {
				require.Zero(t, c.Binding)
				got = append(got, c.Offset)
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// TestMost: branches come before selects, and there are four of them.
func TestMost(t *testing.T) {
	var b strings.Builder
	b.WriteString("%10:i32 = loadconst _ _ b=0 off=100\n%11:bool = ieq %10 %3\n%12:i32 = select %11 %1 %2\nstorebuf _ %1 _ %12 b=1\n")
	for i, offset := range []string{"0", "4", "8"} {
		v, c := []string{"%20", "%30", "%40"}[i], []string{"%21", "%31", "%41"}[i]
		b.WriteString(v + ":i32 = loadconst _ _ b=0 off=" + offset + "\n" + c + ":bool = ieq " + v + " %3\nif " + c + " {\nstorebuf _ %1 _ %2 b=1\n} else {\n}\n")
	}
	require.Equal(t, []Constant{{0, 0}, {0, 4}, {0, 8}, {0, 100}}, Find(parse(t, b.String())))
	b.WriteString("%50:i32 = loadconst _ _ b=0 off=12\n%51:bool = ieq %50 %3\nif %51 {\nstorebuf _ %1 _ %2 b=1\n} else {\n}\n")
	require.Equal(t, []Constant{{0, 0}, {0, 4}, {0, 8}, {0, 12}}, Find(parse(t, b.String())))
}

const branch = `%10:i32 = loadconst _ _ b=0 off=8
%11:bool = ieq %10 %3
if %11 {
  storebuf _ %1 _ %10 b=1
} else {
  storebuf _ %1 _ %2 b=1
}`

// TestAssume: the branch goes, and the load stays.
func TestAssume(t *testing.T) {
	k := parse(t, branch)
	before := ir.Print(k)
	s, ok := Assume(k, map[Constant]uint32{{0, 8}: 1})
	require.True(t, ok)
	require.NoError(t, ir.Verify(s))
	require.Equal(t, before, ir.Print(k), "the kernel itself does not change")
	text := ir.Print(s)
	require.NotContains(t, text, "if ")
	require.Contains(t, text, "loadconst")
	require.Equal(t, 1, strings.Count(text, "storebuf"))
	_, ok = Assume(k, map[Constant]uint32{{0, 4}: 1})
	require.False(t, ok, "another number saves nothing")
	require.Empty(t, Find(s))
}

// TestNaN: the payload of a NaN would be lost where it is called a float; 1.0 is no NaN, and neither is an integer of these bits.
func TestNaN(t *testing.T) {
	const body = "%10:i32 = loadconst _ _ b=0\n%11:f32 = bitcast.f32 %10\n%12:f32 = const 1\n%13:bool = feq %11 %12\nif %13 {\nstorebuf _ %1 _ %2 b=1\n} else {\n}"
	k := parse(t, body)
	for bits, want := range map[uint32]bool{0x3f800000: true, 0x7f800000: true, 0x7fc00000: false, 0xffc0dead: false} {
		_, ok := Assume(k, map[Constant]uint32{{}: bits})
		require.Equal(t, want, ok, "%#x", bits)
	}
	_, ok := Assume(parse(t, branch), map[Constant]uint32{{0, 8}: 0xffffffff})
	require.True(t, ok)
}
