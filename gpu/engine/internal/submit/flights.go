package submit

// Flights are the submissions that recordings of a frame went out with. The zero value is empty.
type Flights []flight

type flight struct {
	serial uint64 // of the recording
	queue  *Queue
	value  uint64 // of the queue's own fence
}

// Note adds the submission of a recording.
func (f *Flights) Note(serial uint64, q *Queue, value uint64) {
	*f = append(*f, flight{serial, q, value})
}

// Find is the submission of a recording that the application has not waited for; nil if there is none. How far the GPU is does not count: that
// may be otherwise on another machine.
func (f Flights) Find(serial uint64) (q *Queue, value uint64) {
	for _, k := range f {
		if k.serial == serial && k.value > k.queue.Known {
			return k.queue, k.value
		}
	}
	return nil, 0
}
