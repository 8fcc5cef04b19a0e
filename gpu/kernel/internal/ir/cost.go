package ir

// Cost is what entering b once costs one wave: the sum of its instructions' costs, without those of nested blocks, and what was saved. Executors add
// it for every wave that enters b with at least one active lane, in a loop for each iteration. An instruction that holds a barrier is entered by
// every wave of the group.
//
// A group hangs if its sum is larger than the budget. That is looked at after each run of a loop's body (the group hangs at that
// loop) and when the group ends (it hangs at the kernel's own site), so that the order of waves does not matter.
func Cost(b *Block) uint64 {
	sum := b.Saved
	for _, in := range b.Instrs {
		if !in.Mark {
			sum += uint64(ops[in.Op].cost)
		}
	}
	return sum
}
