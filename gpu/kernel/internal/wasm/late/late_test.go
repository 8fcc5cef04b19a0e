package late

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Every vector takes part: n of them are added up with n - 1 additions, whatever the number of chains.
func TestEveryVectorIsAdded(t *testing.T) {
	for _, n := range []int{1, 2, 3, chains - 1, chains, chains + 1, 3 * chains, 128} {
		a := asm.New("f", []enc.ValType{enc.V128}, nil)
		var s Sum
		for range n {
			s.Add(a, a.Param(0))
		}
		s.AnyNaN(a)
		adds := 0
		for _, in := range a.F.Body {
			if in.Op == enc.F32x4Add {
				adds++
			}
		}
		require.Equal(t, n-1, adds, "%d vectors", n)
	}
}
