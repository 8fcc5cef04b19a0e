package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const passHeader = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
body {
`

// body parses the lines of a kernel's body, one indentation less.
func body(t *testing.T, lines string) *Kernel {
	t.Helper()
	k, err := Parse(passHeader + lines + "\n}")
	require.NoError(t, err)
	require.NoError(t, Verify(k))
	return k
}

func TestUniformity(t *testing.T) {
	k := body(t, `
%1:i32 = sys GroupIndex
%2:i32 = sys GroupID.x
%3:i32 = loadconst _ _ b=1
%4:i32 = iadd %2 %3
%5:i32 = iadd %1 %3
%6:i32 = loadbuf _ %2 _ b=0
%7:i32 = wave.first %1
%8:i32 = sys DispatchThreadID.y
%9:bool = ltu %1 %3
%10:i32 = if %9 {
  yield %2
} else {
  yield %3
}
%11:i32 = loop %12:i32=%3 {
  %13:bool = ltu %12 %1
  yield %13 %12
} do {
  %14:i32 = iadd %12 %12
  yield %14
}`)
	u := FindUniformity(k)
	levels := make([]Level, 0, len(k.Body.Instrs))
	for _, in := range k.Body.Instrs {
		levels = append(levels, u.Of(in.Result()))
	}
	require.Equal(t, []Level{Varying, PerGroup, PerDispatch, PerGroup, Varying, PerWave, PerWave, PerGroup, Varying, Varying, Varying}, levels)
	loop := k.Body.Instrs[len(k.Body.Instrs)-1]
	require.Equal(t, PerDispatch, u.Of(loop.Blocks[0].Params[0]), "all lanes that are still inside agree")
}

// TestUniformShared: which loads of shared memory are one value for the group. Each kernel has one; tile is 16 bytes, and cell the 4 after it.
func TestUniformShared(t *testing.T) {
	for name, test := range map[string]struct {
		threads, lines string
		want           Level
	}{
		"behind a barrier":               {"64", "storeshared %1 _ %1\nbarrier\n%9:i32 = loadshared %2 _", PerGroup},
		"with a store before it":         {"64", "storeshared %1 _ %1\n%9:i32 = loadshared %2 _", PerWave},
		"with a store behind it":         {"64", "barrier\n%9:i32 = loadshared %2 _\nstoreshared %1 _ %1", PerWave},
		"with a store behind a barrier":  {"64", "barrier\n%9:i32 = loadshared %2 _\nbarrier\nstoreshared %1 _ %1", PerGroup},
		"with an atomic":                 {"64", "barrier\n%9:i32 = loadshared %2 _\n%8:i32 = atomicshared %2 _ %1 _ add", PerWave},
		"with a store to something else": {"64", "barrier\n%9:i32 = loadshared %2 _\nstoreshared %1 _ %1 off=16", PerGroup},
		"with a store in a choice":       {"64", "barrier\n%9:i32 = loadshared %2 _\n%7:bool = ltu %1 %2\nif %7 {\n  storeshared %1 _ %1\n} else {\n}", PerWave},
		"of one wave":                    {"4", "storeshared %1 _ %1\n%9:i32 = loadshared %2 _", PerGroup},
		"at an address that differs":     {"64", "barrier\n%9:i32 = loadshared %1 _", Varying},
		"behind a choice with a barrier": {"64", "%7:bool = ltu %2 %2\nif %7 {\n  storeshared %1 _ %1\n  barrier\n} else {\n}\n%9:i32 = loadshared %2 _", PerGroup},
	} {
		t.Run(name, func(t *testing.T) {
			text := "kernel \"k\" threads " + test.threads + " 1 1\nshared \"tile\" offset 0 bytes 16 align 4\nshared \"cell\" offset 16 bytes 4 align 4\nbody {\n%1:i32 = sys GroupIndex\n%2:i32 = sys GroupID.x\n" + test.lines + "\n}"
			k, err := Parse(text)
			require.NoError(t, err, text)
			require.NoError(t, Verify(k))
			k.Body.Walk(func(in *Instr) {
				if in.Op == OpLoadShared {
					require.Equal(t, test.want, FindUniformity(k).Of(in.Result()))
				}
			})
		})
	}
}
