package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// space is the memory that a place lies in.
type space uint8

const (
	inVariable space = iota // a local; components are SSA values
	inBuffer                // an element of a structured or raw buffer
	inConstant              // a constant buffer
	inShared                // groupshared memory
	inLocal                 // an array of the work item
	inTexel                 // an element that goes through a format
)

// place is where a value lives: what can be read, and mostly also written, in parts.
//
//	buf[i].pos.x      inBuffer   index = i   off = offset of pos, offs = {0}
//	sun.direction     inConstant             off = 0,             offs = nil: all of float3
//	v.zy = …          inVariable             alts = {{when: 0, comps: {2, 1}}}
//	v[i]              inVariable             alts = {{when: i==0, comps: {0}}, {when: i==1, comps: {1}} …}
type place struct {
	space space
	name  string   // the root, for messages
	site  gpu.Site // where the root was declared
	rule  syntax.Rule

	v    *variable
	alts []alternative // inVariable

	res   *resourceRef
	index V     // inBuffer: the element
	dyn   V     // bytes added to off, 0 if none; the address in shared and local memory
	off   int   // bytes
	offs  []int // bytes of each component from off; nil: as syntax.Offsets has them
	coord [4]V  // inTexel: x, y, z, mip
	comps []int // inTexel: components chosen, nil for all

	readonly string // why it cannot be written; empty if it can
	partial  bool   // a part of the texel was chosen
}

// alternative is one way a dynamic index into a local can turn out.
type alternative struct {
	when  V // 0: always
	comps []int
}

// maxAlternatives bounds the ways: larger locals must be arrays.
const maxAlternatives = 1024

// read gives located values as data; others stay as they are.
func (l *lowerer) read(v value) value {
	if v.kind != located {
		return v
	}
	out := value{kind: data, site: v.site, from: v.place.site, t: v.t}
	if v.t.Components() > maxAlternatives {
		l.fail(diag.NotAValue, v.site, "%s is too large to be a value", v.describe()).HelpText("read its elements one by one")
		return value{site: v.site}
	}
	l.b.Site = v.site
	switch v.place.space {
	case inVariable:
		out.c = l.readVariable(v.place)
	case inTexel:
		out.c = l.readTexel(v.place, v.t)
	default:
		scalars := v.t.Scalars()
		for i, off := range v.place.offsets(v.t) {
			out.c = append(out.c, l.fromBits(l.loadWord(v.place, off), scalars[i]))
		}
	}
	return out
}

func (l *lowerer) readVariable(p *place) []V {
	out := make([]V, len(p.alts[0].comps))
	for i, alt := range p.alts {
		for j, c := range alt.comps {
			v := p.v.c[c]
			switch {
			case alt.when == 0:
				out[j] = v
			case i == 0:
				out[j] = l.b.Select(alt.when, v, l.b.Zero(l.b.K.Type(v)))
			default:
				out[j] = l.b.Select(alt.when, v, out[j])
			}
		}
	}
	return out
}

// offsets lists the bytes of each component of t from off.
func (p *place) offsets(t *syntax.Type) []int {
	if p.offs != nil {
		return p.offs
	}
	return syntax.Offsets(t, p.rule)
}

// fromBits is a word of memory as a component of type s. Any word but 0 is true.
func (l *lowerer) fromBits(v V, s syntax.Scalar) V {
	switch s {
	case syntax.Bool:
		return l.b.INe(v, l.b.I(0))
	case syntax.Int, syntax.Uint:
		return v
	}
	return l.b.BitsToF(v)
}

// toBits is a component as a word of memory. True is 1.
func (l *lowerer) toBits(v V, s syntax.Scalar) V {
	switch s {
	case syntax.Bool:
		return l.b.BToI(v)
	case syntax.Int, syntax.Uint:
		return v
	}
	return l.b.FToBits(v)
}

// address is dyn and off as the operands of an array access.
func (l *lowerer) address(p *place) V {
	if p.dyn == 0 {
		return l.b.I(0)
	}
	return p.dyn
}

