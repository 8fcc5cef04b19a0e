package alloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestValidateFindsDamage damages allocators in every way that Validate knows.
func TestValidateFindsDamage(t *testing.T) {
	// Blocks of 16: in use, free, in use, free up to 64.
	prepare := func(a Allocator) []Allocation {
		var r []Allocation
		for range 3 {
			x, err := a.Allocate(16, 16)
			require.NoError(t, err)
			r = append(r, x)
		}
		giveBack(t, a, r[1])
		return r
	}
	for want, damage := range map[string]func(b *BestFit){
		"no power of two":                func(b *BestFit) { b.alignment = 3 },
		"blocks by offset":               func(b *BestFit) { b.bySize.DeleteMin() },
		"FreeSize is":                    func(b *BestFit) { b.free++ },
		"is not in the tree by size":     func(b *BestFit) { b.byOffset.ReplaceOrInsert(free{16, 15, 1}) },
		"touches the one before it":      func(b *BestFit) { b.insert(17, 16) },
		"is not within":                  func(b *BestFit) { b.capacity = 63 },
		"is not a multiple of CurrAlign": func(b *BestFit) { b.alignment = 32 },
		"of the block at 16 is no":       func(b *BestFit) { f, _ := b.byOffset.Min(); b.remove(f); b.insert(16, 8) },
	} {
		b := NewBestFit(64)
		prepare(b)
		damage(b)
		require.ErrorContains(t, b.Validate(), want)
	}
	for want, damage := range map[string]func(a *TwoLevel, r []Allocation){
		"is not linked with":     func(a *TwoLevel, r []Allocation) { a.records[r[2].node].before = 0 },
		"up to 16 is not linked": func(a *TwoLevel, r []Allocation) { a.records[r[0].node].ordinal = 0 },
		"up to 16 begins at 16": func(a *TwoLevel, r []Allocation) {
			first := &a.records[r[0].node]
			first.begin, first.sizeBefore, a.records[0].sizeBehind = 16, 16, 16
		},
		"and 15 for the one after":  func(a *TwoLevel, r []Allocation) { a.records[r[2].node].sizeBefore = 15 },
		"the places 1 and 9 in":     func(a *TwoLevel, r []Allocation) { a.records[r[2].node].placeBefore = 9 },
		"the gap [48, 65) is 16 ":   func(a *TwoLevel, r []Allocation) { a.records[0].begin++ },
		"want 33, 2":                func(a *TwoLevel, r []Allocation) { a.free++ },
		"want 32, 3":                func(a *TwoLevel, r []Allocation) { a.blocks++ },
		"the bits of bin 16":        func(a *TwoLevel, r []Allocation) { a.lower[2] = 0 },
		"does not belong into bin":  func(a *TwoLevel, r []Allocation) { a.stacks[16].slots[0] = 0 },
		"0 free blocks in the bins": func(a *TwoLevel, r []Allocation) { a.bins = bins{} },
		"the bits of bin 17 are wr": func(a *TwoLevel, r []Allocation) { a.lower[2] |= 2 },
	} {
		a := NewTwoLevel(64)
		r := prepare(a)
		require.NoError(t, a.Validate())
		damage(a, r)
		require.ErrorContains(t, a.Validate(), want)
	}
	for want, damage := range map[string]func(f *Fixed){
		"the summary of word 0 is wrong": func(f *Fixed) { f.summary[0] = 0 },
		"blocks after 64 are free":       func(f *Fixed) { f.words[1] = 1; f.summary[0] |= 2 },
		"blocks are free, counted":       func(f *Fixed) { f.freeCount++ },
	} {
		f := NewFixed(64, 1)
		f.words = append(f.words, 0)
		prepare(f)
		require.NoError(t, f.Validate())
		damage(f)
		require.ErrorContains(t, f.Validate(), want)
	}
}
