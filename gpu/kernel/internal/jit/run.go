package jit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
)

// chunksPerWorker is how many parts a dispatch is cut into for each worker, so that one that is slowed down, or woken up late, is helped: at the end the
// others wait for one part at most, which is a sixty-fourth of the work of two.
const chunksPerWorker = 32

// run is the dispatch that is going on.
type run struct {
	code     *Code
	d        ir.Dispatch
	limit    uint64
	chunks   []plan.Chunk
	whole    [1]plan.Chunk // the chunks of a run that is not cut
	parts    []ir.Result
	errs     []error
	next     atomic.Int64 // first chunk that nobody took
	last     atomic.Int64 // chunks behind it need not run: this one ended with a fault
	canceled atomic.Bool
	others   atomic.Int32 // helpers that were called, and are not done
	done     sync.WaitGroup
}

// Run runs the groups of d with code. d.Memory must be the bytes of the engine's space or nil. It ends early with a Fault in
// the result when a group hangs or ctx ends; an error is a defect of the compiler or scratch memory that ran out.
func (e *Engine) Run(ctx context.Context, code *Code, d *ir.Dispatch) (ir.Result, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if d.Reports > 0 && !code.report {
		panic(fmt.Sprintf("BUG: jit: kernel %q was compiled without reports", code.kernel.Name))
	}
	if err := e.reserve(code.blockBytes); err != nil {
		return ir.Result{}, err
	}
	r := &e.current
	r.begin(code, d, e.space.Bytes(), len(e.workers))
	e.follower.begin(ctx, e)
	defer e.follower.end(e)
	helpers := min(len(r.chunks), len(e.workers)) - 1
	r.share(e.workers[0], e.workers[1:1+helpers])
	if err := errors.Join(r.errs...); err != nil {
		return ir.Result{}, err
	}
	if len(r.parts) == 1 {
		return r.parts[0], nil
	}
	return ir.Join(&r.d, r.parts), nil
}

// share does the chunks with helpers, and comes back when all are done.
func (r *run) share(first *worker, helpers []*worker) {
	r.others.Store(int32(len(helpers)))
	r.done.Add(len(helpers))
	for _, w := range helpers {
		w.helper.call()
	}
	first.work(r)
	for _, w := range helpers {
		if w.helper.recall() {
			r.leave()
		}
	}
	if len(helpers) > 0 && !lookOut(func() bool { return r.others.Load() == 0 }) {
		r.done.Wait()
	}
}

// leave says that a helper will not do more: first to who looks out, whose next run adds to what is left for those who sleep.
func (r *run) leave() {
	r.others.Add(-1)
	r.done.Done()
}

func (r *run) begin(code *Code, d *ir.Dispatch, memory []byte, workers int) {
	r.prepare(code, d, memory)
	if workers == 1 {
		r.whole[0] = plan.Chunk{First: d.First, Count: d.Count}
		r.chunks = r.whole[:]
	} else {
		r.chunks = code.plans.Plan(code.kernel, &r.d, workers*chunksPerWorker)
	}
	r.parts = slices.Grow(r.parts[:0], len(r.chunks))[:len(r.chunks)]
	clear(r.parts)
	r.errs = r.errs[:0]
	for range workers {
		r.errs = append(r.errs, nil)
	}
	r.next.Store(0)
	r.last.Store(int64(len(r.chunks)))
}

// cancel stops all kernels at their next loop iteration or group.
func (e *Engine) cancel() {
	e.current.canceled.Store(true)
	for _, w := range e.workers {
		w.stopNow()
	}
}

// endsAt notes that chunk i ended with a fault.
func (r *run) endsAt(i int64) {
	for {
		last := r.last.Load()
		if i >= last || r.last.CompareAndSwap(last, i) {
			return
		}
	}
}
