package interp

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// stage reads what a work item of a vertex or pixel program begins with, or writes a word of what it gives.
func (m *machine) stage(w *wave, in *ir.Instr, lane int) uint32 {
	item := uint32(m.group)*ir.StageGroup + w.first + uint32(lane)
	io := &m.d.Stage
	word := func(at uint32) uint32 { return binary.LittleEndian.Uint32(m.mem[at:]) }
	quad := io.Input + item/ir.WaveSize*ir.QuadBytes
	switch in.Op {
	case ir.OpStageIn:
		return word(io.Input + in.Imm*io.Pitch + 4*item)
	case ir.OpStageOut:
		binary.LittleEndian.PutUint32(m.mem[io.Output+in.Imm*io.Pitch+4*item:], w.arg(in, 0, lane))
		return 0
	case ir.OpQuadWord:
		return word(quad + 4*in.Imm)
	case ir.OpTriangle:
		return word(word(quad+ir.QuadRecord) + ir.LaneBytes*in.Imm + 4*uint32(lane))
	case ir.OpPixelPlace:
		return word(quad + ir.QuadX + ir.LaneBytes*in.Imm + 4*uint32(lane))
	}
	return truth(m.d.Counts(m.k, m.group, w.first+uint32(lane)))
}
