package jit

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/setup"
)

// SetUpper is a set-up program.
type SetUpper struct {
	Run     stage.RunSetUp
	program *fixed
}

// SetUpper gives the set-up program for a state. It must not be called by several goroutines at the same time.
func (e *Engine) SetUpper(c *stage.SetUp) *SetUpper {
	g, ok := e.setUppers[*c]
	if !ok {
		state := *c
		g = &SetUpper{program: e.fixed(fmt.Sprintf("setting up by %+v", state), setup.RunExport, func() []byte { return setup.Module(&state, e.space.Pages()).Encode() })}
		g.Run = g.setUp
		e.setUppers[state] = g
	}
	return g
}

func (g *SetUpper) setUp(worker int, j *stage.SetUpJob) {
	g.program.call(worker, uint64(j.Next), uint64(j.End), uint64(j.List), uint64(j.Records), uint64(j.Boxes), uint64(j.Points), uint64(j.Planes), uint64(j.Pitch))
}
