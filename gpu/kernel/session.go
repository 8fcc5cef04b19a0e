package kernel

import (
	"context"
	"sync"

	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

// session runs a vertex or pixel program again and again.
type session interface {
	// run does groups of stage.Group work items on a worker; different workers may run at the same time.
	run(worker int, io ir.StageIO, groups uint32) (ir.Result, error)
	// close ends the session, which did so many work items, and gives what the open accesses touched. ok is false where there was no memory to note
	// it.
	close(work uint64) (seen []touch.Seen, ok bool)
}

func (interpreter) open(ctx context.Context, v *variant, d *ir.Dispatch, _ int, open []*ir.Instr) (session, error) {
	s := &interpreted{ctx: ctx, v: v, d: *d}
	if len(open) > 0 {
		s.seen = touch.NewSet(v.program(), open)
	}
	return s, nil
}

// interpreted is a session of the interpreter. Its runs share nothing but what they touched.
type interpreted struct {
	ctx  context.Context
	v    *variant
	d    ir.Dispatch
	mu   sync.Mutex // of seen
	seen *touch.Set // nil: nobody asks
}

func (s *interpreted) run(_ int, io ir.StageIO, groups uint32) (ir.Result, error) {
	d := s.d
	d.Stage, d.Groups, d.Count = io, [3]uint32{groups, 1, 1}, uint64(groups)
	if s.seen == nil {
		return interp.Run(s.ctx, s.v.program(), &d), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return interp.Watch(s.ctx, s.v.program(), &d, s.seen.Add), nil
}

func (s *interpreted) close(uint64) ([]touch.Seen, bool) {
	if s.seen == nil {
		return nil, true
	}
	return s.seen.Spans(), true
}

func (c *compiler) open(ctx context.Context, v *variant, d *ir.Dispatch, workers int, open []*ir.Instr) (session, error) {
	s := idle.Taken(&c.idle, 1)
	*s = compiledSession{compiler: c, v: v, marked: *d, ok: true}
	k := v.program()
	if len(open) > 0 {
		var size uint64
		s.watch, size = v.watcher(d, open, 0)
		s.maps = c.lend()
		at, ok := s.maps.reserve(size)
		if s.ok = ok; ok {
			s.marked, k = s.watch.Begin(d, at), s.watch.Kernel
		}
	}
	code, err := c.code(k, d)
	if err == nil {
		s.Session, err = c.engine.Open(ctx, code, &s.marked, workers)
	}
	if err != nil {
		c.giveBack(&s.maps)
		c.idle = append(c.idle, s)
		return nil, err
	}
	return s, nil
}

// compiledSession is a session of machine code.
type compiledSession struct {
	*jit.Session
	compiler *compiler
	v        *variant
	watch    *touch.Watch // nil: nobody asks
	maps     scratch
	marked   ir.Dispatch
	ok       bool
}

func (s *compiledSession) run(worker int, io ir.StageIO, groups uint32) (ir.Result, error) {
	return s.Run(worker, io, groups)
}

func (s *compiledSession) close(work uint64) (seen []touch.Seen, ok bool) {
	s.Close()
	if s.watch != nil && s.ok {
		seen = s.watch.Spans(&s.marked, new(touch.Room))
		if s.watch.Again() {
			s.maps.used(s.watch.Table())
		}
		s.v.worked(s.watch, work)
	}
	s.compiler.giveBack(&s.maps)
	s.compiler.idle = append(s.compiler.idle, s)
	return seen, s.ok
}
