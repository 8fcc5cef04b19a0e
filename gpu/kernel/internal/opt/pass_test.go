package opt

import (
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

const passHeader = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
binding uav raw u1 space 0 count 1 stride 4 format 0 counterof 0 "bytes" ""
body {
`

// unchanged is what a pass makes of a text that it must leave alone.
const unchanged = ""

// body parses the lines of a kernel's body, one indentation less.
func body(t *testing.T, lines string) *ir.Kernel {
	t.Helper()
	k, err := ir.Parse(passHeader + lines + "\n}")
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	return k
}

func bodyText(k *ir.Kernel) string {
	_, text, _ := strings.Cut(ir.Print(k), "body {\n")
	lines := strings.Split(strings.TrimSuffix(text, "}\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, "  ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// passTexts are texts before and after one pass.
var passTexts = []struct {
	name, before, after string
	pass                func(*ir.Kernel)
}{
	{"constants fold", `
%1:i32 = const 6
%2:i32 = const 7
%3:i32 = imul %1 %2
storebuf _ %3 _ %3 b=0`, `
%1:i32 = const 6
%2:i32 = const 7
%3:i32 = const 42
storebuf _ %3 _ %3 b=0`, passFoldConstants},
	{"what a loop computes is not visible behind it", `
%1:i32 = sys GroupIndex
loop %2:i32=%1 {
  %3:bool = ltu %2 %1
  yield %3
} do {
  %4:i32 = iadd %1 %1
  yield %4
}
%5:i32 = iadd %1 %1
storebuf _ %1 _ %5 b=0`, unchanged, passEliminateCommon},
	{"what a condition computes is visible in the body", `
%1:i32 = sys GroupIndex
loop %2:i32=%1 {
  %3:i32 = iadd %1 %1
  %4:bool = ltu %2 %3
  yield %4
} do {
  %5:i32 = iadd %1 %1
  yield %5
}`, `
%1:i32 = sys GroupIndex
loop %2:i32=%1 {
  %3:i32 = iadd %1 %1
  %4:bool = ltu %2 %3
  yield %4
} do {
  yield %3
}`, passEliminateCommon},
	{"float zero is not neutral, negative zero is", `
%1:i32 = sys GroupIndex
%2:f32 = bitcast.f32 %1
%3:f32 = const 0
%4:f32 = const -0
%5:f32 = fadd %2 %3
%6:f32 = fadd %5 %4
%7:i32 = bitcast.i32 %6
storebuf _ %1 _ %7 b=0`, `
%1:i32 = sys GroupIndex
%2:f32 = bitcast.f32 %1
%3:f32 = const 0
%4:f32 = const -0
%5:f32 = fadd %2 %3
%6:i32 = bitcast.i32 %5
storebuf _ %1 _ %6 b=0`, passFoldConstants},
	{"bits that went through a float keep the NaN rule", `
%1:i32 = sys GroupIndex
%2:f32 = bitcast.f32 %1
%3:i32 = bitcast.i32 %2
storebuf _ %1 _ %3 b=0`, unchanged, passFoldConstants},
	{"constants of nested sums join", `
%1:i32 = sys GroupIndex
%2:i32 = const 6
%3:i32 = const -7
%4:i32 = iadd %2 %1
%5:i32 = iadd %4 %3
storebuf _ %5 _ %4 b=0`, `
%1:i32 = sys GroupIndex
%2:i32 = const 6
%3:i32 = const -7
%4:i32 = iadd %1 %2
%5:i32 = const -1
%6:i32 = iadd %1 %5
storebuf _ %6 _ %4 b=0`, passFoldConstants},
	{"a row and a place in it are the number again", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = divu %1 %2
%4:i32 = remu %1 %2
%5:i32 = imul %3 %2
%6:i32 = iadd %5 %4
storebuf _ %6 _ %1 b=0`, `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = divu %1 %2
%4:i32 = remu %1 %2
%5:i32 = imul %3 %2
storebuf _ %1 _ %1 b=0`, passFoldConstants},
	{"so are planes, rows and places, in whatever order they are added", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = const 7
%4:i32 = const 70
%5:i32 = divu %1 %2
%6:i32 = remu %5 %3
%7:i32 = divu %1 %4
%8:i32 = imul %2 %6
%9:i32 = imul %7 %4
%10:i32 = iadd %8 %9
%11:i32 = remu %1 %2
%12:i32 = iadd %11 %10
storebuf _ %12 _ %1 b=0`, `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = const 7
%4:i32 = const 70
%5:i32 = divu %1 %2
%6:i32 = remu %5 %3
%7:i32 = divu %1 %4
%8:i32 = imul %2 %6
%9:i32 = imul %7 %4
%10:i32 = imul %5 %2
%11:i32 = remu %1 %2
storebuf _ %1 _ %1 b=0`, passFoldConstants},
	{"and rows of planes that are counted first", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = const 7
%4:i32 = divu %1 %2
%5:i32 = divu %4 %3
%6:i32 = remu %4 %3
%7:i32 = imul %5 %3
%8:i32 = iadd %7 %6
storebuf _ %8 _ %1 b=0`, `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = const 7
%4:i32 = divu %1 %2
%5:i32 = divu %4 %3
%6:i32 = remu %4 %3
%7:i32 = imul %5 %3
storebuf _ %4 _ %1 b=0`, passFoldConstants},
	{"rows of another length are not, nor those of another number, nor what is divided by 0", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 10
%3:i32 = const 11
%4:i32 = divu %1 %2
%5:i32 = remu %1 %2
%6:i32 = imul %4 %3
%7:i32 = iadd %6 %5
%8:i32 = sys GroupIndex
%9:i32 = remu %8 %2
%10:i32 = imul %4 %2
%11:i32 = iadd %10 %9
%12:i32 = const 0
%13:i32 = divu %1 %7
%14:i32 = remu %1 %12
%15:i32 = iadd %13 %14
storebuf _ %7 _ %11 b=0
storebuf _ %15 _ %11 b=0`, unchanged, passFoldConstants},
	{"a constant condition picks its side", `
%1:i32 = sys GroupIndex
%2:bool = const false
%3:i32 = if %2 {
  yield %1
} else {
  %4:i32 = not %1
  yield %4
}
storebuf _ %1 _ %3 b=0`, `
%1:i32 = sys GroupIndex
%2:bool = const false
%3:i32 = not %1
storebuf _ %1 _ %3 b=0`, passSimplifyBranches},
	{"a choice between true and false is the condition", `
%1:i32 = sys GroupIndex
%2:i32 = const 5
%3:bool = ltu %1 %2
%4:bool = if %3 {
  %5:bool = const true
  yield %5
} else {
  %6:bool = const false
  yield %6
}
%7:i32 = btoi %4
storebuf _ %1 _ %7 b=0`, `
%1:i32 = sys GroupIndex
%2:i32 = const 5
%3:bool = ltu %1 %2
if %3 {
  %4:bool = const true
} else {
  %5:bool = const false
}
%6:i32 = btoi %3
storebuf _ %1 _ %6 b=0`, passSimplifyBranches},
	{"carried values that stay are not carried", `
%1:i32 = sys GroupIndex
%2:i32 = const 1
%3:i32 = loop %4:i32=%1 %5:i32=%2 {
  %6:bool = ltu %4 %5
  yield %6 %4
} do {
  %7:i32 = iadd %4 %5
  yield %7 %5
}
storebuf _ %1 _ %3 b=0`, `
%1:i32 = sys GroupIndex
%2:i32 = const 1
%3:i32 = loop %4:i32=%1 {
  %5:bool = ltu %4 %2
  yield %5 %4
} do {
  %6:i32 = iadd %4 %2
  yield %6
}
storebuf _ %1 _ %3 b=0`, passSimplifyLoops},
	{"repeats are computed once, loads of writable memory are not", `
%1:i32 = sys GroupIndex
%2:i32 = loadconst _ _ b=1 off=8
%3:i32 = loadconst _ _ b=1 off=8
%4:i32 = iadd %1 %2
%5:i32 = iadd %3 %1
%6:i32 = loadbuf _ %4 _ b=0
%7:i32 = loadbuf _ %5 _ b=0
storebuf _ %6 _ %7 b=0`, `
%1:i32 = sys GroupIndex
%2:i32 = loadconst _ _ b=1 off=8
%3:i32 = iadd %1 %2
%4:i32 = loadbuf _ %3 _ b=0
%5:i32 = loadbuf _ %3 _ b=0
storebuf _ %4 _ %5 b=0`, passEliminateCommon},
	{"what one side computed is not known on the other", `
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
%3:i32 = if %2 {
  %4:i32 = not %1
  yield %4
} else {
  %5:i32 = not %1
  yield %5
}
storebuf _ %1 _ %3 b=0`, unchanged, passEliminateCommon},
	{"invariants leave the loop, loads only from its condition", `
%1:i32 = sys GroupIndex
%2:i32 = loop %3:i32=%1 {
  %4:i32 = loadconst _ _ b=1
  %5:bool = ltu %3 %4
  yield %5 %3
} do {
  %6:i32 = imul %1 %1
  %7:i32 = loadconst _ _ b=1 off=4
  %8:i32 = iadd %3 %6
  %9:i32 = iadd %8 %7
  yield %9
}
storebuf _ %1 _ %2 b=0`, `
%1:i32 = sys GroupIndex
%2:i32 = loadconst _ _ b=1
%3:i32 = imul %1 %1
%4:i32 = loop %5:i32=%1 {
  %6:bool = ltu %5 %2
  yield %6 %5
} do {
  %7:i32 = loadconst _ _ b=1 off=4
  %8:i32 = iadd %5 %3
  %9:i32 = iadd %8 %7
  yield %9
}
storebuf _ %1 _ %4 b=0`, passHoistInvariants},
	{"small pure sides become selects", `
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
%3:i32 %4:i32 = if %2 {
  %5:i32 = not %1
  yield %5 %1
} else {
  yield %1 %1
}
storebuf _ %4 _ %3 b=0`, `
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
%3:i32 = not %1
%4:i32 = select %2 %3 %1
storebuf _ %1 _ %4 b=0`, passConvertBranches},
	{"stores stay in their branch", `
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
if %2 {
  storebuf _ %1 _ %1 b=0
} else {
}`, unchanged, passConvertBranches},
	{"numbers are split by groups", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 192
%3:i32 = divu %1 %2
%4:i32 = remu %1 %2
storebuf _ %3 _ %4 b=0`, `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 192
%3:i32 = sys GroupID.x
%4:i32 = const 3
%5:i32 = divu %3 %4
%6:i32 = sys GroupID.x
%7:i32 = const 3
%8:i32 = remu %6 %7
%9:i32 = const 64
%10:i32 = imul %8 %9
%11:i32 = sys GroupThreadID.x
%12:i32 = iadd %10 %11
storebuf _ %5 _ %12 b=0`, passSplitNumbers},
	{"rows that are no whole groups long stay", `
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 96
%3:i32 = divu %1 %2
%4:i32 = remu %1 %2
storebuf _ %3 _ %4 b=0`, unchanged, passSplitNumbers},
	{"other numbers stay", `
%1:i32 = sys DispatchThreadID.y
%2:i32 = sys GroupIndex
%3:i32 = const 64
%4:i32 = const 0
%5:i32 = divu %1 %3
%6:i32 = remu %2 %3
%7:i32 = sys DispatchThreadID.x
%8:i32 = divu %7 %4
%9:i32 = divu %7 %2
%10:i32 = iadd %8 %9
%11:i32 = iadd %5 %10
storebuf _ %11 _ %6 b=0`, unchanged, passSplitNumbers},
	{"an empty loop costs something", `
%1:bool = const true
loop {
  yield %1
} do {
}`, `
%1:bool = const true
loop {
  yield %1
} do {
  %2:i32 = sys LaneIndex
}`, passWeighLoops},
	{"dead results, carried values and branches go, loops stay", `
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
%3:i32 = if %2 {
  %4:i32 = not %1
  yield %4
} else {
  yield %1
}
%5:i32 %6:i32 = loop %7:i32=%1 %8:i32=%3 {
  %9:bool = ltu %7 %1
  yield %9 %7 %8
} do {
  %10:i32 = iadd %8 %8
  yield %1 %10
}
storebuf _ %1 _ %1 b=0`, `
%1:i32 = sys GroupIndex
loop %2:i32=%1 {
  %3:bool = ltu %2 %1
  yield %3
} do {
  yield %1
}
storebuf _ %1 _ %1 b=0`, passRemoveDead},
	{"multiples of 4 are not tested: products, counters, what a condition chooses", `
%1:i32 = sys GroupIndex
%2:i32 = const 4
%3:i32 = const 12
%4:i32 = imul %1 %2
%5:i32 = iadd %4 %3
aligned _ %5 b=2
%6:i32 = loop %7:i32=%3 {
  aligned _ %7 b=2
  %8:bool = ltu %7 %1
  yield %8 %7
} do {
  %9:i32 = iadd %7 %2
  yield %9
}
aligned _ %6 b=2
%10:i32 = const 2
%11:i32 = shl %1 %10
%12:i32 = shru %11 %10
%13:i32 = or %11 %5
aligned _ %13 b=2
aligned _ %12 b=2`, `
%1:i32 = sys GroupIndex
%2:i32 = const 4
%3:i32 = const 12
%4:i32 = imul %1 %2
%5:i32 = iadd %4 %3
%6:i32 = loop %7:i32=%3 {
  %8:bool = ltu %7 %1
  yield %8 %7
} do {
  %9:i32 = iadd %7 %2
  yield %9
}
%10:i32 = const 2
%11:i32 = shl %1 %10
%12:i32 = shru %11 %10
%13:i32 = or %11 %5
aligned _ %12 b=2`, passDropAligned},
	{"a counter that begins between words, or steps so, is tested", `
%1:i32 = sys GroupIndex
%2:i32 = const 4
%3:i32 = const 6
loop %4:i32=%3 %5:i32=%2 %6:i32=%2 {
  aligned _ %4 b=2
  aligned _ %5 b=2
  aligned _ %6 b=2
  %7:bool = ltu %4 %1
  yield %7
} do {
  %8:i32 = iadd %4 %2
  %9:i32 = iadd %5 %3
  %10:i32 = imul %6 %1
  yield %8 %9 %10
}`, `
%1:i32 = sys GroupIndex
%2:i32 = const 4
%3:i32 = const 6
loop %4:i32=%3 %5:i32=%2 %6:i32=%2 {
  aligned _ %4 b=2
  aligned _ %5 b=2
  %7:bool = ltu %4 %1
  yield %7
} do {
  %8:i32 = iadd %4 %2
  %9:i32 = iadd %5 %3
  %10:i32 = imul %6 %1
  yield %8 %9 %10
}`, passDropAligned},
}

func TestPasses(t *testing.T) {
	for _, c := range passTexts {
		t.Run(c.name, func(t *testing.T) {
			k := body(t, c.before)
			c.pass(k)
			require.NoError(t, ir.Verify(k))
			after := c.after
			if after == unchanged {
				after = c.before
			}
			require.Equal(t, strings.TrimSpace(after), bodyText(k))
		})
	}
}
