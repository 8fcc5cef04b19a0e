package promise

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestOverlap: the first bytes that an access touches of a range, for one piece and for pieces at equal distances.
func TestOverlap(t *testing.T) {
	whole := gpu.Access{Begin: 16, End: 32}
	pieces := gpu.Access{Begin: 16, End: 52, Stride: 16, Size: 4} // [16, 20), [32, 36), [48, 52)
	for _, c := range []struct {
		a                  gpu.Access
		begin, end         uint64
		wantBegin, wantEnd uint64
	}{
		{whole, 0, 16, 0, 0}, {whole, 0, 17, 16, 17}, {whole, 31, 40, 31, 32}, {whole, 32, 40, 32, 32}, {whole, 20, 24, 20, 24},
		{pieces, 0, 16, 0, 0}, {pieces, 0, 17, 16, 17}, {pieces, 19, 33, 19, 20}, {pieces, 20, 32, 20, 20}, {pieces, 20, 33, 32, 33},
		{pieces, 35, 60, 35, 36}, {pieces, 36, 48, 36, 36}, {pieces, 36, 49, 48, 49}, {pieces, 51, 52, 51, 52}, {pieces, 52, 60, 52, 52},
	} {
		begin, end := overlap(&c.a, c.begin, c.end)
		require.Equal(t, [2]uint64{c.wantBegin, c.wantEnd}, [2]uint64{begin, end}, "%+v and [%d, %d)", c.a, c.begin, c.end)
	}
}