func (l *lowerer) loadWord(p *place, off int) V {
	in := &ir.Instr{Offset: uint32(p.off + off), Width: 4}
	switch p.space {
	case inBuffer:
		in.Op, in.Binding, in.Args = ir.OpLoadBuf, p.res.binding, []V{p.res.slot, p.index, p.dyn}
	case inConstant:
		in.Op, in.Binding, in.Args = ir.OpLoadConst, p.res.binding, []V{p.res.slot, p.dyn}
	case inShared:
		in.Op, in.Binding, in.Args = ir.OpLoadShared, -1, []V{l.address(p)}
	default:
		in.Op, in.Binding, in.Args = ir.OpLoadLocal, -1, []V{l.address(p)}
	}
	return l.b.Append(in, ir.I32)
}

func (l *lowerer) storeWord(p *place, off int, v V) {
	in := &ir.Instr{Offset: uint32(p.off + off), Width: 4}
	switch p.space {
	case inBuffer:
		in.Op, in.Binding, in.Args = ir.OpStoreBuf, p.res.binding, []V{p.res.slot, p.index, p.dyn, v}
	case inShared:
		in.Op, in.Binding, in.Args = ir.OpStoreShared, -1, []V{l.address(p), v}
	case inLocal:
		in.Op, in.Binding, in.Args = ir.OpStoreLocal, -1, []V{l.address(p), v}
	default:
		panic("BUG: store to memory that cannot be written")
	}
	l.b.Append(in, ir.Invalid)
}

// write stores v, already checked to fit, at a place of type t.
func (l *lowerer) write(p *place, t *syntax.Type, c []V) {
	switch p.space {
	case inVariable:
		l.writeVariable(p, c)
	case inTexel:
		l.writeTexel(p, t, c)
	default:
		scalars := t.Scalars()
		for i, off := range p.offsets(t) {
			l.storeWord(p, off, l.toBits(c[i], scalars[i]))
		}
	}
}

func (l *lowerer) writeVariable(p *place, c []V) {
	next := append([]V(nil), p.v.c...)
	for _, alt := range p.alts {
		for j, at := range alt.comps {
			if alt.when == 0 {
				next[at] = c[j]
				continue
			}
			next[at] = l.b.Select(alt.when, c[j], next[at])
		}
	}
	p.v.c = next
}

// writable reports why a place cannot be written, if so.
func (l *lowerer) writable(v value) bool {
	p := v.place
	switch {
	case p.readonly != "":
		d := l.fail(diag.NotAssignable, v.site, "%s cannot be written: it is %s", p.name, p.readonly)
		if p.site != 0 {
			d.Also(p.site, "declared here")
		}
		if p.res != nil {
			if w := p.res.decl.Kind.Writer(); w != 0 {
				d.HelpText("declare it as gpu.%s, in a u register", w)
			}
		}
		return false
	case p.partial:
		l.fail(diag.NotAssignable, v.site, "a part of an element of %s cannot be written", p.name).
			Because("Elements of typed views are stored as a whole, through their format.").
			HelpText("write the whole element: %s[…] = %s(…)", p.name, p.res.decl.Elem)
		return false
	}
	if duplicate(p.offs) || len(p.alts) > 0 && duplicate(p.alts[0].comps) {
		l.fail(diag.NotAssignable, v.site, "a swizzle that names a component twice cannot be written").
			HelpText("name each component once")
		return false
	}
	return true
}

func duplicate(list []int) bool {
	for i, a := range list {
		for _, b := range list[:i] {
			if a == b {
				return true
			}
		}
	}
	return false
}

// variablePlace is the whole of a local.
func variablePlace(x *variable) *place {
	comps := make([]int, len(x.c))
	for i := range comps {
		comps[i] = i
	}
	return &place{space: inVariable, name: x.name, site: x.site, v: x, alts: []alternative{{comps: comps}}}
}

// temporary is a place that holds a value, so that parts of it can be chosen.
func (l *lowerer) temporary(v value) *place {
	p := variablePlace(&variable{name: "this value", t: v.t, c: v.c})
	p.readonly, p.site = "a value and no variable", v.from
	return p
}
