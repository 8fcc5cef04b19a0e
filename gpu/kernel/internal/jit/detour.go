package jit

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
)

// detour is when groups run in the slow form: one, and as long as the next one needs it too, twice as many.
type detour struct {
	in    *instance
	ahead uint64 // groups of the next call; 0: it is fast
	last  uint64 // groups of the last one
}

// next is what the next call runs, and how many groups of most.
func (d *detour) next(fast *instance, most uint64) (*instance, uint64) {
	if d.ahead == 0 {
		return fast, most
	}
	n := min(d.ahead, most)
	d.ahead = 0
	return d.in, n
}

// takeDetour makes the next call a slow one, for which it finds the instance.
func (w *worker) takeDetour(d *detour, r *run, done uint64) error {
	binary.LittleEndian.PutUint32(w.block[block.FieldFault:], 0)
	if d.in == nil {
		code, err := w.e.slowForm(r.code)
		if err != nil {
			return err
		}
		if d.in, err = w.slowInstance(code); err != nil {
			return err
		}
	}
	d.turn(done)
	return nil
}

// slowInstance is the instance of slow code. A seat, which has one code only, keeps its own.
func (w *worker) slowInstance(c *Code) (*instance, error) {
	if w.number < len(w.e.workers) {
		return w.e.instance(c, w.number)
	}
	if w.slow.run == nil {
		if err := w.e.instantiate(c, &w.slow); err != nil {
			return nil, err
		}
	}
	return &w.slow, nil
}

// turn makes the next call a slow one. done groups ran before that in the fast form.
func (d *detour) turn(done uint64) {
	d.ahead = 1
	if done == 0 && d.last > 0 {
		d.ahead = min(2*d.last, callCost)
	}
	d.last = d.ahead
}
