package jit

import (
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/setup"
)

// SetUpper is the machine code of a set-up program, made when it first runs. Different workers may run it at the same time.
type SetUpper struct {
	Run   stage.RunSetUp
	e     *Engine
	state stage.SetUp
	once  sync.Once
	seats []setUpSeat
}

// setUpSeat is what a worker calls the program with.
type setUpSeat struct {
	run   api.Function
	stack [setup.Params]uint64
	_     [64]byte // workers write at the same time: not into one cache line
}

// SetUpper gives the set-up program for a state. It must not be called by several goroutines at the same time.
func (e *Engine) SetUpper(c *stage.SetUp) *SetUpper {
	g, ok := e.setUppers[*c]
	if !ok {
		g = &SetUpper{e: e, state: *c, seats: make([]setUpSeat, len(e.workers))}
		g.Run = g.setUp
		e.setUppers[*c] = g
	}
	return g
}

func (g *SetUpper) setUp(worker int, j *stage.SetUpJob) {
	g.once.Do(g.compile)
	s := &g.seats[worker]
	s.stack = [setup.Params]uint64{uint64(j.Next), uint64(j.End), uint64(j.List), uint64(j.Records), uint64(j.Boxes), uint64(j.Points), uint64(j.Planes),
		uint64(j.Pitch)}
	if err := s.run.CallWithStack(g.e.ctx, s.stack[:]); err != nil {
		panic(fmt.Sprintf("BUG: jit: setting up by %+v: %v", g.state, err))
	}
}

func (g *SetUpper) compile() {
	compiled, err := g.e.runtime.CompileModule(g.e.ctx, setup.Module(&g.state, g.e.space.Pages()).Encode())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: set-up program for %+v does not compile: %v", g.state, err))
	}
	module, err := g.e.runtime.InstantiateModule(g.e.ctx, compiled, anonymous())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: set-up program for %+v does not start: %v", g.state, err))
	}
	for i := range g.seats {
		g.seats[i].run = module.ExportedFunction(setup.RunExport)
	}
}
