package jit

import (
	"context"
	"sync"
)

// follower ends what runs when the context of the runs does. To ask a context for that costs more than a small dispatch, so the answer of the last
// one stays: runs of one context follow each other. Dispatches do not say when they end. They are stopped with the context that is followed, which
// does no harm where none runs: the next one asks whether its own has ended.
//
//	context A             AfterFunc ──────────────────────── stop    AfterFunc …  context B
//	dispatches, sessions  start  start  begin ─ end  start           start
type follower struct {
	mu     sync.Mutex
	done   <-chan struct{} // of the context that is followed: it tells contexts apart; written with mu, by the goroutine of the runs
	stop   func() bool     // ends that; nil where no context is followed
	runs   []stopper       // the sessions that are going on
	always stopper         // stops dispatches
}

// stopper is something that runs until it is stopped, which may be on any goroutine.
type stopper interface{ cancel() }

// turn is called by a dispatch before it is prepared: what the context of the run before has stopped by then is not this run.
func (f *follower) turn(ctx context.Context) {
	if done := ctx.Done(); done != f.done {
		f.mu.Lock()
		f.follow(ctx, done)
		f.mu.Unlock()
	}
}

// start is called by a dispatch before it runs, after turn.
func (f *follower) start(ctx context.Context) {
	if f.done != nil && ctx.Err() != nil { // it may have ended when nothing ran
		f.always.cancel()
	}
}

// begin notes a run, which is stopped at once where its context has ended. What runs at the same time has the same context.
func (f *follower) begin(ctx context.Context, s stopper) {
	done := ctx.Done()
	if done == nil {
		return
	}
	f.mu.Lock()
	if done != f.done {
		f.follow(ctx, done)
	}
	f.runs = append(f.runs, s)
	f.mu.Unlock()
	if ctx.Err() != nil { // it may have ended when nothing ran
		s.cancel()
	}
}

// follow leaves the last context for another one; one that never ends is not followed.
func (f *follower) follow(ctx context.Context, done <-chan struct{}) {
	if len(f.runs) > 0 {
		panic("BUG: jit: runs of two contexts at the same time")
	}
	f.leave()
	if done == nil {
		return
	}
	f.done = done
	f.stop = context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.done != done { // too late
			return
		}
		f.always.cancel()
		for _, s := range f.runs {
			s.cancel()
		}
	})
}

// end forgets a run. It is not stopped any more.
func (f *follower) end(s stopper) {
	f.mu.Lock()
	last := len(f.runs) - 1
	for i := last; i >= 0; i-- { // it is the only one, or a late one
		if f.runs[i] == s {
			f.runs[i], f.runs[last] = f.runs[last], nil
			f.runs = f.runs[:last]
			break
		}
	}
	f.mu.Unlock()
}

// close leaves the context.
func (f *follower) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.leave()
}

func (f *follower) leave() {
	if f.stop != nil {
		f.stop()
	}
	f.done, f.stop = nil, nil
}
