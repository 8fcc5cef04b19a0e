package opt

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// positionW is the plane of w in the outputs of a vertex program.
const positionW = 3

// GivesAffine says whether an optimised vertex program gives 1 for w, whatever its inputs are: then 1/w is 1 in all of a triangle, also where
// clipping has cut it.
func GivesAffine(k *ir.Kernel) bool {
	if k.Stage.Kind != ir.VertexStage {
		return false
	}
	r, gives := newRewriter(k), false
	affine := true
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpStageOut && in.Imm == positionW {
			gives, affine = true, affine && r.isOne(in.Args[0])
		}
	})
	return gives && affine
}

func (r *rewriter) isOne(v ir.Value) bool {
	c, ok := r.constant(v)
	return ok && c == math.Float32bits(1)
}

// Affine gives a copy of an optimised pixel program for triangles in which 1/w is 1: it gives the same bytes at the same cost, and does not divide by
// it. Where there is nothing to do it gives the program itself.
func Affine(program *ir.Kernel) *ir.Kernel {
	if program.Stage.Kind != ir.PixelStage {
		return program
	}
	k := program.Clone()
	r, found := newRewriter(k), false
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if !r.isW(in) {
			return append(out, in)
		}
		found = true
		r.replace(in.Result(), in.Args[0])
		return out
	})
	if !found {
		return program
	}
	r.renameAll(k.Body)
	passFoldConstants(k)
	passRemoveDead(k)
	before, after := blocksOf(program.Body, nil), blocksOf(k.Body, nil)
	if len(before) != len(after) { // what a choice has cost depends on pixels
		return program
	}
	for i, b := range after {
		b.Saved += ir.Cost(before[i]) - ir.Cost(b)
	}
	return k
}

// isW says whether an instruction gives w: the reciprocal of the plane of 1/w at some place.
func (r *rewriter) isW(in *ir.Instr) bool {
	return in.Op == ir.OpFDiv && r.isOne(in.Args[0]) && r.isPlane(in.Args[1], stage.TriangleW)
}

// isPlane says whether a value is A*x + B*y + C, of the plane at a word of the triangle's record. The places are finite.
func (r *rewriter) isPlane(v ir.Value, word uint32) bool {
	sum, c := r.pair(v, ir.OpFAdd)
	if sum == 0 || !r.isWord(c, word+2) {
		return false
	}
	ax, by := r.pair(sum, ir.OpFAdd)
	a, _ := r.pair(ax, ir.OpFMul)
	b, _ := r.pair(by, ir.OpFMul)
	return r.isWord(a, word) && r.isWord(b, word+1)
}

// pair is the operands of a value, if it comes from an operation; else zeros.
func (r *rewriter) pair(v ir.Value, op ir.Op) (a, b ir.Value) {
	if in := r.defs[v]; in != nil && in.Op == op {
		return in.Args[0], in.Args[1]
	}
	return 0, 0
}

func (r *rewriter) isWord(v ir.Value, word uint32) bool {
	in := r.defs[v]
	return in != nil && in.Op == ir.OpTriangle && in.Imm == word
}

// blocksOf appends a block and those in it.
func blocksOf(b *ir.Block, list []*ir.Block) []*ir.Block {
	list = append(list, b)
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			list = blocksOf(nested, list)
		}
	}
	return list
}
