package plan_test

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/stretchr/testify/require"
)

const scaled = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadconst _ _ b=1
  %3:i32 = imul %1 %2
  storebuf _ %3 _ %1 b=0
}`

// Closed forms count from the base of their record, so they hold wherever the views stand; another size, or other constants at the new place, make
// new ones.
func TestClosedFormsHoldWhereverViewsStand(t *testing.T) {
	k, err := ir.Parse(scaled)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 1024)
	var c plan.Cache
	record := func(i uint32) []byte { return d.Memory[d.Records+i*ir.RecordBytes:] }
	move := func(i uint32, by uint32) {
		r := ir.LoadRecord(record(i))
		r.Base += by
		r.Put(record(i))
	}
	constants := ir.LoadRecord(record(1)).Base
	copy(d.Memory[constants:], []byte{1, 0, 0, 0, 2, 0, 0, 0})
	r := ir.LoadRecord(record(0))
	r.Size, r.Count = 512, 128
	r.Put(record(0))

	first := c.Known(k, d, 16, 0)
	require.Equal(t, []plan.Pattern{{Begin: 0, Size: 256, Count: 1}}, first.Touched[0].Patterns)
	move(0, 1024)
	require.Same(t, first, c.Known(k, d, 16, 0), "the buffer stands elsewhere")
	require.Zero(t, testing.AllocsPerRun(10, func() { move(0, 4); c.Known(k, d, 16, 0) }))
	move(1, 4)
	third := c.Known(k, d, 16, 0)
	require.Equal(t, []plan.Pattern{{Begin: 0, Size: 4, Stride: 8, Count: 64}}, third.Touched[0].Patterns, "2 stands there")
	copy(d.Memory[constants+4:], []byte{1})
	move(1, 4)
	move(1, ^uint32(3)) // back
	require.Same(t, first, c.Known(k, d, 16, 0), "now 1 stands there too")
	r = ir.LoadRecord(record(0))
	r.Size, r.Count = 128, 32
	r.Put(record(0))
	small := c.Known(k, d, 16, 0)
	require.Equal(t, []plan.Pattern{{Begin: 0, Size: 128, Count: 1}}, small.Touched[0].Patterns)
}

// A frame that dispatches the same kernel for each level of a texture, with other groups each, finds the closed forms of all levels again in the next
// one; more than mostEntries of them are forgotten, the oldest first.
func TestClosedFormsOfAllLevels(t *testing.T) {
	k, err := ir.Parse(scaled)
	require.NoError(t, err)
	var c plan.Cache
	frame := func(levels uint32) (known []*plan.Known) {
		for n := range levels {
			known = append(known, c.Known(k, corpus.Dispatch(k, [3]uint32{n + 1, 1, 1}, 64), 16, 0))
		}
		return known
	}
	levels := frame(16)
	for i, known := range frame(16) {
		require.Same(t, levels[i], known, "level %d", i)
	}
	for i, known := range frame(17)[:16] {
		require.Same(t, levels[i], known, "level %d, before there are too many", i)
	}
	require.NotSame(t, levels[0], frame(1)[0], "the oldest one made room")
}

const tinted = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "float"
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadconst _ _ b=1
  %3:i32 = loadconst _ _ b=1 off=4
  %4:i32 = iadd %1 %2
  storebuf _ %4 _ %3 b=0
}`

// A constant that no index comes from makes no new closed forms, whatever it is; one that an index comes from does, and a view that ends before
// either does.
func TestConstantsThatNoIndexComesFrom(t *testing.T) {
	k, err := ir.Parse(tinted)
	require.NoError(t, err)
	d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 1024)
	var c plan.Cache
	r := ir.LoadRecord(d.Memory[d.Records+ir.RecordBytes:])
	constants := d.Memory[r.Base:]
	copy(constants, make([]byte, 8))
	first := c.Known(k, d, 16, 0)
	require.Equal(t, []plan.Pattern{{Begin: 0, Size: 256, Count: 1}}, first.Touched[0].Patterns)
	copy(constants[4:], []byte{1, 2, 3, 4})
	require.Same(t, first, c.Known(k, d, 16, 0), "another number to store")
	constants[0] = 2
	require.Equal(t, []plan.Pattern{{Begin: 8, Size: 256, Count: 1}}, c.Known(k, d, 16, 0).Touched[0].Patterns)
	constants[0] = 0
	require.Same(t, first, c.Known(k, d, 16, 0), "as before")
	r.Size = 4
	r.Put(d.Memory[d.Records+ir.RecordBytes:])
	small := c.Known(k, d, 16, 0)
	require.Equal(t, plan.FindFootprint(k, d).Known(16).Touched, small.Touched)
	require.NotEqual(t, first.Touched, small.Touched, "the constant to store is outside")
}

