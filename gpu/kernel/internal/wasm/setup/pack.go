package setup

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// packParams is the number of the parameters of a packing program.
const packParams = 11

// The parameters after those that it shares with set-up programs: the fields of stage.PackJob in their order. Where those have a list it has the
// head.
const (
	packHead  = paramList
	packQuads = iota + paramPoints
	packQuadsEnd
	packPlaces
	packDepth
	packPitch
)

// Pack is the packing program for a state, in a memory of that many pages of 64 KiB.
func Pack(p *stage.Pack, pages uint32) *enc.Module {
	g := &packer{gen: gen{maker: newMaker("pack", packParams), SetUp: &p.SetUp}, cover: &p.Cover, boxes: p.Boxes, sets: 1}
	if p.Boxes {
		g.sets = 2
	}
	g.pack()
	return g.module(pages)
}

// packer writes that function. Its fields are locals.
type packer struct {
	gen
	cover *stage.Cover
	boxes bool
	sets  int // of pixels: in a box, the left half of its columns and the right one

	clip           [4]asm.Local         // a box, as those of gen
	quads, places  asm.Local            // where the next ones go
	left, top      asm.Local            // of each triangle's pixels, within what can be seen
	pixels         [2]asm.Local         // by bit: those that are covered
	passing        [2]asm.Local         // those that pass
	depths         [halves][3]asm.Local // planes
	depth          asm.Local            // address of the depths, in all lanes
	nowhere        asm.Local            // likewise of one that nobody reads
	hash           asm.Local            // a number of the first pixel
	tested, passed asm.Local            // their numbers: int64
	counted        asm.Local            // quads: by lane, or of boxes int64
	twice          asm.Local            // not 0: a pixel is one of several triangles
	turn           asm.Local            // ones: waves may have pixels of the triangle
	turns          asm.Local            // how often four boxes took turns
	rest           [2]asm.Local         // pixels that are still to come
	corner         asm.Local            // place of the set of a box at hand
	right          asm.Local            // ones where it is the second one
	marks          asm.Local            // where the next ones go, if somebody wants them
}

// pack is the loop over the entries.
func (g *packer) pack() {
	g.constants()
	g.locals()
	g.Open(enc.Block, 0)
	g.Open(enc.Loop, 0)
	g.Get(g.entry, g.Param(paramEnd))
	g.Op(enc.I32GeU)
	g.Get(g.quads, g.Param(packQuadsEnd))
	g.Op(enc.I32GeU, enc.I32Or)
	g.Index(enc.BrIf, 1)
	if g.boxes {
		g.fourBoxes()
	} else {
		g.covered()
		g.fourAtOnce()
	}
	g.Add(g.record, g.lanesSize())
	g.Add(g.entry, lanes*stage.SetUpEntry)
	g.Index(enc.Br, 0)
	g.End()
	g.End()
	number := func(l asm.Local) func() {
		return func() {
			g.Get(l)
			g.Op(enc.I32WrapI64)
		}
	}
	for word, push := range [...]func(){stage.CoverNext: func() { g.Get(g.entry) }, stage.CoverQuads: func() { g.Get(g.quads) },
		stage.CoverTested: number(g.tested), stage.CoverPassed: number(g.passed), stage.PackedQuads: g.total,
		stage.PackedTurns: func() { g.Get(g.turns) }} {
		g.Get(g.Param(packHead))
		push()
		g.Mem(enc.I32Store, uint32(4*word))
	}
}

// locals loads what all triangles share, too, and finds room for what they do not.
func (g *packer) locals() {
	for i := range uint32(4) {
		g.spreadWord(g.Param(paramBoxes), 4*(stage.BoxClip+i))
		g.clip[i] = g.keep()
	}
	g.quads, g.places = g.Param(packQuads), g.Param(packPlaces)
	all := []*asm.Local{&g.turn, &g.corner, &g.right}
	for i := range g.sets {
		all = append(all, &g.pixels[i], &g.passing[i], &g.rest[i])
	}
	for _, l := range all {
		*l = g.Local(enc.V128)
	}
	g.tested, g.passed = g.Local(enc.I64), g.Local(enc.I64)
	g.turns = g.Local(enc.I32)
	if g.cover.Cells {
		g.Get(g.Param(packHead))
		g.I32(stage.PackMarks)
		g.Op(enc.I32Add)
		g.marks = g.Keep(enc.I32)
	}
	if g.boxes {
		g.counted = g.Local(enc.I64)
	} else {
		g.counted = g.Local(enc.V128)
	}
	g.depth = g.spread(g.Param(packDepth))
	g.Get(g.Param(packHead))
	g.I32(stage.PackNowhere)
	g.Op(enc.I32Add, enc.I32x4Splat)
	g.nowhere = g.keep()
}

