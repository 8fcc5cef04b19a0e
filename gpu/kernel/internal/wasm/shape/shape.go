// Package shape determines how the four lanes of each value of a kernel relate: all equal, ascending by a constant step, or anything. The code
// generator keeps the first two kinds in scalars and recognises consecutive addresses by them.
//
// It is an optimistic fixed point over the structured form, starting from "nothing known". It must not know WebAssembly.
// Find does not change the kernel; its result may be read by any number of goroutines.
package shape

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Shape says how the four lanes of a value relate. Floats are stored as vectors whatever their shape; integers and booleans
// as the scalar of lane 0 unless they vary.
//
//	Known=false      no value seen yet (bottom)
//	Varies=false     lane n is base + step*n; step is 0 for booleans and floats
//	Varies=true      anything
type Shape struct {
	Known, Varies bool
	Step          int32
}

var (
	// Uniform is the shape of a value that is the same in every lane.
	Uniform = Shape{Known: true}
	// Varying is the shape of a value about which nothing is known.
	Varying = Shape{Known: true, Varies: true}
)

// maxStep bounds the steps that are tracked, so that three of them never overflow a range check.
const maxStep = 1 << 16

// Affine is the shape of base + step*lane, or Varying where the step is too large to be tracked.
func Affine(step int32) Shape {
	if step > maxStep || step < -maxStep {
		return Varying
	}
	return Shape{Known: true, Step: step}
}

// IsUniform tells whether all lanes are alike.
func (s Shape) IsUniform() bool { return !s.Varies && s.Step == 0 }

func join(a, b Shape) Shape {
	switch {
	case !a.Known:
		return b
	case !b.Known:
		return a
	case a.Varies || b.Varies || a.Step != b.Step:
		return Varying
	}
	return a
}

// Shapes is the analysis: the least fixed point over the structured form.
type Shapes struct {
	k       *ir.Kernel
	Of      []Shape
	Konst   []*ir.Instr // by Value: its Const
	Used    []bool      // by Value: it is the argument of something or yielded for a used result
	defs    []*ir.Instr // by Value: its instruction without blocks
	changed bool
}

