package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// passRemoveDead takes away what nobody needs: operations without effect, results and carried values that only feed themselves, choices with nothing
// left inside. Loops stay, because an endless one is an effect.
func passRemoveDead(k *ir.Kernel) {
	d := &deadness{live: make([]bool, k.NumValues()), origin: make([]origin, k.NumValues()), parent: map[*ir.Instr]*ir.Instr{}, needed: map[*ir.Instr]bool{}}
	d.index(k.Body, nil)
	for in := range d.parent {
		if isRoot(in.Op) {
			d.need(in)
		}
	}
	d.sweep(k.Body)
}

// origin is where a value comes from: result or parameter number index of in.
type origin struct {
	in    *ir.Instr
	param bool
	index int
}

type deadness struct {
	live   []bool
	origin []origin
	parent map[*ir.Instr]*ir.Instr
	needed map[*ir.Instr]bool
}

func isRoot(op ir.Op) bool {
	c := op.Class()
	return c == ir.Store || c == ir.Atomic || c == ir.Effect || c == ir.Output || op == ir.OpLoop
}

func (d *deadness) index(b *ir.Block, parent *ir.Instr) {
	for i, p := range b.Params {
		d.origin[p] = origin{parent, true, i}
	}
	for _, in := range b.Instrs {
		d.parent[in] = parent
		for i, r := range in.Results {
			d.origin[r] = origin{in, false, i}
		}
		for _, nested := range in.Blocks {
			d.index(nested, in)
		}
	}
}

// need keeps in, what it reads to run at all, and what it stands in.
func (d *deadness) need(in *ir.Instr) {
	if in == nil || d.needed[in] {
		return
	}
	d.needed[in] = true
	switch in.Op {
	case ir.OpLoop:
		d.mark(in.Blocks[0].Yield[0])
	default:
		for _, a := range in.Args {
			d.mark(a)
		}
	}
	d.need(d.parent[in])
}

// mark keeps v and what it is computed from.
func (d *deadness) mark(v ir.Value) {
	if v == 0 || d.live[v] {
		return
	}
	d.live[v] = true
	o := d.origin[v]
	d.need(o.in)
	switch {
	case o.in.Op == ir.OpLoop && o.param:
		d.mark(o.in.Args[o.index])
		d.mark(o.in.Blocks[1].Yield[o.index])
	case o.in.Op == ir.OpLoop:
		d.mark(o.in.Blocks[0].Yield[1+o.index])
	case o.in.Op == ir.OpIf:
		d.mark(o.in.Blocks[0].Yield[o.index])
		d.mark(o.in.Blocks[1].Yield[o.index])
	}
}

func (d *deadness) sweep(b *ir.Block) {
	kept := b.Instrs[:0]
	for _, in := range b.Instrs {
		if !d.needed[in] {
			continue
		}
		kept = append(kept, in)
		switch in.Op {
		case ir.OpIf:
			in.Blocks[0].Yield = d.keep(in.Blocks[0].Yield, in.Results)
			in.Blocks[1].Yield = d.keep(in.Blocks[1].Yield, in.Results)
			in.Results = d.keep(in.Results, in.Results)
		case ir.OpLoop:
			head, body := in.Blocks[0], in.Blocks[1]
			head.Yield = append(head.Yield[:1:1], d.keep(head.Yield[1:], in.Results)...)
			in.Results = d.keep(in.Results, in.Results)
			in.Args, body.Yield = d.keep(in.Args, head.Params), d.keep(body.Yield, head.Params)
			head.Params = d.keep(head.Params, head.Params)
		}
		for _, nested := range in.Blocks {
			d.sweep(nested)
		}
	}
	b.Instrs = kept
}

// keep is the elements of vs whose partners are live.
func (d *deadness) keep(vs, partners []ir.Value) []ir.Value {
	var out []ir.Value
	for i, p := range partners {
		if d.live[p] {
			out = append(out, vs[i])
		}
	}
	return out
}
