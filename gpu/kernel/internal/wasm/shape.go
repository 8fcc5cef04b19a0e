package wasm

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// shape says how the four lanes of a value relate. Floats are stored as vectors whatever their shape; integers and booleans
// as the scalar of lane 0 unless they vary.
//
//	known=false      no value seen yet (bottom)
//	varies=false     lane n is base + step*n; step is 0 for booleans and floats
//	varies=true      anything
type shape struct {
	known, varies bool
	step          int32
}

var (
	uniform = shape{known: true}
	varying = shape{known: true, varies: true}
)

// maxStep bounds the steps that are tracked, so that three of them never overflow a range check.
const maxStep = 1 << 16

func affine(step int32) shape {
	if step > maxStep || step < -maxStep {
		return varying
	}
	return shape{known: true, step: step}
}

func (s shape) isUniform() bool { return !s.varies && s.step == 0 }

func join(a, b shape) shape {
	switch {
	case !a.known:
		return b
	case !b.known:
		return a
	case a.varies || b.varies || a.step != b.step:
		return varying
	}
	return a
}

// shapes is the analysis: the least fixed point over the structured form.
type shapes struct {
	k       *ir.Kernel
	of      []shape
	konst   []*ir.Instr // by Value: its Const
	used    []bool      // by Value: it is the argument of something or yielded for a used result
	changed bool
}

func findShapes(k *ir.Kernel) *shapes {
	s := &shapes{k: k, of: make([]shape, k.NumValues()), konst: make([]*ir.Instr, k.NumValues()), used: make([]bool, k.NumValues())}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpConst {
			s.konst[in.Result()] = in
		}
	})
	for s.changed = true; s.changed; {
		s.changed = false
		s.markUsed(k.Body)
	}
	for s.changed = true; s.changed; {
		s.changed = false
		s.block(k.Body)
	}
	return s
}

func (s *shapes) use(vs ...ir.Value) {
	for _, v := range vs {
		if v != 0 && !s.used[v] {
			s.used[v], s.changed = true, true
		}
	}
}

// markUsed finds the values that matter. What a loop or choice yields counts only when its result does.
func (s *shapes) markUsed(b *ir.Block) {
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			s.markUsed(nested)
		}
		switch in.Op {
		case ir.OpIf:
			s.use(in.Args...)
			s.useMatching(in.Results, in.Blocks[0].Yield)
			s.useMatching(in.Results, in.Blocks[1].Yield)
		case ir.OpLoop:
			head, body := in.Blocks[0], in.Blocks[1]
			s.use(head.Yield[0])
			s.useMatching(in.Results, head.Yield[1:])
			s.useMatching(head.Params, in.Args)
			s.useMatching(head.Params, body.Yield)
		default:
			s.use(in.Args...)
		}
	}
}

func (s *shapes) useMatching(results, sources []ir.Value) {
	for i, r := range results {
		if s.used[r] {
			s.use(sources[i])
		}
	}
}

func (s *shapes) raise(v ir.Value, to shape) {
	if to = join(s.of[v], to); to != s.of[v] {
		s.of[v], s.changed = to, true
	}
}

func (s *shapes) block(b *ir.Block) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			s.choice(in)
		case ir.OpLoop:
			s.loop(in)
		default:
			if r := in.Result(); r != 0 {
				s.raise(r, s.instr(in))
			}
		}
	}
}

func (s *shapes) choice(in *ir.Instr) {
	s.block(in.Blocks[0])
	s.block(in.Blocks[1])
	for i, r := range in.Results {
		to := join(s.of[in.Blocks[0].Yield[i]], s.of[in.Blocks[1].Yield[i]])
		if s.of[in.Args[0]].varies {
			to = varying
		}
		s.raise(r, to)
	}
}

