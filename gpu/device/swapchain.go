package device

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/display"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// Frame is a picture that was presented.
type Frame struct {
	Chain  string // the swap chain's name
	Number uint64 // from 1
	Time   uint64 // at which it is shown, in virtual nanoseconds
	Width  int
	Height int
	Pixels []byte // rows of 8-bit red, green, blue and alpha without padding; of the receiver
}

// SwapChain shows back buffers one after the other (CreateSwapChain), on a display that keeps the time (package display).
type SwapChain struct {
	object
	queue    *CommandQueue
	desc     gpu.SwapChainDesc
	buffers  []*Resource
	screen   *display.Screen
	frames   uint64 // Present calls
	base     uint64 // those before the buffers were made
	latency  uint32
	waitable *Event
	begun    uint64      // waits for it alone that are over
	loose    func() bool // of WaitFrame
}

// GetDesc is the description, with the current size.
func (s *SwapChain) GetDesc() gpu.SwapChainDesc { return s.desc }

// CreateSwapChain makes back buffers that the queue presents.
func (q *CommandQueue) CreateSwapChain(desc gpu.SwapChainDesc) (*SwapChain, error) {
	a, d := q.adapter, q.home
	s := &SwapChain{queue: q, desc: desc, latency: 3}
	s.loose = func() bool { return a.layers.Paces(0, q.id, s.id, false) }
	call := d.begin(q.head("CreateSwapChain"), s, gpu.KindSwapChain, "swap chain", &s.desc.Name, &s.desc)
	call.Queue = q.id
	err := a.create(sched.CallCreate, call, s, func() error {
		s.screen = display.New(d.gpu, &a.profile, s.name, sched.Tag(s.id))
		q.shows++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.furnish(call.Site); err != nil {
		s.SetSite(call.Site)
		_ = s.Release() // nobody else can give back what was made of it
		return nil, err
	}
	return s, nil
}

// furnish makes what belongs to a chain: the back buffers, and the waitable object.
func (s *SwapChain) furnish(site gpu.Site) (err error) {
	if err := s.makeBuffers(site); err != nil {
		return err
	}
	if s.desc.Flags&gpu.SwapChainWaitable != 0 {
		s.latency = 1
		s.waitable, err = s.adapter.createEvent(gpu.EventDesc{Name: s.name + " waitable", InitialState: true}, s, site)
	}
	return err
}

// makeBuffers makes the back buffers, in state PRESENT.
func (s *SwapChain) makeBuffers(site gpu.Site) error {
	d := s.home
	s.buffers = s.buffers[:0]
	for i := range s.desc.BufferCount {
		d.SetSite(site)
		r, err := d.createCommitted(s, gpu.CommittedResourceDesc{InitialState: gpu.StatePresent, ResourceDesc: gpu.ResourceDesc{
			Name: fmt.Sprintf("%s[%d]", s.name, i), Dimension: gpu.DimensionTexture2D, Width: uint64(s.desc.Width), Height: s.desc.Height,
			DepthOrArraySize: 1, MipLevels: 1,
			Format: s.desc.Format, Flags: gpu.AllowRenderTarget}})
		if err != nil {
			return err
		}
		s.buffers = append(s.buffers, r)
	}
	return nil
}

// GetBuffer is a back buffer, counted from 0; nil if there is none. The chain owns it: its Release does nothing.
func (s *SwapChain) GetBuffer(index uint32) *Resource {
	if index >= uint32(len(s.buffers)) {
		return nil
	}
	return s.buffers[index]
}

// Acquire is GetBuffer for callers that release what they get: ResizeBuffers tells its layers what is held then.
func (s *SwapChain) Acquire(index uint32) *Resource {
	r := s.GetBuffer(index)
	if r != nil {
		r.held = true
	}
	return r
}

// GetCurrentBackBufferIndex is the number of the back buffer that the next Present shows.
func (s *SwapChain) GetCurrentBackBufferIndex() uint32 {
	s.adapter.sim.Call(sched.CallQuery)
	return s.current()
}

// current is the number of the current back buffer; 0 for a released chain.
func (s *SwapChain) current() uint32 {
	return uint32((s.frames - s.base) % uint64(max(len(s.buffers), 1)))
}

// SetMaximumFrameLatency sets how many frames may wait to be shown before Present blocks: 1 to gpu.MaxFrameLatency.
func (s *SwapChain) SetMaximumFrameLatency(frames uint32) error {
	s.adapter.sim.Call(sched.CallQuery)
	s.latency = min(max(frames, 1), gpu.MaxFrameLatency)
	return nil
}

// GetMaximumFrameLatency is how many frames may wait to be shown before Present blocks: 3, or 1 with a waitable object, unless the script has set it.
func (s *SwapChain) GetMaximumFrameLatency() uint32 { return s.latency }

// GetLastPresentCount is the number of Present calls so far.
func (s *SwapChain) GetLastPresentCount() uint64 { return s.frames }

// GetFrameLatencyWaitableObject is the event that is set when another frame may be begun, and ends as many waits as may be; nil without the flag
// FRAME_LATENCY_WAITABLE_OBJECT.
func (s *SwapChain) GetFrameLatencyWaitableObject() *Event { return s.waitable }

// Present shows the current back buffer after all earlier work of the queue, at least syncInterval vertical blanks after the frame before; 0: at
// once. It blocks the calling thread while more frames wait than the latency allows, unless the chain has a waitable object.
func (s *SwapChain) Present(syncInterval uint32) error { return s.Present1(syncInterval, 0) }

// Present1 is Present with flags. Without a vertical blank to wait for a picture is shown at once in any case, so PresentTearing changes
// nothing but what is allowed.
func (s *SwapChain) Present1(syncInterval uint32, flags gpu.PresentFlags) error {
	a, q := s.adapter, s.queue
	buffer := s.GetBuffer(s.current())
	call := &gpu.PresentCall{CallHead: s.head("Present"), Queue: q.id, Chain: s.id, SyncInterval: syncInterval, Flags: flags,
		ChainFlags: s.desc.Flags, Latency: s.latency}
	if buffer != nil {
		call.Buffer = buffer.id
	}
	if err := s.home.alive(&call.CallHead); err != nil {
		return err
	}
	tag, number := sched.Tag(call.Site), uint64(0)
	err := a.issue(sched.CallSubmit, call, func() error {
		if buffer == nil {
			return nil // only without validation: there is nothing to show
		}
		s.frames++
		number = s.frames
		submission := q.work.Present()
		s.screen.Present(q.queue, &picture{chain: s, buffer: buffer, number: s.frames, submission: submission, site: call.Site}, s.frames,
			uint64(len(s.buffers)), syncInterval, tag)
		return nil
	})
	if number == 0 {
		return err
	}
	late := s.pace(number, tag) // after the layers: other threads submit meanwhile
	if err == nil || late == nil {
		return cmp.Or(err, late)
	}
	return errors.Join(err, late)
}

// pace keeps the CPU from running ahead.
func (s *SwapChain) pace(n uint64, tag sched.Tag) error {
	due := display.Due(n, s.latency)
	if s.waitable != nil {
		s.screen.Frames().SetEventOnCompletion(due, s.waitable.event, tag)
		return nil
	}
	s.adapter.heeds()
	return s.adapter.waited(s.adapter.sim.WaitFrame(s.screen.Frames(), due, tag, s.loose))
}

// begin blocks the calling thread until another frame may be begun.
func (s *SwapChain) begin(tag sched.Tag) error {
	a := s.adapter
	thread := a.threadID()
	err := a.waited(a.sim.WaitFrameEvent(s.waitable.event, tag, func() bool {
		return a.layers.Paces(thread, s.queue.id, s.id, s.begun > s.frames)
	}))
	s.begun++
	return err
}

// picture is a frame on its way to the screen.
type picture struct {
	chain  *SwapChain
	buffer *Resource
	number uint64
	frame  *Frame
	// submission counts among those of the queue: to the layers a Present is one that reads the back buffer.
	submission uint64
	site       gpu.Site
}

// Rendered implements display.Picture: it takes the picture.
func (p *picture) Rendered() {
	a := p.chain.adapter
	a.stats.Frames++
	a.event(trace.Event{Kind: trace.Presents, Device: p.chain.home.name, Queue: p.chain.queue.name, QueueID: p.chain.queue.id, Object: p.chain.name,
		Value: p.number, Submission: p.submission, Site: p.site})
	p.reads()
	if a.onFrame != nil && !p.buffer.released {
		pixels, w, h := p.buffer.ReadRGBA8(0)
		p.frame = &Frame{Chain: p.chain.name, Number: p.number, Width: w, Height: h, Pixels: pixels}
	}
}

// reads tells the followers that all texels of the back buffer are read.
func (p *picture) reads() {
	a := p.chain.adapter
	if !a.layers.Followed() || p.buffer.released {
		return
	}
	t := &a.work.Accesses
	t.Reset()
	t.Present(p.buffer.exec)
	a.work.Told(gpu.Origin{Queue: p.chain.queue.id, SubmitSite: p.site}, p.submission)
}

// Retired implements display.Picture.
func (p *picture) Retired(completed bool) {
	p.chain.adapter.layers.Retired(p.chain.queue.id, p.submission, completed)
}

// Shown implements display.Picture.
func (p *picture) Shown(at sched.Time) {
	a := p.chain.adapter
	a.event(trace.Event{Kind: trace.Shows, Device: p.chain.home.name, Queue: p.chain.screen.Name(), Object: p.chain.name,
		Value: p.number, Site: p.site})
	if a.onFrame != nil && p.frame != nil {
		p.frame.Time = uint64(at)
		a.onFrame(*p.frame)
	}
}

// ResizeBuffers makes the back buffers anew; 0 and UNKNOWN keep what is, nil the flags. The GPU must have finished with them. The next frame is that
// of buffer 0.
func (s *SwapChain) ResizeBuffers(count, width, height uint32, format gpu.Format, flags *gpu.SwapChainFlags) error {
	to := s.desc
	if count != 0 {
		to.BufferCount = count
	}
	if width != 0 {
		to.Width = width
	}
	if height != 0 {
		to.Height = height
	}
	if format != gpu.FormatUnknown {
		to.Format = format
	}
	if flags != nil {
		to.Flags = *flags
	}
	call := &gpu.ResizeCall{CallHead: s.head("ResizeBuffers"), Queue: s.queue.id, Chain: s.id, From: s.desc, To: to}
	for _, r := range s.buffers {
		if r.held {
			call.Held = append(call.Held, r.id)
		}
	}
	return s.adapter.issue(sched.CallCreate, call, func() error {
		if err := s.dropBuffers(call.CallHead); err != nil {
			return err
		}
		s.desc, s.base = to, s.frames
		return s.makeBuffers(call.Site)
	})
}

// dropBuffers gives the back buffers up, each as its Release would.
func (s *SwapChain) dropBuffers(head gpu.CallHead) error {
	for len(s.buffers) > 0 {
		r := s.buffers[0]
		call := &gpu.ReleaseCall{CallHead: head, Kind: r.kind, Object: r.id}
		if err := s.adapter.issue(sched.CallCreate, call, func() error { r.free(); return nil }); err != nil {
			return err
		}
		s.buffers = slices.DeleteFunc(s.buffers, func(x *Resource) bool { return x == r }) // another thread may have given it up meanwhile
	}
	return nil
}

// Release gives the swap chain and its buffers up. The GPU must have finished with them; frames that wait for a vertical blank are still shown.
func (s *SwapChain) Release() error {
	site := s.site
	if err := s.dropBuffers(s.head("Release")); err != nil {
		return err
	}
	s.site = site
	return s.release(func() {
		s.adapter.destroy(s.id)
		s.home.leaves(s.screen.Queue())
		if s.queue.shows--; s.queue.shows == 0 && s.queue.released {
			s.home.leaves(s.queue.queue)
		}
	})
}
