package repeat

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// command is one of a list at a place, which touches a resource.
func command(site gpu.Site, index uint32, resource gpu.ID) *gpu.Executed {
	return &gpu.Executed{Origin: gpu.Origin{Queue: 1, List: 2, Op: gpu.OpDispatch, Index: index, RecordSite: site}, Submission: 1, Accesses: []gpu.Access{{Resource: resource, End: 4}}}
}

// TestFind: a command is a repetition of one that was recorded and submitted by the same calls and touches the same, whichever command of its list it
// is.
func TestFind(t *testing.T) {
	var l Log
	require.Nil(t, l.Find(command(7, 0, 9)))
	n := l.Add(command(7, 0, 9))
	require.Same(t, n, l.Find(command(7, 5, 9)))
	require.Equal(t, Submission{1, 1}, n.Within)
	for name, change := range map[string]func(*gpu.Executed){
		"another place":     func(e *gpu.Executed) { e.RecordSite = 8 },
		"another call":      func(e *gpu.Executed) { e.SubmitSite = 8 },
		"another list":      func(e *gpu.Executed) { e.List = 8 },
		"another pipeline":  func(e *gpu.Executed) { e.Pipeline = 8 },
		"another region":    func(e *gpu.Executed) { e.Region = "frame" },
		"another resource":  func(e *gpu.Executed) { e.Accesses[0].Resource = 8 },
		"one access more":   func(e *gpu.Executed) { e.Accesses = append(e.Accesses, gpu.Access{}) },
		"in another manner": func(e *gpu.Executed) { e.Accesses[0].As = gpu.StateUnorderedAccess },
	} {
		e := command(7, 0, 9)
		change(e)
		require.Nil(t, l.Find(e), name)
	}
	e := command(7, 0, 9)
	e.Submission++
	require.Same(t, n, l.Find(e), "of another submission")
	e.Same = 3
	require.Same(t, n, l.Find(e), "accesses with a number that are the same")
	e.Accesses = nil
	require.Same(t, n, l.Find(e), "they are not looked at again")
	e.Same = 4
	require.Nil(t, l.Find(e))
}

// TestOldest: the commands of a loop that are no more than are remembered are found again, and the oldest one gives way.
func TestOldest(t *testing.T) {
	var l Log
	numbers := map[uint64]bool{}
	for i := range gpu.ID(Most) {
		n := l.Add(command(7, 0, i+1))
		require.Equal(t, int(i), n.Place)
		numbers[n.Number] = true
	}
	for range 3 {
		for i := range gpu.ID(Most) {
			require.NotNil(t, l.Find(command(7, 0, i+1)))
		}
	}
	n := l.Add(command(7, 0, 99))
	require.Equal(t, 0, n.Place)
	require.False(t, numbers[n.Number], "a new number")
	require.Nil(t, l.Find(command(7, 0, 1)))
	require.NotNil(t, l.Find(command(7, 0, 2)))
	require.Equal(t, []gpu.Access{{Resource: 99, End: 4}}, n.Accesses)
}

// TestMay: barriers and what touches nothing, or very much, are not remembered.
func TestMay(t *testing.T) {
	require.True(t, May(command(7, 0, 9)))
	require.False(t, May(&gpu.Executed{Accesses: make([]gpu.Access, mostAccesses+1)}))
	require.False(t, May(&gpu.Executed{}))
	e := command(7, 0, 9)
	e.Barriers = []gpu.Barrier{{}}
	require.False(t, May(e))
}
