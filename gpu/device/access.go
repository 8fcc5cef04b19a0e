package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// Follower is a Layer that follows what work touched. Commands of one queue are told in order; those of different queues as
// the machine happens to run them, so that a verdict must not depend on it.
type Follower interface {
	// Follows says whether it wants to be told; it is asked once.
	Follows() bool
	// Executed tells what a command touched, when it has been executed.
	Executed(work *gpu.Executed)
	// Retired tells that a submission has ended, and whether it was completed: a removed device drops the rest.
	Retired(queue gpu.ID, submission uint64, completed bool)
	// Findings are what became certain since they were asked for last. atEnd says that nothing will be executed any more.
	Findings(atEnd bool) []*diag.Diagnostic
}

// touched tells the layers what a command did to memory. Every kind of command comes through here.
func (b *batch) touched(c *gpu.Command, number int, o *exec.Outcome) {
	a := b.queue.adapter
	if len(a.followers) == 0 {
		return
	}
	t := &a.accesses
	t.Reset()
	if !o.Skipped {
		t.Command(env{a}, b.queue.desc.Type, c, o)
	}
	if len(t.List) == 0 && len(c.Barriers) == 0 {
		return
	}
	work := &a.executed
	*work = gpu.Executed{Origin: b.origin(c), Submission: b.number, Number: uint32(number), Barriers: c.Barriers, Accesses: t.List}
	for _, f := range a.followers {
		f.Executed(work)
	}
}
