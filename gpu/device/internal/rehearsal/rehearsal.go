// Package rehearsal says which dispatches of a kernel are looked through for work items that are in each other's way: of each CPU thread, those of
// the first submission that dispatches it. Which one that is shows when all that the thread submitted before has run, so that a dispatch which comes
// to run earlier by its schedule is looked at, too, and what it showed is forgotten again:
//
//	submitted      1: graphics queue      2: compute queue
//	timeline       k runs, looked at      k runs
//	other          k runs, looked at      k ran before, looked at: what is found is not told
//
// A dispatch of no groups, or one that predication leaves out, does not run. The package must not know kernels: it counts submissions.
package rehearsal

import "github.com/gpuscript/gpuscript/gpu"

// Kernel is what is known of the dispatches of one kernel. The zero value has none.
type Kernel struct {
	first []firstRun
	said  bool // a race was told
}

// firstRun is the first submission of a thread that has run the kernel so far.
type firstRun struct {
	thread gpu.ID
	call   uint64
}

// Kernels are those of programs; nil where nobody asks for reports.
type Kernels map[gpu.Shader]*Kernel

// New has no kernels, and takes some only if they are asked for.
func New(asked bool) Kernels {
	if !asked {
		return nil
	}
	return Kernels{}
}

// Of is what is known of a program, nil where nobody asks.
func (k Kernels) Of(program gpu.Shader) *Kernel {
	if k == nil {
		return nil
	}
	r := k[program]
	if r == nil {
		r = &Kernel{}
		k[program] = r
	}
	return r
}

// Wants says whether a dispatch may be the one that counts.
func (r *Kernel) Wants(thread gpu.ID, call uint64) bool {
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

// Ran tells that a dispatch which was wanted has run.
func (r *Kernel) Ran(thread gpu.ID, call uint64) {
	for i := range r.first {
		if f := &r.first[i]; f.thread == thread {
			f.call = call
			return
		}
	}
	r.first = append(r.first, firstRun{thread, call})
}

// Tells gives the function that says at last whether what a dispatch showed is told.
func (r *Kernel) Tells(thread gpu.ID, call uint64) func() bool {
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
