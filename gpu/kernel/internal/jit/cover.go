package jit

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/cover"
)

// coverer are the covering programs of a state.
type coverer struct {
	run         stage.Covering
	small, rows *fixed
}

// knownPitches is how many programs of a kind know the pitch of their target: a device that draws into targets of more widths gets programs for any
// width.
const knownPitches = 48

// Coverer gives the covering programs for a state. It must not be called by several goroutines at the same time.
func (e *Engine) Coverer(c *stage.Cover) *stage.Covering {
	g, ok := e.coverers[*c]
	if any := *c; !ok && len(e.coverers) >= knownPitches {
		any.Pitch = 0
		g, ok = e.coverers[any]
	}
	if !ok {
		state, pages := *c, e.space.Pages()
		if len(e.coverers) >= knownPitches {
			state.Pitch = 0
		}
		g = &coverer{small: e.fixed(fmt.Sprintf("covering by %+v", state), cover.RunExport,
			func() []byte { return cover.Module(&state, pages).Encode() }),
			rows: e.fixed(fmt.Sprintf("covering rows by %+v", state), cover.RunExport, func() []byte { return cover.Rows(&state, pages).Encode() })}
		g.run = stage.Covering{Small: g.doSmall, Rows: g.doRows}
		e.coverers[state] = g
	}
	return &g.run
}

func (g *coverer) doSmall(worker int, j *stage.CoverJob) {
	g.small.call(worker, uint64(j.List), uint64(j.Next), uint64(j.End), uint64(j.Quads), uint64(j.QuadsEnd), uint64(j.Records), uint64(j.Depth),
		uint64(j.DepthPitch), uint64(j.Cells))
}

func (g *coverer) doRows(worker int, j *stage.RowsJob) uint32 {
	return uint32(g.rows.call(worker, math.Float64bits(j.A), math.Float64bits(j.B), math.Float64bits(j.C), uint64(j.X), uint64(j.Y),
		uint64(j.Pairs), uint64(j.Rows),
		uint64(j.Depth), uint64(j.Pitch), uint64(j.Records), uint64(j.Triangle)))
}
