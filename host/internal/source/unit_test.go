package source

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu"
)

// loaded is a set with texts in order, named a.lua, b.lua and so on.
func loaded(t *testing.T, texts ...string) (*Set, []*lua.FunctionProto) {
	s := NewSet()
	var protos []*lua.FunctionProto
	for i, text := range texts {
		p, err := s.Load(string(rune('a'+i))+".lua", text)
		require.NoError(t, err)
		protos = append(protos, p)
	}
	return s, protos
}

// TestUnit: a text is compiled and read once for all sets where its name and its places are the same, and only there.
func TestUnit(t *testing.T) {
	const script, module = "local x = 1 -- TestUnit\nreturn x", "return 2 -- TestUnit"
	first, protos := loaded(t, script, module)
	second, same := loaded(t, script, module)
	require.Same(t, protos[0], same[0])
	require.Same(t, protos[1], same[1])
	require.Same(t, first.chunks[1].tree(), second.chunks[1].tree())
	_, other := loaded(t, "print 'a script of another length'", module)
	require.Same(t, protos[1], other[1], "what stands in front of a module is not its matter")
	_, other = loaded(t, script, script)
	require.NotSame(t, protos[0], other[1], "another name")
	_, other = loaded(t, strings.Repeat("f() ", int(roomy)), module)
	require.NotSame(t, protos[1], other[1], "other places")
	span, ok := second.Span(gpu.Site(second.chunks[1].base))
	require.True(t, ok)
	require.Equal(t, "b.lua", span.File)
}

// TestUnitConcat: each state calls its own function for a chain of texts.
func TestUnitConcat(t *testing.T) {
	run := func(answer string) string {
		L := lua.NewState()
		defer L.Close()
		s := NewSet()
		s.SetOperators(Operators{Concat: L.NewFunction(func(L *lua.LState) int { L.Push(lua.LString(answer)); return 1 })})
		p, err := s.Load("a.lua", "local a, b, c = 'TestUnitConcat', 'b', 'c'\nlocal function within() return a .. b .. c end\nreturn within()")
		require.NoError(t, err)
		L.Push(L.NewFunctionFromProto(p))
		L.Call(0, 1)
		return L.Get(-1).String()
	}
	require.Equal(t, "one", run("one"))
	require.Equal(t, "two", run("two"))
}

// TestUnitRefused: a text with a fault is refused again, in the same words, and takes no places.
func TestUnitRefused(t *testing.T) {
	s := NewSet()
	for range 2 {
		_, err := s.Load("a.lua", "x = = 1 -- TestUnitRefused")
		require.ErrorContains(t, err, "GS0101")
	}
	require.Equal(t, FirstSite, s.next)
}

// TestAfter: texts begin at round places until there are many.
func TestAfter(t *testing.T) {
	for _, tt := range []struct {
		begin gpu.Site
		nodes int
		want  gpu.Site
	}{
		{FirstSite, 0, FirstSite},
		{FirstSite, 1, FirstSite + roomy},
		{FirstSite, int(roomy), FirstSite + roomy},
		{FirstSite, int(roomy) + 1, FirstSite + 2*roomy},
		{roomyUpTo - roomy, 5, roomyUpTo},
		{roomyUpTo, 5, roomyUpTo + 5},
		{roomyUpTo + 5, 1, roomyUpTo + 6},
	} {
		require.Equal(t, tt.want, after(tt.begin, tt.nodes), "%+v", tt)
	}
}

// TestUnitCache: what was used last is remembered, up to a size, and no long text.
func TestUnitCache(t *testing.T) {
	var c unitCache
	key := func(i, length int) unitKey {
		return unitKey{file: fmt.Sprint(i), text: strings.Repeat("x", length)}
	}
	const most = mostUnits / (besides + 1000)
	for i := range most {
		c.keep(key(i, 1000), &unit{nodes: i})
	}
	require.NotNil(t, c.find(key(0, 1000)), "all of them have room")
	c.keep(key(most, 1000), &unit{})
	require.NotNil(t, c.find(key(0, 1000)), "used a moment ago")
	require.Nil(t, c.find(key(1, 1000)), "not used for longest")
	require.Equal(t, 2, c.find(key(2, 1000)).nodes)
	c.keep(key(2, 1000), &unit{nodes: 7})
	require.Equal(t, 2, c.find(key(2, 1000)).nodes, "the first one stays")
	before := len(c.units)
	c.keep(key(-1, longestUnit+1), &unit{})
	require.Len(t, c.units, before)
	c.keep(key(-2, longestUnit), &unit{})
	require.NotNil(t, c.find(key(-2, longestUnit)))
	require.LessOrEqual(t, c.bytes, mostUnits)
	require.Len(t, c.order, len(c.units))
}

// TestUnitsAtOnce: sets of several goroutines share units while they ask for places, trees and names.
func TestUnitsAtOnce(t *testing.T) {
	const text = "local q = Make() -- TestUnitsAtOnce\nq:From()\np:Find()"
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 20 {
				s := NewSet()
				_, err := s.Load("a.lua", text)
				if _, ok := s.visible(siteOf(s, "Find"))["q"]; err != nil || !ok {
					t.Errorf("q is not seen: %v", err)
				}
			}
		})
	}
	wait.Wait()
}