// Find analyses a verified kernel.
func Find(k *ir.Kernel) *Shapes {
	s := &Shapes{k: k, Of: make([]Shape, k.NumValues()), Konst: make([]*ir.Instr, k.NumValues()), Used: make([]bool, k.NumValues()),
		defs: make([]*ir.Instr, k.NumValues())}
	k.Body.Walk(func(in *ir.Instr) {
		if len(in.Blocks) == 0 && in.Result() != 0 {
			s.defs[in.Result()] = in
		}
		if in.Op == ir.OpConst {
			s.Konst[in.Result()] = in
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

func (s *Shapes) use(vs ...ir.Value) {
	for _, v := range vs {
		if v != 0 && !s.Used[v] {
			s.Used[v], s.changed = true, true
		}
	}
}

// markUsed finds the values that matter. What a loop or choice yields counts only when its result does.
func (s *Shapes) markUsed(b *ir.Block) {
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

func (s *Shapes) useMatching(results, sources []ir.Value) {
	for i, r := range results {
		if s.Used[r] {
			s.use(sources[i])
		}
	}
}

func (s *Shapes) raise(v ir.Value, to Shape) {
	if to = join(s.Of[v], to); to != s.Of[v] {
		s.Of[v], s.changed = to, true
	}
}

func (s *Shapes) block(b *ir.Block) {
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

func (s *Shapes) choice(in *ir.Instr) {
	s.block(in.Blocks[0])
	s.block(in.Blocks[1])
	for i, r := range in.Results {
		to := join(s.Of[in.Blocks[0].Yield[i]], s.Of[in.Blocks[1].Yield[i]])
		if s.Of[in.Args[0]].Varies {
			to = Varying
		}
		s.raise(r, to)
	}
}

// loop: in a loop that lanes leave at different times, a carried integer that survives it is made a vector, so that the
// survivors are kept with one select and not with a broadcast for each iteration; unless it counts the turns.
func (s *Shapes) loop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	for i, p := range head.Params {
		s.raise(p, join(s.Of[in.Args[i]], s.Of[body.Yield[i]]))
	}
	s.block(head)
	s.block(body)
	diverges := s.Of[head.Yield[0]].Varies
	for i, r := range in.Results {
		to := s.Of[head.Yield[i+1]]
		if diverges {
			to = Varying
			for j, p := range head.Params {
				if _, counts := s.Counts(in, j); p == head.Yield[i+1] && s.Used[r] && !counts {
					s.raise(p, Varying)
				}
			}
		}
		s.raise(r, to)
	}
}

func (s *Shapes) instr(in *ir.Instr) Shape {
	switch in.Op.Class() {
	case ir.System:
		return s.start(in)
	case ir.Atomic:
		return Varying
	case ir.WaveOp:
		return s.wave(in)
	}
	all := Uniform
	for _, a := range in.Args {
		if a == 0 {
			continue
		}
		if !s.Of[a].Known {
			return Shape{}
		}
		if !s.Of[a].IsUniform() {
			all = Varying
		}
	}
	if in.Op == ir.OpLoadLocal {
		return Varying
	}
	if all.Varies && in.Op.Class() == ir.Pure {
		return s.arithmetic(in)
	}
	return all
}

// arithmetic keeps integers affine through additions and multiplication with constants.
func (s *Shapes) arithmetic(in *ir.Instr) Shape {
	a := s.Of[in.Args[0]]
	if a.Varies {
		return s.scaled(in)
	}
	if to, ok := s.split(in); ok {
		return to
	}
	switch in.Op {
	case ir.OpIAdd, ir.OpISub:
		b := s.Of[in.Args[1]]
		if b.Varies {
			return Varying
		}
		if in.Op == ir.OpISub {
			return Affine(a.Step - b.Step)
		}
		return Affine(a.Step + b.Step)
	}
	return s.scaled(in)
}

func (s *Shapes) scaled(in *ir.Instr) Shape {
	factor := func(x, y ir.Value) Shape {
		a, c := s.Of[x], s.Konst[y]
		if a.Varies || c == nil || int32(c.Imm) > maxStep || int32(c.Imm) < -maxStep {
			return Varying
		}
		step := int64(a.Step) * int64(int32(c.Imm))
		if step > maxStep || step < -maxStep {
			return Varying
		}
		return Affine(int32(step))
	}
	switch in.Op {
	case ir.OpIMul:
		if to := factor(in.Args[0], in.Args[1]); !to.Varies {
			return to
		}
		return factor(in.Args[1], in.Args[0])
	case ir.OpShl:
		a, c := s.Of[in.Args[0]], s.Konst[in.Args[1]]
		if !a.Varies && c != nil && c.Imm < 16 && a.Step<<c.Imm>>c.Imm == a.Step {
			return Affine(a.Step << c.Imm)
		}
	}
	return Varying
}

func (s *Shapes) wave(in *ir.Instr) Shape {
	switch in.Op {
	case ir.OpWaveIsFirst, ir.OpWavePrefixSumF, ir.OpWavePrefixSumI, ir.OpWavePrefixMulF, ir.OpWavePrefixMulI:
		return Varying
	case ir.OpQuadRead:
		if _, one := ir.QuadSource(in.Imm); one {
			return Uniform
		}
		if !s.Of[in.Args[0]].Known || s.Of[in.Args[0]].IsUniform() {
			return s.Of[in.Args[0]]
		}
		return Varying
	case ir.OpWaveAt:
		if !s.Of[in.Args[1]].IsUniform() {
			return Varying
		}
	}
	return Uniform
}

// start is the shape of what a work item begins with.
func (s *Shapes) start(in *ir.Instr) Shape {
	switch in.Op {
	case ir.OpSys:
		return s.system(ir.SysVal(in.Imm))
	case ir.OpQuadWord, ir.OpTriangle:
		return Uniform
	}
	return Varying
}

// system: four neighbours of a row have consecutive x when the row is a multiple of four long.
func (s *Shapes) system(v ir.SysVal) Shape {
	switch v {
	case ir.GroupIndex, ir.LaneIndex:
		return Affine(1)
	case ir.DispatchThreadIDX, ir.DispatchThreadIDY, ir.DispatchThreadIDZ:
		return threadShape(s.k.NumThreads, int(v-ir.DispatchThreadIDX))
	case ir.GroupThreadIDX, ir.GroupThreadIDY, ir.GroupThreadIDZ:
		return threadShape(s.k.NumThreads, int(v-ir.GroupThreadIDX))
	}
	return Uniform
}

// threadShape is the shape of one component of the work item's place in its group.
func threadShape(n [3]uint32, axis int) Shape {
	below := uint32(1) // work items of one step of the axis
	for _, c := range n[:axis] {
		below *= c
	}
	switch {
	case n[axis] == 1 || below%ir.WaveSize == 0:
		return Uniform
	case below == 1 && (n[axis]%ir.WaveSize == 0 || n[axis] == n[0]*n[1]*n[2]):
		return Affine(1)
	}
	return Varying
}
