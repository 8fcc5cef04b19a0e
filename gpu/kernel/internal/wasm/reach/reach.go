// Package reach finds closed forms for the integers of a kernel, from which the code generator makes one range check for a whole group:
//
//	value = Σ coefficient × (nothing | GroupID | GroupThreadID | loop counter) × (nothing | a value known before the waves)
//
// as an unbounded number, congruent to the value modulo 2^32. If the smallest and the largest such number are in [0, count), so is every value that a
// work item of the group can have.
//
// It must not know WebAssembly. It does not change the kernel; its results may be read by any number of goroutines.
package reach

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Symbol is a quantity whose range over a group is known.
type Symbol uint8

// The symbols. Group and Thread are followed by their y and z.
const (
	None    Symbol = 0
	Group   Symbol = 1 // GroupID.x, y, z
	Thread  Symbol = 4 // GroupThreadID.x, y, z
	Counter Symbol = 7 // a carried value of a loop, see Term.Loop
)

// Term is one summand.
type Term struct {
	Coef   int64
	Symbol Symbol
	Param  ir.Value // of Counter: the carried value
	Factor ir.Value // 0, or a value known before the waves, as a signed number
}

// Form is a sum. Known=false: nothing is known.
type Form struct {
	Known bool
	Const int64
	Terms []Term
}

// Limits keep sums far inside 64 bits: symbols are below 2^31, those with a factor below MaxFactor like the factor.
const (
	maxCoef     = 1 << 24
	maxFactored = 1 << 16 // coefficient of a term with a symbol and a factor
	maxTerms    = 8
	maxConst    = 1 << 40
)

// MaxFactor is what a factor of a symbol must be checked to be at most, and not negative, because the extremes of the sum are taken as if it
// were; and the value at which such a counter ends.
const MaxFactor = 1 << 20

// Range is where a counter runs inside the body of its loop: from First on, up to Last. A Last with a value ends at that
// value plus Last.Const.
type Range struct {
	First, Last int64
	End         ir.Value // 0: Last is the number itself; else it is added to this value, known before the waves
}

// Forms holds the forms of a kernel's values.
type Forms struct {
	k        *ir.Kernel
	early    []bool
	defs     []*ir.Instr
	forms    []Form
	counters map[ir.Value]Range
}

// Find computes the forms. early marks the values that are known before the waves of a group run; defs holds, by value, the
// instructions without blocks that define them.
func Find(k *ir.Kernel, early []bool, defs []*ir.Instr) *Forms {
	f := &Forms{k: k, early: early, defs: defs, forms: make([]Form, k.NumValues()), counters: make(map[ir.Value]Range)}
	f.block(k.Body)
	return f
}

// Of is the form of v.
func (f *Forms) Of(v ir.Value) Form { return f.forms[v] }

// Multiple is how many times x the number v is, because it is that product; 0 where it is none. So the form of v is as many times that of x, and in
// range only where that is.
func (f *Forms) Multiple(v, x ir.Value) uint32 {
	def := f.defs[v]
	if def == nil || def.Op != ir.OpIMul && def.Op != ir.OpShl || def.Args[0] != x {
		return 0
	}
	by := f.defs[def.Args[1]]
	switch {
	case by == nil || by.Op != ir.OpConst || by.Imm >= ir.ElementLimit:
		return 0
	case def.Op == ir.OpShl:
		return 1 << (by.Imm & 31)
	}
	return by.Imm
}

// Counter is the range of a carried value inside the body of its loop.
func (f *Forms) Counter(p ir.Value) (Range, bool) {
	r, ok := f.counters[p]
	return r, ok
}

func (f *Forms) block(b *ir.Block) {
	for _, in := range b.Instrs {
		if in.Op == ir.OpLoop {
			f.findCounters(in)
		}
		for _, nested := range in.Blocks {
			f.block(nested)
		}
		if len(in.Blocks) == 0 && len(in.Results) == 1 && f.k.Type(in.Result()) == ir.I32 {
			form := f.value(in).checked()
			if !form.Known {
				form = f.opaque(in.Result())
			}
			f.forms[in.Result()] = form
		}
	}
}

func (f *Forms) value(in *ir.Instr) Form {
	switch {
	case in.Op == ir.OpConst:
		return Form{Known: true, Const: int64(int32(in.Imm))}
	case in.Op == ir.OpSys:
		if form := f.system(ir.SysVal(in.Imm)); form.Known {
			return form
		}
	}
	switch in.Op {
	case ir.OpIAdd:
		return f.forms[in.Args[0]].plus(f.forms[in.Args[1]], 1)
	case ir.OpISub:
		return f.forms[in.Args[0]].plus(f.forms[in.Args[1]], -1)
	case ir.OpIMul:
		return f.product(in.Args[0], in.Args[1])
	case ir.OpShl:
		if c := f.defs[in.Args[1]]; c != nil && c.Op == ir.OpConst {
			return f.forms[in.Args[0]].scale(1 << (c.Imm & 31))
		}
	}
	return Form{}
}

