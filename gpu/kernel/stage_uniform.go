package kernel

import (
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// This file keeps what a pixel program gives if that is the same for all pixels of a draw, such as a colour from a constant buffer: it runs once
// for each worker, and further runs only count.

// uniform says whether all work items of a pixel program do the same: nothing in it depends on which item it is, and it changes nothing but its
// outputs. Constant buffers do not change during a draw.
func uniform(k *ir.Kernel) bool {
	same := k.Stage.Kind == ir.PixelStage
	k.Body.Walk(func(in *ir.Instr) {
		switch in.Op.Class() {
		case ir.Pure, ir.Output, ir.Control:
		case ir.Load:
			same = same && (in.Op == ir.OpLoadConst || in.Op == ir.OpQuery)
		default:
			same = false
		}
	})
	return same
}

// Uniform implements exec.StageProgram.
func (p *stageProgram) Uniform() bool { return p.uniform }

// readsW says whether a pixel program reads the plane of 1/w of triangles.
func readsW(k *ir.Kernel) (reads bool) {
	k.Body.Walk(func(in *ir.Instr) {
		reads = reads || in.Op == ir.OpTriangle && in.Imm >= stage.TriangleW && in.Imm < stage.TriangleW+stage.PlaneWords
	})
	return reads
}

// ReadsW implements exec.StageProgram. What verifies a form is the program that it was made of.
func (p *stageProgram) ReadsW() bool { return p.readsW }

// packs says whether a pixel program does the same with any four pixels, of whichever triangles, and costs the same: it takes no branch, nothing in
// it goes from lane to lane or counts on lanes that are alike, and it loads nothing that could be missed.
func packs(k *ir.Kernel) bool {
	ok, levels := k.Stage.Kind == ir.PixelStage, ir.FindUniformity(k)
	k.Body.Walk(func(in *ir.Instr) {
		for _, r := range in.Results { // of one triangle: only vectors, which are kept as such
			ok = ok && (levels.Of(r) != ir.PerWave || k.Type(r) == ir.F32)
		}
		switch in.Op.Class() {
		case ir.Pure, ir.Output:
		case ir.System:
			ok = ok && (in.Op == ir.OpTriangle || in.Op == ir.OpPixelPlace)
		case ir.Load:
			ok = ok && (in.Op == ir.OpLoadConst && levels.Of(in.Args[0]) == ir.PerDispatch || in.Op == ir.OpQuery)
		default:
			ok = false
		}
	})
	return ok
}

// Packs implements exec.StageProgram.
func (p *stageProgram) Packs() bool { return p.packs }

// keeping is what a worker remembers of the last complete run of a uniform program.
type keeping struct {
	output uint32 // where the results stand
	groups uint32 // how many groups of them; 0: none
	cost   uint64 // instructions of each
}

// repeats says whether a run would give what is there already, and counts it if so.
func (p *stageProgram) repeats(w *stageWorker, output, items uint32) bool {
	groups := (items + stage.Group - 1) / stage.Group
	if !p.uniform || groups > w.kept.groups || output != w.kept.output || p.ctx.Err() != nil {
		return false
	}
	w.items += uint64(items)
	w.instructions += uint64(groups) * w.kept.cost
	return true
}

// keep remembers a run that had nothing to say.
func (p *stageProgram) keep(w *stageWorker, output, groups uint32, instructions uint64) {
	if p.uniform {
		w.kept = keeping{output, groups, instructions / uint64(groups)}
	}
}

var _ exec.StageProgram = (*stageProgram)(nil)
