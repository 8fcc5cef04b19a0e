package source

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
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
				require.Equal(t, through, s.At(site, from))
				require.Equal(t, site, s.At(site, 0))
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
	require.Equal(t, gpu.Site(7), s.Through(7, FirstSite))
	for _, site := range []gpu.Site{0, FirstSite, firstPair, ^gpu.Site(0)} {
		call, several := s.Caller(site)
		require.Zero(t, call)
		require.False(t, several)
	}
}
