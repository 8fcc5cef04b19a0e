package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Variable is a local at one moment of lowering: its components change as statements are lowered.
type Variable struct {
	Name string
	Site gpu.Site
	T    *syntax.Type // nil: no value was seen yet
	C    []V          // current components; replaced, never changed in place

	Typed bool // something was assigned that has a type of its own; see Value.Bare
}

// Flag is a Bool variable that starts as false.
func (l *Context) Flag() *Variable {
	v := &Variable{T: syntax.ScalarType(syntax.Bool), C: []V{l.B.Bool(false)}}
	l.Live = append(l.Live, v)
	return v
}

// Branch lowers two alternatives and merges the locals that they leave different. A condition known now leaves only one.
func (l *Context) Branch(cond V, then, els func()) {
	if bits, ok := l.B.Known(cond); ok {
		if bits != 0 {
			then()
		} else {
			els()
		}
		return
	}
	vars := l.Live
	before := snapshot(vars)
	site := l.B.Site
	blockA := &ir.Block{}
	l.inBlock(blockA, then)
	afterA := snapshot(vars)
	restore(vars, before)
	blockB := &ir.Block{}
	l.inBlock(blockB, els)
	l.B.Site = site
	in := &ir.Instr{Op: ir.OpIf, Args: []V{cond}, Blocks: []*ir.Block{blockA, blockB}}
	l.merge(in, vars, afterA)
	l.B.Emit(in)
}

// merge adds the results of an If: one for each component that the blocks leave different.
func (l *Context) merge(in *ir.Instr, vars []*Variable, afterA [][]V) {
	a, b := in.Blocks[0], in.Blocks[1]
	for i, x := range vars {
		if x.C == nil || afterA[i] == nil {
			continue
		}
		merged := append([]V(nil), x.C...)
		for j, other := range afterA[i] {
			if other == x.C[j] {
				continue
			}
			merged[j] = l.B.K.NewValue(l.B.K.Type(other))
			in.Results = append(in.Results, merged[j])
			a.Yield, b.Yield = append(a.Yield, other), append(b.Yield, x.C[j])
		}
		x.C = merged
	}
}

func (l *Context) inBlock(block *ir.Block, f func()) {
	outer := l.B.Enter(block)
	alive := len(l.Live)
	f()
	l.Live = l.Live[:alive]
	l.B.Enter(outer)
}

func snapshot(vars []*Variable) [][]V {
	list := make([][]V, len(vars))
	for i, x := range vars {
		list[i] = x.C
	}
	return list
}

func restore(vars []*Variable, c [][]V) {
	for i, x := range vars {
		x.C = c[i]
	}
}

// RepeatWhile lowers a loop that carries vars from turn to turn: all that its condition or body may change.
func (l *Context) RepeatWhile(vars []*Variable, cond func() V, body func()) {
	in := &ir.Instr{Op: ir.OpLoop, Blocks: []*ir.Block{{}, {}}}
	head, tail := in.Blocks[0], in.Blocks[1]
	for _, x := range vars {
		in.Args = append(in.Args, x.C...)
		c := make([]V, len(x.C))
		for i, v := range x.C {
			c[i] = l.B.K.NewValue(l.B.K.Type(v))
		}
		head.Params = append(head.Params, c...)
		x.C = c
	}
	site := l.B.Site
	l.inBlock(head, func() { head.Yield = append([]V{cond()}, current(vars)...) })
	after := snapshot(vars)
	l.inBlock(tail, func() { body(); tail.Yield = current(vars) })
	restore(vars, after)
	l.B.Site = site
	for _, x := range vars {
		c := make([]V, len(x.C))
		for i, v := range x.C {
			c[i] = l.B.K.NewValue(l.B.K.Type(v))
		}
		in.Results = append(in.Results, c...)
		x.C = c
	}
	l.B.Emit(in)
}

func current(vars []*Variable) []V {
	var list []V
	for _, x := range vars {
		list = append(list, x.C...)
	}
	return list
}

// Guarded lowers effects on resources: helper lanes of a stage do not have them.
func (l *Context) Guarded(effect func()) {
	if l.Alive == nil || l.guarded {
		effect()
		return
	}
	l.guarded = true
	l.Branch(l.Alive.C[0], effect, func() {})
	l.guarded = false
}

// GuardedValue is Guarded for an effect with a result, which is zero in helper lanes.
func (l *Context) GuardedValue(t ir.Type, effect func() V) V {
	if l.Alive == nil || l.guarded {
		return effect()
	}
	l.guarded = true
	v := l.Choose(l.Alive.C[0], effect, func() V { return l.B.Zero(t) })
	l.guarded = false
	return v
}
