// Package record is what one recording of the engine is made of: a command list, the objects that it uses, and the course of the states of its
// resources, inside the list and between lists.
//
// It must not know contexts, pipelines or bindings.
package record

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Recorder is a command list with what was recorded into it. It is used again and again.
type Recorder struct {
	Rules    *words.Reporter
	Type     gpu.CommandListType
	List     *device.CommandList
	Alloc    *device.CommandAllocator // of the list, while it records and until it was submitted
	Commands int
	Site     gpu.Site // of the running command
	Uses     []Use
	Direct   bool            // on the immediate context itself
	Flights  *submit.Flights // of the context that records; nil: nobody asks
	Late     []Late          // writes of the CPU after its commands
	Early    Early           // the last read of the CPU that lacks a submission of its commands

	open    bool   // the list records
	failed  bool   // a call was refused in it: it cannot be closed, nor opened again
	serial  uint64 // of the recording, never reused
	states  map[*Tracked]*course
	order   []*Tracked
	courses []*course // used again by every recording, in the order of order
	one     [1]gpu.BarrierDesc
}

// Use is the first use of an object in a recording.
type Use struct {
	Usage  *Usage
	Site   gpu.Site
	Method string
}

// Late is a write of the CPU to bytes of a dynamic buffer that shaders of a recording may read.
type Late struct {
	Page       gpu.ID
	Base       uint64 // of the buffer's memory in the page
	Begin, End uint64 // bytes of the page
	Before     uint32 // commands of the list that were recorded before the write
	Mapping    words.Mapping
	Method     string // that bound the buffer
	Told       bool
}

// Early is a read of the CPU before the commands that it needs are submitted.
type Early struct {
	Site     gpu.Site // 0: there is none
	Commands int      // that were recorded before it
}

// Usage is what recordings know of an object.
type Usage struct {
	Said   func() words.Object
	Owner  any      // the object
	Last   []uint64 // by queue: the value of the last submission that uses it; nil: none does
	Where  gpu.Site // the command of the last submission that uses it first
	Direct bool     // that command was recorded on the immediate context itself
	serial uint64   // the recording that used it last
}

// Open begins a recording of a serial number that was not used before, with the allocator in Alloc.
func (r *Recorder) Open(serial uint64, site gpu.Site) (err error, ok bool) {
	r.serial, r.Commands, r.Site, r.Flights, r.Direct = serial, 0, site, nil, false
	r.order, r.Uses, r.Late, r.Early = r.order[:0], r.Uses[:0], nil, Early{}
	if r.states == nil {
		r.states = map[*Tracked]*course{}
	}
	clear(r.states)
	r.List.SetSite(site)
	err, r.open = submit.Twice(func() error { return r.List.Reset(r.Alloc, nil) })
	return err, r.open
}

// Close ends the recording.
func (r *Recorder) Close(site gpu.Site) error {
	r.List.SetSite(site)
	err, ok := submit.Twice(r.List.Close)
	if r.open, r.failed = false, !ok; r.failed {
		return err
	}
	return nil
}

// Abandon ends a recording that nobody will submit.
func (r *Recorder) Abandon(site gpu.Site) {
	if r.open {
		_ = r.Close(site)
	}
}

// Renew puts another list, which create makes, in the place of one that cannot be opened again.
func (r *Recorder) Renew(site gpu.Site, create func(gpu.CommandListDesc) (*device.CommandList, error)) error {
	if !r.failed {
		return nil
	}
	l, err := create(gpu.CommandListDesc{Name: r.List.Name(), Type: r.Type})
	if err != nil {
		return err
	}
	old := r.List
	r.List, r.failed = l, false
	old.SetSite(site)
	return old.Release()
}

// Empty says whether nothing was recorded and no state is asked for.
func (r *Recorder) Empty() bool { return r.Commands == 0 && len(r.order) == 0 }

// Serial is the number of the recording.
func (r *Recorder) Serial() uint64 { return r.serial }

// Did counts a command that was recorded.
func (r *Recorder) Did(err error) error {
	if err == nil {
		r.Commands++
	}
	return err
}

// Use notes that the recording needs an object.
func (r *Recorder) Use(u *Usage, method string) {
	if u.serial != r.serial {
		u.serial = r.serial
		r.Uses = append(r.Uses, Use{u, r.Site, method})
	}
}

// Holds says whether an object was used last in this recording.
func (r *Recorder) Holds(u *Usage) bool { return u.serial == r.serial }

// Submitted notes the submission at all objects that the recording uses. queues is how many there are.
func (r *Recorder) Submitted(s lifetime.Submission, queues int) {
	for _, u := range r.Uses {
		if u.Usage.Last == nil {
			u.Usage.Last = make([]uint64, queues)
		}
		u.Usage.Last[s.Queue], u.Usage.Where, u.Usage.Direct = s.Value, u.Site, r.Direct
	}
}

// Said is a use for messages.
func (u Use) Said() words.Use {
	return words.Use{Object: u.Usage.Said(), Site: u.Site, Method: u.Method}
}

// SaidUses are all uses for messages.
func (r *Recorder) SaidUses() []words.Use {
	out := make([]words.Use, len(r.Uses))
	for i, u := range r.Uses {
		out[i] = u.Said()
	}
	return out
}

// FillTexture records the upload of all subresources of a texture in state COMMON from a buffer, into which it writes them.
func (r *Recorder) FillTexture(t *Tracked, data []desc.SubresourceData, from *device.Resource, write func(uint64, []byte) error) error {
	if err := r.Barrier(TransitionOf(t, gpu.AllSubresources, gpu.StateCommon, gpu.StateCopyDest)); err != nil {
		return err
	}
	n := t.Native.ResourceDesc()
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, f := range prints {
		if err := data[i].Put(write, f.Offset, f); err != nil {
			return err
		}
		r.List.SetSite(r.Site)
		if err := r.List.CopyTextureRegion(gpu.TextureCopyLocation{Resource: t.Native, Subresource: uint32(i)}, 0, 0, 0,
			desc.LocationOf(from, f.Offset, f), nil); err != nil {
			return err
		}
	}
	return r.Barrier(TransitionOf(t, gpu.AllSubresources, gpu.StateCopyDest, gpu.StateCommon))
}
