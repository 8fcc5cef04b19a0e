package roster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestForgotten: what was released is remembered until others were released after it, as many as are remembered; that it was released is known for
// ever.
func TestForgotten(t *testing.T) {
	r := New()
	make := func(id gpu.ID) {
		r.Add(id, Object{Noun: "buffer", Name: "one", Created: 7, Device: 1, Body: &struct{ size int }{int(id)}})
	}
	require.Equal(t, "an unknown object", r.Ref(1))
	require.False(t, r.Dead(1), "it was not made")
	make(1)
	require.False(t, r.Dead(1))
	r.Release(1, 9)
	for id := gpu.ID(2); id < 2+Remembered-1; id++ {
		make(id)
		r.Release(id, 9)
	}
	require.True(t, r.Dead(1))
	require.False(t, r.Forgotten(1), "the last that is remembered")
	require.Equal(t, []any{`buffer "one"`, gpu.Site(7), gpu.Site(9)}, []any{r.Ref(1), r.Created(1), r.Released(1)})
	make(2 + Remembered)
	require.False(t, r.Forgotten(1), "nothing was released for it")
	r.Release(2+Remembered, 9)
	require.True(t, r.Dead(1) && r.Forgotten(1))
	require.Equal(t, []any{"an object that was released long ago", "?", gpu.Site(0), gpu.Site(0), gpu.ID(0)}, []any{r.Ref(1), r.Name(1), r.Created(1), r.Released(1), r.Device(1)})
	require.False(t, r.Dead(3+Remembered), "it was not made")
	require.False(t, r.Dead(0))
}

// TestFlat: what is kept does not grow with the number of objects that ever were.
func TestFlat(t *testing.T) {
	r := New()
	r.Add(1, Object{Noun: "device"})
	kept := func(upTo gpu.ID) (n int) {
		for id := r.last + 1; id <= upTo; id++ {
			r.Add(id, Object{Noun: "buffer"})
			r.Release(id, 0)
		}
		for range r.All() {
			n++
		}
		return n
	}
	require.Equal(t, 1+Remembered, kept(20_000))
	require.Equal(t, 1+Remembered, kept(200_000))
	require.LessOrEqual(t, r.objects.Rows(), Remembered+3*64)
	require.Equal(t, []gpu.ID{1}, r.Alive(func(gpu.ID) bool { return true }))
	type body struct{ fits bool }
	only := func() gpu.ID { return Only(r, 7, func(_ gpu.ID, b *body) bool { return b.fits }) }
	require.Zero(t, only(), "there is none of the kind")
	r.Add(300_000, Object{Noun: "buffer", Device: 7, Body: &body{fits: true}})
	r.Add(300_001, Object{Noun: "buffer", Device: 7, Body: &body{}})
	r.Add(300_002, Object{Noun: "buffer", Device: 8, Body: &body{fits: true}})
	require.Equal(t, gpu.ID(300_000), only())
	r.Add(300_003, Object{Noun: "buffer", Device: 7, Body: &body{fits: true}})
	require.Zero(t, only(), "there are two")
}

// TestMeant: one of several is meant if more holds of it alone.
func TestMeant(t *testing.T) {
	even := func(id gpu.ID) bool { return id%2 == 0 }
	large := func(id gpu.ID) bool { return id > 2 }
	require.Zero(t, Meant(nil))
	require.Equal(t, gpu.ID(1), Meant([]gpu.ID{1}, even), "it is the only one")
	require.Equal(t, gpu.ID(2), Meant([]gpu.ID{1, 2, 3}, even))
	require.Equal(t, gpu.ID(4), Meant([]gpu.ID{1, 2, 3, 4}, even, large))
	require.Zero(t, Meant([]gpu.ID{2, 4}, even))
	require.Zero(t, Meant([]gpu.ID{1, 3}, even))
}

// TestHold: what another object needs is remembered, even if it was released long ago, until that is released, too.
func TestHold(t *testing.T) {
	r := New()
	r.Add(1, Object{Noun: "direct queue", Name: "held"})
	r.Add(2, Object{Noun: "swap chain"})
	r.Hold(1, 2)
	r.Release(1, 5)
	next := gpu.ID(3)
	churn := func() {
		for range Remembered + 1 {
			r.Add(next, Object{})
			r.Release(next, 0)
			next++
		}
	}
	churn()
	require.True(t, r.Dead(1))
	require.False(t, r.Forgotten(1))
	require.Equal(t, gpu.Site(5), r.Released(1))
	r.Release(2, 0)
	require.False(t, r.Forgotten(1), "it is remembered as any other from now on")
	churn()
	require.True(t, r.Forgotten(1))
}

// TestNameless: the headlines of two turns of a loop are the same without the names of their objects; other words stay, and so do names that messages
// named long ago.
func TestNameless(t *testing.T) {
	r := New()
	for id := gpu.ID(1); id <= maxNamed+2; id++ {
		r.Add(id, Object{Noun: "texture", Name: string(rune('a' + id))})
	}
	r.Add(100, Object{Noun: "buffer", Name: `of "two" words`})
	one, two := r.Ref(1)+" has 2 mips", r.Ref(2)+" has 2 mips"
	require.Equal(t, "texture has 2 mips", r.Nameless(one))
	require.Equal(t, r.Nameless(one), r.Nameless(two))
	require.NotEqual(t, r.Nameless(one), r.Nameless(r.Ref(3)+" has 3 mips"))
	require.Equal(t, `buffer, "b"`, r.Nameless(r.Ref(100)+`, "b"`), "a name with quotes, and what is none")
	for id := gpu.ID(3); id <= maxNamed+2; id++ {
		r.Ref(id)
		r.Ref(3)
	}
	require.Equal(t, one, r.Nameless(one))
	require.Len(t, r.named, maxNamed)
}
