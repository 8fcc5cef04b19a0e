package ir_test

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

const verifyHeader = `kernel "k" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "in" "uint"
binding srv tex2d t1 space 0 count 1 stride 4 format 0 counterof 0 "tex" "uint"
body {
%1:i32 = sys GroupIndex
%2:bool = ieq %1 %1
`

func TestVerifyRefuses(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"types", "%3:f32 = fadd %1 %1", "fadd: argument 1 is i32, want f32"},
		{"result", "%3:f32 = iadd %1 %1", "iadd: the result is f32, want i32"},
		{"unlike T", "%4:f32 = const 1\n%3:i32 = select %2 %1 %4", "select: argument 3 is f32, want i32"},
		{"count", "%3:i32 = iadd %1", "iadd: got 1 arguments, want 2"},
		{"absent", "%3:i32 = iadd %1 _", "iadd uses value 0, which is not visible there"},
		{"order", "%3:i32 = iadd %1 %4\n%4:i32 = const 1", "iadd uses value 4, which is not visible there"},
		{"scope", "if %2 {\n%3:i32 = const 1\n} else {\n}\n%4:i32 = not %3", "not uses value 3, which is not visible there"},
		{"twice", "%1:i32 = const 1", "value 1 is defined twice"},
		{"store to srv", "storebuf _ %1 _ %1 b=0", "storebuf: not on a srv of shape structured"},
		{"shape", "%3:i32 = loadbuf _ %1 _ b=1", "loadbuf: not on a srv of shape tex2d"},
		{"no binding", "%3:i32 = loadbuf _ %1 _ b=2", "loadbuf: binding 2 does not exist"},
		{"inside element", "%3:i32 = loadbuf _ %1 _ b=0 off=1", "loadbuf: bytes [1, 5) of an element of 4 bytes"},
		{"width", "%3:i32 = loadbuf _ %1 _ b=0 w=3", "loadbuf: width 3, want 1, 2 or 4"},
		{"yields", "%3:i32 = if %2 {\nyield %1\n} else {\n}", "if yields 0 values, want 1"},
		{"condition", "loop {\nyield %1\n} do {\n}", "loop: the condition is i32, want bool"},
		{"carried", "loop %3:i32=%1 {\nyield %2\n} do {\nyield %2\n}", "loop carries bool in place 1, want i32"},
		{"comparand", "%3:i32 = atomicshared %1 _ %1 _ cmpxchg", "atomicshared: a comparand belongs to compare-exchange, and only to it"},
		{"printf", "printf f=0", "printf: format 0 of 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := ir.Parse(verifyHeader + c.body + "\n}")
			require.NoError(t, err)
			require.ErrorContains(t, ir.Verify(k), c.want)
		})
	}
}

func TestBarriersMustBeUniform(t *testing.T) {
	parse := func(cond string) *ir.Kernel {
		k, err := ir.Parse(verifyHeader + "%3:i32 = const 3\n%4:bool = " + cond + "\nif %4 { @12\nbarrier\n} else {\n}\n}")
		require.NoError(t, err)
		return k
	}
	site, ok := ir.IsBarrierError(ir.Verify(parse("ltu %1 %3")))
	require.True(t, ok)
	require.Equal(t, gpu.Site(12), site)
	require.NoError(t, ir.Verify(parse("ltu %3 %3")))
}

func TestVerifyLimits(t *testing.T) {
	for _, c := range []struct {
		header string
		ok     bool
	}{
		{"threads 1024 1 1", true}, {"threads 1025 1 1", false}, {"threads 32 32 1", true}, {"threads 32 33 1", false},
		{"threads 1 1 64", true}, {"threads 1 1 65", false}, {"threads 0 1 1", false},
		{"threads 1 1 1\nshared \"s\" offset 0 bytes 32768 align 4", true}, {"threads 1 1 1\nshared \"s\" offset 0 bytes 32769 align 1", false},
		{"threads 1 1 1\nlocal \"s\" offset 2 bytes 4 align 4", false}, {"threads 1 1 1\nlocal \"s\" offset 0 bytes 4 align 3", false},
	} {
		k, err := ir.Parse(`kernel "k" ` + c.header + "\nbody {\n}")
		require.NoError(t, err)
		require.Equal(t, c.ok, ir.Verify(k) == nil, c.header)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(ir.Print(scale()))
	f.Add(verifyHeader + "%3:i32 = if %2 { @7\nyield %1\n} else {\nyield %1\n}\n}")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := ir.Parse(text)
		if err != nil || ir.Verify(k) != nil {
			return
		}
		again, err := ir.Parse(ir.Print(k))
		require.NoError(t, err)
		require.Equal(t, ir.Print(k), ir.Print(again))
	})
}
