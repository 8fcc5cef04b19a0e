package jit

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/merge"
)

// Merger is a merging program.
type Merger struct {
	Run     stage.RunMerge
	program *fixed
}

// Merger gives the merging program for a state, nil where there is none. It must not be called by several goroutines at the same time.
func (e *Engine) Merger(m *stage.Merge) *Merger {
	if !merge.Knows(m) {
		return nil
	}
	g, ok := e.mergers[*m]
	if any := *m; !ok && len(e.mergers) >= knownPitches {
		any.RowPitch = 0
		g, ok = e.mergers[any]
	}
	if !ok {
		state := *m
		if len(e.mergers) >= knownPitches {
			state.RowPitch = 0
		}
		g = &Merger{program: e.fixed(fmt.Sprintf("merging by %+v", state), merge.RunExport,
			func() []byte { return merge.Module(&state, e.space.Pages()).Encode() })}
		g.Run = g.merge
		e.mergers[state] = g
	}
	return g
}

func (g *Merger) merge(worker int, list, quads, planes uint32, to stage.MergeTarget) {
	g.program.call(worker, uint64(list), uint64(quads), uint64(planes), uint64(to.Address), uint64(to.RowPitch), uint64(to.SamplePitch))
}