// opaque is a value known before the waves as itself, whatever it is computed from.
func (f *Forms) opaque(v ir.Value) Form {
	if !f.early[v] {
		return Form{}
	}
	return Form{Known: true, Terms: []Term{{Coef: 1, Factor: v}}}
}

// product is x × y. Of what is known before the waves, what it is computed from counts as far as that has a product, so that rows lie at constant
// distances.
func (f *Forms) product(x, y ir.Value) Form {
	for _, p := range [...]Form{f.forms[x].times(f.forms[y]), f.forms[y].times(f.forms[x]), f.forms[x].times(f.opaque(y)),
		f.forms[y].times(f.opaque(x))} {
		if p.Known {
			return p
		}
	}
	return Form{}
}

func (f *Forms) system(s ir.SysVal) Form {
	n := f.k.NumThreads
	one := func(c int64, s Symbol) Term { return Term{Coef: c, Symbol: s} }
	switch {
	case s >= ir.DispatchThreadIDX && s <= ir.DispatchThreadIDZ:
		axis := Symbol(s - ir.DispatchThreadIDX)
		return Form{Known: true, Terms: []Term{one(int64(n[axis]), Group+axis), one(1, Thread+axis)}}
	case s >= ir.GroupThreadIDX && s <= ir.GroupThreadIDZ:
		return Form{Known: true, Terms: []Term{one(1, Thread+Symbol(s-ir.GroupThreadIDX))}}
	case s >= ir.GroupIDX && s <= ir.GroupIDZ:
		return Form{Known: true, Terms: []Term{one(1, Group+Symbol(s-ir.GroupIDX))}}
	case s == ir.GroupIndex:
		return Form{Known: true, Terms: []Term{one(1, Thread), one(int64(n[0]), Thread+1), one(int64(n[0])*int64(n[1]), Thread+2)}}
	}
	return Form{}
}

// checked forgets forms that grew too large.
func (f Form) checked() Form {
	if !f.Known || len(f.Terms) > maxTerms || f.Const > maxConst || f.Const < -maxConst {
		return Form{}
	}
	for _, t := range f.Terms {
		if t.Coef > maxCoef || t.Coef < -maxCoef || t.Factor != 0 && t.Symbol != None && (t.Coef > maxFactored || t.Coef < -maxFactored) {
			return Form{}
		}
	}
	return f
}

func (f Form) plus(g Form, sign int64) Form {
	if !f.Known || !g.Known {
		return Form{}
	}
	sum := Form{Known: true, Const: f.Const + sign*g.Const, Terms: append([]Term(nil), f.Terms...)}
	for _, t := range g.Terms {
		t.Coef *= sign
		sum.add(t)
	}
	return sum
}

// add joins equal quantities; a sum of zero disappears.
func (f *Form) add(t Term) {
	for i := range f.Terms {
		if o := &f.Terms[i]; o.Symbol == t.Symbol && o.Param == t.Param && o.Factor == t.Factor {
			o.Coef += t.Coef
			if o.Coef == 0 {
				f.Terms = append(f.Terms[:i], f.Terms[i+1:]...)
			}
			return
		}
	}
	f.Terms = append(f.Terms, t)
}

func (f Form) scale(c int64) Form {
	if !f.Known || c == 0 || c > maxCoef || c < -maxCoef {
		return Form{}
	}
	out := Form{Known: true, Const: f.Const * c}
	for _, t := range f.Terms {
		t.Coef *= c
		out.Terms = append(out.Terms, t)
	}
	return out
}

// times is f × g where g is a number or one value known before the waves, and f has no such value in it yet.
func (f Form) times(g Form) Form {
	switch {
	case !f.Known || !g.Known:
		return Form{}
	case len(g.Terms) == 0:
		return f.scale(g.Const)
	case len(g.Terms) > 1 || g.Const != 0 || g.Terms[0].Symbol != None || f.Const > maxCoef || f.Const < -maxCoef:
		return Form{}
	}
	factor, c := g.Terms[0].Factor, g.Terms[0].Coef
	out := Form{Known: true}
	if f.Const != 0 {
		out.Terms = append(out.Terms, Term{Coef: f.Const * c, Factor: factor})
	}
	for _, t := range f.Terms {
		if t.Factor != 0 {
			return Form{}
		}
		t.Coef, t.Factor = t.Coef*c, factor
		out.Terms = append(out.Terms, t)
	}
	return out
}
