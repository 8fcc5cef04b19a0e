package jit

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/setup"
)

// setUpper are the programs that bring small triangles to a covering program.
type setUpper struct {
	run            stage.Triangles
	project, setUp *fixed
	e              *Engine
	state          stage.SetUp
}

// SetUpper gives the programs that set small triangles up in a state. It must not be called by several goroutines at the same time.
func (e *Engine) SetUpper(c *stage.SetUp) *stage.Triangles {
	g, ok := e.setUppers[*c]
	if !ok {
		state, pages := *c, e.space.Pages()
		if e.sorters[0] == nil {
			e.sorters = [2]*fixed{e.fixed("sorting entries", setup.RunExport, func() []byte { return setup.Sort(false, pages).Encode() }),
				e.fixed("sorting items", setup.RunExport, func() []byte { return setup.Sort(true, pages).Encode() })}
		}
		g = &setUpper{e: e, state: state,
			project: e.fixed(fmt.Sprintf("projecting by %+v", state), setup.RunExport,
				func() []byte { return setup.Project(&state, pages).Encode() }),
			setUp: e.fixed(fmt.Sprintf("setting up by %+v", state), setup.RunExport, func() []byte { return setup.Module(&state, pages).Encode() })}
		g.run = stage.Triangles{Project: g.doProject, Sort: g.doSort, SetUp: g.doSetUp, Pack: g.packer}
		e.setUppers[state] = g
	}
	return &g.run
}

// packer gives the packing program for a state of covers.
func (g *setUpper) packer(c *stage.Cover, boxes bool) stage.RunPack {
	e, key := g.e, stage.Pack{SetUp: g.state, Cover: *c, Boxes: boxes}
	if _, ok := e.packers[key]; !ok && len(e.packers) >= knownPitches {
		key.Cover.Pitch = 0
	}
	run, ok := e.packers[key]
	if !ok {
		state, pages := key, e.space.Pages()
		program := e.fixed(fmt.Sprintf("packing by %+v", state), setup.RunExport, func() []byte { return setup.Pack(&state, pages).Encode() })
		run = func(worker int, j *stage.PackJob) {
			program.call(worker, uint64(j.Next), uint64(j.End), uint64(j.Head), uint64(j.Records), uint64(j.Boxes), uint64(j.Points), uint64(j.Quads),
				uint64(j.QuadsEnd), uint64(j.Places), uint64(j.Depth), uint64(j.Pitch))
		}
		e.packers[key] = run
	}
	return run
}

func (g *setUpper) doProject(worker int, j *stage.ProjectJob) {
	g.project.call(worker, uint64(j.From), uint64(j.End), uint64(j.Planes), uint64(j.Pitch), uint64(j.Points), uint64(j.Area))
}

func (g *setUpper) doSort(worker int, j *stage.SortJob) {
	program := g.e.sorters[0]
	if j.Items {
		program = g.e.sorters[1]
	}
	program.call(worker, uint64(j.Next), uint64(j.End), uint64(j.To), uint64(j.Nodes), uint64(j.Points), uint64(j.Step),
		uint64(j.Area), uint64(j.First))
}

func (g *setUpper) doSetUp(worker int, j *stage.SetUpJob) {
	g.setUp.call(worker, uint64(j.Next), uint64(j.End), uint64(j.List), uint64(j.Records), uint64(j.Boxes), uint64(j.Points))
}
