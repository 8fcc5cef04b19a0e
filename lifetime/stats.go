package lifetime

// EventKind says what happened to objects or numbers.
type EventKind string

// The kinds of events.
const (
	EventRelease   EventKind = "release"   // an object was paired with the number of the next submission
	EventDiscard   EventKind = "discard"   // an object was paired with a submission that was made
	EventSubmit    EventKind = "submit"    // Number was submitted and signals Value; Count stale objects go with it
	EventTransient EventKind = "transient" // a submission without a number
	EventRetire    EventKind = "retire"    // Count stale objects go with a submission that was made earlier
	EventPurge     EventKind = "purge"     // Value had completed; Count objects left the release queues
)

// Event is one step of a domain, for traces.
type Event struct {
	Kind   EventKind
	Queue  string
	What   string // the name of the release queue; "" for events of queues
	Number uint64 // of the submission
	Value  uint64 // of the fence
	Count  int    // objects
}

// KindStats count the waiting objects of one kind on one queue.
type KindStats struct {
	Name    string
	Stale   int // wait for the next submission
	Pending int // wait for the fence
}

// QueueStats describe one queue.
type QueueStats struct {
	Name           string
	NextNumber     uint64
	NextValue      uint64
	CompletedValue uint64
	CompletedLists uint64
	Stale          int    // of all kinds
	Pending        int    // of all kinds
	OldestPending  uint64 // how many values ago the oldest pending object's was signalled; 0 if none waits or it is not signalled
	Kinds          []KindStats
}

// Stats describe a domain at one moment.
type Stats struct {
	Numbering Numbering
	Queues    []QueueStats
	Stale     int // of all queues and kinds; an object of several queues counts for each
	Pending   int
}

// Stats counts what is waiting. It reads no fence: completed values are those of the last purge, or of the last call that read one.
func (d *Domain) Stats() Stats {
	s := Stats{Numbering: d.numbering}
	for _, q := range d.queues {
		qs := q.Stats()
		s.Queues = append(s.Queues, qs)
		s.Stale, s.Pending = s.Stale+qs.Stale, s.Pending+qs.Pending
	}
	return s
}

// Stats counts what waits on the queue; it asks no fence.
func (q *Queue) Stats() QueueStats {
	s := QueueStats{Name: q.name, NextNumber: q.NextNumber(), NextValue: q.NextValue(), CompletedValue: q.completed.Load()}
	s.CompletedLists = q.passed(s.CompletedValue)
	for _, m := range q.domain.holders() {
		stale, pending := m.count(q.index)
		s.Stale, s.Pending = s.Stale+stale, s.Pending+pending
		s.Kinds = append(s.Kinds, KindStats{m.label(), stale, pending})
		if v, ok := m.oldest(q.index); ok && v <= q.LastValue() {
			s.OldestPending = max(s.OldestPending, q.LastValue()-v)
		}
	}
	return s
}
