package crew

import "sync"

// failure is the panic of a part: of the first one, where several do.
type failure struct {
	mu    sync.Mutex
	value any // nil: none
	part  int
}

// note must be deferred by what does a part: it ends a panic and keeps it.
func (f *failure) note(part int) {
	value := recover()
	if value == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.value == nil || part < f.part {
		f.value, f.part = value, part
	}
}

// raise goes on with the panic that was kept, if there is one. All parts must be over.
func (f *failure) raise() {
	if value := f.value; value != nil {
		f.value = nil
		panic(value)
	}
}
