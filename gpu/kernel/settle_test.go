package kernel

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestWhatWasSeenHoldsForOthersAlike: dispatches of one kernel, with the same and with other numbers, data and sizes of views, touch what they touch
// as the first dispatch of a kernel that has seen nothing. What is settled after the second is known of those that are alike, and of no others.
func TestWhatWasSeenHoldsForOthersAlike(t *testing.T) {
	b := newBench(t, 2)
	settled, again := 0, 0
	for seed := range int64(60) {
		data := randomData(seed)
		k, groups, put := numbered(data, seed%2 == 0)
		records := put
		put = func(d *exec.Dispatch) {
			records(d)
			d.Bound = 1
		}
		edits := []func(*exec.Dispatch){
			put,
			func(d *exec.Dispatch) { // another number
				put(d)
				at := baseOfRecord(d, d.Records-1)
				n := at + 4*uint32(seed%8)
				binary.LittleEndian.PutUint32(d.Memory[n:], binary.LittleEndian.Uint32(d.Memory[n:])^5)
			},
			func(d *exec.Dispatch) { // other data
				put(d)
				for i := range uint32(16) {
					d.Memory[baseOfRecord(d, 0)+i] ^= byte(3 * i)
				}
			},
			func(d *exec.Dispatch) { // a smaller view
				put(d)
				d.Bound = 2
				words := d.Memory[d.Table : d.Table+ir.RecordBytes]
				if r := ir.LoadRecord(words); r.Count > 1 {
					r.Count, r.Size = r.Count-1, r.Size-r.Stride
					r.Put(words)
				}
			},
		}
		seen := map[uint64][]exec.Access{}
		for n, edit := range []int{0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 3, 0, 1} {
			fresh, _, _ := numbered(data, seed%2 == 0)
			want, _ := b.run(t, b.plain, fresh, groups, edits[edit])
			got, _ := b.run(t, b.compiled, k, groups, edits[edit])
			require.Equal(t, want.Accesses, got.Accesses, "dispatch %d of seed %d\n%s", n, seed, ir.Print(k.natural.program()))
			if of, ok := seen[got.Same]; ok && got.Same != 0 {
				again++
				require.Equal(t, of, got.Accesses, "results with number %d", got.Same)
			}
			seen[got.Same] = got.Accesses
		}
		if isSettled(b.compiled, k) {
			settled++
		}
	}
	require.Greater(t, settled, 20)
	require.Greater(t, again, 100)
}

// isSettled says whether what the last dispatch of a kernel touched was seen of an earlier one.
func isSettled(r *Runner, k *Kernel) bool {
	known := k.natural.closedForms(&r.current, 0)
	defer k.natural.done(known)
	return known.Watched != nil
}

// baseOfRecord is where the view of a record begins.
func baseOfRecord(d *exec.Dispatch, record uint32) uint32 {
	return ir.RecordWord(d.Memory[d.Table+record*ir.RecordBytes:], ir.WordBase)
}

// chosenText chooses the buffer and the element by the number of the work item, or by what it loads.
const chosenText = `kernel "chosen" threads 64 1 1
binding uav structured u0 space 0 count 4 stride 4 format 0 counterof 0 "to" "uint"
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "picks" "uint"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = loadbuf _ %1 _ b=1
  %3:i32 = const 16
  %4:i32 = divu WHO %3
  storebuf %4 %1 _ %2 b=0
}`

// TestChosenByNumbersIsSeenOnce: which of four buffers a work item writes follows from its number, and is watched for two dispatches; where it
// follows from data, each dispatch is watched, and finds what the data say by then.
func TestChosenByNumbersIsSeenOnce(t *testing.T) {
	for _, tt := range []struct {
		who  string
		open bool // after three dispatches
	}{{"%1", false}, {"%2", true}} {
		w := workload{text: strings.ReplaceAll(chosenText, "WHO", tt.who), groups: [3]uint32{1, 1, 1}, views: []view{{n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}}}
		rig := newTrackRig(t, &w, Options{Workers: 1})
		picks := rig.dispatch.Memory[rig.records[4].Base:]
		for n := range uint32(4) {
			for i := range uint32(64) {
				binary.LittleEndian.PutUint32(picks[4*i:], (i+16*n)%64)
			}
			got := rig.run(t, true).Accesses
			var want []exec.Access
			for record := range uint32(4) {
				at := uint64(rig.records[record].Base)
				first := uint64(record) * 64
				if tt.open {
					first = uint64((record-n)%4) * 64
				}
				want = append(want, exec.Access{Record: record, Kind: exec.AccessWrite, Exact: true, Begin: at + first, End: at + first + 64})
			}
			at := uint64(rig.records[4].Base)
			want = append(want, exec.Access{Record: 4, Exact: true, Begin: at, End: at + 256})
			require.Equal(t, want, got, "dispatch %d", n)
		}
		require.Equal(t, tt.open, !isSettled(rig.runner, rig.kernel))
	}
}

// TestDataThatStayAreSeenAgain: where data say which buffer a work item writes, dispatches in a row with the same data have one number, and those
// with other data, or other records, others.
func TestDataThatStayAreSeenAgain(t *testing.T) {
	w := workload{text: strings.ReplaceAll(chosenText, "WHO", "%2"), groups: [3]uint32{1, 1, 1}, views: []view{{n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}, {n: 64, stride: 4}}}
	rig := newTrackRig(t, &w, Options{Workers: 1})
	picks := rig.dispatch.Memory[rig.records[4].Base:]
	run := func(bound uint64, shift uint32) (uint64, []exec.Access) {
		for i := range uint32(64) {
			binary.LittleEndian.PutUint32(picks[4*i:], (i+16*shift)%64)
		}
		rig.dispatch.Bound = bound
		got := rig.run(t, true)
		return got.Same, slices.Clone(got.Accesses)
	}
	_, first := run(0, 0)
	one, same := run(1, 0)
	require.Equal(t, first, same)
	require.NotZero(t, one)
	again, same := run(1, 0)
	require.Equal(t, one, again)
	require.Equal(t, first, same)
	two, other := run(1, 1)
	require.NotEqual(t, first, other)
	require.NotContains(t, []uint64{0, one}, two)
	again, same = run(1, 1)
	require.Equal(t, two, again)
	require.Equal(t, other, same)
	three, same := run(1, 0)
	require.NotContains(t, []uint64{0, one, two}, three, "only the last one is compared with")
	require.Equal(t, first, same)
	four, same := run(2, 0)
	require.NotContains(t, []uint64{0, one, two, three}, four, "other records")
	require.Equal(t, first, same)
	none, same := run(0, 0)
	require.Zero(t, none, "records that nobody vouches for")
	require.Equal(t, first, same)
}
