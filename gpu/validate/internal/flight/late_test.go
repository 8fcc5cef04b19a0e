package flight

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestLate: what is told of uses before somebody asks is what is told of them at once, whatever the commands take turns with, and how much of it
// there is does not grow with the submissions.
func TestLate(t *testing.T) {
	things := [][]Thing{{{Object: 1}, {Object: 2}}, {{Object: 2}, {Object: 3, Descriptor: true, Index: 4}}}
	for name, submissions := range map[string][][]int{ // the commands of each
		"one again and again":        {{0}, {0}, {0}, {0}},
		"two in turns":               {{0}, {1}, {0}, {1}},
		"two in each":                {{0, 1}, {0, 1}, {0, 1}},
		"in another order each time": {{0, 1}, {1, 0}, {0, 1}, {1, 0, 0, 1}},
		"one of them no more":        {{0, 1}, {0}, {0}, {0}},
		"the other one no more":      {{1, 0}, {1}, {1}},
	} {
		t.Run(name, func(t *testing.T) {
			at, late := map[Thing][]Use{}, map[Thing][]Use{}
			tell := func(to map[Thing][]Use) func(Thing, *Use) {
				return func(x Thing, u *Use) { to[x] = With(to[x], u, false) }
			}
			var l Late
			for place, list := range things {
				l.Remember(place, uint64(7+place), list)
			}
			for n, commands := range submissions {
				for _, place := range commands {
					u := Use{Point: track.Point{Queue: 1, Pos: uint32(n + 1)}, Record: gpu.Site(place + 1), Chosen: true}
					for _, x := range things[place] {
						tell(at)(x, &u)
					}
					require.True(t, l.Again(place, uint64(7+place), &u))
				}
			}
			told := 0
			l.Tell(func(x Thing, u *Use) {
				told++
				tell(late)(x, u)
			})
			require.Equal(t, at, late)
			require.LessOrEqual(t, told, 4)
			l.Tell(func(Thing, *Use) { t.Fatal("told twice") })
		})
	}
	var l Late
	require.False(t, l.Again(3, 7, &Use{}))
	l.Remember(3, 7, things[0])
	require.False(t, l.Again(3, 8, &Use{}), "another command at the place")
	require.False(t, l.Again(2, 0, &Use{}), "a place without one")
	l.Tell(func(Thing, *Use) { t.Fatal("nothing was noted") })
}
