package texel

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// reaches says, in exact arithmetic, whether y is at least the linear value of the sRGB value n/d. The power 2.4 is taken
// away by raising both sides to the fifth: y >= x^(12/5) when y^5 >= x^12.
func reaches(y *big.Rat, n, d int64) bool {
	v := big.NewRat(n, d)
	if v.Cmp(big.NewRat(4045, 100000)) <= 0 {
		return y.Cmp(v.Quo(v, big.NewRat(1292, 100))) >= 0
	}
	x := v.Add(v, big.NewRat(55, 1000))
	x.Quo(x, big.NewRat(1055, 1000))
	return power(y, 5).Cmp(power(x, 12)) >= 0
}

func power(r *big.Rat, n int64) *big.Rat {
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
}

func rat(f float64) *big.Rat { return new(big.Rat).SetFloat64(f) }

// TestSRGBTables derives every number of srgb_table.go again.
func TestSRGBTables(t *testing.T) {
	for i := range int64(256) {
		v := srgbToLinear[i]
		up, down := math.Nextafter32(v, 2), math.Nextafter32(v, -1)
		require.True(t, reaches(rat((float64(v)+float64(up))/2), i, 255), "byte %d: the next float32 is nearer", i)
		if i == 0 {
			require.Zero(t, v)
			require.Zero(t, srgbThreshold[0])
			continue
		}
		require.False(t, reaches(rat((float64(v)+float64(down))/2), i, 255), "byte %d: the float32 before is nearer", i)
		th := srgbThreshold[i]
		require.True(t, reaches(rat(float64(th)), 2*i-1, 510), "threshold %d is too low", i)
		require.False(t, reaches(rat(float64(math.Nextafter32(th, -1))), 2*i-1, 510), "threshold %d is too high", i)
	}
}

func TestSRGBFromLinear(t *testing.T) {
	for i := range 256 {
		require.EqualValues(t, i, srgbFromLinear(srgbToLinear[i]))
		require.EqualValues(t, i, srgbFromLinear(srgbThreshold[i]))
		if i > 0 {
			require.EqualValues(t, i-1, srgbFromLinear(math.Nextafter32(srgbThreshold[i], -1)))
		}
	}
	require.EqualValues(t, 0, srgbFromLinear(-1))
	require.EqualValues(t, 255, srgbFromLinear(float32(math.Inf(1))))
	require.EqualValues(t, 0, srgbFromLinear(float32(math.NaN())))
}
