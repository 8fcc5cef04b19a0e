package setup

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of the function of each module. Its parameters are the fields of a job of package stage in their order, all of type i32.
const RunExport = "run"

// Params is the number of the parameters of a set-up program.
const Params = 6

// The parameters of the function.
const (
	paramNext = iota
	paramEnd
	paramList
	paramRecords
	paramBoxes
	paramPoints
)

// lanes is how many triangles are set up at a time; halves of them share vectors of float64.
const (
	lanes  = stage.SetUpTogether
	halves = lanes / 2
)

// Module is the set-up program for a state, in a memory of that many pages of 64 KiB.
func Module(s *stage.SetUp, pages uint32) *enc.Module {
	g := &gen{maker: newMaker("setup", Params), SetUp: s}
	g.run()
	return g.module(pages)
}

// corners are vectors of a value by corner.
type corners [3]asm.Local

// gen writes one function. Its fields are locals.
type gen struct {
	maker
	*stage.SetUp

	entry        asm.Local        // address of the entries at hand
	list, record asm.Local        // addresses of what is written: in the first plane of the list, and the first record
	view, seen   [4]asm.Local     // boxes: each word in all lanes
	points       [lanes]corners   // addresses
	xs, ys       corners          // of the corners
	midX, midY   asm.Local        // the pixel in the middle
	dx, dy       corners          // from corner 0 to the others; [0] is unused
	grow         [halves]gradient // of their planes
}

// run is the loop over the list.
func (g *gen) run() {
	g.constants()
	g.Get(g.entry, g.Param(paramEnd))
	g.Op(enc.I32LtU)
	g.When(func() {
		g.Open(enc.Loop, 0)
		g.load()
		g.triangles()
		for half := range halves {
			g.gradients(half)
		}
		for half := range halves {
			g.depth(half)
			if g.Records {
				g.system(half)
				g.inputs(half)
			}
		}
		g.Add(g.list, lanes*stage.CoverEntry)
		g.Add(g.record, lanes*g.size())
		g.Add(g.entry, lanes*stage.SetUpEntry)
		g.Get(g.entry, g.Param(paramEnd))
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
}

// constants loads what all triangles share.
func (g *gen) constants() {
	g.entry, g.list, g.record = g.Param(paramNext), g.Param(paramList), g.Param(paramRecords)
	for i := range uint32(4) {
		g.spreadWord(g.Param(paramBoxes), 4*(stage.BoxView+i))
		g.view[i] = g.keep()
		g.spreadWord(g.Param(paramBoxes), 4*(stage.BoxSeen+i))
		g.seen[i] = g.keep()
	}
}

// load reads the entries and their points. The list is padded with copies of the last entry.
func (g *gen) load() {
	step := stage.PointStep(0)
	if g.Records {
		step = stage.PointStep(g.Count)
	}
	g.Touch(g.entry, lanes*stage.SetUpEntry-1)
	g.All(step) // a multiple of 16: bits above items drop out
	wide := g.keep()
	base := g.spread(g.Param(paramPoints))
	for lane := range uint32(lanes) {
		all := g.addresses(g.entry, lane*stage.SetUpEntry, wide, base)
		for k := range 3 {
			g.Get(all)
			g.Lane(enc.I32x4ExtractLane, k)
			g.points[lane][k] = g.Keep(enc.I32)
			g.Touch(g.points[lane][k], step-1)
		}
	}
	for k := range 3 {
		at := [lanes]asm.Local{g.points[0][k], g.points[1][k], g.points[2][k], g.points[3][k]}
		g.four(at, 4*stage.PointX)
		g.xs[k] = g.keep()
		g.four(at, 4*stage.PointY)
		g.ys[k] = g.keep()
	}
}

// fromPoints gives eight bytes of the corners of both triangles of a half. They are read where they are wanted, so that nothing waits for them in a
// register.
func (g *gen) fromPoints(half int, word uint32) (f corners) {
	for k := range f {
		g.eight(g.points[2*half][k], g.points[2*half+1][k], 4*word)
		f[k] = g.keep()
	}
	return f
}
