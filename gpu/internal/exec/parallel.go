package exec

import (
	"runtime"

	"github.com/gpuscript/gpuscript/gpu/internal/crew"
)

// parallelBytes is the amount of work below which one core does it alone: what one core moves in about 0.2 ms.
const parallelBytes = 2 << 20

// worthSplitting says whether moving so many bytes is work for more than one core.
func worthSplitting(bytes uint64) bool { return bytes >= 2*parallelBytes }

// split calls f for contiguous pieces of [0, count) on all cores when bytes, the amount of memory that all of them move, is
// worth it. Pieces touch different memory, so the result does not depend on how many there are.
func split(count, bytes uint64, f func(begin, end uint64)) {
	n := min(uint64(runtime.GOMAXPROCS(0)), count, max(bytes/parallelBytes, 1))
	crew.Once(int(n), func(part int) {
		i := uint64(part)
		f(count*i/n, count*(i+1)/n)
	})
}
