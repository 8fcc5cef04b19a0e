// Package markers finds writes that are in no order with a marker: a value of WriteBufferImmediate with mode MARKER_IN or MARKER_OUT. A marker comes
// after everything that was recorded before it, but the GPU may run what comes later in the submission ahead of it.
//
//	marker → b [0, 4)       copy → b [0, 64)           which value stays is not defined
//	marker → b [0, 4)       marker → b [0, 4)          the second one stays
//	marker → b [0, 4)       barrier of b       copy    the copy comes after the marker
//
// It follows what commands touch while they run; the end of a submission ends everything. It knows the words for what it finds. It must not know
// calls or the order of queues.
package markers

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// marker is one value that nothing has come certainly after.
type marker struct {
	begin       uint64 // of its 4 bytes
	mode        gpu.WriteBufferImmediateMode
	number, all int // which of the values of its command it is, from 1
	origin      gpu.Origin
}

// run is the submission that a queue runs.
type run struct {
	submission uint64
	open       map[gpu.ID][]marker // by resource, in the order of their places
}

// Conflict is a write that is in no order with a marker.
type Conflict struct {
	Resource   gpu.ID
	Begin, End uint64 // the bytes of the marker
	first      marker
	second     gpu.Origin
	from, to   uint64 // the bytes of the write
}

// Follower follows the submissions of all queues. The zero value is ready.
type Follower struct {
	runs  map[gpu.ID]*run // of queues whose submission has written a marker
	found []Conflict
}

// Executed follows a command that was executed.
func (f *Follower) Executed(e *gpu.Executed) {
	if e.Op != gpu.OpWriteBufferImmediate && len(f.runs) == 0 {
		return
	}
	r := f.runs[e.Queue]
	if r != nil && r.submission != e.Submission {
		delete(f.runs, e.Queue)
		r = nil
	}
	switch {
	case e.Op == gpu.OpWriteBufferImmediate:
		f.immediate(e, r)
	case r == nil:
	case e.Op == gpu.OpResourceBarrier:
		r.barriers(e.Barriers)
	default:
		e = e.Apart()
		for i := range e.Accesses {
			f.write(e, r, &e.Accesses[i])
		}
	}
}

// Retired forgets a submission that has ended.
func (f *Follower) Retired(queue gpu.ID, submission uint64) {
	if r := f.runs[queue]; r != nil && r.submission == submission {
		delete(f.runs, queue)
	}
}

// Found is what was found since it was asked last.
func (f *Follower) Found() []Conflict {
	out := f.found
	f.found = nil
	return out
}

// immediate follows the values of a WriteBufferImmediate, which come one after the other.
func (f *Follower) immediate(e *gpu.Executed, r *run) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		mode := gpu.WriteBufferImmediateMode(a.Class)
		if mode == gpu.WriteDefault {
			f.write(e, r, a)
			continue
		}
		if r == nil {
			r = &run{submission: e.Submission, open: map[gpu.ID][]marker{}}
			if f.runs == nil {
				f.runs = map[gpu.ID]*run{}
			}
			f.runs[e.Queue] = r
		}
		m := marker{a.Begin, mode, i + 1, len(e.Accesses), e.Origin}
		open := r.open[a.Resource]
		if at, same := find(open, a.Begin); same {
			open[at] = m
		} else {
			r.open[a.Resource] = slices.Insert(open, at, m)
		}
	}
}

// find is where the marker of a place stands, or would stand.
func find(open []marker, begin uint64) (at int, is bool) {
	return slices.BinarySearchFunc(open, begin, func(m marker, begin uint64) int {
		switch {
		case m.begin < begin:
			return -1
		case m.begin > begin:
			return 1
		}
		return 0
	})
}

// write finds the markers whose bytes an access writes. Each is told once: after that the bytes are the access's.
func (f *Follower) write(e *gpu.Executed, r *run, a *gpu.Access) {
	if r == nil || a.Kind == gpu.AccessRead || !a.Exact {
		return
	}
	open := r.open[a.Resource]
	if len(open) == 0 {
		return
	}
	first, _ := find(open, max(a.Begin, 3)-3)
	behind := first
	kept := open[:first]
	for ; behind < len(open) && open[behind].begin < a.End; behind++ {
		m := open[behind]
		if !touches(a, m.begin) {
			kept = append(kept, m)
			continue
		}
		f.found = append(f.found, Conflict{Resource: a.Resource, Begin: m.begin, End: m.begin + 4, first: m,
			second: e.Origin, from: a.Begin, to: a.End})
	}
	r.open[a.Resource] = append(kept, open[behind:]...)
}

// touches says whether an access, which may consist of pieces, has bytes among the 4 from begin on.
func touches(a *gpu.Access, begin uint64) bool {
	if a.Stride == 0 {
		return a.Begin < begin+4 && begin < a.End
	}
	for b := max(begin, a.Begin); b < min(begin+4, a.End); b++ {
		if (b-a.Begin)%a.Stride < a.Size {
			return true
		}
	}
	return false
}

// barriers ends what is open of the resources that stand in barriers: what comes after a barrier of a resource comes after everything that wrote it
// before.
func (r *run) barriers(list []gpu.Barrier) {
	for i := range list {
		b := &list[i]
		switch {
		case b.Flags&gpu.BarrierBeginOnly != 0 || b.Type == gpu.BarrierUAV:
		case b.Type == gpu.BarrierAliasing && b.Aliased == [2]gpu.ID{}:
			clear(r.open)
		default:
			for _, id := range [...]gpu.ID{b.Resource, b.Aliased[0], b.Aliased[1]} {
				delete(r.open, id)
			}
		}
	}
}

// Explain words a conflict.
func (c *Conflict) Explain(n words.Objects) *diag.Diagnostic {
	first, second := &c.first.origin, &c.second
	mode := c.first.mode.String()
	method := gpu.OpWriteBufferImmediate.String()
	d := words.New(diag.MarkerOvertaken, second.RecordSite, "%s and a %s before it write bytes [%d, %d) of %s in no order", second.Op, mode,
		c.Begin, c.End, n.Ref(c.Resource))
	d.Labels[0].Text = fmt.Sprintf("writes bytes [%d, %d) of %s", c.from, c.to, n.Ref(c.Resource))
	recorded(n, d, second)
	d.Also(first.RecordSite, fmt.Sprintf("writes bytes [%d, %d) as a %s", c.Begin, c.End, mode))
	recorded(n, d, first)
	d.WithObject(c.Resource, n.Ref(c.Resource)).WithRange(c.Begin, c.End)
	at := fmt.Sprintf("[%d/%d]", c.first.number, c.first.all)
	fix := diag.Put(method, at, gpu.WriteDefault.String()).At(2)
	help := "write the value with mode DEFAULT, which is ordered as a copy is; or submit the later command with another ExecuteCommandLists"
	field := diag.Drop(method, at+".Mode")
	return d.Because("A marker comes after the commands before it, but the GPU may run later commands of the submission ahead of it: which of the two values stays is not defined.").
		WithHelp(diag.Help{Site: first.RecordSite, Fix: &fix, Text: help, Exact: true}).
		WithHelp(diag.Help{Site: first.RecordSite, Fix: &field, Text: help, Spare: true})
}

// recorded adds the bundle that a command stands in, and where it was submitted.
func recorded(n words.Objects, d *diag.Diagnostic, o *gpu.Origin) {
	if o.BundleSite != 0 {
		d.Via(o.BundleSite, fmt.Sprintf("%s of %s", gpu.OpExecuteBundle, n.Ref(o.BundleList)))
	}
	d.Submitted(o.SubmitSite, "to "+n.Ref(o.Queue))
}
