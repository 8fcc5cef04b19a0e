package submit

import "slices"

// Marks say what reaching a value of a fence means for queues, in rising order of values. The zero value is empty.
type Marks []mark

type mark struct {
	value   uint64
	queue   *Queue
	reached uint64 // of the queue's own fence
}

// Reaches notes that a value follows a submission of a queue.
func (m *Marks) Reaches(q *Queue, value, submission uint64) {
	*m = slices.DeleteFunc(*m, func(k mark) bool { return k.reached <= k.queue.Known })
	*m = append(*m, mark{value, q, submission})
}

// Passed notes that the application knows a value to be reached, and so the submissions before it.
func (m *Marks) Passed(value uint64) {
	*m = slices.DeleteFunc(*m, func(k mark) bool {
		if k.value <= value {
			k.queue.Known = max(k.queue.Known, k.reached)
		}
		return k.value <= value
	})
}
