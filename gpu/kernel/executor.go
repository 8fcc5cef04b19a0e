package kernel

import (
	"context"
	"errors"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/jit"
)

// executor runs verified variants. Both executors give the same results for the same dispatch.
type executor interface {
	// run does the groups of d. The error is about the executor, never about the kernel.
	run(ctx context.Context, v *variant, d *ir.Dispatch) (ir.Result, error)
	close() error
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

func (interpreter) close() error { return nil }

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

func (c *compiler) run(ctx context.Context, v *variant, d *ir.Dispatch) (ir.Result, error) {
	key := codeKey{v, d.Reports > 0}
	code, ok := c.codes[key]
	if !ok {
		var err error
		if code, err = c.engine.Compile(v.ir, key.report); err != nil {
			return ir.Result{}, err
		}
		c.codes[key] = code
	}
	return c.engine.Run(ctx, code, d)
}

func (c *compiler) close() error { return c.engine.Close() }
