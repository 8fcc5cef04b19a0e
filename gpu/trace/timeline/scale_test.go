package timeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// apart are two pieces of work of 10 µs with a gap between them, in which a thread waits.
func apart(gap uint64) *Timeline {
	s := &scene{}
	s.add(trace.Event{Kind: trace.Works, Thread: "main", Value: 10_000})
	s.add(trace.Event{Kind: trace.ThreadBlocks, Time: 10_000, Thread: "main", Object: "done", Site: 1})
	s.add(trace.Event{Kind: trace.ThreadWakes, Time: 10_000 + gap, Thread: "main", Object: "done", Site: 1})
	s.add(trace.Event{Kind: trace.Works, Time: 10_000 + gap, Thread: "main", Value: 10_000})
	s.add(trace.Event{Kind: trace.ThreadEnd, Time: 20_000 + gap, Thread: "main"})
	return of(s.events...)
}

// TestCuts: a stretch in which nothing happens is shortened where it is longer than all that happens, and the picture says by how much.
func TestCuts(t *testing.T) {
	require.NotContains(t, drawn(t, apart(20_000)), "nothing happens for")
	picture := drawn(t, apart(16_000_000))
	require.Contains(t, picture, "nothing happens for 15.999 ms") // without the margins beside it, 1 % of the 20 µs each: 15.9996
	all, texts := elements(t, picture)
	require.Contains(t, texts, "15.999 ms")
	work := ofClass(all, "work")
	require.Len(t, work, 2)
	require.Equal(t, work[0].width, work[1].width, "one scale on both sides")
	require.Greater(t, work[0].width, leastPlot/3)
}

// TestScale: columns rise with the time, through cuts too, and stay within the picture.
func TestScale(t *testing.T) {
	line := apart(16_000_000)
	v := line.view()
	width := leastPlot
	s := line.scale(&v, gutter, &width)
	require.Equal(t, leastPlot, width)
	last := s.x(0)
	require.GreaterOrEqual(t, last, gutter)
	for at := uint64(0); at <= v.to+1_000_000; at += 7777 {
		x := s.x(at)
		require.GreaterOrEqual(t, x, last)
		last = x
	}
	require.LessOrEqual(t, last, gutter+leastPlot)
	require.Equal(t, gutter+leastPlot, s.x(v.to), "the whole width is used")
}

// TestManyGaps: a picture of many frames becomes wider, so that the work of each can be seen between two cuts, up to a limit.
func TestManyGaps(t *testing.T) {
	const fit, most = 2 * leastPlot / 3 / breakWidth, 2 * mostCut / 3 / breakWidth
	frames := func(gaps int) string {
		s := &scene{}
		for i := range uint64(gaps + 1) {
			s.add(trace.Event{Kind: trace.ThreadWakes, Time: i * 16_000_000, Thread: "main"})
			s.add(trace.Event{Kind: trace.Works, Time: i * 16_000_000, Thread: "main", Value: 10_000})
			s.add(trace.Event{Kind: trace.ThreadBlocks, Time: i*16_000_000 + 10_000, Thread: "main", Object: "blank"})
		}
		return drawn(t, of(s.events...))
	}
	for _, c := range []struct{ gaps, cuts, plot int }{
		{fit, fit, leastPlot}, {fit + 1, fit + 1, 5 * (fit + 1) * breakWidth / 2}, {most, most, mostCut}, {most + 1, 0, mostPlot},
	} {
		picture := frames(c.gaps)
		require.Equal(t, c.cuts, strings.Count(picture, "nothing happens for"), "%d gaps", c.gaps)
		require.Contains(t, picture, fmt.Sprintf(`<svg width="%d"`, gutter+c.plot+rightSide), "%d gaps", c.gaps)
	}
}

func TestNumbers(t *testing.T) {
	for ns, want := range map[uint64]string{0: "0 ns", 999: "999 ns", 1000: "1 µs", 1500: "1.5 µs", 1_234_567: "1.234 ms", 2_000_000_000: "2 s"} {
		require.Equal(t, want, duration(ns))
	}
	s := &scale{unit: 1000}
	require.Equal(t, "1,234.567", s.number(1_234_567, 3))
	require.Equal(t, "1,234.5", s.number(1_234_567, 1))
	require.Equal(t, "1,234", s.number(1_234_000, 3))
	require.Equal(t, []int{0, 0, 1, 2}, []int{s.digits(2000), s.digits(1000), s.digits(500), s.digits(50)})
	s.unit = 1_000_000
	require.Equal(t, "16.667", s.number(16_667_400, 3))
}

func TestFitting(t *testing.T) {
	const wait = "waits fence >= 12"
	for width, want := range map[int]string{200: wait, 80: "fence >= 12", 40: ">= 12", 20: ""} {
		require.Equal(t, want, fitting(wait, width, 10), "%d", width)
	}
	require.Equal(t, "= 3", fitting("a long name = 3", 25, 10))
	require.Equal(t, "abcde…", fit("abcdefghij", 40, 10)) // 40 / 6.2
	require.Equal(t, "", fit("abcdefghij", 24, 10))
}

// TestHelpersAreLeftOut: what gpu.SavePNG reads back after all else is not in the picture, in between it is.
func TestHelpersAreLeftOut(t *testing.T) {
	s := &scene{}
	end := s.batch(1000, "gpu.Hash", "3D", "gpu.Hash", 1, gpu.OpCopyResource)
	end = s.batch(end, "main", "3D", "frame", 1, gpu.OpDrawInstanced)
	between := drawn(t, of(s.events...))
	require.Contains(t, between, helpers)
	s.batch(end+100_000, "gpu.SavePNG", "3D", "gpu.SavePNG", 1, gpu.OpCopyResource)
	require.Equal(t, between, drawn(t, of(s.events...)))
	only := &scene{}
	only.batch(1000, "gpu.Hash", "3D", "gpu.Hash", 1, gpu.OpCopyResource)
	require.Contains(t, drawn(t, of(only.events...)), helpers)
}
