package memory

import (
	"errors"

	"github.com/gpuscript/gpuscript/heaps"
)

// Frame is the memory of one context's frame: upload space and dynamic descriptors.
//
//	          upload space                      dynamic descriptors
//	modern    pages of a common pool            chunks, given back when the frame ends
//	seed      a ring of the context that grows  chunks, given back when the list is executed
//
// It takes no lock as long as its page, ring or chunk lasts. It belongs to one context.
type Frame struct {
	memory      *Memory
	name        string
	upload      heaps.Uploader[*Page]
	ring        *heaps.RingHeap[*Page] // the same, of the seed
	descriptors Chunks
	page        *Page    // that gave out space last; nil if the frame has none yet
	spare       []Chunks // of lists that were executed
	reclaimed   bool     // a frame of the ring came back since the last look
}

// Chunks give out the dynamic descriptors of one recording or one frame, by heap type.
type Chunks [2]*heaps.Suballocator

// NewFrame gives a context its memory.
func (m *Memory) NewFrame(name string) (*Frame, error) {
	f := &Frame{memory: m, name: name}
	f.descriptors = f.newChunks()
	if !m.o.Seed {
		f.upload = heaps.NewDynamicHeap(m.Pages, name)
		return f, nil
	}
	ring, err := heaps.NewRingHeap(m.pages, heaps.RingHeapOptions{Name: name, Size: m.o.RingSize, Releaser: watched{f}})
	if err != nil {
		return nil, err
	}
	f.upload, f.ring = ring, ring
	m.frames = append(m.frames, f)
	return f, nil
}

// watched tells a Frame when a frame of its ring comes back.
type watched struct{ f *Frame }

// Release implements heaps.Releaser.
func (w watched) Release(queues uint64, what heaps.Reclaimer) error {
	return w.f.memory.o.Releaser.Release(queues, back{w.f, what})
}

// back is a frame of a ring on its way back.
type back struct {
	f    *Frame
	what heaps.Reclaimer
}

// Reclaim implements heaps.Reclaimer.
func (b back) Reclaim() {
	b.f.reclaimed = true
	b.what.Reclaim()
}

func (f *Frame) newChunks() (c Chunks) {
	if n := len(f.spare); n > 0 {
		c, f.spare = f.spare[n-1], f.spare[:n-1]
		return c
	}
	for t := range c {
		c[t] = f.memory.GPU[t].NewSuballocator(f.name)
	}
	return c
}

// Space takes size bytes of upload space. grown says that the frame has got a page, and used that the GPU had used memory before that the frame
// has got since the last call, so that the calling thread must see for itself that the GPU is done with it. A look at the fences tells the thread
// more than that, so memory that nobody had is no reason for one: the order of the program must not come from it.
func (f *Frame) Space(size, alignment uint64) (u Upload, grown, used bool, err error) {
	if u, err = f.upload.Allocate(size, alignment); err != nil {
		return u, false, false, err
	}
	grown, used = u.Page != f.page, f.reclaimed
	f.reclaimed = false
	if grown {
		used = used || u.Page.taken
		f.page, u.Page.taken = u.Page, true
	}
	return u, grown, used, nil
}

// Descriptors takes n descriptors of a heap type; used as with Space.
func (f *Frame) Descriptors(heap, n uint32) (r heaps.Range, used bool, err error) {
	before := f.descriptors[heap].Stats().Chunks
	r, err = f.descriptors[heap].Allocate(n)
	if err == nil && f.descriptors[heap].Stats().Chunks != before {
		used = f.memory.had(1, heap, r.GPU.Index, max(n, f.memory.o.Chunk[heap]))
	}
	return r, used, err
}

// Take separates the descriptors of a list that was finished from those of the next one: in the seed they go back when the list is
// executed. In the modern form they stay with the frame.
func (f *Frame) Take() (c Chunks) {
	if f.ring != nil {
		c = f.descriptors
		f.descriptors = f.newChunks()
	}
	return c
}

// Executed gives back the descriptors of a list that is submitted next, for the queues of a mask: those of Take, or the zero value for those of
// an immediate context. The modern form gives nothing back.
func (f *Frame) Executed(c Chunks, queues uint64) error {
	if f.ring == nil {
		return nil
	}
	own := c == (Chunks{})
	if own {
		c = f.descriptors
	}
	err := c.release(queues)
	if !own {
		f.spare = append(f.spare, c)
	}
	return err
}

func (c Chunks) release(queues uint64) error {
	var errs []error
	for _, s := range c {
		if s.Stats().Chunks > 0 {
			errs = append(errs, s.Release(queues))
		}
	}
	return errors.Join(errs...)
}

// Finish ends the frame: its memory comes back when the queues of the mask have passed.
func (f *Frame) Finish(queues uint64) error {
	if f.ring == nil { // the ring stays
		f.page = nil
	}
	return errors.Join(f.upload.FinishFrame(queues), f.descriptors.release(queues))
}

// Stats are the numbers of the upload space.
func (f *Frame) Stats() heaps.UploadStats { return f.upload.Stats() }
