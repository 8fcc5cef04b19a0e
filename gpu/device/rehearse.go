package device

import "github.com/gpuscript/gpuscript/gpu"

// rehearsals says which dispatches of a kernel are looked through for work items that are in each other's way: of each CPU thread, those of the first
// submission that dispatches it. Which one that is shows when all that the thread submitted before has run, so that a dispatch which comes to run earlier
// by its schedule is looked at, too, and what it showed is forgotten again:
//
//	submitted      1: graphics queue      2: compute queue
//	timeline       k runs, looked at      k runs
//	other          k runs, looked at      k ran before, looked at: what is found is not told
//
// A dispatch of no groups, or one that predication leaves out, does not run.
type rehearsals struct {
	first []firstRun
	said  bool // a race was told
}

// firstRun is the first submission of a thread that has run the kernel so far.
type firstRun struct {
	thread gpu.ID
	call   uint64
}

// wants says whether a dispatch may be the one that counts.
func (r *rehearsals) wants(thread gpu.ID, call uint64) bool {
	if r.said {
		return false
	}
	for i := range r.first {
		if f := &r.first[i]; f.thread == thread {
			return call < f.call
		}
	}
	return true
}

// ran tells that a dispatch which was wanted has run.
func (r *rehearsals) ran(thread gpu.ID, call uint64) {
	for i := range r.first {
		if f := &r.first[i]; f.thread == thread {
			f.call = call
			return
		}
	}
	r.first = append(r.first, firstRun{thread, call})
}

// tells gives the function that says at last whether what a dispatch showed is told.
func (r *rehearsals) tells(thread gpu.ID, call uint64) func() bool {
	return func() bool {
		for _, f := range r.first {
			if f.thread == thread && f.call == call && !r.said {
				r.said = true
				return true
			}
		}
		return false
	}
}

// rehearsalsOf are those of a program, nil where nobody asks for reports.
func (a *Adapter) rehearsalsOf(program gpu.Shader) *rehearsals {
	if !a.checkKernels {
		return nil
	}
	r := a.rehearsed[program]
	if r == nil {
		r = &rehearsals{}
		a.rehearsed[program] = r
	}
	return r
}

// rehearse asks for a look at the dispatch of a command, if it may be the one that counts.
func (b *batch) rehearse(c *gpu.Command) {
	b.rehearsed = nil
	if c.Op != gpu.OpDispatch && c.Op != gpu.OpExecuteIndirect {
		return
	}
	p, ok := b.queue.adapter.objects[b.bindings.Pipeline()].(*PipelineState)
	if ok && p.rehearsals != nil && p.rehearsals.wants(b.thread, b.call) {
		b.rehearsed = p.rehearsals
		b.bindings.Rehearse()
	}
}

// wasRehearsed notes whether the dispatch came to run.
func (b *batch) wasRehearsed() {
	if b.rehearsed != nil && b.bindings.Rehearsed() {
		b.rehearsed.ran(b.thread, b.call)
	}
}
