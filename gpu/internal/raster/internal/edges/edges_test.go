package edges

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
)

// triangle has the corners (0, 0), (16, 0), (0, 16) in pixels, clockwise.
func triangle() (a, b, c [3]int64) {
	x, y := [4]int32{0, 16 * corner.Subpixels, 0, 0}, [4]int32{0, 0, 16 * corner.Subpixels, 0}
	for i := range c {
		a[i], b[i], c[i] = Of(x[i], y[i], x[i+1], y[i+1])
	}
	return a, b, c
}

func TestMeet(t *testing.T) {
	a, b, c := triangle()
	for _, k := range []struct {
		box  corner.Box
		want int
	}{
		{corner.BoxOf(0, 0, 7, 7), All}, {corner.BoxOf(0, 0, 9, 9), Some}, {corner.BoxOf(9, 9, 12, 12), None}, {corner.BoxOf(-8, 2, -1, 4), None}, {corner.BoxOf(-4, 2, 4, 4), Some},
	} {
		require.Equal(t, k.want, Meet(&a, &b, &c, k.box), "%v", k.box)
	}
}

// The centre of pixel (x, y) is inside where x + y + 1 < 16: the long edge is neither a top nor a left one.
func TestMeetCentres(t *testing.T) {
	a, b, c := triangle()
	for i := range c {
		c[i] = (c[i] + (a[i]+b[i])*corner.Subpixels/2) >> 8
	}
	for y := range int32(17) {
		for x := range int32(17) {
			want := None
			if x+y+1 < 16 {
				want = All
			}
			require.Equal(t, want, MeetCentres(&a, &b, &c, corner.BoxOf(x, y, x+1, y+1)), "(%d, %d)", x, y)
		}
	}
	require.Equal(t, Some, MeetCentres(&a, &b, &c, corner.BoxOf(7, 7, 9, 9)))
}

// The fill rule: what is on a top or a left edge is inside, on others it is not.
func TestFillRule(t *testing.T) {
	for _, k := range []struct {
		q      [2]int32 // from (0, 0) there
		inside bool
	}{{[2]int32{1, 0}, true}, {[2]int32{-1, 0}, false}, {[2]int32{0, -1}, true}, {[2]int32{0, 1}, false}, {[2]int32{5, -3}, true}, {[2]int32{5, 3}, false}} {
		_, _, c := Of(0, 0, k.q[0], k.q[1])
		require.Equal(t, k.inside, c >= 0, "%v", k.q)
	}
}
