package clock

import (
	"maps"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain is what a clock covers.
type plain map[Agent]uint32

func (p plain) check(t *testing.T, c Clock) {
	t.Helper()
	all, last := plain{}, -1
	c.Beyond(Clock{}, func(a Agent, n uint32) {
		require.Greater(t, int(a), last, "in the order of their numbers")
		all[a], last = n, int(a)
	})
	require.Equal(t, p, all)
	require.Equal(t, len(p) == 0, c.Empty())
	for a := range p {
		require.Equal(t, p[a], c.At(a))
		require.Equal(t, p[a+1], c.At(a+1))
	}
}

// TestClocks compares clocks with plain tables, for few agents and for many.
func TestClocks(t *testing.T) {
	for _, agents := range []int{3, 20, 3000} {
		r := rand.New(rand.NewSource(int64(agents)))
		clocks, plains := []Clock{{}}, []plain{{}}
		for range 600 {
			i, k := r.Intn(len(clocks)), r.Intn(len(clocks))
			c, p := clocks[i], maps.Clone(plains[i])
			covers, beyond := true, plain{}
			for a, n := range plains[k] {
				covers = covers && p[a] >= n
				if n > p[a] {
					beyond[a] = n
				}
			}
			require.Equal(t, covers, c.Covers(clocks[k]))
			found := plain{}
			clocks[k].Beyond(c, func(a Agent, n uint32) { found[a] = n })
			require.Equal(t, beyond, found)
			switch r.Intn(4) {
			case 0:
				c = c.Join(clocks[k])
				for a, n := range plains[k] {
					p[a] = max(p[a], n)
				}
			case 1:
				c = c.Meet(clocks[k])
				for a := range p {
					if p[a] = min(p[a], plains[k][a]); p[a] == 0 {
						delete(p, a)
					}
				}
			default:
				a, n := Agent(r.Intn(agents)), uint32(1+r.Intn(9))
				c = c.With(a, n)
				p[a] = max(p[a], n)
			}
			p.check(t, c)
			clocks, plains = append(clocks, c), append(plains, p)
		}
	}
}

// TestClocksAreShared: what one of two clocks covers is that clock itself, and a clock with one more item has the trees of the others.
func TestClocksAreShared(t *testing.T) {
	c := Clock{}
	for a := range Agent(500) {
		c = c.With(a, 1)
	}
	d := c.With(77, 2)
	require.Equal(t, d, c.Join(d))
	require.Equal(t, d, d.Join(c))
	require.Equal(t, c, c.Meet(d))
	require.Equal(t, c, d.Meet(c))
	require.Equal(t, d, d.With(77, 1))
	same, other := 0, 0
	for i := range c.root.trees {
		if c.root.trees[i] == d.root.trees[i] {
			same++
		} else {
			other++
		}
	}
	require.Equal(t, 1, other)
	require.Equal(t, treeSize-1, same)
	changed := 0
	d.Beyond(c, func(a Agent, n uint32) {
		changed++
		require.Equal(t, [2]uint32{77, 2}, [2]uint32{uint32(a), n})
	})
	require.Equal(t, 1, changed)
}

// TestFewAgents: clocks of a program with few agents need no memory of their own.
func TestFewAgents(t *testing.T) {
	c, d := Clock{}, Clock{}
	cost := testing.AllocsPerRun(100, func() {
		for a := range Agent(own) {
			c = c.With(a, c.At(a)+1)
		}
		d = d.With(1, c.At(1)+1).Join(c).Meet(c)
		if !c.Covers(d) || c.Empty() {
			panic("they are the same")
		}
	})
	require.Zero(t, cost)
	require.Equal(t, c, d)
}
