package jit

import (
	"context"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm"
)

// seat is a worker of sessions: it has memory and an instance of its own, and runs on the goroutine that calls it.
//
//	session of a vertex program   seat 0  seat 1 …   ┐ a worker of the draw uses seat n of both
//	session of a pixel program    seat 0  seat 1 …   ┘
type seat struct {
	worker
	in  instance
	own run
}

// worker is the one whose number a kernel passes with an event: a worker of the engine, or a seat.
func (e *Engine) worker(number uint32) *worker {
	if n := uint32(len(e.workers)); number >= n {
		return &e.seats[number-n].worker
	}
	return e.workers[number]
}

// Session is a vertex or pixel program that is called many times for one draw.
type Session struct {
	e     *Engine
	code  *Code
	seats []*seat
}

// Open starts a session with as many seats as there are workers. d has what all calls share; d.Stage is given with each call. It must not
// be called while a session runs. It fails when scratch memory runs out.
func (e *Engine) Open(ctx context.Context, code *Code, d *ir.Dispatch, workers int) (*Session, error) {
	s := code.session(e)
	for len(s.seats) < workers {
		seat, err := e.takeSeat(code)
		if err != nil {
			s.release()
			return nil, err
		}
		seat.own.prepare(code, d, e.space.Bytes())
		s.seats = append(s.seats, seat)
	}
	e.follower.begin(ctx, s)
	return s, nil
}

// session gives a session without seats: one that was closed, or a new one.
func (c *Code) session(e *Engine) (s *Session) {
	n := len(c.idle)
	if n == 0 {
		return &Session{e: e, code: c}
	}
	s, c.idle = c.idle[n-1], c.idle[:n-1]
	return s
}

// cancel stops all kernels of the session.
func (s *Session) cancel() {
	for _, seat := range s.seats {
		seat.own.canceled.Store(true)
		seat.stopNow()
	}
}

// takeSeat gives a free seat of the code, or a new one.
func (e *Engine) takeSeat(code *Code) (*seat, error) {
	if n := len(code.free); n > 0 {
		s := code.free[n-1]
		code.free = code.free[:n-1]
		return s, nil
	}
	at, err := e.space.Alloc(uint64(code.blockBytes), 4096)
	if err != nil {
		return nil, fmt.Errorf("jit: scratch memory of a worker: %w", err)
	}
	s := &seat{worker: worker{e: e, number: len(e.workers) + len(e.seats), at: at, block: e.space.Bytes()[at : at+uint64(code.blockBytes)]}}
	e.seats = append(e.seats, s)
	if code.shared == nil {
		if code.shared, err = e.runtime().InstantiateModule(e.ctx, code.compiled, anonymous()); err != nil {
			return nil, fmt.Errorf("BUG: jit: kernel %q does not start: %w", code.kernel.Name, err)
		}
	}
	s.in = instance{run: code.shared.ExportedFunction(wasm.RunExport), stack: make([]uint64, 3)}
	return s, nil
}

// prepare is begin for a run that is not cut.
func (r *run) prepare(code *Code, d *ir.Dispatch, memory []byte) {
	r.code, r.d = code, *d
	r.d.Memory = memory
	r.limit = d.Budget
	if d.Budget == 0 {
		r.limit = 1<<64 - 1
	}
	if r.canceled.Load() { // a store that others must see takes as long as ten others
		r.canceled.Store(false)
	}
}

// Run does a number of groups on a seat. Different seats may run at the same time.
func (s *Session) Run(worker int, io ir.StageIO, groups uint32) (ir.Result, error) {
	seat := s.seats[worker]
	seat.own.d.Stage = io
	seat.own.d.Groups = [3]uint32{groups, 1, 1}
	var out ir.Result
	err := seat.calls(&seat.in, &seat.own, plan.Chunk{Count: uint64(groups)}, &out)
	return out, err
}

// Close ends the session, which nothing may use from now on: another draw gets it.
func (s *Session) Close() {
	s.e.follower.end(s)
	s.release()
}

func (s *Session) release() {
	s.code.free = append(s.code.free, s.seats...)
	s.seats = s.seats[:0]
	s.code.idle = append(s.code.idle, s)
}

// Workers is the number of goroutines that the engine was told to use.
func (e *Engine) Workers() int { return len(e.workers) }
