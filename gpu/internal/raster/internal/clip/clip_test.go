package clip

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// band is a viewport of 200 by 200 pixels at the origin.
var band = Band{CX: 100, CY: 100, HX: 100, HY: 100}

func at(x, y, z, w float64, i int) (c Corner) {
	c = Corner{X: x, Y: y, Z: z, W: w}
	c.Mix[i] = 1
	return c
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		name    string
		corners [3]Corner
		depth   bool
		want    []Corner
	}{
		{"inside", [3]Corner{at(0, 0, 0, 1, 0), at(1, 0, 0.5, 1, 1), at(0, 1, 1, 1, 2)}, true, []Corner{at(0, 0, 0, 1, 0), at(1, 0, 0.5, 1, 1), at(0, 1, 1, 1, 2)}},
		{"one corner in front of near", [3]Corner{at(0, 0, -0.5, 1, 0), at(4, 0, 0.5, 1, 1), at(0, 4, 0.5, 1, 2)}, true, []Corner{
			{X: 2, Z: 0, W: 1, Mix: [3]float64{0.5, 0.5, 0}}, at(4, 0, 0.5, 1, 1), at(0, 4, 0.5, 1, 2), {Y: 2, Z: 0, W: 1, Mix: [3]float64{0.5, 0, 0.5}}}},
		{"two corners behind far", [3]Corner{at(0, 0, 0.5, 1, 0), at(4, 0, 1.5, 1, 1), at(0, 4, 1.5, 1, 2)}, true, []Corner{
			at(0, 0, 0.5, 1, 0), {X: 2, Z: 1, W: 1, Mix: [3]float64{0.5, 0.5, 0}}, {Y: 2, Z: 1, W: 1, Mix: [3]float64{0.5, 0, 0.5}}}},
		{"behind far, without depth", [3]Corner{at(0, 0, 2, 1, 0), at(1, 0, 2, 1, 1), at(0, 1, 2, 1, 2)}, false,
			[]Corner{at(0, 0, 2, 1, 0), at(1, 0, 2, 1, 1), at(0, 1, 2, 1, 2)}},
		{"behind far", [3]Corner{at(0, 0, 2, 1, 0), at(1, 0, 2, 1, 1), at(0, 1, 2, 1, 2)}, true, nil},
		{"behind the eye", [3]Corner{at(0, 0, 0, -1, 0), at(1, 0, 0, -1, 1), at(0, 1, 0, -1, 2)}, false, nil},
		{"at the side, inside of the guard band", [3]Corner{at(300, 0, 0, 1, 0), at(301, 0, 0, 1, 1), at(300, 1, 0, 1, 2)}, true,
			[]Corner{at(300, 0, 0, 1, 0), at(301, 0, 0, 1, 1), at(300, 1, 0, 1, 2)}},
		{"beyond the guard band", [3]Corner{at(330, 0, 0, 1, 0), at(331, 0, 0, 1, 1), at(330, 1, 0, 1, 2)}, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var g Polygon
			g.Start(c.corners[0], c.corners[1], c.corners[2])
			g.Clip(&band, c.depth)
			require.ElementsMatch(t, c.want, g.List())
		})
	}
}

func TestLine(t *testing.T) {
	p, q := at(0, 0, -1, 1, 0), at(4, 0, 1, 1, 1)
	require.True(t, band.Line(&p, &q, true))
	require.Equal(t, Corner{X: 2, W: 1, Mix: [3]float64{0.5, 0.5, 0}}, p)
	require.Equal(t, at(4, 0, 1, 1, 1), q)
	p, q = at(0, 0, -1, 1, 0), at(4, 0, -1, 1, 1)
	require.False(t, band.Line(&p, &q, true))
	require.True(t, band.Line(&p, &q, false))
}

// TestBy: planes that the vertices give their distances to. The corners of the triangle are 0, 1 and 2.
func TestBy(t *testing.T) {
	start := [3]Corner{at(0, 0, 0, 1, 0), at(4, 0, 0, 1, 1), at(0, 4, 0, 1, 2)}
	for _, c := range []struct {
		name     string
		distance [3]float64
		want     []Corner
	}{
		{"all inside", [3]float64{0, 1, 2}, start[:]},
		{"all outside", [3]float64{-1, -2, -3}, nil},
		{"one outside", [3]float64{-1, 1, 1}, []Corner{{X: 2, W: 1, Mix: [3]float64{0.5, 0.5, 0}}, start[1], start[2], {Y: 2, W: 1, Mix: [3]float64{0.5, 0, 0.5}}}},
		{"two outside", [3]float64{1, -1, -3}, []Corner{start[0], {X: 2, W: 1, Mix: [3]float64{0.5, 0.5, 0}}, {Y: 1, W: 1, Mix: [3]float64{0.75, 0, 0.25}}}},
	} {
		var g Polygon
		g.Start(start[0], start[1], start[2])
		g.By(&c.distance)
		require.ElementsMatch(t, c.want, g.List(), c.name)
	}
	var g Polygon
	g.Start(start[0], start[1], start[2])
	for i := range maxDistances { // each cuts a corner off: the most that there can be
		d := [3]float64{1, 1, 1}
		d[i%3] = -0.1 / float64(1+i/3)
		g.By(&d)
	}
	require.LessOrEqual(t, len(g.List()), MaxCorners)
	p, q := start[0], start[1]
	require.True(t, LineBy(&p, &q, &[3]float64{-1, 3, 0}))
	require.Equal(t, Corner{X: 1, W: 1, Mix: [3]float64{0.75, 0.25, 0}}, p)
	require.Equal(t, start[1], q)
	require.False(t, LineBy(&p, &q, &[3]float64{-1, -1, 0}))
}
