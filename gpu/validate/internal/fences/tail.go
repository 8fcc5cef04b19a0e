package fences

import "github.com/gpuscript/gpuscript/gpu"

// Tail is the work of a queue after its last signal, and the last places that gave it work.
type Tail struct {
	recent         [3]gpu.Site // the last one first
	last           gpu.Site    // 0: there is none
	thread         gpu.ID      // that gave work or a signal to the queue
	begun, several bool        // threads have
}

// Work is given to the queue.
func (t *Tail) Work(c *gpu.CallHead) {
	t.give(c, c.Site)
	last := c.Site
	for i, site := range t.recent {
		t.recent[i], last = last, site
		if site == c.Site {
			break
		}
	}
}

// Recent are the last places that gave work to the queue, the last one first; none if it depends on the schedule which those are.
func (t *Tail) Recent() (places []gpu.Site) {
	for _, site := range t.recent {
		if site != 0 && !t.several {
			places = append(places, site)
		}
	}
	return places
}

// Signal is given to the queue.
func (t *Tail) Signal(c *gpu.CallHead) { t.give(c, 0) }

func (t *Tail) give(c *gpu.CallHead, last gpu.Site) {
	t.several = t.several || t.begun && t.thread != c.Thread
	t.last, t.thread, t.begun = last, c.Thread, true
}

// Last is the last call that gave work to the queue after its last signal; 0: there is none, or it depends on the schedule which one that is.
func (t *Tail) Last() gpu.Site {
	if t.several {
		return 0
	}
	return t.last
}

// Covered says that the queue was given work, and a signal after all of it.
func (t *Tail) Covered() bool { return !t.several && t.last == 0 && t.recent[0] != 0 }
