package setup

import (
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// RunExport is the name of a module's function: the fields of stage.SetUpJob in their order, all of type i32.
const RunExport = "setup"

// Params is the number of the function's parameters.
const Params = 8

// The parameters of the function.
const (
	paramNext = iota
	paramEnd
	paramList
	paramRecords
	paramBoxes
	paramPoints
	paramPlanes
	paramPitch
)

// lanes is how many triangles are set up at a time; halves of them share vectors of float64.
const (
	lanes  = stage.SetUpTogether
	halves = lanes / 2
)

// Module is the program for a state, in a memory of that many pages of 64 KiB.
func Module(s *stage.SetUp, pages uint32) *enc.Module {
	types := make([]enc.ValType, Params)
	for i := range types {
		types[i] = enc.I32
	}
	g := &gen{Func: asm.New("setup", types, nil), SetUp: s}
	g.F.Export = RunExport
	g.run()
	return &enc.Module{Pages: pages, Funcs: []*enc.Func{g.F}}
}

// Vectors of a value by corner and by half.
type (
	corners [3]asm.Local
	pairs   [halves]corners
)

// gen writes one function. Its fields are locals.
type gen struct {
	asm.Func
	*stage.SetUp

	entry        asm.Local        // address of the entries at hand
	list, record asm.Local        // addresses of what is written next
	view, seen   [4]asm.Local     // boxes: each word in all lanes
	planes       []asm.Local      // addresses of the planes of the inputs
	items        [lanes]corners   // 4 times the items of the vertices
	points       [lanes]corners   // their addresses
	xs, ys       corners          // of the corners
	z, inverse   pairs            // their depths, and 1/w
	midX, midY   asm.Local        // the pixel in the middle
	dx, dy       corners          // from corner 0 to the others; [0] is unused
	entries      [lanes]asm.Local // addresses of the entries for the covering program
	records      [lanes]asm.Local // and of the records
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
			g.depth(half)
			if g.Records {
				g.system(half)
				g.inputs(half)
			}
		}
		g.Get(g.entry)
		g.I32(lanes * stage.SetUpEntry)
		g.Op(enc.I32Add)
		g.Tee(g.entry)
		g.Get(g.Param(paramEnd))
		g.Op(enc.I32LtU)
		g.Index(enc.BrIf, 0)
		g.End()
	})
	g.Get(g.Param(paramBoxes), g.list)
	g.Mem(enc.I32Store, 4*stage.BoxEnd)
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
	if !g.Records {
		return
	}
	for i := range g.Count {
		g.Get(g.Param(paramPitch))
		g.I32(uint32(g.Inputs[i].Plane))
		g.Op(enc.I32Mul)
		g.Get(g.Param(paramPlanes))
		g.Op(enc.I32Add)
		g.planes = append(g.planes, g.Keep(enc.I32))
	}
}

// spreadWord pushes a word of memory in all lanes.
func (g *gen) spreadWord(base asm.Local, offset uint32) {
	g.Get(base)
	g.Mem(enc.V128Load32Zero, offset)
	g.SpreadLane0()
}

// touch loads a byte, so that the runtime checks its own bounds once for all before it.
func (g *gen) touch(base asm.Local, last uint32) {
	g.Get(base)
	g.Mem(enc.I32Load8U, last)
	g.Op(enc.Drop)
}

// load reads the entries and their points. Behind the last entry stand copies of it.
func (g *gen) load() {
	g.touch(g.entry, lanes*stage.SetUpEntry-1)
	for lane := range uint32(lanes) {
		for k := range uint32(3) {
			g.Get(g.entry)
			g.Mem(enc.I32Load, lane*stage.SetUpEntry+4*k)
			item := g.Keep(enc.I32)
			g.Get(item)
			g.I32(5) // the bit of front faces drops out
			g.Op(enc.I32Shl)
			g.Get(g.Param(paramPoints))
			g.Op(enc.I32Add)
			g.points[lane][k] = g.Keep(enc.I32)
			g.touch(g.points[lane][k], stage.PointBytes-1)
			g.Get(item)
			g.I32(2)
			g.Op(enc.I32Shl)
			g.items[lane][k] = g.Keep(enc.I32)
		}
	}
	for k := range 3 {
		var places [halves]asm.Local
		for half := range halves {
			places[half] = g.fromPoints(half, k, stage.PointX)
			g.z[half][k] = g.fromPoints(half, k, stage.PointZ)
			if g.Records && !g.Affine {
				g.inverse[half][k] = g.fromPoints(half, k, stage.PointInverse)
			}
		}
		g.Get(places[0], places[1])
		g.words(0, 2, 4, 6)
		g.xs[k] = g.keep()
		g.Get(places[0], places[1])
		g.words(1, 3, 5, 7)
		g.ys[k] = g.keep()
	}
}

// fromPoints gives eight bytes of a corner of both triangles of a half.
func (g *gen) fromPoints(half, corner int, word uint32) asm.Local {
	g.Get(g.points[2*half][corner])
	g.Mem(enc.V128Load64Zero, 4*word)
	g.Get(g.points[2*half+1][corner])
	g.Mem(enc.F64Load, 4*word)
	g.Lane(enc.F64x2ReplaceLane, 1)
	return g.keep()
}

// keep takes a vector from the stack.
func (g *gen) keep() asm.Local { return g.Keep(enc.V128) }

// calc gives the result of an operation.
func (g *gen) calc(op enc.Op, a, b asm.Local) asm.Local {
	g.Get(a, b)
	g.Op(op)
	return g.keep()
}

// with gives the result of an operation with a number in all lanes.
func (g *gen) with(op enc.Op, a asm.Local, n uint32) asm.Local {
	g.Get(a)
	g.All(n)
	g.Op(op)
	return g.keep()
}

// shift is with for shifts.
func (g *gen) shift(op enc.Op, a asm.Local, n uint32) asm.Local {
	g.Get(a)
	g.I32(n)
	g.Op(op)
	return g.keep()
}

// words picks words of the two vectors on the stack: 0 to 3 are those of the first one.
func (g *gen) words(ws ...byte) {
	in := enc.Instr{Op: enc.I8x16Shuffle}
	for i := range in.V {
		in.V[i] = 4*ws[i/4] + byte(i%4)
	}
	g.F.Body = append(g.F.Body, in)
}
