package interp

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// block runs b for the lanes of mask. Nothing happens, and nothing is counted, where there are none.
func (m *machine) block(w *wave, b *ir.Block, mask uint8) {
	if mask == 0 {
		return
	}
	m.spent += m.cost(b)
	m.instrs(w, b.Instrs, mask)
}

func (m *machine) instrs(w *wave, instrs []*ir.Instr, mask uint8) {
	for _, in := range instrs {
		switch in.Op {
		case ir.OpIf:
			m.ifInstr(w, in, mask)
		case ir.OpLoop:
			m.loopInstr(w, in, mask)
		default:
			m.instr(w, in, mask)
		}
		if m.stopped != nil {
			return
		}
	}
}

func (m *machine) ifInstr(w *wave, in *ir.Instr, mask uint8) {
	then := mask & w.trueLanes(in.Args[0])
	els := mask &^ then
	m.block(w, in.Blocks[0], then)
	if m.stopped != nil {
		return
	}
	w.copyValues(in.Results, in.Blocks[0].Yield, then)
	m.block(w, in.Blocks[1], els)
	w.copyValues(in.Results, in.Blocks[1].Yield, els)
}

func (m *machine) loopInstr(w *wave, in *ir.Instr, mask uint8) {
	head, body := in.Blocks[0], in.Blocks[1]
	w.copyValues(head.Params, in.Args, mask)
	for {
		m.block(w, head, mask)
		if m.stopped != nil {
			return
		}
		stay := mask & w.trueLanes(head.Yield[0])
		w.copyValues(in.Results, head.Yield[1:], mask&^stay)
		if stay == 0 {
			return
		}
		mask = stay
		m.block(w, body, mask)
		if m.hung(in.Site) {
			return
		}
		w.copyValues(head.Params, body.Yield, mask)
	}
}

// trueLanes is the mask of the lanes where v is true.
func (w *wave) trueLanes(v ir.Value) uint8 {
	mask := uint8(0)
	for lane, x := range w.values[v] {
		if x != 0 {
			mask |= 1 << lane
		}
	}
	return mask
}

// arg is the value of an argument in a lane, 0 where the argument is absent.
func (w *wave) arg(in *ir.Instr, i, lane int) uint32 {
	if v := in.Args[i]; v != 0 {
		return w.values[v][lane]
	}
	return 0
}

// instr runs an instruction without blocks.
func (m *machine) instr(w *wave, in *ir.Instr, mask uint8) {
	if in.Op.Class() == ir.WaveOp {
		m.waveOp(w, in, mask)
		return
	}
	for lane := range ir.WaveSize {
		if mask>>lane&1 == 0 {
			continue
		}
		result := m.lane(w, in, lane)
		if len(in.Results) > 0 {
			w.values[in.Results[0]][lane] = result
		}
	}
}

// lane runs an instruction for one lane and gives its result, if it has one.
func (m *machine) lane(w *wave, in *ir.Instr, lane int) uint32 {
	switch in.Op {
	case ir.OpConst:
		return in.Imm
	case ir.OpSys:
		return m.system(ir.SysVal(in.Imm), w.first+uint32(lane))
	case ir.OpPrintf:
		m.printf(w, in, lane)
		return 0
	case ir.OpAligned:
		m.aligned(w, in, lane)
		return 0
	}
	switch in.Op.Class() {
	case ir.Pure:
	case ir.System, ir.Output:
		return m.stage(w, in, lane)
	default:
		return m.access(w, in, lane)
	}
	var a [3]uint32
	for i := range in.Args {
		a[i] = w.arg(in, i, lane)
	}
	return ir.Eval(in.Op, a[0], a[1], a[2])
}

func (m *machine) system(s ir.SysVal, item uint32) uint32 {
	n := m.k.NumThreads
	thread := [3]uint32{item % n[0], item / n[0] % n[1], item / (n[0] * n[1])}
	switch {
	case s <= ir.DispatchThreadIDZ:
		axis := s - ir.DispatchThreadIDX
		return m.id[axis]*n[axis] + thread[axis]
	case s <= ir.GroupThreadIDZ:
		return thread[s-ir.GroupThreadIDX]
	case s <= ir.GroupIDZ:
		return m.id[s-ir.GroupIDX]
	case s == ir.GroupIndex:
		return item
	case s == ir.LaneIndex:
		return item % ir.WaveSize
	}
	return m.d.Groups[s-ir.GroupCountX]
}

