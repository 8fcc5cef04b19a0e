package race_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/race"
)

// apart is how many groups the programs below have, of one work item each.
const apart = 3

// act is what one group does with an element of a buffer.
type act struct {
	op              ir.Op // OpLoadBuf, OpStoreBuf or OpAtomicBuf
	element, number int
}

// world is where groups have come to, and all that can be seen of it.
type world struct {
	memory [3]int
	at     [apart]int
	seen   [apart][3]int
}

// do lets a group go on.
func (s world) do(groups [apart][]act, g int) world {
	a := groups[g][s.at[g]]
	switch cell := &s.memory[a.element]; a.op {
	case ir.OpStoreBuf:
		*cell = a.number
	case ir.OpAtomicBuf:
		*cell += a.number
	default:
		s.seen[g][s.at[g]] = *cell
	}
	s.at[g]++
	return s
}

// ends is how the groups can end, in all orders.
func ends(groups [apart][]act) int {
	been, found := map[world]bool{}, map[world]bool{}
	var reach func(s world)
	reach = func(s world) {
		if been[s] {
			return
		}
		been[s] = true
		over := true
		for g := range groups {
			if s.at[g] < len(groups[g]) {
				over = false
				reach(s.do(groups, g))
			}
		}
		if over {
			found[s] = true
		}
	}
	reach(world{memory: [3]int{-1, -2, -3}})
	return len(found)
}

// inOrder is how they end one after the other.
func inOrder(groups [apart][]act, order ...int) world {
	s := world{memory: [3]int{-1, -2, -3}}
	for _, g := range order {
		for range groups[g] {
			s = s.do(groups, g)
		}
	}
	return s
}

// groupText is the kernel of the groups: they meet in data, and each has a part of out for what it has read.
func groupText(groups [apart][]act) string {
	var b strings.Builder
	b.WriteString("kernel \"apart\" threads 1 1 1\nbinding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 \"out\" \"uint\"\n" +
		"binding uav structured u1 space 0 count 1 stride 4 format 0 counterof 0 \"data\" \"uint\"\nbody {\n  %1:i32 = sys GroupID.x\n")
	next := 2
	line := func(format string, args ...any) int {
		fmt.Fprintf(&b, "  %%%d:%s\n", next, fmt.Sprintf(format, args...))
		next++
		return next - 1
	}
	for g, acts := range groups {
		cond := line("bool = ieq %%1 %%%d", line("i32 = const %d", g))
		fmt.Fprintf(&b, "  if %%%d {\n", cond)
		for i, a := range acts {
			site := 10*(g+1) + i
			at, number := line("i32 = const %d", a.element), line("i32 = const %d", a.number)
			switch a.op {
			case ir.OpStoreBuf:
				fmt.Fprintf(&b, "  storebuf _ %%%d _ %%%d b=1 @%d\n", at, number, site)
			case ir.OpAtomicBuf:
				line("i32 = atomicbuf _ %%%d _ %%%d _ add b=1 @%d", at, number, site)
			default:
				read := line("i32 = loadbuf _ %%%d _ b=1 @%d", at, site)
				fmt.Fprintf(&b, "  storebuf _ %%%d _ %%%d b=0\n", line("i32 = const %d", 4*g+i), read)
			}
		}
		b.WriteString("  } else {\n  }\n")
	}
	return b.String() + "}"
}

// TestGroupsAgainstAllOrders: what is found of groups can end in several ways, and reads that give something else when their order is turned round
// are found.
func TestGroupsAgainstAllOrders(t *testing.T) {
	r := rand.New(rand.NewSource(23))
	reads, stores, silent := 0, 0, 0
	for i := range 3000 {
		var groups [apart][]act
		for g := range groups {
			for i := range r.Intn(4) { // each with a number of its own, so that whatever they leave tells who has been there
				groups[g] = append(groups[g], act{[...]ir.Op{ir.OpLoadBuf, ir.OpLoadBuf, ir.OpStoreBuf, ir.OpAtomicBuf}[r.Intn(4)], r.Intn(3), 1000 << (3*g + i)})
			}
		}
		text := groupText(groups)
		found := among(t, text, [3]uint32{apart, 1, 1}, i%2 == 0)
		there, back := inOrder(groups, 0, 1, 2), inOrder(groups, 2, 1, 0)
		switch {
		case found == nil:
			silent++
			require.Equal(t, there.seen, back.seen, "program %d is silent\n%+v", i, groups)
		case found.First.Class == ir.Load || found.Second.Class == ir.Load:
			reads++
			require.Greater(t, ends(groups), 1, "program %d: %+v\n%+v", i, found, groups)
			require.NotEqual(t, there, back, "program %d: %+v\n%+v", i, found, groups)
		default:
			stores++
			require.Equal(t, [2]ir.Class{ir.Store, ir.Store}, [2]ir.Class{found.First.Class, found.Second.Class})
		}
	}
	require.Greater(t, min(reads, stores, silent), 300, "%d, %d, %d", reads, stores, silent)
}

// TestWhichGroups: the first one, its neighbours along each axis, the last, and powers of two are looked through.
func TestWhichGroups(t *testing.T) {
	// A group with number %d writes to an element that the first one writes, too.
	text := `kernel "k" threads 1 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
body {
  %%1:i32 = sys GroupID.x
  %%2:i32 = sys GroupID.y
  %%3:i32 = sys GroupID.z
  %%4:i32 = const 10
  %%5:i32 = imul %%3 %%4
  %%6:i32 = iadd %%5 %%2
  %%7:i32 = imul %%6 %%4
  %%8:i32 = iadd %%7 %%1
  %%9:i32 = const %d
  %%10:i32 = const 0
  %%11:bool = ieq %%8 %%9
  %%12:bool = ieq %%8 %%10
  %%13:bool = bor %%11 %%12
  if %%13 {
    storebuf _ %%10 _ %%8 b=0 @1
  } else {
  }
}`
	for _, tt := range []struct {
		group int
		with  uint64 // the linear number of the group, 0: it is not looked at
	}{{1, 1}, {10, 3}, {100, 12}, {232, 35}, {2, 2}, {11, 4}, {22, 8}, {111, 16}, {222, 32}, {20, 0}, {110, 0}, {231, 0}} {
		found := among(t, fmt.Sprintf(text, tt.group), [3]uint32{3, 4, 3}, false)
		if tt.with == 0 {
			require.Nil(t, found, "%d", tt.group)
			continue
		}
		require.NotNil(t, found, "%d", tt.group)
		require.Equal(t, race.Race{First: race.Access{Site: 1, Class: store}, Second: race.Access{Site: 1, Group: tt.with, Class: store}}, *found, "%d", tt.group)
	}
}
