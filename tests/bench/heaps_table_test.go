package bench

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// allocators are what is measured beside each other; the first is compared with the second.
var allocators = []struct {
	name string
	make func(capacity uint64) alloc.Allocator
}{
	{"two-level", func(c uint64) alloc.Allocator { return alloc.NewTwoLevel(c) }},
	{"best-fit", func(c uint64) alloc.Allocator { return alloc.NewBestFit(c) }},
}

// liveRanges are how many allocations are live while an operation is measured.
var liveRanges = []int{1e3, 1e4, 1e5, 1e6}

// TestAllocatorTable prints the section of the allocators alone:
//
//	go test ./tests/bench -run TestAllocatorTable -table -v
func TestAllocatorTable(t *testing.T) {
	if !*writeTable {
		t.Skip("run with -table to measure")
	}
	tab := &table{}
	tab.allocators(t)
	fmt.Println(tab.out.String())
}

// allocators writes what one operation, an allocation or a free, takes of both engines.
func (tab *table) allocators(t *testing.T) {
	tab.printf("## Allocators of ranges\n\nOne operation of `churn` (heaps_test.go), an allocation or a free: *median / 10th percentile*. The ranges that are freed are drawn while the clock stands, and " +
		"so the table of the caller's handles is read in order; in the last row it is not.\n\n")
	tab.printf("| live ranges | two levels of bits | ordered trees | times faster, 10th percentile |\n|---|---|---|---|\n")
	for _, count := range liveRanges {
		tab.churned(t, fmt.Sprint(count), count, false)
	}
	most := slices.Max(liveRanges)
	tab.churned(t, fmt.Sprintf("%d, handles anywhere", most), most, true)
	tab.printf("\nFour dynamic descriptors for a draw, by contexts that record at the same time in one heap:\n\n")
	tab.printf("| contexts | a draw, median / 10th percentile |\n|---|---|\n")
	for _, contexts := range []int{1, 2} {
		v := descriptorVariant(t, contexts)
		taken := measure(t, []*variant{v}, *rounds)[v.name]
		tab.printf("| %d | %v / %v |\n", contexts, perOperation(taken.median), perOperation(taken.p10))
	}
	tab.printf("\n")
}

// churned writes the row of a number of live ranges.
func (tab *table) churned(t *testing.T, title string, count int, scattered bool) {
	var all []*variant
	for _, a := range allocators {
		all = append(all, churnVariant(t, a.name, a.make, count, scattered))
	}
	times := measure(t, all, *rounds)
	tab.printf("| %s |", title)
	for _, a := range allocators {
		tab.printf(" %v / %v |", times[a.name].median/operations, times[a.name].p10/operations)
	}
	tab.printf(" %.1f |\n", float64(times[allocators[1].name].p10)/float64(times[allocators[0].name].p10))
}

// perOperation is what one of the operations of a run took, to a tenth of a nanosecond.
func perOperation(run time.Duration) string { return fmt.Sprintf("%.1fns", float64(run)/operations) }

// descriptorVariant shares the draws of a run among contexts.
func descriptorVariant(t testing.TB, contexts int) *variant {
	h := dynamicHeap(t)
	return &variant{name: fmt.Sprint(contexts), close: func() {}, run: func(times int) (time.Duration, error) {
		start := time.Now()
		runThreads(times*operations, contexts, func(n int) { frames(h, n) })
		return time.Since(start), nil
	}}
}

// operations are how many a run does: enough that the caches are as full of its ranges as they will be.
const operations = 1 << 18

func churnVariant(t testing.TB, name string, make func(capacity uint64) alloc.Allocator, count int, scattered bool) *variant {
	c := newChurn(t, make, count)
	c.scattered = scattered
	return &variant{name: name, close: func() {}, run: func(times int) (time.Duration, error) {
		return c.steps(t, times*operations/2), nil
	}}
}