// lanesSize is the length of the record of four triangles.
func (g *packer) lanesSize() uint32 { return uint32(stage.TriangleBytes(g.Count)) }

// total pushes the number of quads.
func (g *packer) total() {
	if g.boxes {
		g.Get(g.counted)
		g.Op(enc.I32WrapI64)
		return
	}
	g.I32(0)
	for lane := range lanes {
		g.Get(g.counted)
		g.Lane(enc.I32x4ExtractLane, lane)
		g.Op(enc.I32Sub)
	}
	g.I32(5)
	g.Op(enc.I32ShrU)
}

// bits adds the number of bits of a vector to a local.
func (g *packer) bits(to, v asm.Local) {
	g.Get(to)
	g.ones(v)
	g.Op(enc.I64Add)
	g.Set(to)
}

// ones pushes that number.
func (g *packer) ones(v asm.Local) {
	for lane := range 2 {
		g.Get(v)
		g.Lane(enc.I64x2ExtractLane, lane)
		g.Op(enc.I64Popcnt)
	}
	g.Op(enc.I64Add)
}

// covered finds the covered pixels of the triangles at hand. It leaves the loop where one of them is larger.
func (g *packer) covered() {
	g.Touch(g.entry, lanes*stage.SetUpEntry-1)
	g.apart(g.entry, 4, stage.SetUpEntry)
	g.I32(stage.PackMask)
	g.Op(enc.I32x4ShrU)
	g.Tee(g.pixels[0])
	g.Op(enc.I32x4AllTrue, enc.I32Eqz)
	g.Index(enc.BrIf, 1)
}

// leave removes the pixels of the entries after the end of the list.
func (g *packer) leave() {
	g.Get(g.Param(paramEnd), g.entry)
	g.Op(enc.I32Sub)
	g.I32(lanes * stage.SetUpEntry)
	g.Op(enc.I32LtU)
	g.When(func() { g.step(enc.V128And, g.pixels[0], g.there()) })
}

// there gives ones for entries of the list: it is padded with copies of the last one.
func (g *packer) there() asm.Local {
	g.Get(g.entry)
	g.Op(enc.I32x4Splat)
	g.Vec(0, stage.SetUpEntry, 2*stage.SetUpEntry, 3*stage.SetUpEntry)
	g.Op(enc.I32x4Add)
	g.Get(g.Param(paramEnd))
	g.Op(enc.I32x4Splat, enc.I32x4LtU)
	return g.keep()
}

// fourAtOnce does four triangles. Its branches come after the loads from points: at each the runtime forgets which addresses it has checked.
func (g *packer) fourAtOnce() {
	g.load()
	x0, _ := g.extent(g.xs, g.clip[0], g.clip[2], g.view[0], g.view[2], &g.midX)
	y0, _ := g.extent(g.ys, g.clip[1], g.clip[3], g.view[1], g.view[3], &g.midY)
	g.sides()
	g.divide(g.double())
	within := func(v, from, end asm.Local) asm.Local {
		return g.calc(enc.I32x4MaxS, g.calc(enc.I32x4MinS, v, g.with(enc.I32x4Sub, end, 2)), from)
	}
	g.left, g.top = within(x0, g.seen[0], g.seen[2]), within(y0, g.seen[1], g.seen[3])
	g.record4()
	g.leave()
	g.move(x0, y0)
	g.note()
	g.waves()
	g.count()
}

// record4 writes the record.
func (g *packer) record4() {
	g.Touch(g.record, g.lanesSize()-1)
	for word, middle := range [...]asm.Local{stage.TriangleX0: g.midX, stage.TriangleY0: g.midY} {
		g.Get(g.record, g.centre(middle))
		g.Mem(enc.V128Store, uint32(stage.TriangleStep*word))
	}
	for half := range halves {
		g.half(half)
	}
}

// centre gives those of pixels, which float32 has exactly.
func (g *packer) centre(pixels asm.Local) asm.Local {
	g.Get(pixels)
	g.Op(enc.F32x4ConvertI32x4S)
	g.All(0x3f000000)
	g.Op(enc.F32x4Add)
	return g.keep()
}

// half does what the record has of two of four triangles, one half after the other: the values of one half already fill the registers.
func (g *packer) half(half int) {
	g.gradients(half)
	var plane [3]asm.Local
	if g.cover.Test || g.Depth {
		plane, g.depths[half] = g.depthPlane(half)
	}
	g.write(half, plane)
}

