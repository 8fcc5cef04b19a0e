package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

const (
	queue, heap, pipeline gpu.ID = 1, 2, 3
	list                  gpu.ID = 10
)

// table is one of sixteen descriptors from t0 on, an entry that a command has read.
func table(index uint32, command uint32, entry int) Table {
	return Table{Heap: heap, Index: index, Class: gpu.DescriptorSRV, Count: 16, Pipeline: pipeline, Command: command, Entry: entry}
}

// reads is a command that reads some of t0 to t15; register r shows resource 100 + r.
func reads(submission uint64, index uint32, registers ...uint32) *gpu.Executed {
	e := &gpu.Executed{Origin: gpu.Origin{Queue: queue, List: list, Index: index}, Submission: submission, Pipeline: pipeline}
	for _, r := range registers {
		e.Accesses = append(e.Accesses, gpu.Access{Resource: gpu.ID(100 + r), End: 4, Slot: fmt.Sprint("t", r)})
	}
	return e
}

// begun is a follower of a submission of one list, and that.
func begun(number uint64, all ...Table) (*Follower, *Submission) {
	f, s := &Follower{}, &Submission{Moment: Moment{Point: track.Point{Queue: 5, Pos: uint32(number)}}}
	s.Add(list, all)
	f.Begin(queue, number, s)
	return f, s
}

// indexes are the descriptors of uses.
// chosen are the uses of a command that has no entry.
func chosen(f *Follower, e *gpu.Executed) []Use {
	uses, _, _ := f.Executed(e, nil, false, 0)
	return uses
}

func indexes(uses []Use) (out []uint32) {
	for i := range uses {
		out = append(out, uses[i].Index)
	}
	return out
}

// TestWhichTable: what a command chose is of the tables that it may have read: those of its own, and the last ones before it that are not logged
// again. What comes after it is of others.
func TestWhichTable(t *testing.T) {
	var all []Table
	for i := range 40 {
		all = append(all, table(uint32(16*i), uint32(2*i), i))
	}
	f, _ := begun(1, all...)
	for _, tt := range []struct {
		index uint32
		want  []uint32
	}{
		{0, []uint32{3}},
		{1, []uint32{3}},
		{2, []uint32{3, 19}},
		{79, []uint32{16*36 + 3, 16*37 + 3, 16*38 + 3, 16*39 + 3}},
		{40, []uint32{16*16 + 3, 16*17 + 3, 16*18 + 3, 16*19 + 3, 16*20 + 3}},
	} {
		require.Equal(t, tt.want, indexes(chosen(f, reads(1, tt.index, 3))), "command %d", tt.index)
	}
	require.Equal(t, 4, reading.Window)
	e := reads(1, 0, 3)
	e.List = 11
	require.Empty(t, chosen(f, e), "a list that reads none")
	e.BundleSite, e.BundleList, e.BundleIndex = 7, list, 2
	require.Equal(t, []uint32{3, 19}, indexes(chosen(f, e)), "a command of a bundle reads what its ExecuteBundle reads")
}

// TestEachUseOnce: however many descriptors a command chooses, each is a use once for each way in which it is read.
func TestEachUseOnce(t *testing.T) {
	for _, n := range []uint32{1, few - 1, few, few + 1, 5 * few} {
		one := table(0, 0, 0)
		one.Count = 1000
		f, _ := begun(1, one)
		e := reads(1, 0)
		for i := range 3 * n {
			e.Accesses = append(e.Accesses, reads(1, 0, i%n).Accesses...)
		}
		require.Len(t, chosen(f, e), int(n))
		require.Len(t, f.Chosen(), int(3*n))
		require.True(t, f.Chosen()[3*n-1])
	}
}

// TestRepeated: a command that does what it did in the same submission has no uses again, unless descriptors were written; in another submission they
// are those of that one. What is suspect is looked for each time.
func TestRepeated(t *testing.T) {
	var log repeat.Log
	e := reads(1, 0, 3, 5)
	same := log.Add(e)
	f, s := begun(1, table(0, 0, 0))
	var by *Submission
	before := false
	run := func(e *gpu.Executed, again bool, writes uint64) (uses []Use) {
		uses, by, before = f.Executed(e, same, again, writes)
		f.Checked(writes)
		return uses
	}
	require.Equal(t, []uint32{3, 5}, indexes(run(e, false, 7)))
	require.Empty(t, run(e, true, 7))
	require.True(t, f.Chosen()[1])
	require.Equal(t, []uint32{3, 5}, indexes(run(e, true, 8)), "a descriptor was written")
	require.Empty(t, run(e, true, 8))

	next := &Submission{Moment: Moment{track.Point{Queue: 5, Pos: 9}, 8}}
	next.Add(list, []Table{table(0, 0, 0)})
	f.Begin(queue, 2, next)
	require.Equal(t, []uint32{3, 5}, indexes(run(reads(2, 0, 3, 5), false, 8)))
	require.Same(t, next, by)
	require.False(t, before, "the first submission was made before the last write of a descriptor, which it does not find")
	require.Equal(t, []uint32{3, 5}, indexes(run(e, true, 8)), "the other submission was looked at in between")
	require.False(t, before)

	after := &Submission{Moment: next.Moment}
	after.Add(list, []Table{table(0, 0, 0)})
	f.Begin(queue, 3, after)
	run(reads(2, 0, 3, 5), false, 8)
	run(reads(3, 0, 3, 5), false, 8)
	require.Same(t, after, by)
	require.True(t, before, "both find what is there now")
	run(reads(2, 0, 3, 5), false, 9)
	require.False(t, before, "a descriptor was written")

	moved := &Submission{}
	moved.Add(list, []Table{table(32, 0, 0)})
	f.Begin(queue, 4, moved)
	require.Equal(t, []uint32{35, 37}, indexes(run(reads(4, 0, 3, 5), false, 9)), "another table")
	require.False(t, before)

	require.Empty(t, f.Found())
	run(e, true, 8)
	f.Suspect(s.Point, 105, func(*Submission) []Suspect {
		return []Suspect{{End: 8, Wrong: &diag.Diagnostic{}, List: list, Span: passage.Span{Until: 1}}}
	})
	require.Equal(t, []uint32{3, 5}, indexes(run(e, true, 8)))
	require.Len(t, f.Found(), 1)
}
