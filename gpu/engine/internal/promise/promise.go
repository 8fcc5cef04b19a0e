// Package promise finds broken promises of NO_OVERWRITE that nobody sees before the GPU has done the work: the CPU writes bytes of a dynamic
// buffer after the recording of a command and in front of its submission, and the shader of the command reads them.
//
//	DispatchCompute ──▶ Write [12, 16) ──▶ Flush ──▶ executed: reads [0, 16)
//	   recorded           noted with the         the command was recorded before the write, and has read
//	                      recording              [12, 16): it has seen the new bytes
//
// What a copy or a draw reads of vertices, indices and constants is known when it is recorded, so a write over that is refused at once; what
// a shader reads of a structured buffer is known only by then. It is told when the application knows the work to be done, so that the message
// does not depend on how far the GPU is.
//
// The package must not know contexts, buffers or how work is executed.
package promise

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Log has the writes of recordings in flight. It is a device.Follower. The zero value is empty.
type Log struct {
	lines []*line
	taken uint64 // submissions
}

// line is the submissions of a queue with recordings that were written after, in their order.
type line struct {
	queue  *submit.Queue
	flying []*flight
	broken []*flight // those that are done, and have broken a promise, which is not told yet
}

// flight is such a submission.
type flight struct {
	nth        uint64 // of all queues
	submission uint64 // of the queue
	value      uint64 // of the queue's own fence
	lists      map[gpu.ID][]record.Late
	found      []*diag.Diagnostic
}

// Takes takes over the writes of recordings that a submission to a queue is made of, and returns what notes the submission; nil if there are none.
func (l *Log) Takes(q *submit.Queue, all []*record.Recorder) func(submission, value uint64) {
	lists := map[gpu.ID][]record.Late{}
	for _, r := range all {
		if len(r.Late) > 0 {
			lists[r.List.ID()], r.Late = r.Late, nil
		}
	}
	if len(lists) == 0 {
		return nil
	}
	return func(submission, value uint64) {
		of := l.line(q.Native.ID())
		if of == nil {
			of = &line{queue: q}
			l.lines = append(l.lines, of)
		}
		l.taken++
		of.flying = append(of.flying, &flight{nth: l.taken, submission: submission, value: value, lists: lists})
	}
}

// line is that of a queue; nil: there is none.
func (l *Log) line(queue gpu.ID) *line {
	if i := slices.IndexFunc(l.lines, func(of *line) bool { return of.queue.Native.ID() == queue }); i >= 0 {
		return l.lines[i]
	}
	return nil
}

// Drop forgets what was taken over for a submission that was refused: its number is not given yet.
func (l *Log) Drop(q *submit.Queue) {
	if of := l.line(q.Native.ID()); of != nil {
		of.flying = slices.DeleteFunc(of.flying, func(f *flight) bool { return f.submission > q.Native.Submissions() })
	}
}

// Follows implements device.Follower.
func (l *Log) Follows() bool { return true }

// find is the flight of a submission, and where it is; nil if nothing was written after it.
func (l *Log) find(queue gpu.ID, submission uint64) (of *line, at int, f *flight) {
	if of = l.line(queue); of == nil {
		return nil, 0, nil
	}
	at, found := slices.BinarySearchFunc(of.flying, submission, func(f *flight, n uint64) int { return cmp.Compare(f.submission, n) })
	if !found {
		return nil, 0, nil
	}
	return of, at, of.flying[at]
}

// Executed implements device.Follower: what a command has read is held against what was written after it.
func (l *Log) Executed(e *gpu.Executed) {
	_, _, f := l.find(e.Queue, e.Submission)
	if f == nil {
		return
	}
	e = e.Apart()
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !a.Exact || a.Kind != gpu.AccessRead {
			continue
		}
		for k := range f.lists[e.List] {
			w := &f.lists[e.List][k]
			if w.Page != a.Resource || e.Index >= w.Before || w.Told {
				continue
			}
			if begin, end := overlap(a, w.Begin, w.End); begin < end {
				w.Told = true
				reads := diag.Range{Begin: max(a.Begin, w.Base) - w.Base, End: a.End - w.Base}
				f.found = append(f.found, words.OverwriteBetween(w.Mapping, begin-w.Base, end-w.Base, reads, e.RecordSite, w.Method, e.SubmitSite))
			}
		}
	}
}

// overlap is the first bytes of [begin, end) that an access touches; begin == end: none.
func overlap(a *gpu.Access, begin, end uint64) (uint64, uint64) {
	stride, size := a.Stride, a.Size
	if stride == 0 {
		stride, size = max(a.End-a.Begin, 1), a.End-a.Begin
	}
	first := a.Begin
	if begin > a.Begin {
		first += (begin - a.Begin) / stride * stride
	}
	for at := first; at < a.End && at < end; at += stride {
		if b, e := max(at, begin), min(at+size, end, a.End); b < e {
			return b, e
		}
	}
	return begin, begin
}

// Retired implements device.Follower.
func (l *Log) Retired(queue gpu.ID, submission uint64, _ bool) {
	of, at, f := l.find(queue, submission)
	if f == nil {
		return
	}
	if of.flying = slices.Delete(of.flying, at, at+1); len(f.found) > 0 {
		f.lists = nil
		of.broken = append(of.broken, f)
	}
}

// Findings implements device.Follower: what was found of submissions that the application knows to be done.
func (l *Log) Findings(end incident.Ending) (out []*diag.Diagnostic) {
	var known []*flight
	for _, of := range l.lines {
		n := 0
		for n < len(of.broken) && (end != incident.Goes || of.broken[n].value <= of.queue.Known) {
			n++
		}
		if n > 0 {
			known, of.broken = append(known, of.broken[:n]...), slices.Delete(of.broken, 0, n)
		}
	}
	slices.SortFunc(known, func(a, b *flight) int { return cmp.Compare(a.nth, b.nth) })
	for _, f := range known {
		out = append(out, f.found...)
	}
	return out
}