// move makes the pixels those of the four from (left, top) on, where these do not begin at (x0, y0): at the border of a tile. Most triangles are not
// there.
func (g *packer) move(x0, y0 asm.Local) {
	pixels := g.pixels[0]
	choose := func(condition, then asm.Local) {
		g.Get(then, pixels, condition)
		g.Op(enc.V128Bitselect)
		g.Set(pixels)
	}
	g.Get(x0, g.left)
	g.Op(enc.V128Xor)
	g.Get(y0, g.top)
	g.Op(enc.V128Xor, enc.V128Or, enc.V128AnyTrue)
	g.When(func() {
		choose(g.calc(enc.I32x4LtS, x0, g.left), g.with(enc.V128And, g.shift(enc.I32x4ShrU, pixels, 1), 5))
		choose(g.calc(enc.I32x4GtS, x0, g.left), g.with(enc.V128And, g.calc(enc.I32x4Add, pixels, pixels), 10))
		choose(g.calc(enc.I32x4LtS, y0, g.top), g.shift(enc.I32x4ShrU, pixels, 2))
		choose(g.calc(enc.I32x4GtS, y0, g.top), g.with(enc.V128And, g.with(enc.I32x4Mul, pixels, 4), 12))
	})
}

// note finds out whether a pixel is one of several triangles: then the pixels have fewer bits, by hash, than there are of them. Pixels that are far
// from each other may have one bit, too, which costs waves of their own.
func (g *packer) note() {
	hash := g.calc(enc.I32x4Add, g.left, g.with(enc.I32x4DotI16x8S, g.top, 8))
	bits := g.with(enc.V128And, g.with(enc.I32x4DotI16x8S, g.pixels[0], 1+1<<6), 0x303) // the second row is 8 further
	for lane := range lanes {
		g.Get(bits)
		g.Lane(enc.I32x4ExtractLane, lane)
		g.Get(hash)
		g.Lane(enc.I32x4ExtractLane, lane)
		g.Op(enc.I32Rotl)
		if lane > 0 {
			g.Op(enc.I32Or)
		}
	}
	g.Op(enc.I32Popcnt, enc.I64ExtendI32U)
	g.ones(g.pixels[0])
	pixels := g.Keep(enc.I64)
	g.Get(pixels)
	g.Op(enc.I64Ne)
	g.twice = g.Keep(enc.I32)
	if g.cover.Test {
		g.step(enc.I64Add, g.tested, pixels)
	}
}

// write writes what the record has of two triangles. deep is the plane of their depths.
func (g *packer) write(half int, deep [3]asm.Local) {
	switch {
	case !g.W:
	case g.Affine:
		for i, v := range [...]float32{0, 0, 1} {
			g.same(half, uint32(stage.TriangleW+i), math.Float32bits(v))
		}
	default:
		g.words(half, stage.TriangleW, g.plane(half, g.fromPoints(half, stage.PointInverse)))
	}
	if g.Depth {
		g.words(half, stage.TriangleZ, deep)
	}
	for n := range g.Count {
		word := uint32(stage.TriangleInputs + stage.PlaneWords*n)
		if g.Inputs[n].Mode != gpu.InterpolateNone {
			g.words(half, word, g.plane(half, g.values(half, n)))
			continue
		}
		g.same(half, word, 0)
		g.same(half, word+1, 0)
		for k := range lanes / halves {
			g.Get(g.record, g.points[2*half+k][0])
			g.Mem(enc.I32Load, uint32(4*stage.PointInputs+8*n))
			g.Mem(enc.I32Store, stage.TriangleStep*(word+2)+uint32(8*half+4*k))
		}
	}
}

// words writes planes.
func (g *packer) words(half int, word uint32, plane [3]asm.Local) {
	for i, v := range plane {
		g.word(half, word+uint32(i), v)
	}
}

// word writes a word of two triangles, rounded to float32.
func (g *packer) word(half int, word uint32, v asm.Local) {
	g.Get(g.record, v)
	g.Op(enc.F32x4DemoteF64x2Zero)
	g.Lane(enc.F64x2ExtractLane, 0)
	g.Mem(enc.F64Store, stage.TriangleStep*word+uint32(8*half))
}

// same writes a word that is the same for all triangles.
func (g *packer) same(half int, word, v uint32) {
	g.Get(g.record)
	g.I64(uint64(v)<<32 | uint64(v))
	g.Mem(enc.I64Store, stage.TriangleStep*word+uint32(8*half))
}
