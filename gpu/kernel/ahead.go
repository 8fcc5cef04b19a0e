package kernel

import "sync"

// ahead does work in the order in which it is added, on a goroutine that lives as long as there is some.
type ahead struct {
	mu      sync.Mutex
	queue   []func()
	running bool
	closed  bool
	ended   sync.WaitGroup
}

// add queues a piece of work, which is not done if close comes first.
func (a *ahead) add(work func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return
	}
	a.queue = append(a.queue, work)
	if !a.running {
		a.running = true
		a.ended.Go(a.serve)
	}
}

func (a *ahead) serve() {
	for {
		a.mu.Lock()
		if len(a.queue) == 0 {
			a.running = false
			a.mu.Unlock()
			return
		}
		work := a.queue[0]
		a.queue = a.queue[1:]
		a.mu.Unlock()
		work()
	}
}

// close drops what has not begun and waits for what has.
func (a *ahead) close() {
	a.mu.Lock()
	a.closed, a.queue = true, nil
	a.mu.Unlock()
	a.ended.Wait()
}
