package handover

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestOrder compares the clocks with chains of barriers that are looked for one by one, backwards.
func TestOrder(t *testing.T) {
	type barrier struct{ from, to gpu.ID }
	r := rand.New(rand.NewSource(1))
	for range 500 {
		var kept Order
		var all []barrier // the barrier at i comes after command i+1
		for command := uint32(1); command <= 8; command++ {
			b := barrier{gpu.ID(r.Intn(5)), gpu.ID(r.Intn(5))}
			all = append(all, b)
			kept.Hand(b.from, b.to, command)
			for now := gpu.ID(1); now <= 4; now++ {
				for other := gpu.ID(1); other <= 4; other++ {
					for at := uint32(1); at <= command; at++ {
						ends := map[gpu.ID]bool{now: true, 0: true} // what is before one of these is before now
						chained := false
						for i := len(all) - 1; i >= int(at)-1; i-- {
							if b := all[i]; ends[b.to] || b.to == 0 {
								chained = chained || b.from == other || b.from == 0
								ends[b.from] = true
							}
						}
						require.Equal(t, chained, kept.UpTo(now, other) >= at, "barriers %v: is %d behind command %d of %d", all, now, at, other)
					}
				}
			}
		}
	}
}

// TestOrderOfNothing: without a barrier nothing comes first.
func TestOrderOfNothing(t *testing.T) {
	var kept Order
	require.Zero(t, kept.UpTo(1, 2))
}
