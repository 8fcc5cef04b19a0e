package sched

// ChoiceKind is the kind of a step that may happen next.
type ChoiceKind uint8

// Kinds of choices.
const (
	ChooseThread   ChoiceKind = iota // Thread goes on, at its clock
	ChooseTimeout                    // the wait of Thread times out
	ChooseArrival                    // Queue looks at its next item
	ChooseItem                       // Queue finishes a signal or an operation
	ChooseStart                      // Queue starts a command (the preemption is over)
	ChooseDone                       // Queue finishes a command
	ChooseDispatch                   // Queue, which is ready, gets a free engine
)

// Choice is one legal step. At is when the timeline has it.
type Choice struct {
	Kind   ChoiceKind
	At     Time
	Thread *Thread // of ChooseThread and ChooseTimeout, else nil
	Queue  *Queue  // of the others; nil for ChooseDispatch where there is no engine or nobody ready any more
	Tag    Tag     // of the item at the head of Queue, or of the wait that times out
}

// Policy decides among steps that are all legal.
type Policy interface {
	// Pick returns the index of the choice to take. There are at least two;
	// they are in the order of the timeline, so 0 is what Timeline would do.
	// The slice is valid during the call only. A panic ends the exploration:
	// the main thread raises it.
	Pick(choices []Choice) int
}

// Timeline returns the default policy: the earliest step in virtual time, with
// ties broken as the package comment says.
func Timeline() Policy { return timeline{} }

type timeline struct{}

func (timeline) Pick([]Choice) int { return 0 }

// Random returns a policy that takes any legal step, each with the same
// chance. Equal seeds give equal schedules on every machine.
func Random(seed uint64) Policy { return &random{state: seed} }

// random is a SplitMix64 generator: an odd step and a mixing function, integers
// only.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Pick takes the remainder: its bias is below 2^-32 for fewer than 2^32 choices.
func (r *random) Pick(choices []Choice) int {
	return int(r.next() % uint64(len(choices)))
}
