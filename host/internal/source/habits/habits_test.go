package habits

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDeclaration(t *testing.T) {
	text := "x = 1 const float3x3 m = a"
	require.Equal(t, &Advice{Help: "Lua declares without a type: local m = ….", Exact: true, Start: 6, End: 20, Edit: "local"}, Declaration(text, 6))
	require.Nil(t, Declaration("float5 m = a", 0))
	require.Nil(t, Declaration("floats m = a", 0))
	require.Nil(t, Declaration("a m = a", 0))
	require.Equal(t, &Advice{Help: "Lua writes 'function name(…) … end'."}, Declaration("x = 1 def f(x)", 6))
	require.Nil(t, Declaration("classes Foo", 0))
}

func TestSuffix(t *testing.T) {
	for number, want := range map[string]string{"0.5f": "0.5", "1.F": "1.0", "1u": "1", "0x1fU": "0x1f", "3ul": "3", "2h": "2.0", "1e2f": "1e2"} {
		a := Suffix("("+number+")", 1, 1+len(number))
		require.NotNil(t, a, number)
		require.Equal(t, want, a.Edit, number)
		require.Equal(t, [2]int{1, 1 + len(number)}, [2]int{a.Start, a.End}, number)
	}
	require.Equal(t, "uint(1)", Suffix("Main = function() x = 1u end", 22, 24).Edit, "what follows may be a shader")
	for _, number := range []string{"1x", "1fx", "0xu", "1..f", "1e", "f"} {
		require.Nil(t, Suffix(number, 0, len(number)), number)
	}
}

// TestArrow: a call is a method's, another name is a field.
func TestArrow(t *testing.T) {
	for text, want := range map[string]string{"q->Signal(f, 1)": ":", "q -> Signal (f)": ":", "q->Main {": ":", "q->value = 1": "."} {
		require.Equal(t, want, Arrow(text, 1).Edit, text)
	}
	for _, other := range []string{"q-1", "q- >f", "q->", "q->1", "q"} {
		require.Nil(t, Arrow(other, 1), other)
	}
	require.Equal(t, "local gpu = require \"gpu\"", Declaration("import gpu;\nx()", 0).Edit)
	require.Equal(t, len("import gpu"), Declaration("import gpu;\nx()", 0).End)
	require.False(t, Declaration("import a, b", 0).Exact)
}

// Directives of the preprocessor and a switch: what can be written at once is an edit, and a table or a length is none of them.
func TestDirectives(t *testing.T) {
	require.Equal(t, &Advice{Help: "Lua has no preprocessor: write a function, local function SQ(…) return … end."}, Directive("#define SQ(x) ((x)*(x))", 0))
	require.Equal(t, &Advice{Help: "Lua has no preprocessor: a constant is a local, local A = …, which a shader may capture."}, Directive("#define A (1 + 2)", 0))
	require.Equal(t, &Advice{Help: "Lua has no preprocessor: write local name = require \"name\"."}, Directive("#include \"common.hlsli\"", 0))
	require.Contains(t, Directive("#ifdef X", 0).Help, "write 'if'")
	require.Equal(t, &Advice{Help: "Lua has no preprocessor: leave the line out."}, Directive("#pragma once", 0))
	require.Nil(t, Directive("#list", 0))
	require.Nil(t, Directive("#defined", 0))
	require.NotNil(t, Switch("switch (x) { case 0: f() }", 11))
	require.NotNil(t, Switch("  switch(g(x)) {", 15))
	require.Nil(t, Switch("x = { 1 2 }", 4))
	require.Nil(t, Switch("switch = {}; x = { 1 2 }", 17))
	require.Equal(t, "{ 1, 2 }", List("x = [1, 2]", 4).Edit)
	require.False(t, List("x = [unroll", 4).Exact, "not closed")
}

// TestLoopCountsAsC: the last value of C's condition k < 4 is 3, of k <= 4 it is 4.
func TestLoopCountsAsC(t *testing.T) {
	require.Equal(t, "k = 0, 3 do", Loop("(int k = 0; k < 4; k++) {", 0).Edit)
	require.Equal(t, "k = 0, 4 do", Loop("(int k = 0; k <= 4; k++) {", 0).Edit)
	bound := Loop("(uint k = 0; k < n; k++) {", 0)
	require.False(t, bound.Exact, "n - 1 of a uint 0 is no count")
	require.Contains(t, bound.Help, "k = 0, n - 1 do")
	require.Contains(t, bound.Help, "int(n) - 1")
	require.Equal(t, "k = 0, n do", Loop("(uint k = 0; k <= n; ++k) {", 0).Edit)
	for _, other := range []string{"(int k = 0; k < n; k += 2) {", "(int k = 0; j < n; k++) {", "(int k = 0; k < n; j++) {", "(;;) {", "("} {
		require.False(t, Loop(other, 0).Exact, other)
	}
}

// FuzzAdvice asks about every place: nothing panics, and a change lies inside the text.
func FuzzAdvice(f *testing.F) {
	for _, seed := range []string{"static const float x = 1.0f;", "if (c) { x = 1; } else { y() }", "for (int k = 0; k < 4; k++) {", "a /* b */ c",
		"x = (float)i.x", "function f(inout float x)", "while c {g()}", "}", "{", "", "a & ~b | c ? d : !e", "1.f 0xFFu"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		for at := range len(text) {
			_, operator := Operator(text, at)
			advices := []*Advice{operator, Arrow(text, at), Declaration(text, at), Comment(text, at), Loop(text, at), Brace(text, at, true), Brace(text, at, false), Directive(text, at), Switch(text, at), List(text, at)}
			for start := range at {
				advices = append(advices, Parameter(text, start, at), Cast(text, start, at), Suffix(text, start, at),
					Head(text, start, at, "then"), Head(text, start, at, "do"))
			}
			for _, a := range advices {
				if a != nil && a.Exact {
					require.True(t, 0 <= a.Start && a.Start < a.End && a.End <= len(text), "%+v of %q", a, text)
				}
			}
		}
	})
}
