// Package heapmap shows the contents of heaps: as data, and as a picture (SVG).
//
// A Heap has one or more parts; a part is a row of ranges that are live, stale or free. A Map is several heaps at one moment, and a Recorder collects
// them over time. Draw makes the picture: a panel for each heap, a row for each moment that changed it, with time going down.
//
//	GPU descriptor heap "frame"         static              dynamic
//	  frame 1    ███████░░░░░░░░░   ████████░░░░░░░░
//	  frame 2    ███████▒▒░░░░░░░   ▒▒▒▒▒▒▒▒████░░░░      █ live   ▒ stale   ░ free
//
// The same map gives the same bytes. The package must not know what is in the heaps or who owns them: everything that has ranges
// (descriptor heaps, upload pages, video memory) can be shown.
package heapmap

import (
	"fmt"
	"sync"
)

// State is what a range is.
type State uint8

// The states of ranges.
const (
	Free  State = iota
	Live        // has an owner
	Stale       // was freed, but the GPU may still use it
)

// String is the name of the state.
func (s State) String() string { return [...]string{"free", "live", "stale"}[s] }

// MarshalText writes the name, so that JSON has "live" and not a number. It never fails.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Range is a part of the space that has one state: units [First, First + Count).
type Range struct {
	First, Count uint64
	State        State
	Label        string // who owns it, "" if nobody knows
}

// Part is a space that ranges fill: a descriptor heap, a half of one, a page. Units are counted from 0 in every part.
type Part struct {
	Name     string
	Capacity uint64
	Ranges   []Range // by place; they lie apart, and what lies between them is free
}

// Counts sums up the ranges: units that are live and stale. The rest is free.
func (p Part) Counts() (live, stale uint64) {
	for _, r := range p.Ranges {
		switch r.State {
		case Live:
			live += r.Count
		case Stale:
			stale += r.Count
		}
	}
	return live, stale
}

// LargestFree is the length of the longest stretch that is free.
func (p Part) LargestFree() uint64 {
	largest, begin := uint64(0), uint64(0) // begin of the stretch
	for _, r := range p.Ranges {
		if r.State != Free {
			largest, begin = max(largest, r.First-begin), r.First+r.Count
		}
	}
	return max(largest, p.Capacity-begin)
}

// Validate checks that the ranges lie apart within the space, by place.
func (p Part) Validate() error {
	next := uint64(0)
	for _, r := range p.Ranges {
		if r.First < next || r.Count == 0 || r.First >= p.Capacity || r.Count > p.Capacity-r.First || r.State > Stale {
			return fmt.Errorf("part %q: the range [%d, %d) does not lie within [%d, %d)", p.Name, r.First, r.First+r.Count, next, p.Capacity)
		}
		next = r.First + r.Count
	}
	return nil
}

// Heap is a heap at one moment.
type Heap struct {
	Name  string
	Unit  string // of the numbers: "descriptors" or "bytes"
	Parts []Part
}

// Moment is several heaps at one moment.
type Moment struct {
	Label string // for example "frame 3"
	Heaps []Heap
}

// Recorder collects moments. Safe for concurrent use; the order of the moments is that of the calls.
type Recorder struct {
	mu      sync.Mutex
	limit   int
	moments []Moment
	dropped int
}

// NewRecorder makes a recorder for at most limit moments; 0: no limit. When it is full, it forgets every second of the moments
// it has, so that they still span all the time.
func NewRecorder(limit int) *Recorder { return &Recorder{limit: limit} }

// Add records a moment. The heaps must not change afterwards.
func (r *Recorder) Add(label string, heaps ...Heap) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.limit > 0 && len(r.moments) == r.limit {
		r.thin()
	}
	r.moments = append(r.moments, Moment{label, heaps})
}

// thin keeps the moments 0, 2, 4 … The lock is held.
func (r *Recorder) thin() {
	kept := r.moments[:0]
	for i, m := range r.moments {
		if i%2 == 0 && len(kept) < r.limit-1 {
			kept = append(kept, m)
		}
	}
	r.dropped += len(r.moments) - len(kept)
	r.moments = kept
}

// Moments are those recorded, in order.
func (r *Recorder) Moments() []Moment {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Moment(nil), r.moments...)
}

// Dropped is how many moments were forgotten.
func (r *Recorder) Dropped() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dropped
}
