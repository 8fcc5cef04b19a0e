package value

import (
	"cmp"
	"fmt"

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

// Place is where a value lives: what can be read, and mostly also written, in parts.
//
//	buf[i].pos.x      inBuffer   index = i   off = offset of pos, offs = {0}
//	sun.direction     inConstant             off = 0,             offs = nil: all of float3
//	v.zy = …          inVariable             alts = {{when: 0, comps: {2, 1}}}
//	v[i]              inVariable             alts = {{when: i==0, comps: {0}}, {when: i==1, comps: {1}} …}
type Place struct {
	space space
	Name  string   // the root, for messages
	Site  gpu.Site // where the root was declared
	rule  syntax.Rule

	v    *Variable
	alts []alternative // inVariable

	res   *ResourceRef
	index V        // inBuffer: the element
	at    gpu.Site // inBuffer: where the element is chosen, which is the place of its accesses; 0: none but the whole expression
	dyn   V        // bytes added to off, 0 if none; the address in shared and local memory
	count V        // in shared and local memory: the index that dyn is a multiple of, where that may be too large for the product; 0 if it is not
	off   int      // bytes
	offs  []int    // bytes of each component from off; nil: as syntax.Offsets has them
	coord [4]V     // inTexel: x, y, z, mip
	comps []int    // inTexel: components chosen, nil for all

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

// Read gives located values as data; others stay as they are.
func (l *Context) Read(v Value) Value {
	if v.Kind != Located {
		return v
	}
	out := Value{Kind: Data, Site: v.Site, From: v.Place.Site, T: v.T, Listed: v.Listed, Part: v.Part, Bare: v.Bare}
	if v.T.Components() > maxAlternatives {
		l.FailOn(diag.NotAValue, v, "%s is too large to be a value", v.Describe()).HelpText("read its elements one by one")
		return Value{Site: v.Site}
	}
	l.B.Site = v.Site
	switch v.Place.space {
	case inVariable:
		out.C = l.readVariable(v.Place)
	case inTexel:
		out.C = l.readTexel(v.Place, v.T)
	default:
		scalars := v.T.Scalars()
		for i, off := range v.Place.offsets(v.T) {
			out.C = append(out.C, l.FromBits(l.LoadWord(v.Place, off), scalars[i]))
		}
	}
	return out
}

func (l *Context) readVariable(p *Place) []V {
	out := make([]V, len(p.alts[0].comps))
	for i, alt := range p.alts {
		for j, c := range alt.comps {
			v := p.v.C[c]
			switch {
			case alt.when == 0:
				out[j] = v
			case i == 0:
				out[j] = l.B.Select(alt.when, v, l.B.Zero(l.B.K.Type(v)))
			default:
				out[j] = l.B.Select(alt.when, v, out[j])
			}
		}
	}
	return out
}

// offsets lists the bytes of each component of t from off.
func (p *Place) offsets(t *syntax.Type) []int {
	if p.offs != nil {
		return p.offs
	}
	return syntax.Offsets(t, p.rule)
}

// FromBits is a word of memory as a component of type s. Any word but 0 is true.
func (l *Context) FromBits(v V, s syntax.Scalar) V {
	switch s {
	case syntax.Bool:
		return l.B.INe(v, l.B.I(0))
	case syntax.Int, syntax.Uint:
		return v
	}
	return l.B.BitsToF(v)
}

// ToBits is a component as a word of memory. True is 1.
func (l *Context) ToBits(v V, s syntax.Scalar) V {
	switch s {
	case syntax.Bool:
		return l.B.BToI(v)
	case syntax.Int, syntax.Uint:
		return v
	}
	return l.B.FToBits(v)
}

// address is dyn and off as the operands of an array access.
func (l *Context) address(p *Place) V {
	if p.dyn == 0 {
		return l.B.I(0)
	}
	return p.dyn
}

// LoadWord reads the four bytes at off of a place in memory.
func (l *Context) LoadWord(p *Place, off int) V {
	in := &ir.Instr{Offset: uint32(p.off + off), Width: 4}
	switch p.space {
	case inBuffer:
		l.B.Site = cmp.Or(p.at, l.B.Site)
		in.Op, in.Binding, in.Args = ir.OpLoadBuf, p.res.Binding, []V{p.res.Slot, p.index, p.dyn}
	case inConstant:
		in.Op, in.Binding, in.Args = ir.OpLoadConst, p.res.Binding, []V{p.res.Slot, p.dyn}
	case inShared:
		in.Op, in.Binding, in.Args = ir.OpLoadShared, -1, []V{l.address(p), p.count}
	default:
		in.Op, in.Binding, in.Args = ir.OpLoadLocal, -1, []V{l.address(p), p.count}
	}
	return l.B.Append(in, ir.I32)
}

// StoreWord writes the four bytes at off of a place in memory.
func (l *Context) StoreWord(p *Place, off int, v V) {
	in := &ir.Instr{Offset: uint32(p.off + off), Width: 4}
	switch p.space {
	case inBuffer:
		l.B.Site = cmp.Or(p.at, l.B.Site)
		in.Op, in.Binding, in.Args = ir.OpStoreBuf, p.res.Binding, []V{p.res.Slot, p.index, p.dyn, v}
	case inShared:
		in.Op, in.Binding, in.Args = ir.OpStoreShared, -1, []V{l.address(p), p.count, v}
	case inLocal:
		in.Op, in.Binding, in.Args = ir.OpStoreLocal, -1, []V{l.address(p), p.count, v}
	default:
		panic("BUG: store to memory that cannot be written")
	}
	l.B.Append(in, ir.Invalid)
}

// Write stores v, already checked to fit, at a place of type t.
func (l *Context) Write(p *Place, t *syntax.Type, c []V) {
	switch p.space {
	case inVariable:
		l.writeVariable(p, c)
	case inTexel:
		l.Guarded(func() { l.writeTexel(p, t, c) })
	case inBuffer:
		l.Guarded(func() { l.writeWords(p, t, c) })
	default:
		l.writeWords(p, t, c)
	}
}

func (l *Context) writeWords(p *Place, t *syntax.Type, c []V) {
	scalars := t.Scalars()
	for i, off := range p.offsets(t) {
		l.StoreWord(p, off, l.ToBits(c[i], scalars[i]))
	}
}

func (l *Context) writeVariable(p *Place, c []V) {
	next := append([]V(nil), p.v.C...)
	for _, alt := range p.alts {
		for j, at := range alt.comps {
			if alt.when == 0 {
				next[at] = c[j]
				continue
			}
			next[at] = l.B.Select(alt.when, c[j], next[at])
		}
	}
	p.v.C = next
}

// writable is the edit that declares a resource as one that can be written, in a register that the kernel does not use yet; none for arrays.
func (l *Context) writable(decl *syntax.Resource, kind syntax.ResourceKind) (fix diag.Fix) {
	if decl.IsArray {
		return fix
	}
	reg := decl.Register
	reg.Class = kind.Class()
	text := fmt.Sprintf("%%r.%s(%q", kind, l.freeRegister(&syntax.Resource{Kind: kind, Register: reg}))
	if kind.TakesElement() {
		text += ", %2"
	}
	return diag.Fix{Method: decl.Kind.String(), Argument: 1, Action: diag.FixCall, Text: text + ")"}
}

// Writable reports why a place cannot be written, if so.
func (l *Context) Writable(v Value) bool {
	p := v.Place
	switch {
	case p.readonly != "":
		d := l.FailOn(diag.NotAssignable, v, "%s cannot be written: it is %s", p.Name, p.readonly)
		declared(d, p.Site)
		if p.res != nil {
			if w := p.res.Decl.Kind.Writer(); w != 0 {
				d.HelpFix(p.Site, l.writable(p.res.Decl, w), "declare it as gpu.%s, in a u register", w)
			} else if p.space == inConstant {
				d.HelpText("the script writes it, before the dispatch; what a kernel gives back goes into an RW resource")
			}
		}
		return false
	case p.partial:
		l.FailOn(diag.NotAssignable, v, "a part of an element of %s cannot be written", p.Name).
			Because("Elements of typed views are stored as a whole, through their format.").
			HelpText("write the whole element: %s[…] = %s(…)", p.Name, p.res.Decl.Elem)
		return false
	}
	if duplicate(p.offs) || len(p.alts) > 0 && duplicate(p.alts[0].comps) {
		l.FailOn(diag.NotAssignable, v, "a swizzle that names a component twice cannot be written").
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

// VariablePlace is the whole of a local.
func VariablePlace(x *Variable) *Place {
	p := &struct { // at once: most places are of variables
		Place
		alts  [1]alternative
		comps [4]int
	}{Place: Place{space: inVariable, Name: x.Name, Site: x.Site, v: x}}
	comps := p.comps[:0]
	for i := range x.C {
		comps = append(comps, i)
	}
	p.alts[0].comps = comps
	p.Place.alts = p.alts[:]
	return &p.Place
}

// temporary is a place that holds a value, so that parts of it can be chosen.
func (l *Context) temporary(v Value) *Place {
	p := VariablePlace(&Variable{Name: "this value", T: v.T, C: v.C})
	p.readonly, p.Site = "a value and no variable", v.From
	return p
}

// NewArray is a local array of n elements at a byte of the work item's local memory.
func NewArray(elem *syntax.Type, n int, at uint32, site gpu.Site) Value {
	return Value{Kind: Located, Site: site, T: syntax.ArrayOf(elem, n), Place: &Place{space: inLocal, Name: Nameless, Site: site, off: int(at)}}
}

// Nameless is what messages call a local array before a local has it.
const Nameless = "this array"

// NameArray gives a new local array the name of the local that begins with it.
func (l *Context) NameArray(v Value, name string) {
	if v.Kind != Located || v.Place.space != inLocal || v.Place.Name != Nameless {
		return
	}
	v.Place.Name = name
	for i := range l.B.K.Locals {
		if a := &l.B.K.Locals[i]; a.Offset == uint32(v.Place.off) {
			a.Name = name
		}
	}
}

// NewWord is the word of a raw buffer with a number.
func NewWord(ref *ResourceRef, index V) *Place {
	return &Place{space: inBuffer, Name: ref.Name, res: ref, index: index}
}

// NewUnset is a variable whose type is not known yet, to be assigned.
func NewUnset(x *Variable, site gpu.Site) Value {
	return Value{Kind: None, Site: site, Place: &Place{v: x, Name: x.Name, Site: x.Site}}
}

// Whole gives the variable whose whole value v is, or nil.
func Whole(v Value) *Variable {
	p := v.Place
	if p == nil || p.space != inVariable {
		return nil
	}
	if v.Kind == None || len(p.alts) == 1 && len(p.alts[0].comps) == len(p.v.C) && syntax.Equal(v.T, p.v.T) {
		return p.v
	}
	return nil
}
