package earlier

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestEachSubmissionFindsWhatWasThere: what is written over stays for the submissions before that, and for no others.
func TestEachSubmissionFindsWhatWasThere(t *testing.T) {
	var s Store
	heap := []byte("abc")
	at := func(i uint32) gpu.CPUDescriptorHandle { return gpu.CPUDescriptorHandle{Heap: 7, Index: i} }
	write := func(i uint32, now string) {
		s.Keep(at(i), heap[i:int(i)+len(now)], 1)
		copy(heap[i:], now)
	}
	finds := func(submission uint64) (all string) {
		s.Runs(submission)
		for i := range uint32(3) {
			if r := s.Find(at(i)); r != nil {
				all += string(r)
			} else {
				all += string(heap[i : i+1])
			}
		}
		return all
	}
	write(0, "A") // before any
	s.Submitted()
	write(0, "xy")
	write(0, "X") // of two writes, the first counts
	s.Submitted()
	s.Submitted()
	write(1, "Y")
	s.Submitted()
	require.Equal(t, "Abc", finds(1))
	require.Equal(t, "Xyc", finds(2))
	require.Equal(t, "Xyc", finds(3))
	require.Equal(t, "XYc", finds(4))
	s.Finished(2)
	require.Equal(t, "Abc", finds(1))
	require.Equal(t, "Xyc", finds(3))
	s.Finished(1)
	s.Finished(3)
	require.Empty(t, s.eras)
	s.Finished(4)
	write(2, "Z")
	require.Empty(t, s.eras, "nothing is in flight")
}

// TestWritesOfTheSame: of a descriptor that is written again and again one record is kept, the first.
func TestWritesOfTheSame(t *testing.T) {
	var s Store
	s.Submitted()
	for i := range 5 * mostRuns {
		s.Keep(gpu.CPUDescriptorHandle{Heap: 7, Index: uint32(i % 3)}, []byte{byte(i), byte(i / 256)}, 2)
	}
	require.Len(t, s.eras[0].runs, mostRuns)
	s.Runs(1)
	for i := range uint32(3) {
		require.Equal(t, []byte{byte(i), 0}, s.Find(gpu.CPUDescriptorHandle{Heap: 7, Index: i}))
	}
	s.Keep(gpu.CPUDescriptorHandle{Heap: 7, Index: 2}, []byte{8, 8, 9, 9}, 2)
	require.Equal(t, []byte{2, 0}, s.Find(gpu.CPUDescriptorHandle{Heap: 7, Index: 2}))
	require.Equal(t, []byte{9, 9}, s.Find(gpu.CPUDescriptorHandle{Heap: 7, Index: 3}))
}

// TestRunsSaysWhenOthersAreFound: where two submissions find the same, what was prepared for the one may serve the other.
func TestRunsSaysWhenOthersAreFound(t *testing.T) {
	var s Store
	s.Submitted()
	s.Submitted()
	require.False(t, s.Runs(1))
	s.Keep(gpu.CPUDescriptorHandle{Heap: 7}, []byte("a"), 1)
	s.Submitted()
	require.True(t, s.Runs(1))
	require.False(t, s.Runs(2))
	require.True(t, s.Runs(3))
	require.True(t, s.Runs(2))
	s.Finished(1)
	s.Finished(2)
	require.True(t, s.Runs(3))
	require.False(t, s.Runs(3))
}
