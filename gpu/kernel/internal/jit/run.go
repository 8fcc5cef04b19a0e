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

// chunksPerWorker is how many parts a dispatch is cut into for each worker, so that one that is slowed down, or woken up late, is helped: at the end
// the others wait for one part at most, which is a sixty-fourth of the work of two.
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
	small    bool         // it is a small dispatch that is shared
	helpers  []*worker    // that are asked to help
	lanes    []lane       // of the caller and of each of them
	last     atomic.Int64 // chunks after it need not run: this one ended with a fault
	canceled atomic.Bool
	others   atomic.Int32 // helpers that were called, and are not done
	done     sync.WaitGroup
}

// Run runs the groups of d with code. d.Memory must be the bytes of the engine's space or nil. It ends early with a Fault in
// the result when a group hangs or ctx ends; an error is a defect of the compiler or scratch memory that ran out.
func (e *Engine) Run(ctx context.Context, code *Code, d *ir.Dispatch) (out ir.Result, err error) {
	err = e.RunInto(ctx, code, d, &out)
	return out, err
}

// RunInto is Run that says in out, which is empty, what the groups gave.
func (e *Engine) RunInto(ctx context.Context, code *Code, d *ir.Dispatch, out *ir.Result) error {
	if d.Reports > 0 && !code.report {
		panic(fmt.Sprintf("BUG: jit: kernel %q was compiled without reports", code.kernel.Name))
	}
	if err := e.use(code); err != nil {
		return err
	}
	if err := e.reserve(code.blockBytes); err != nil {
		return err
	}
	r := &e.current
	e.follower.turn(ctx)
	r.prepare(code, d, e.space.Bytes())
	rouse := e.cut(r)
	e.follower.start(ctx)
	if len(r.chunks) == 1 { // nobody to share it with
		return e.workers[0].chunk(r, r.chunks[0], out)
	}
	r.begin(len(e.workers))
	if waited := r.share(e.workers[0], rouse); r.small {
		e.small.shared(waited)
	}
	if err := errors.Join(r.errs...); err != nil {
		return err
	}
	*out = ir.Join(&r.d, r.parts)
	return nil
}

// cut finds the chunks of a run and who is asked to help. rouse says that helpers that sleep are woken.
func (e *Engine) cut(r *run) (rouse bool) {
	r.helpers = r.helpers[:0]
	r.whole[0] = plan.Chunk{First: r.d.First, Count: r.d.Count}
	r.chunks, r.small = r.whole[:], false
	if len(e.workers) == 1 || r.d.Count == 1 {
		return false
	}
	work := r.code.plans.Work(r.code.kernel, &r.d)
	if rouse = work >= plan.Rousing; !rouse {
		if r.small, rouse = e.small.share(work, slices.ContainsFunc(e.workers[1:], (*worker).awake)); !r.small {
			return false
		}
	}
	r.chunks = r.code.plans.Plan(r.code.kernel, &r.d, len(e.workers)*chunksPerWorker)
	r.helpers = append(r.helpers, e.workers[1:min(len(r.chunks), len(e.workers))]...)
	return rouse
}

// awake says whether a helper looks out for calls.
func (w *worker) awake() bool { return w.helper.state.Load() == awake }

// lane is a row of chunks that one worker does from the first one on, so that it meets the memory again that it saw in the last run. Who has no more
// of its own takes what is left in others.
type lane struct {
	next atomic.Int64 // first chunk that nobody took
	end  int64
	_    [48]byte // lanes are in cache lines of their own
}

func (l *lane) take() int64 { return l.next.Add(1) - 1 }

// share does the chunks with helpers, and comes back when all are done. Helpers that sleep are asked only if they are to be woken. It returns for how
// long it had to look out for the last one.
func (r *run) share(first *worker, rouse bool) (waited int) {
	r.others.Store(int32(len(r.helpers)))
	r.done.Add(len(r.helpers))
	for i, w := range r.helpers {
		w.home = i + 1
		if rouse {
			w.helper.call()
		} else if !w.helper.invite() {
			r.leave()
		}
	}
	first.work(r)
	for _, w := range r.helpers {
		if w.helper.recall() {
			r.leave()
		}
	}
	if len(r.helpers) == 0 {
		return 0
	}
	if waited = lookOutFor(func() bool { return r.others.Load() == 0 }); waited > lookouts {
		r.done.Wait()
	}
	return waited
}

// leave says that a helper will not do more: first to who looks out, whose next run adds to what is left for those who sleep.
func (r *run) leave() {
	r.others.Add(-1)
	r.done.Done()
}

// begin makes room for what the workers say of the chunks, and gives each that helps a lane.
func (r *run) begin(workers int) {
	r.parts = slices.Grow(r.parts[:0], len(r.chunks))[:len(r.chunks)]
	clear(r.parts)
	r.errs = r.errs[:0]
	for range workers {
		r.errs = append(r.errs, nil)
	}
	n, chunks := len(r.helpers)+1, len(r.chunks)
	if cap(r.lanes) < workers {
		r.lanes = make([]lane, workers)
	}
	r.lanes = r.lanes[:n]
	for i := range r.lanes {
		r.lanes[i].next.Store(int64(chunks * i / n))
		r.lanes[i].end = int64(chunks * (i + 1) / n)
	}
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
