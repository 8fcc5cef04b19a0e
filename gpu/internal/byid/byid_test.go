package byid

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestTable: it behaves as a map that is gone through in the order of its keys.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var table Table[gpu.ID, string]
	want := map[gpu.ID]string{}
	for range 4000 {
		id := gpu.ID(random.IntN(1000))
		if random.IntN(3) > 0 {
			v := string(rune('a' + random.IntN(26)))
			table.Set(id, v)
			want[id] = v
		} else {
			table.Drop(id)
			delete(want, id)
		}
		require.Equal(t, want[id], table.Get(id))
		require.Equal(t, len(want), table.Len())
	}
	require.Equal(t, want, maps.Collect(table.All()))
	var order []gpu.ID
	for id := range table.All() {
		order = append(order, id)
	}
	require.True(t, slices.IsSorted(order))
	for first := range table.All() {
		require.Equal(t, order[0], first)
		break
	}
	require.Empty(t, table.Get(1_000_000), "nobody has this identity")
	table.Drop(1_000_000)
}

// TestRoom: there is room for the values that there are, on whole pages, and not for those that were.
func TestRoom(t *testing.T) {
	var table Table[gpu.ID, int]
	for id := gpu.ID(1); id <= 1_000_000; id++ {
		table.Set(id, int(id))
		if id > 100 {
			table.Drop(id - 100)
		}
	}
	require.LessOrEqual(t, table.Rows(), 3*pageSize, "100 values stand on three pages at most")
	require.Equal(t, 999_901, table.Get(999_901))
	require.Zero(t, table.Get(999_900))
	for id := range table.All() {
		table.Drop(id)
	}
	require.Zero(t, table.Rows())
}

// TestRecent: the oldest goes when there is no room.
func TestRecent(t *testing.T) {
	var r Recent
	require.Equal(t, gpu.ID(7), r.Add(7), "nothing is kept")
	r.Keep(3)
	for id := gpu.ID(1); id <= 3; id++ {
		require.Zero(t, r.Add(id))
	}
	for id := gpu.ID(4); id <= 10; id++ {
		require.Equal(t, id-3, r.Add(id))
	}
}

// TestSteady: a value that comes and goes needs no memory for each time.
func TestSteady(t *testing.T) {
	var table Table[gpu.ID, int]
	turn := func() {
		table.Set(7, 1)
		table.Set(700, 1)
		table.Drop(7)
		table.Drop(700)
	}
	turn()
	require.Zero(t, testing.AllocsPerRun(100, turn))
	require.Zero(t, table.Get(7))
	require.Zero(t, table.Rows())
}

// TestIndex: a list that grows gets an index of all that is in it when it is longer than few.
func TestIndex(t *testing.T) {
	var list []gpu.ID
	var index map[gpu.ID]gpu.ID
	for id := gpu.ID(3); id < 20; id += 2 {
		list = append(list, id)
		index = Index(index, list, 4, func(id gpu.ID) gpu.ID { return id })
		if len(list) <= 4 {
			require.Nil(t, index)
			continue
		}
		require.Len(t, index, len(list))
		require.Equal(t, id, index[id])
		require.EqualValues(t, 3, index[3])
	}
}