// loop: in a loop that lanes leave at different times, a carried integer that survives it is made a vector, so that the
// survivors are kept with one select and not with a broadcast for each iteration.
func (s *shapes) loop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	for i, p := range head.Params {
		s.raise(p, join(s.of[in.Args[i]], s.of[body.Yield[i]]))
	}
	s.block(head)
	s.block(body)
	diverges := s.of[head.Yield[0]].varies
	for i, r := range in.Results {
		to := s.of[head.Yield[i+1]]
		if diverges {
			to = varying
			for _, p := range head.Params {
				if p == head.Yield[i+1] && s.used[r] {
					s.raise(p, varying)
				}
			}
		}
		s.raise(r, to)
	}
}

func (s *shapes) instr(in *ir.Instr) shape {
	switch in.Op.Class() {
	case ir.System:
		return s.system(ir.SysVal(in.Imm))
	case ir.Atomic:
		return varying
	case ir.WaveOp:
		return s.wave(in)
	}
	all := uniform
	for _, a := range in.Args {
		if a == 0 {
			continue
		}
		if !s.of[a].known {
			return shape{}
		}
		if !s.of[a].isUniform() {
			all = varying
		}
	}
	if in.Op == ir.OpLoadLocal {
		return varying
	}
	if all.varies && in.Op.Class() == ir.Pure {
		return s.arithmetic(in)
	}
	return all
}

// arithmetic keeps integers affine through additions and multiplication with constants.
func (s *shapes) arithmetic(in *ir.Instr) shape {
	a := s.of[in.Args[0]]
	if a.varies {
		return s.scaled(in)
	}
	switch in.Op {
	case ir.OpIAdd, ir.OpISub:
		b := s.of[in.Args[1]]
		if b.varies {
			return varying
		}
		if in.Op == ir.OpISub {
			return affine(a.step - b.step)
		}
		return affine(a.step + b.step)
	}
	return s.scaled(in)
}

func (s *shapes) scaled(in *ir.Instr) shape {
	factor := func(x, y ir.Value) shape {
		a, c := s.of[x], s.konst[y]
		if a.varies || c == nil || int32(c.Imm) > maxStep || int32(c.Imm) < -maxStep {
			return varying
		}
		step := int64(a.step) * int64(int32(c.Imm))
		if step > maxStep || step < -maxStep {
			return varying
		}
		return affine(int32(step))
	}
	switch in.Op {
	case ir.OpIMul:
		if to := factor(in.Args[0], in.Args[1]); !to.varies {
			return to
		}
		return factor(in.Args[1], in.Args[0])
	case ir.OpShl:
		a, c := s.of[in.Args[0]], s.konst[in.Args[1]]
		if !a.varies && c != nil && c.Imm < 16 && a.step<<c.Imm>>c.Imm == a.step {
			return affine(a.step << c.Imm)
		}
	}
	return varying
}

func (s *shapes) wave(in *ir.Instr) shape {
	switch in.Op {
	case ir.OpWaveIsFirst, ir.OpWavePrefixSumF, ir.OpWavePrefixSumI, ir.OpWavePrefixMulF, ir.OpWavePrefixMulI:
		return varying
	case ir.OpWaveAt:
		if !s.of[in.Args[1]].isUniform() {
			return varying
		}
	}
	return uniform
}

// system: four neighbours of a row have consecutive x when the row is a multiple of four long.
func (s *shapes) system(v ir.SysVal) shape {
	switch v {
	case ir.GroupIndex, ir.LaneIndex:
		return affine(1)
	case ir.DispatchThreadIDX, ir.DispatchThreadIDY, ir.DispatchThreadIDZ:
		return threadShape(s.k.NumThreads, int(v-ir.DispatchThreadIDX))
	case ir.GroupThreadIDX, ir.GroupThreadIDY, ir.GroupThreadIDZ:
		return threadShape(s.k.NumThreads, int(v-ir.GroupThreadIDX))
	}
	return uniform
}

// threadShape is the shape of one component of the work item's place in its group.
func threadShape(n [3]uint32, axis int) shape {
	below := uint32(1) // work items of one step of the axis
	for _, c := range n[:axis] {
		below *= c
	}
	switch {
	case n[axis] == 1 || below%ir.WaveSize == 0:
		return uniform
	case below == 1 && (n[axis]%ir.WaveSize == 0 || n[axis] == n[0]*n[1]*n[2]):
		return affine(1)
	}
	return varying
}