const scattered = `kernel "k" threads 64 1 1
binding uav structured u0 space 0 count 1 stride 8 format 0 counterof 0 "out" "uint2"
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "places" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadbuf _ %1 _ b=1
  storebuf _ %2 _ %1 b=0 off=4
}`

// What is open is so for views of all sizes, and its hull goes to their ends; an empty view is touched by nobody, and of a small one the
// closed forms of the same kernel with a store to its first element say all.
func TestOpenAccessesOfViewsOfAllSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		one  bool // a view of one element is as open as a larger one
	}{
		{scattered, true},
		{scattered[:len(scattered)-1] + "  %3:i32 = const 0\n  storebuf _ %3 _ %1 b=0 off=4\n}", false},
	} {
		k, err := ir.Parse(c.text)
		require.NoError(t, err)
		d := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 8192)
		var cache plan.Cache
		known := func(n uint32) (*plan.Known, plan.Span) {
			words := d.Memory[d.Records:]
			r := ir.LoadRecord(words)
			r.Size, r.Count = 8*n, n
			r.Put(words)
			got := cache.Known(k, d, 16, 0)
			requireKnown(t, plan.FindFootprint(k, d).Known(16), got)
			if len(got.Hulls) == 0 {
				return got, plan.Span{}
			}
			return got, got.Hulls[0].In(&r)
		}
		first, hull := known(100)
		require.Equal(t, plan.Span{Begin: 4, End: 800}, hull)
		second, hull := known(20)
		require.Equal(t, c.one, first == second)
		require.Equal(t, plan.Span{Begin: 4, End: 160}, hull)
		third, _ := known(1)
		require.Equal(t, c.one, first == third)
		require.Equal(t, c.one, len(third.Open) > 0)
		none, _ := known(0)
		require.Empty(t, none.Hulls)
		require.NotSame(t, first, none)
	}
}

// shrink cuts bytes off a view of memory, in front or behind, as a root view further on or of a smaller buffer does.
func shrink(k *ir.Kernel, d *ir.Dispatch, binding, slot uint32, front, behind uint32) {
	b := &k.Bindings[binding]
	words := d.Memory[d.Records+(k.FirstRecord(int32(binding))+slot)*ir.RecordBytes:]
	r := ir.LoadRecord(words)
	switch {
	case b.Shape == ir.Constants && r.Size >= 16:
		front, behind = min(front*4, r.Size/4), min(behind*4, r.Size/4)
		r.Base, r.Size = r.Base+front, r.Size-front-behind
	case b.Shape.IsBuffer() && r.Count >= 4:
		front, behind = min(front, r.Count/4), min(behind, r.Count/4)
		r.Base, r.Count, r.Size = r.Base+front*r.Stride, r.Count-front-behind, r.Size-(front+behind)*r.Stride
	}
	r.Put(words)
}

// A cache says what the analysis says, also where it has only seen views that stand elsewhere or have other sizes; and it does so often.
func TestCacheAgreesWithAnalysis(t *testing.T) {
	again, anew := 0, 0
	for seed := range int64(1500) {
		random := []func([]byte) (*ir.Kernel, [3]uint32){corpus.RandomAffine, corpus.Random}[seed%2]
		data := randomBytes(seed)
		k, groups := random(data)
		d := corpus.Dispatch(k, groups, 0)
		var c plan.Cache
		first := c.Known(k, d, 64, 0)
		for i := range 6 {
			for b := range k.Bindings {
				for slot := range k.Bindings[b].Count {
					at := (i + b + int(slot)) % (len(data) - 1)
					shrink(k, d, uint32(b), slot, uint32(data[at])%5, uint32(data[at+1])%3)
				}
			}
			got := c.Known(k, d, 64, 0)
			requireKnown(t, plan.FindFootprint(k, d).Known(64), got, "seed %d, %d\n%s", seed, i, ir.Print(k))
			if got == first {
				again++
			} else {
				anew++
			}
		}
	}
	require.Greater(t, again, 1000)
	require.Greater(t, anew, 1000)
}

// requireKnown compares closed forms, which have a number where a Cache has them.
func requireKnown(t *testing.T, want plan.Known, got *plan.Known, message ...any) {
	want.Number = got.Number
	require.Equal(t, want, *got, message...)
}
