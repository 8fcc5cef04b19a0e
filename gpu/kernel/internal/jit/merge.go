package jit

import (
	"fmt"
	"sync"

	"github.com/tetratelabs/wazero/api"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/merge"
)

// Merger is the machine code of a merging program, made when it first runs. Different workers may run it at the same time.
type Merger struct {
	Run   stage.RunMerge
	e     *Engine
	state stage.Merge
	once  sync.Once
	seats []mergeSeat
}

// mergeSeat is what a worker calls the program with.
type mergeSeat struct {
	run   api.Function
	stack [6]uint64
	_     [64]byte // workers write at the same time: not into one cache line
}

// Merger gives the merging program for a state, nil where there is none. It must not be called by several goroutines at the same time.
func (e *Engine) Merger(m *stage.Merge) *Merger {
	if !merge.Knows(m) {
		return nil
	}
	g, ok := e.mergers[*m]
	if !ok {
		g = &Merger{e: e, state: *m, seats: make([]mergeSeat, len(e.workers))}
		g.Run = g.merge
		e.mergers[*m] = g
	}
	return g
}

func (g *Merger) merge(worker int, list, quads, planes uint32, to stage.MergeTarget) {
	g.once.Do(g.compile)
	s := &g.seats[worker]
	s.stack = [6]uint64{uint64(list), uint64(quads), uint64(planes), uint64(to.Address), uint64(to.RowPitch), uint64(to.SamplePitch)}
	if err := s.run.CallWithStack(g.e.ctx, s.stack[:]); err != nil {
		panic(fmt.Sprintf("BUG: jit: merging by %+v: %v", g.state, err))
	}
}

func (g *Merger) compile() {
	compiled, err := g.e.runtime.CompileModule(g.e.ctx, merge.Module(&g.state, g.e.space.Pages()).Encode())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: merging program for %+v does not compile: %v", g.state, err))
	}
	module, err := g.e.runtime.InstantiateModule(g.e.ctx, compiled, anonymous())
	if err != nil {
		panic(fmt.Sprintf("BUG: jit: merging program for %+v does not start: %v", g.state, err))
	}
	for i := range g.seats {
		g.seats[i].run = module.ExportedFunction(merge.RunExport)
	}
}
