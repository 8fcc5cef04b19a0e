package emit

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Prune removes from a finished kernel what lowering left over: values that nobody uses, locals that a loop carries without
// changing, results of If that no later statement reads.
func Prune(k *ir.Kernel) {
	for invariants(k) {
	}
	p := pruner{k: k, used: make([]bool, k.NumValues())}
	for p.changed = true; p.changed; {
		p.changed = false
		p.mark(k.Body)
	}
	p.sweep(k.Body)
}

// invariants replaces carried values that are the same in each iteration by their first value.
func invariants(k *ir.Kernel) bool {
	same := make([]V, k.NumValues())
	found := false
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op != ir.OpLoop {
			return
		}
		head, body := in.Blocks[0], in.Blocks[1]
		keep := 0
		for i, p := range head.Params {
			if body.Yield[i] == p && head.Yield[1+i] == p {
				same[p], same[in.Results[i]] = in.Args[i], in.Args[i]
				found = true
				continue
			}
			head.Params[keep], body.Yield[keep], head.Yield[1+keep] = p, body.Yield[i], head.Yield[1+i]
			in.Args[keep], in.Results[keep] = in.Args[i], in.Results[i]
			keep++
		}
		head.Params, body.Yield, head.Yield = head.Params[:keep], body.Yield[:keep], head.Yield[:1+keep]
		in.Args, in.Results = in.Args[:keep], in.Results[:keep]
	})
	if found {
		substitute(k.Body, same)
	}
	return found
}

func substitute(b *ir.Block, same []V) {
	replace := func(list []V) {
		for i, v := range list {
			for same[v] != 0 {
				v = same[v]
			}
			list[i] = v
		}
	}
	for _, in := range b.Instrs {
		replace(in.Args)
		for _, nested := range in.Blocks {
			substitute(nested, same)
		}
	}
	replace(b.Yield)
}

// pruner marks what is needed: operands of effects, and of what is needed itself. The yields of an If or Loop are needed
// where their result is.
type pruner struct {
	k       *ir.Kernel
	used    []bool
	changed bool
}

func (p *pruner) use(v V) {
	if v != 0 && !p.used[v] {
		p.used[v], p.changed = true, true
	}
}

func (p *pruner) mark(b *ir.Block) {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		in := b.Instrs[i]
		switch {
		case in.Op == ir.OpIf:
			p.markIf(in)
		case in.Op == ir.OpLoop:
			p.markLoop(in)
		case p.needed(in):
			for _, a := range in.Args {
				p.use(a)
			}
		}
	}
}

func (p *pruner) markIf(in *ir.Instr) {
	p.use(in.Args[0])
	for i, r := range in.Results {
		if p.used[r] {
			p.use(in.Blocks[0].Yield[i])
			p.use(in.Blocks[1].Yield[i])
		}
	}
	p.mark(in.Blocks[1])
	p.mark(in.Blocks[0])
}

// markLoop treats a carried value, its next value and its result as one: result i is what the head yields for parameter i.
func (p *pruner) markLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	p.use(head.Yield[0])
	for i, param := range head.Params {
		if p.used[param] || p.used[in.Results[i]] {
			p.use(param)
			p.use(in.Args[i])
			p.use(body.Yield[i])
			p.use(head.Yield[1+i])
		}
	}
	p.mark(body)
	p.mark(head)
}

func (p *pruner) needed(in *ir.Instr) bool {
	if len(in.Results) == 0 {
		return true
	}
	switch in.Op.Class() {
	case ir.Pure, ir.System, ir.Load, ir.WaveOp:
		return p.used[in.Results[0]]
	}
	return true
}

func (p *pruner) sweep(b *ir.Block) {
	kept := b.Instrs[:0]
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			p.trim(&in.Results, p.unused(in.Results), &in.Blocks[0].Yield, &in.Blocks[1].Yield)
		case ir.OpLoop:
			p.sweepLoop(in)
		default:
			if !p.needed(in) {
				continue
			}
		}
		for _, nested := range in.Blocks {
			p.sweep(nested)
		}
		if in.Op == ir.OpIf && len(in.Results) == 0 && len(in.Blocks[0].Instrs)+len(in.Blocks[1].Instrs) == 0 {
			continue
		}
		kept = append(kept, in)
	}
	b.Instrs = kept
}

func (p *pruner) sweepLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	drop := p.unused(head.Params)
	rest := head.Yield[1:]
	p.trim(&head.Params, drop, &in.Args, &body.Yield, &rest, &in.Results)
	head.Yield = head.Yield[:1+len(rest)]
}

func (p *pruner) unused(list []V) []bool {
	drop := make([]bool, len(list))
	for i, v := range list {
		drop[i] = !p.used[v]
	}
	return drop
}

// trim removes the places marked in drop from parallel lists.
func (p *pruner) trim(first *[]V, drop []bool, others ...*[]V) {
	for _, list := range append(others, first) {
		kept := (*list)[:0]
		for i, v := range *list {
			if !drop[i] {
				kept = append(kept, v)
			}
		}
		*list = kept
	}
}
