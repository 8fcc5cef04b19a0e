package explore

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Spins is how often a thread may ask for a value at one place in a row, and do nothing else, before it is believed to go on until the value comes.
const Spins = 3

// Exploration makes the runs of a program, one after another or some at once.
// The zero value is not usable; New makes one.
type Exploration struct {
	limit  int // of runs
	begun  int
	next   []*Run          // that are still to be made
	known  map[uint64]bool // those that were wanted
	kinds  map[uint64]bool // those that are over
	runs   [][]uint64      // their steps, as sorted hashes
	kept   int             // hashes
	dumped bool            // there were more than the limit
	spun   bool
	long   bool
}

// New begins an exploration of at most limit runs, the timeline among them.
func New(limit int) *Exploration {
	x := &Exploration{limit: limit, known: map[uint64]bool{}, kinds: map[uint64]bool{}}
	x.next = []*Run{{}}
	return x
}

// Next returns up to n runs that can be made now, at once or in any order. When
// they are over, each is given to Finish, in this order. The first is the
// timeline; none is left when the exploration is over.
func (x *Exploration) Next(n int) []*Run {
	n = min(n, len(x.next), x.limit-x.begun)
	runs := x.next[:n]
	x.next = x.next[n:]
	x.begun += n
	return runs
}

// Finish looks at a run that is over, and keeps what can be turned round in it.
func (x *Exploration) Finish(r *Run) {
	x.long = x.long || r.long
	o := orderOf(r, Spins)
	var sum uint64
	for i := range o.placed {
		sum += o.placed[i].hash
	}
	if x.kinds[sum] {
		return // which only went another way
	}
	x.kinds[sum] = true
	x.spun = x.spun || o.spun
	x.keep(o)
	sums := make([]uint64, len(o.placed)+1) // of the first steps
	for i := range o.placed {
		sums[i+1] = sums[i] + o.placed[i].hash
	}
	for i := range o.races {
		x.turn(r, o, &o.races[i], sums)
	}
}

// mostHashes is how many are kept, so that no run is made twice: 128 MB of them.
const mostHashes = 1 << 24

// keep remembers the steps of a run.
func (x *Exploration) keep(o *order) {
	if x.kept += len(o.placed); x.kept > mostHashes {
		return
	}
	hashes := make([]uint64, len(o.placed))
	for i := range o.placed {
		hashes[i] = o.placed[i].hash
	}
	slices.Sort(hashes)
	x.runs = append(x.runs, hashes)
}

// turn keeps the run in which the second step of a race comes in front of the
// first, if it is new: what has come before the first, then what does not need
// it, then the second.
func (x *Exploration) turn(r *Run, o *order, c *race, sums []uint64) {
	first := &o.placed[c.first]
	sum, last := sums[c.first], o.lastBefore(c.first)
	for k := c.first + 1; k < c.second; k++ {
		if p := &o.placed[k]; !first.before(p.clock) {
			sum += p.hash
			last[p.slot] = p.hash
		}
	}
	key := mix(sum ^ mix(c.hash))
	switch {
	case x.known[key] || x.made(c.hash, last):
		return
	case x.begun+len(x.next) >= x.limit:
		x.dumped = true
		return
	}
	x.known[key] = true
	prefix := make([]process, 0, c.second)
	for k := int32(1); k < c.second; k++ {
		if k < c.first || k > c.first && !first.before(o.placed[k].clock) {
			prefix = append(prefix, r.steps[k].by)
		}
	}
	x.next = append(x.next, &Run{prefix: append(prefix, r.steps[c.second].by),
		turned: Turn{r.does(c.second, &c.touches[1]), r.does(c.first, &c.touches[0])}})
}

// lastBefore are the hashes of the latest steps of all processes before one, 0 where there is none.
func (o *order) lastBefore(n int32) []uint64 {
	last := make([]uint64, len(o.made))
	for slot, made := range o.made {
		if at, _ := slices.BinarySearch(made, n); at > 0 {
			last[slot] = o.placed[made[at-1]].hash
		}
	}
	return last
}

// made reports whether a run that is over has had a step after the latest ones of each process: a step stands for all that came before it.
func (x *Exploration) made(step uint64, last []uint64) bool {
	for _, hashes := range x.runs {
		if _, had := slices.BinarySearch(hashes, step); !had {
			continue
		}
		if !slices.ContainsFunc(last, func(h uint64) bool {
			_, had := slices.BinarySearch(hashes, h)
			return h != 0 && !had
		}) {
			return true
		}
	}
	return false
}

// Outcome is what an exploration has come to.
type Outcome struct {
	// Runs is how many were made, and Kinds how many of them differ in the order
	// of anything that can be seen.
	Runs, Kinds int
	// Left says that the limit has left some out, Long that runs have more steps
	// than are looked at, and Spins that a thread which asks again and again was
	// believed to do so for ever.
	Left, Long, Spins bool
}

// Outcome is what has come out so far.
func (x *Exploration) Outcome() Outcome {
	return Outcome{x.begun, len(x.kinds), x.dumped || len(x.next) > 0, x.long, x.spun}
}

// Turn is what makes a schedule another one: Now comes in front of Then. Both are in words, as queue "copy" signals fence "F" = 2.
type Turn struct{ Now, Then string }

// Turned is what of an earlier run the run has turned round; of the first run it is nothing.
func (r *Run) Turned() Turn { return r.turned }

// does says who makes a step, and what a touch of it is.
func (r *Run) does(n int32, t *sched.Touch) string {
	by, who := r.steps[n].by, "thread"
	if by&1 != 0 {
		who = "queue"
	}
	return fmt.Sprintf("%s %q %s", who, r.names[by], does(t))
}

// does says what a touch is.
func does(t *sched.Touch) string {
	switch o := t.Object.(type) {
	case *sched.Fence:
		name := cmp.Or(o.Name(), "without a name")
		switch t.Kind {
		case sched.Look:
			return fmt.Sprintf("looks at fence %q", name)
		case sched.Pass:
			return fmt.Sprintf("waits for fence %q >= %d", name, t.Value)
		}
		return fmt.Sprintf("signals fence %q = %d", name, t.Value)
	case *sched.Event:
		switch t.Kind {
		case sched.Look, sched.Pass, sched.Take:
			return fmt.Sprintf("waits for event %q", o.Name())
		case sched.Raise:
			return fmt.Sprintf("sets event %q", o.Name())
		}
		return fmt.Sprintf("resets event %q", o.Name())
	case *sched.First:
		return fmt.Sprintf("gives a value that sets event %q", o.Event.Name())
	case *sched.Queue:
		if t.Kind == sched.Look {
			return fmt.Sprintf("lets queue %q wait", o.Name())
		}
		return "has done what it was given"
	case *sched.GPU:
		return "loses the device"
	case *sched.Sim:
		return "presents"
	}
	if t.End > 0 {
		if t.Kind == sched.Look {
			return "reads bytes that the other one writes"
		}
		return "writes bytes that the other one uses"
	}
	return "goes on"
}
