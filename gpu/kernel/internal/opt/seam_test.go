package opt

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// cutTexts are kernels of two waves whose items read what the first item of the other wave has stored, with nothing between the two but the end of a
// choice or a loop that holds a barrier. out[i] is what item i read: all have stored before one reads.
var cutTexts = []struct{ name, body string }{
	{"before a choice", `STORE
%20:bool = ieq %1 %1
if YES {
  READ
  barrier
} else {
}`},
	{"behind a choice", `if YES {
  barrier
  STORE
} else {
}
READ`},
	{"across a choice in which nobody waits", `STORE
if NO {
  barrier
} else {
}
READ`},
	{"across a choice that only calculates", `STORE
%30:i32 = if YES {
  %31:i32 = not %1
  yield %31
} else {
  barrier
  yield %1
}
storebuf _ %30 _ %1 b=0
READ`},
	{"before a loop", `STORE
loop %20:i32=%2 {
  %21:bool = lts %20 %3
  yield %21
} do {
  READ
  barrier
  %22:i32 = iadd %20 %3
  yield %22
}`},
	{"behind a loop", `loop %20:i32=%2 {
  %21:bool = lts %20 %3
  yield %21
} do {
  barrier
  STORE
  %22:i32 = iadd %20 %3
  yield %22
}
READ`},
	{"across a loop without turns", `STORE
loop %20:i32=%3 {
  %21:bool = lts %20 %3
  yield %21
} do {
  barrier
  %22:i32 = iadd %20 %3
  yield %22
}
READ`},
	{"between two turns", `loop %20:i32=%2 {
  %21:bool = lts %20 %6
  yield %21
} do {
  %23:bool = ieq %20 %3
  if %23 {
    READ
  } else {
  }
  barrier
  STORE
  %22:i32 = iadd %20 %3
  yield %22
}`},
	{"between condition and body", `loop %20:i32=%2 {
  STORE
  %21:bool = lts %20 %3
  yield %21
} do {
  READ
  barrier
  %22:i32 = iadd %20 %3
  yield %22
}`},
	{"in a choice that stays", `%30:i32 = sys GroupID.y
%31:bool = ieq %30 %2
if %31 {
  STORE
  if NO {
    barrier
  } else {
  }
  READ
} else {
}`},
}

// TestSeams: who forgets a barrier reads the same before the passes and after them.
func TestSeams(t *testing.T) {
	for _, c := range cutTexts {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer(
				"STORE", "storeshared %4 _ %5",
				"READ", "%10:i32 = loadshared %7 _\nstorebuf _ %1 _ %10 b=0",
				"YES", "%8", "NO", "%9").Replace(c.body)
			k, err := ir.Parse(`kernel "k" threads 8 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
shared "s" offset 0 bytes 32 align 4
body {
%1:i32 = sys GroupIndex
%2:i32 = const 0
%3:i32 = const 1
%6:i32 = const 2
%11:i32 = const 4
%4:i32 = imul %1 %11
%5:i32 = iadd %1 %11
%12:i32 = const 28
%7:i32 = isub %12 %4
%8:bool = const true
%9:bool = const false
` + text + "\n}")
			require.NoError(t, err)
			require.NoError(t, ir.Verify(k))
			want := []uint32{11, 10, 9, 8, 7, 6, 5, 4} // item i has stored i + 4, and read that of item 7 - i
			require.Equal(t, want, outWords(k))
			before := ir.Print(k)
			Optimize(k)
			require.NoError(t, ir.Verify(k))
			require.NotEqual(t, before, ir.Print(k))
			require.Equal(t, want, outWords(k), ir.Print(k))
			require.NotContains(t, strings.ReplaceAll(ir.Print(k), "%", ""), "loop")
		})
	}
}

// outWords are the first words of binding 0 when one group has run.
func outWords(k *ir.Kernel) []uint32 {
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 8)
	interp.Run(context.Background(), k, d)
	r := ir.LoadRecord(d.Memory[d.Records:])
	out := make([]uint32, 8)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(d.Memory[r.Base+4*uint32(i):])
	}
	return out
}

// TestDropSeams: what stays is where something was accessed before and is after, with no other barrier in between.
func TestDropSeams(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"between two accesses", "storebuf _ %1 _ %1 b=0\nbarrier mark\nstorebuf _ %1 _ %1 b=0", unchanged},
		{"at the ends", "barrier mark\nstorebuf _ %1 _ %1 b=0\nbarrier mark", "storebuf _ %1 _ %1 b=0"},
		{"two", "storebuf _ %1 _ %1 b=0\nbarrier mark\n%2:i32 = not %1\nbarrier mark\nstorebuf _ %1 _ %2 b=0", "storebuf _ %1 _ %1 b=0\nbarrier mark\n%2:i32 = not %1\nstorebuf _ %1 _ %2 b=0"},
		{"before a barrier", "storebuf _ %1 _ %1 b=0\nbarrier mark\n%2:i32 = not %1\nbarrier\nstorebuf _ %1 _ %2 b=0", "storebuf _ %1 _ %1 b=0\n%2:i32 = not %1\nbarrier\nstorebuf _ %1 _ %2 b=0"},
		{"behind a barrier", "storebuf _ %1 _ %1 b=0\nbarrier\n%2:i32 = not %1\nbarrier mark\nstorebuf _ %1 _ %2 b=0", "storebuf _ %1 _ %1 b=0\nbarrier\n%2:i32 = not %1\nstorebuf _ %1 _ %2 b=0"},
		{"before a choice that waits", "storebuf _ %1 _ %1 b=0\nbarrier mark\n%2:i32 = sys GroupID.x\n%3:bool = ieq %2 %2\nif %3 {\n  barrier mark\n  barrier\n} else {\n}",
			"storebuf _ %1 _ %1 b=0\n%2:i32 = sys GroupID.x\n%3:bool = ieq %2 %2\nif %3 {\n  barrier\n} else {\n}"},
		{"in a choice that waits for nothing else", "storebuf _ %1 _ %1 b=0\n%2:i32 = sys GroupID.x\n%3:bool = ieq %2 %2\nif %3 {\n  barrier mark\n} else {\n}\nstorebuf _ %1 _ %1 b=0", unchanged},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := body(t, "%1:i32 = sys GroupIndex\n"+c.before)
			passDropSeams(k)
			require.NoError(t, ir.Verify(k))
			after := c.after
			if after == unchanged {
				after = c.before
			}
			require.Equal(t, "%1:i32 = sys GroupIndex\n"+after, bodyText(k))
		})
	}
	k, err := ir.Parse(strings.Replace(passHeader, "threads 64", "threads 4", 1) + "%1:i32 = sys GroupIndex\nstorebuf _ %1 _ %1 b=0\nbarrier mark\nstorebuf _ %1 _ %1 b=0\n}")
	require.NoError(t, err)
	passDropSeams(k)
	require.NotContains(t, ir.Print(k), "barrier", "a group of one wave")
}
