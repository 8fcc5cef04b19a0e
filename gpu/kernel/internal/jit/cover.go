package jit

import (
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/cover"
)

// Coverer is the machine code of a covering program, made when it first runs. Different workers may run it at the same time.
type Coverer struct {
	Run   stage.RunCover
	e     *Engine
	state stage.Cover
	once  sync.Once
	seats []coverSeat
}

// coverSeat is what a worker calls the program with.
type coverSeat struct {
	run   api.Function
	stack [cover.Params]uint64
	_     [64]byte // workers write at the same time: not into one cache line
}

// Coverer gives the covering program for a state. It must not be called by several goroutines at the same time.
func (e *Engine) Coverer(c *stage.Cover) *Coverer {
	g, ok := e.coverers[*c]
	if !ok {
		g = &Coverer{e: e, state: *c, seats: make([]coverSeat, len(e.workers))}
		g.Run = g.cover
		e.coverers[*c] = g
	}
	return g
}

func (g *Coverer) cover(worker int, j *stage.CoverJob) {
	g.once.Do(g.compile)
	s := &g.seats[worker]
	s.stack = [cover.Params]uint64{uint64(j.List), uint64(j.Next), uint64(j.End), uint64(j.Quads), uint64(j.QuadsEnd), uint64(j.Records), uint64(j.Depth),
		uint64(j.DepthPitch), uint64(j.Cells)}
	if err := s.run.CallWithStack(g.e.ctx, s.stack[:]); err != nil {
		panic(fmt.Sprintf("BUG: jit: covering by %+v: %v", g.state, err))
	}
}

func (g *Coverer) compile() {
	compiled, err := g.e.runtime.CompileModule(g.e.ctx, cover.Module(&g.state, g.e.space.Pages()).Encode())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: covering program for %+v does not compile: %v", g.state, err))
	}
	module, err := g.e.runtime.InstantiateModule(g.e.ctx, compiled, anonymous())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: covering program for %+v does not start: %v", g.state, err))
	}
	for i := range g.seats {
		g.seats[i].run = module.ExportedFunction(cover.RunExport)
	}
}
