package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// passRemoveDead takes away what nobody needs: operations without effect, results and carried values that only feed themselves, choices with nothing
// left inside. Loops stay, because an endless one is an effect.
func passRemoveDead(k *ir.Kernel) { removeDead(k, false) }

// removeDead is the pass; with keepLoads, loads stay although nobody needs what they give.
func removeDead(k *ir.Kernel, keepLoads bool) {
	d := &deadness{live: make([]bool, k.NumValues()), origin: make([]origin, k.NumValues()), nodes: make([]node, 0, k.NumValues())}
	d.index(k.Body, none)
	for i := range d.nodes {
		if op := d.nodes[i].in.Op; isRoot(op) || keepLoads && op.Class() == ir.Load {
			d.need(int32(i))
		}
	}
	d.next = 0
	d.sweep(k.Body)
}

// none is the number of no instruction.
const none = -1

// origin is where a value comes from: result or parameter number index of an instruction.
type origin struct {
	node  int32
	param bool
	index int
}

// node is an instruction, numbered as they are in the text.
type node struct {
	in     *ir.Instr
	parent int32 // what it is in, or none
	end    int32 // the number after those that are in it
	needed bool
}

type deadness struct {
	live   []bool
	origin []origin
	nodes  []node
	next   int32 // of the sweep
}

func isRoot(op ir.Op) bool {
	c := op.Class()
	return c == ir.Store || c == ir.Atomic || c == ir.Effect || c == ir.Output || op == ir.OpLoop
}

func (d *deadness) index(b *ir.Block, parent int32) {
	for i, p := range b.Params {
		d.origin[p] = origin{parent, true, i}
	}
	for _, in := range b.Instrs {
		at := int32(len(d.nodes))
		d.nodes = append(d.nodes, node{in: in, parent: parent})
		for i, r := range in.Results {
			d.origin[r] = origin{at, false, i}
		}
		for _, nested := range in.Blocks {
			d.index(nested, at)
		}
		d.nodes[at].end = int32(len(d.nodes))
	}
}

// need keeps an instruction, what it reads to run at all, and what it is in.
func (d *deadness) need(at int32) {
	if at == none || d.nodes[at].needed {
		return
	}
	n := &d.nodes[at]
	n.needed = true
	switch n.in.Op {
	case ir.OpLoop:
		d.mark(n.in.Blocks[0].Yield[0])
	default:
		for _, a := range n.in.Args {
			d.mark(a)
		}
	}
	d.need(n.parent)
}

// mark keeps v and what it is computed from.
func (d *deadness) mark(v ir.Value) {
	if v == 0 || d.live[v] {
		return
	}
	d.live[v] = true
	o := d.origin[v]
	d.need(o.node)
	switch in := d.nodes[o.node].in; {
	case in.Op == ir.OpLoop && o.param:
		d.mark(in.Args[o.index])
		d.mark(in.Blocks[1].Yield[o.index])
	case in.Op == ir.OpLoop:
		d.mark(in.Blocks[0].Yield[1+o.index])
	case in.Op == ir.OpIf:
		d.mark(in.Blocks[0].Yield[o.index])
		d.mark(in.Blocks[1].Yield[o.index])
	}
}

func (d *deadness) sweep(b *ir.Block) {
	kept := b.Instrs[:0]
	for _, in := range b.Instrs {
		n := &d.nodes[d.next]
		if !n.needed {
			d.next = n.end
			continue
		}
		d.next++
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
