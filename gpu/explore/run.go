package explore

import "github.com/gpuscript/gpuscript/gpu/internal/sched"

// mostSteps is how many steps of a run are looked at.
const mostSteps = 1 << 15

// process is who makes a step: a CPU thread or a queue. The order of the steps of one process is the same in all schedules, as long as it learns the
// same.
type process int32

// nobody makes steps that do nothing.
const nobody process = 1

func processOf(c *sched.Choice) process {
	switch {
	case c.Thread != nil:
		return process(c.Thread.ID()) << 1
	case c.Queue != nil:
		return process(c.Queue.Number())<<1 | 1
	}
	return nobody
}

// step is what one process does between two choices.
type step struct {
	by      process
	kind    sched.ChoiceKind
	follows []int32 // steps of others without which it would not come
	behind  bool    // it comes after all others: nothing else could happen
	leaves  bool    // it leaves something for others
	touches []sched.Touch
}

// Run is one run of a program on one of the schedules of an exploration.
type Run struct {
	prefix []process // who makes the first steps
	turned Turn      // what of an earlier run it turns round

	steps   []step
	picks   []int32
	waiting map[process][]int32 // what lets a process make its next step
	left    map[any]int32       // the step that has left something
	stalled bool
	lost    bool // the prefix could not be followed
	long    bool // there are more steps than are looked at
	names   map[process]string
}

// script stands for what CPU threads share besides the objects of the machine.
var script = new(int)

// Policy implements Schedule: it begins the run.
func (r *Run) Policy() Policy {
	r.steps = append(r.steps[:0], step{touches: []sched.Touch{{Kind: sched.Lower, Object: script}}}) // the main thread's, before anything is chosen
	r.picks, r.stalled, r.lost, r.long = r.picks[:0], false, false, false
	r.waiting, r.left, r.names = map[process][]int32{}, map[any]int32{}, map[process]string{0: "main"}
	return r
}

// Token is the schedule of a run that is over.
func (r *Run) Token() Token { return token(r.picks) }

// Pick implements sched.Policy: who the prefix says, and then who comes first
// on the timeline.
func (r *Run) Pick(choices []sched.Choice) int {
	pick := 0
	if at := len(r.steps) - 1; at < len(r.prefix) && !r.lost && !r.long {
		for i := range choices {
			if processOf(&choices[i]) == r.prefix[at] {
				pick = i
				break
			}
		}
	}
	r.picks = append(r.picks, int32(pick))
	return pick
}

// Step implements sched.Watcher.
func (r *Run) Step(c sched.Choice) {
	by := processOf(&c)
	if at := len(r.steps) - 1; at < len(r.prefix) && r.prefix[at] != by {
		r.lost = true
	}
	if r.long = r.long || len(r.steps) == mostSteps; r.long {
		return
	}
	s := step{by: by, kind: c.Kind, follows: r.waiting[by], behind: r.stalled}
	delete(r.waiting, by)
	r.stalled = false
	switch {
	case c.Thread != nil && !c.Thread.Apart():
		s.touches = append(s.touches, sched.Touch{Kind: sched.Lower, Object: script})
		r.names[by] = c.Thread.Name()
	case c.Queue != nil:
		r.names[by] = c.Queue.Name()
	}
	r.steps = append(r.steps, s)
}

// now is the step that is made.
func (r *Run) now() int32 { return int32(len(r.steps) - 1) }

// Touch implements sched.Watcher.
func (r *Run) Touch(t sched.Touch) {
	if !r.long {
		s := &r.steps[r.now()]
		s.touches = append(s.touches, t)
	}
}

// Enable implements sched.Watcher.
func (r *Run) Enable(c sched.Choice) {
	by := processOf(&c)
	r.waiting[by] = append(r.waiting[by], r.now())
}

// Post implements sched.Watcher.
func (r *Run) Post(key any) {
	r.left[key] = r.now()
	r.steps[r.now()].leaves = true
}

// Follow implements sched.Watcher.
func (r *Run) Follow(key any) {
	if from, ok := r.left[key]; ok && !r.long {
		s := &r.steps[r.now()]
		s.follows = append(s.follows, from)
	}
}

// Stalled implements sched.Watcher.
func (r *Run) Stalled() { r.stalled = true }
