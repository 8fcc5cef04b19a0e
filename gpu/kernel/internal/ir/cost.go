package ir

// Cost is what entering b once costs one wave: the sum of its instructions' costs, without those of nested blocks. Executors add it for every
// wave that enters b with at least one active lane, in a loop for each iteration. An instruction that holds a barrier is
// entered by every wave of the group.
//
// The budget of a group is compared after the cost of a loop's body was added: when the group's sum is larger, the group hangs at that loop.
func Cost(b *Block) uint64 {
	sum := uint64(0)
	for _, in := range b.Instrs {
		sum += uint64(ops[in.Op].cost)
	}
	return sum
}
