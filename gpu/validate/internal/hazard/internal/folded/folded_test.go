package folded

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// word is an access to one word of a resource.
func word(at uint64) gpu.Access {
	return gpu.Access{Resource: 7, Begin: 4 * at, End: 4*at + 4, Kind: gpu.AccessWrite, Exact: true, As: gpu.StateUnorderedAccess, Slot: "u0"}
}

// with is a word that differs in something.
func with(at uint64, change func(*gpu.Access)) gpu.Access {
	a := word(at)
	change(&a)
	return a
}

// pieces is an access to every other one of three words.
func pieces(at uint64) gpu.Access {
	return with(at, func(a *gpu.Access) { a.End, a.Stride, a.Size = a.End+16, 8, 4 })
}

// TestAlike: accesses are kept together as far as they ascend and differ in their bytes alone.
func TestAlike(t *testing.T) {
	for name, next := range map[string]gpu.Access{
		"another resource": with(9, func(a *gpu.Access) { a.Resource = 8 }),
		"another kind":     with(9, func(a *gpu.Access) { a.Kind = gpu.AccessRead }),
		"another class":    with(9, func(a *gpu.Access) { a.Class = 1 }),
		"another state":    with(9, func(a *gpu.Access) { a.As = gpu.StateCopyDest }),
		"another slot":     with(9, func(a *gpu.Access) { a.Slot = "u1" }),
		"led by data":      with(9, func(a *gpu.Access) { a.Led = true }),
		"another part":     with(9, func(a *gpu.Access) { a.Part = 1 }),
		"keeps":            with(9, func(a *gpu.Access) { a.Keeps = true }),
		"a bound":          with(9, func(a *gpu.Access) { a.Exact = false }),
		"nothing":          with(9, func(a *gpu.Access) { a.End = a.Begin }),
		"backwards":        word(4),
	} {
		require.Equal(t, 3, Alike([]gpu.Access{word(1), word(2), word(5), next, word(11)}), name)
	}
	require.Equal(t, 4, Alike([]gpu.Access{word(1), word(2), pieces(5), word(11)}))
	require.Equal(t, 1, Alike([]gpu.Access{with(1, func(a *gpu.Access) { a.Exact = false }), with(2, func(a *gpu.Access) { a.Exact = false })}), "bounds claim nothing")
}

// TestOf: the ranges are the bytes of the accesses, from the first one's begin; those that go on where others end are one.
func TestOf(t *testing.T) {
	var w gpu.RangeWriter
	r := Of(&w, []gpu.Access{word(1), word(2), word(5), pieces(6), word(11), word(1 << 40)})
	require.Equal(t, []gpu.Range{{End: 8}, {Begin: 16, End: 20}, {Begin: 20, End: 40, Stride: 8, Size: 4}, {Begin: 40, End: 44}, {Begin: 4<<40 - 4, End: 4 << 40}}, slices.Collect(r.All()))
	require.Equal(t, 1, Alike([]gpu.Access{with(1, func(a *gpu.Access) { a.Within = r }), word(1 << 41)}), "they are together already")
}

// TestGathered: ranges that meet are one, pieces of one size at equal distances are told as such, and of others there is the number.
func TestGathered(t *testing.T) {
	for _, tt := range []struct {
		name   string
		list   []gpu.Access
		want   gpu.Access
		pieces int
	}{
		{"one", []gpu.Access{word(1)}, word(1), 0},
		{"words side by side", []gpu.Access{word(1), word(2)}, with(1, func(a *gpu.Access) { a.End += 4 }), 0},
		{"every other word", []gpu.Access{word(1), word(3), word(5)}, pieces(1), 0},
		{"a gap is larger", []gpu.Access{word(1), word(3), word(6)}, with(1, func(a *gpu.Access) { a.End = 28 }), 3},
		{"a word, and pieces", []gpu.Access{word(1), pieces(4)}, with(1, func(a *gpu.Access) { a.End = 36 }), 4},
	} {
		all, n := Gathered(tt.list)
		require.Equal(t, tt.want, all, tt.name)
		require.Equal(t, tt.pieces, n, tt.name)
	}
}
