package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestSpansGrow: the next bytes of a command make its span longer, those of another command, or of another part of it, are another span.
func TestSpansGrow(t *testing.T) {
	d, w := New(track.NewOrder(), Options{}), &work{side: Side{Queue: 1}}
	next := func(begin uint64, number, part uint32) bool {
		d.command = command{work: w, number: number}
		d.next.begin, d.next.end, d.next.part = begin, begin+4, part
		_, grown := d.keep(w, 7, &d.next)
		return grown
	}
	require.False(t, next(0, 0, 0))
	require.True(t, next(4, 0, 0))
	require.False(t, next(9, 0, 0), "a gap")
	require.False(t, next(13, 1, 0), "another command")
	require.False(t, next(17, 1, 1), "another part")
	require.Len(t, w.parts, 1)
	require.Len(t, w.parts[0].spans, 4)
	require.Equal(t, uint64(8), w.parts[0].spans[0].end)
}

// TestSpansShare: what the spans of a work have in common is kept once, and all of it serves again after the last of them.
func TestSpansShare(t *testing.T) {
	d, w := New(track.NewOrder(), Options{Locate: func(id gpu.ID, p *Place) bool {
		*p = Place{Memory: id}
		return true
	}}), &work{side: Side{Queue: 1}, inside: &inside{}}
	const copies = 16
	for k := range uint64(copies) {
		d.command = command{work: w, op: gpu.OpCopyBufferRegion, number: uint32(k + 1)}
		d.touch(&gpu.Access{Resource: 7, Begin: 512 * k, End: 512*k + 256, Kind: gpu.AccessRead, Exact: true, As: gpu.StateCopySource}, false)
		d.touch(&gpu.Access{Resource: 8, Begin: 512 * k, End: 512*k + 256, Kind: gpu.AccessWrite, Exact: true, As: gpu.StateCopyDest}, false)
	}
	commands, manners := map[*command]bool{}, map[*manner]bool{}
	for i := range w.parts {
		require.Len(t, w.parts[i].spans, copies)
		for k, s := range w.parts[i].spans {
			commands[s.by], manners[s.how] = true, true
			side := s.side()
			require.Equal(t, Side{Queue: 1, Op: gpu.OpCopyBufferRegion, number: uint32(k + 1), Access: gpu.Access{Resource: gpu.ID(7 + i), Begin: 512 * uint64(k), End: 512*uint64(k) + 256,
				Kind: gpu.AccessKind(i), Exact: true, As: side.Access.As}}, side)
		}
	}
	require.Len(t, commands, copies, "one for both sides of a copy")
	require.Len(t, manners, 2, "one for all that is read, and one for all that is written")
	spare := [3]int{len(d.spare.spans), len(d.spare.commands), len(d.spare.manners)}
	d.give(w.parts)
	require.Equal(t, [3]int{spare[0] + 2*copies, spare[1] + copies, spare[2] + 2}, [3]int{len(d.spare.spans), len(d.spare.commands), len(d.spare.manners)})
}
