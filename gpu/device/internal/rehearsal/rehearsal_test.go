package rehearsal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestRehearsals: whichever dispatches of a kernel happen to run first, what the first submission of a thread shows is told, and nothing else of that
// thread.
func TestRehearsals(t *testing.T) {
	type dispatch struct {
		thread, call int
	}
	for _, tt := range []struct {
		name         string
		runs         []dispatch // in the order of the schedule
		looked, told []dispatch // told: asked for in the order of the submissions
	}{
		{"in order", []dispatch{{0, 1}, {0, 2}, {0, 3}}, []dispatch{{0, 1}}, []dispatch{{0, 1}}},
		{"in another order", []dispatch{{0, 3}, {0, 2}, {0, 1}}, []dispatch{{0, 3}, {0, 2}, {0, 1}}, []dispatch{{0, 1}}},
		{"twice in a submission", []dispatch{{0, 1}, {0, 1}}, []dispatch{{0, 1}}, []dispatch{{0, 1}}},
		{"two threads, one of which is told", []dispatch{{9, 2}, {0, 1}, {9, 3}}, []dispatch{{9, 2}, {0, 1}}, []dispatch{{0, 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &Kernel{}
			var looked, told []dispatch
			finals := map[dispatch]func() bool{}
			for _, d := range tt.runs {
				if r.Wants(gpu.ID(d.thread), uint64(d.call)) {
					r.Ran(gpu.ID(d.thread), uint64(d.call))
					looked = append(looked, d)
					finals[d] = r.Tells(gpu.ID(d.thread), uint64(d.call))
				}
			}
			require.Equal(t, tt.looked, looked)
			for thread := range 10 {
				for call := range 5 {
					if d := (dispatch{thread, call}); finals[d] != nil && finals[d]() {
						told = append(told, d)
					}
				}
			}
			require.Equal(t, tt.told, told)
			require.False(t, r.Wants(3, 0), "what was told is not looked for again")
		})
	}
}
