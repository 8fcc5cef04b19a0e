package jit

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/cover"
)

// Coverer is a covering program.
type Coverer struct {
	Run     stage.RunCover
	program *fixed
}

// Coverer gives the covering program for a state. It must not be called by several goroutines at the same time.
func (e *Engine) Coverer(c *stage.Cover) *Coverer {
	g, ok := e.coverers[*c]
	if !ok {
		state := *c
		g = &Coverer{program: e.fixed(fmt.Sprintf("covering by %+v", state), cover.RunExport, func() []byte { return cover.Module(&state, e.space.Pages()).Encode() })}
		g.Run = g.cover
		e.coverers[state] = g
	}
	return g
}

func (g *Coverer) cover(worker int, j *stage.CoverJob) {
	g.program.call(worker, uint64(j.List), uint64(j.Next), uint64(j.End), uint64(j.Quads), uint64(j.QuadsEnd), uint64(j.Records), uint64(j.Depth),
		uint64(j.DepthPitch), uint64(j.Cells))
}
