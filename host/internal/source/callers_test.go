package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/way"
)

// TestThrough: a place through a call is the place, and knows the call.
func TestThrough(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		several      bool
	}{
		{"a function that is called twice", "local function f() d:Find() end f() f() From()", true},
		{"a function that is called once", "local function f() d:Find() end From(f())", false},
		{"a function that others may call", "function f() d:Find() end From()", true},
		{"a function in one that is called twice", "local function g() local function f() d:Find() end f() end g() From(g())", true},
		{"a thread", "gpu.Thread(function() d:Find() end) From()", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("a.lua", tt.script)
			require.NoError(t, err)
			site, from := findCall(t, s), siteOf(s, "From")
			through := s.Through(site, from)
			require.NotEqual(t, site, through)
			require.Equal(t, through, s.Through(site, from))
			require.Equal(t, through, s.Through(through, from))
			for range 2 {
				require.Equal(t, through, s.At([]gpu.Site{site, from, 0, from}))
				require.Equal(t, site, s.At([]gpu.Site{site}))
				require.Zero(t, s.At([]gpu.Site{0, from}))
			}
			require.NotEqual(t, through, s.Through(site, site))
			call, several := s.Caller(through)
			require.Equal(t, from, call)
			require.Equal(t, tt.several, several)
			want, _ := s.Span(site)
			got, ok := s.Span(through)
			require.True(t, ok)
			require.Equal(t, want, got)
		})
	}
}

func TestThroughNothing(t *testing.T) {
	s := NewSet()
	require.Equal(t, gpu.Site(FirstSite), s.Through(FirstSite, 0))
	require.Zero(t, s.Through(0, FirstSite))
	for _, site := range []gpu.Site{0, FirstSite, way.First, ^gpu.Site(0)} {
		call, several := s.Caller(site)
		require.Zero(t, call)
		require.False(t, several)
	}
}

// TestThroughSeveral: each call of a chain knows the next one, also after one that nobody knows.
func TestThroughSeveral(t *testing.T) {
	s := NewSet()
	_, err := s.Load("a.lua", "local function f() d:Find() end local function g() f() end From(g())")
	require.NoError(t, err)
	site, from, lost := findCall(t, s), siteOf(s, "From"), gpu.Site(1)
	chain := s.At([]gpu.Site{site, from, lost, from})
	require.Equal(t, chain, s.At([]gpu.Site{site, from, lost, from}))
	require.NotEqual(t, chain, s.At([]gpu.Site{site, from, from}))
	var places []diag.Span
	for at := chain; at != 0; at, _ = s.Caller(at) {
		span, _ := s.Span(at)
		places = append(places, span)
	}
	here, _ := s.Span(site)
	there, _ := s.Span(from)
	require.Equal(t, []diag.Span{here, there, {}, there}, places)
}

// TestOuter: a statement that is all of a function which others call goes where that is called, and any other one stays.
func TestOuter(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		lifted       bool
	}{
		{"all of a function that is called twice", "local function f() d:Find() end f() f() From()", true},
		{"all of a method", "function w.f() d:Find() end w.f() From()", true},
		{"a function that is called once", "local function f() d:Find() end From(f())", false},
		{"a part of a function", "local function f() d:Find() g() end f() f() From()", false},
		{"in a function without a name", "run(function() d:Find() end) From()", false},
		{"a value of the function", "local function f() return d:Find() end f() f() From()", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("a.lua", tt.script)
			require.NoError(t, err)
			site, from := findCall(t, s), siteOf(s, "From")
			require.Equal(t, site, s.Outer(site), "nobody knows who called")
			want := s.Through(site, from)
			if tt.lifted {
				want = from
			}
			require.Equal(t, want, s.Outer(s.Through(site, from)))
		})
	}
}
