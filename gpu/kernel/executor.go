package kernel

import (
	"context"
	"errors"
	"runtime"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
)

// executor runs verified variants. Both executors give the same results for the same dispatch.
type executor interface {
	// run does the groups of d. The error is about the executor, never about the kernel.
	run(ctx context.Context, v *variant, d *ir.Dispatch) (ir.Result, error)
	// open starts the runs of a vertex or pixel program for one draw; d has what they share.
	open(ctx context.Context, v *variant, d *ir.Dispatch, workers int) (session, error)
	// workers is how many of them can do something at the same time.
	workers() int
	close() error
}

// session runs a vertex or pixel program again and again.
type session interface {
	// run does groups of stage.Group work items on a worker; different workers may run at the same time.
	run(worker int, io ir.StageIO, groups uint32) (ir.Result, error)
	close()
}

// newExecutor takes the compiler where there is one.
func newExecutor(space *mem.Space, o Options) (executor, error) {
	if o.Interpreter {
		return interpreter{}, nil
	}
	engine, err := jit.New(space, jit.Options{Workers: o.Workers})
	if errors.Is(err, jit.ErrUnsupported) {
		return interpreter{}, nil
	}
	if err != nil {
		return nil, err
	}
	return &compiler{engine: engine, codes: map[codeKey]*jit.Code{}}, nil
}

// interpreter is the executor that reads the IR.
type interpreter struct{}

func (interpreter) run(ctx context.Context, v *variant, d *ir.Dispatch) (ir.Result, error) {
	return interp.Run(ctx, v.ir, d), nil
}

func (interpreter) open(ctx context.Context, v *variant, d *ir.Dispatch, _ int) (session, error) {
	return &interpreted{ctx, v, *d}, nil
}

func (interpreter) workers() int { return runtime.GOMAXPROCS(0) }

func (interpreter) close() error { return nil }

// interpreted is a session of the interpreter. Its runs share nothing.
type interpreted struct {
	ctx context.Context
	v   *variant
	d   ir.Dispatch
}

func (s *interpreted) run(_ int, io ir.StageIO, groups uint32) (ir.Result, error) {
	d := s.d
	d.Stage, d.Groups, d.Count = io, [3]uint32{groups, 1, 1}, uint64(groups)
	return interp.Run(s.ctx, s.v.ir, &d), nil
}

func (s *interpreted) close() {}

// compiled is a session of machine code.
type compiled struct{ *jit.Session }

func (s compiled) run(worker int, io ir.StageIO, groups uint32) (ir.Result, error) {
	return s.Run(worker, io, groups)
}

func (s compiled) close() { s.Close() }

// compiler is the executor that makes machine code.
type compiler struct {
	engine *jit.Engine
	codes  map[codeKey]*jit.Code
}

// codeKey finds code without looking at the kernel's content; the engine does that, once for each variant.
type codeKey struct {
	v      *variant
	report bool
}

func (c *compiler) code(v *variant, d *ir.Dispatch) (*jit.Code, error) {
	key := codeKey{v, d.Reports > 0}
	if code, ok := c.codes[key]; ok {
		return code, nil
	}
	code, err := c.engine.Compile(v.ir, key.report)
	if err == nil {
		c.codes[key] = code
	}
	return code, err
}

func (c *compiler) run(ctx context.Context, v *variant, d *ir.Dispatch) (ir.Result, error) {
	code, err := c.code(v, d)
	if err != nil {
		return ir.Result{}, err
	}
	return c.engine.Run(ctx, code, d)
}

func (c *compiler) open(ctx context.Context, v *variant, d *ir.Dispatch, workers int) (session, error) {
	code, err := c.code(v, d)
	if err != nil {
		return nil, err
	}
	s, err := c.engine.Open(ctx, code, d, workers)
	if err != nil {
		return nil, err
	}
	return compiled{s}, nil
}

func (c *compiler) workers() int { return c.engine.Workers() }

func (c *compiler) close() error { return c.engine.Close() }