func (m *machine) printf(w *wave, in *ir.Instr, lane int) {
	args := make([]uint32, len(in.Args))
	for i, v := range in.Args {
		args[i] = w.values[v][lane]
		if m.k.Type(v) == ir.F32 {
			args[i] = ir.CanonicalNaN(args[i])
		}
	}
	m.log.Printf(ir.PrintRecord{Group: m.group, Item: w.first + uint32(lane), Format: in.Imm, Args: args, Site: in.Site})
}

// waveOp runs an operation over the active lanes of a wave.
func (m *machine) waveOp(w *wave, in *ir.Instr, mask uint8) {
	var x lanes
	if len(in.Args) > 0 {
		x = w.values[in.Args[0]]
	}
	var result lanes
	switch fold, prefix := foldOf(in.Op); {
	case prefix:
		result = prefixes(fold, x, mask)
	case fold != ir.OpInvalid:
		result = everywhere(foldLanes(fold, x, mask))
	case in.Op == ir.OpQuadRead:
		from, one := ir.QuadSource(in.Imm)
		if one && mask>>from&1 == 0 {
			from = uint32(firstLane(mask))
		}
		for lane := range result {
			result[lane] = x[lane]
			if one {
				result[lane] = x[from]
			} else if from := in.Imm >> (2 * lane) & 3; mask>>from&1 != 0 {
				result[lane] = x[from]
			}
		}
	case in.Op == ir.OpWaveAt:
		for lane, from := range w.values[in.Args[1]] {
			if from < ir.WaveSize && mask>>from&1 != 0 {
				result[lane] = x[from]
			}
		}
	case in.Op == ir.OpWaveIsFirst:
		result[firstLane(mask)] = 1
	default:
		result = everywhere(vote(in.Op, x, mask))
	}
	for lane := range ir.WaveSize {
		if mask>>lane&1 != 0 {
			w.values[in.Results[0]][lane] = result[lane]
		}
	}
}

func vote(op ir.Op, x lanes, mask uint8) uint32 {
	ballot := uint32(0)
	for lane, v := range x {
		if v != 0 && mask>>lane&1 != 0 {
			ballot |= 1 << lane
		}
	}
	switch op {
	case ir.OpWaveBallot:
		return ballot
	case ir.OpWaveAny:
		return truth(ballot != 0)
	case ir.OpWaveAll:
		return truth(ballot == uint32(mask))
	}
	return x[firstLane(mask)] // OpWaveFirst
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func firstLane(mask uint8) int {
	lane := 0
	for mask>>lane&1 == 0 {
		lane++
	}
	return lane
}

func everywhere(v uint32) lanes { return lanes{v, v, v, v} }

// folds are the operations that reductions repeat.
var folds = map[ir.Op]ir.Op{
	ir.OpWaveSumF: ir.OpFAdd, ir.OpWaveSumI: ir.OpIAdd, ir.OpWaveMulF: ir.OpFMul, ir.OpWaveMulI: ir.OpIMul,
	ir.OpWaveMinF: ir.OpFMin, ir.OpWaveMinS: ir.OpMinS, ir.OpWaveMinU: ir.OpMinU,
	ir.OpWaveMaxF: ir.OpFMax, ir.OpWaveMaxS: ir.OpMaxS, ir.OpWaveMaxU: ir.OpMaxU,
	ir.OpWaveAnd: ir.OpAnd, ir.OpWaveOr: ir.OpOr, ir.OpWaveXor: ir.OpXor,
	ir.OpWavePrefixSumF: ir.OpFAdd, ir.OpWavePrefixSumI: ir.OpIAdd, ir.OpWavePrefixMulF: ir.OpFMul, ir.OpWavePrefixMulI: ir.OpIMul,
}

func foldOf(op ir.Op) (fold ir.Op, prefix bool) {
	return folds[op], op >= ir.OpWavePrefixSumF && op <= ir.OpWavePrefixMulI
}

// foldLanes folds the active lanes in ascending order, starting with the first active one.
func foldLanes(op ir.Op, x lanes, mask uint8) uint32 {
	first := firstLane(mask)
	acc := x[first]
	for lane := first + 1; lane < ir.WaveSize; lane++ {
		if mask>>lane&1 != 0 {
			acc = ir.Eval(op, acc, x[lane], 0)
		}
	}
	return acc
}

// prefixes gives each active lane the fold of the active lanes before it, and the neutral element to the first.
func prefixes(op ir.Op, x lanes, mask uint8) lanes {
	var out lanes
	neutral := map[ir.Op]uint32{ir.OpIMul: 1, ir.OpFMul: 0x3f800000}[op]
	for lane := range ir.WaveSize {
		out[lane] = neutral
		if before := mask & (1<<lane - 1); before != 0 {
			out[lane] = foldLanes(op, x, before)
		}
	}
	return out
}
