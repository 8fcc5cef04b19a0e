package packet

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Limits of groups that run abreast.
const (
	abreastItems = 512 // along x: rows of so many words, those of a few neighbours among them, stay in the first-level cache
	maxAbreast   = 64  // groups
	maxWaves     = 16  // of a packet: the more rows one group does before the next comes, the further apart is what it touches
)

// Abreast says that groups which follow each other along x may run packet by packet: all of them the first one, then all of them the second one. A
// group of 16 × 16 items touches 16 rows of a picture, 64 bytes of each; groups abreast touch what memory and caches like better:
//
//	one after another        abreast
//	▪▪▪▪ ▫▫▫▫ ····           ▪▪▪▪ ▪▪▪▪ ▪▪▪▪ ──▶   packet 0 of all
//	▪▪▪▪ ▫▫▫▫ ····           ▫▫▫▫ ▫▫▫▫ ▫▫▫▫ ──▶   packet 1 of all
//	 g    g+1  g+2            g    g+1  g+2
type Abreast struct {
	Most int    // groups, at least 2
	Wide []Wide // what must hold for it
}

// Wide demands that a value, a signed number, is Least at least.
type Wide struct {
	Value ir.Value
	Least uint32
}

// Abreast finds how many groups may run abreast, if any: so many that none touches what another one of them stores. early are the values that are
// computed once for all of them. A kernel with choices or loops has none: its groups may cost more or less than each other.
func (r *Rules) Abreast(early []bool) *Abreast {
	uses := make(map[int32][]use)
	n := r.K.NumThreads
	if r.K.Stage.Kind != ir.ComputeStage || n[1]*n[2] == 1 || slices.ContainsFunc(r.K.Body.Instrs, (*ir.Instr).HasBlocks) || r.followsX(early) ||
		!r.collect(r.K.Body.Instrs, false, uses) {
		return nil
	}
	objects := slices.Sorted(maps.Keys(uses))
	for most := min(abreastItems/int64(n[0]), maxAbreast); most > 1; most /= 2 {
		out, ok := &Abreast{Most: int(most)}, true
		for _, object := range objects {
			ok = ok && r.groupsApart(object, uses[object], out)
		}
		if ok {
			return out
		}
	}
	return nil
}

// Waves is how many waves a long packet has at most.
func (a *Abreast) Waves() uint32 {
	if a == nil {
		return maxLong
	}
	return maxWaves
}

// followsX tells whether one of some values is not the same for all groups of a row.
func (r *Rules) followsX(early []bool) (found bool) {
	moves := make([]bool, r.K.NumValues())
	r.K.Body.Walk(func(in *ir.Instr) {
		v := in.Result()
		if v == 0 || !early[v] {
			return
		}
		s := ir.SysVal(in.Imm)
		moves[v] = in.Op == ir.OpSys && (s == ir.GroupIDX || s == ir.DispatchThreadIDX) ||
			slices.ContainsFunc(in.Args, func(a ir.Value) bool { return moves[a] })
		found = found || moves[v]
	})
	return found
}

// groupsApart tells whether no group touches what another one stores to an object.
func (r *Rules) groupsApart(object int32, uses []use, a *Abreast) bool {
	switch {
	case !slices.ContainsFunc(uses, func(u use) bool { return u.in.Op.Class() == ir.Store }):
		return true
	case object == sharedObject || r.K.Bindings[object].Count > 1:
		return false
	case !r.K.Bindings[object].Shape.IsTexture():
		return r.areApart(uses, 1, a)
	}
	for axis := range 3 { // texels that differ in one coordinate are two
		if uses[0].in.Args[1+axis] != 0 && r.areApart(uses, 1+axis, &Abreast{Most: a.Most}) {
			return true
		}
	}
	return false
}

// areApart tells whether an argument of the accesses is another number for each group, whatever the items.
func (r *Rules) areApart(uses []use, arg int, a *Abreast) bool {
	first := r.Forms.Of(uses[0].in.Args[arg])
	lo, hi := first.Const, first.Const
	for _, u := range uses {
		f := r.Forms.Of(u.in.Args[arg])
		if !f.Known || !r.Certain(u.in) || !slices.Equal(f.Terms, first.Terms) {
			return false
		}
		lo, hi = min(lo, f.Const), max(hi, f.Const)
	}
	strides, wide, ok := r.strides(first, int64(a.Most))
	if !ok {
		return false
	}
	extent := hi - lo + 1
	for _, s := range strides {
		if s.coef < extent {
			return false
		}
		extent += s.coef * (s.n - 1)
	}
	for _, w := range wide { // one at most
		a.Wide = append(a.Wide, Wide{w.Factor, uint32((extent + w.Coef - 1) / w.Coef)})
	}
	return true
}

// strides are those of the items of some groups, ascending; wide is the one whose length is not a constant, if there is one. What is the same for all
// groups is left out.
func (r *Rules) strides(f reach.Form, groups int64) (out []stride, wide []reach.Term, ok bool) {
	for _, t := range f.Terms {
		switch {
		case t.Symbol == reach.Counter, t.Symbol == reach.Group && t.Factor != 0, t.Symbol >= reach.Thread && t.Coef < 0:
			return nil, nil, false
		case t.Symbol == reach.Group:
			out = append(out, stride{max(t.Coef, -t.Coef), groups})
			ok = true
		case t.Symbol < reach.Thread || r.K.NumThreads[t.Symbol-reach.Thread] == 1:
		case t.Factor != 0:
			wide = append(wide, t)
		default:
			out = append(out, stride{t.Coef, int64(r.K.NumThreads[t.Symbol-reach.Thread])})
		}
	}
	slices.SortFunc(out, func(a, b stride) int { return cmp.Compare(a.coef, b.coef) })
	return out, wide, ok && len(wide) < 2
}
