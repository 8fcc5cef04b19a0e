// Package display keeps the time of a swap chain: when frames are rendered, when they are on the screen, and how far the CPU may run ahead. A queue
// of its own, which needs no engine, is the display:
//
//	presenting queue   … draws of frame n │ present n: rendered = n │ wait until the next buffer is off the screen │ draws of frame n+1 …
//	display queue      wait rendered >= n │ flip at the next vertical blank │ shown = n
//	CPU thread         Present(n) blocks until shown > n - latency
//
// It must not know resources, layers or pictures: what happens to a frame is told to its Picture.
package display

import (
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Picture is one frame on its way to the screen.
type Picture interface {
	// Rendered tells that the presenting queue has come to the frame: its buffer is complete.
	Rendered()
	// Retired tells that the presenting queue has gone on, or that it was given up.
	Retired(completed bool)
	// Shown tells that the frame is on the screen from a time on.
	Shown(at sched.Time)
}

// Screen is where one swap chain shows its frames.
type Screen struct {
	profile  *sched.Profile
	queue    *sched.Queue
	rendered *sched.Fence // frames that the presenting queue has come to
	shown    *sched.Fence // frames that are on the screen, or were
	last     sched.Time   // when the last frame was shown
}

// New makes the screen of a chain.
func New(g *sched.GPU, profile *sched.Profile, name string, tag sched.Tag) *Screen {
	return &Screen{profile: profile, queue: g.NewQueue(sched.QueueDesc{Kind: sched.Direct, Name: name, Tag: tag, Trails: true}),
		rendered: g.NewFence(0, name+" rendered", tag), shown: g.NewFence(0, name+" shown", tag)}
}

// Queue is the display queue.
func (s *Screen) Queue() *sched.Queue { return s.queue }

// Name is that of the display queue.
func (s *Screen) Name() string { return s.queue.Name() }

// Present queues frame n, from 1, of a chain with some buffers: it is shown at least some vertical blanks after the frame before, 0 at once. The
// presenting queue goes on when the buffer of the next frame is off the screen.
func (s *Screen) Present(from *sched.Queue, p Picture, n, buffers uint64, interval uint32, tag sched.Tag) {
	from.Enqueue(&present{p}, tag)
	from.Signal(s.rendered, n, tag)
	s.queue.Wait(s.rendered, n, tag)
	s.queue.Enqueue(&flip{s, p, interval}, tag)
	s.queue.Signal(s.shown, n, tag)
	if n+2 > buffers {
		from.Wait(s.shown, n+2-buffers, tag)
	}
}

// Due is the frame that must be on the screen before the CPU goes on after frame n, where latency frames may wait.
func Due(n uint64, latency uint32) uint64 { return n + 1 - min(uint64(latency), n+1) }

// Frames is the fence of the frames that are on the screen, or were.
func (s *Screen) Frames() *sched.Fence { return s.shown }

// present is a frame in the presenting queue.
type present struct{ Picture }

// Begin implements sched.Op.
func (p *present) Begin(now sched.Time) sched.Time {
	p.Rendered()
	return now
}

// End implements sched.Op.
func (p *present) End(completed bool) { p.Retired(completed) }

// flip waits for the vertical blank and shows the frame.
type flip struct {
	screen   *Screen
	picture  Picture
	interval uint32
}

// Begin implements sched.Op.
func (f *flip) Begin(now sched.Time) sched.Time {
	s, at := f.screen, now
	if f.interval > 0 {
		at = s.profile.NextVsync(max(now, s.last+sched.Time(f.interval)*s.profile.VsyncPeriod-s.profile.VsyncPeriod/2))
	}
	s.last = at
	return at
}

// End implements sched.Op.
func (f *flip) End(completed bool) {
	if completed {
		f.picture.Shown(f.screen.last)
	}
}
