package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// exprKey is what makes two instructions compute the same. It has no holes, so that it is hashed in one go.
type exprKey struct {
	what    uint32 // operation, width, sign and type
	binding int32
	imm     uint32
	offset  uint32
	args    [6]ir.Value
}

// passEliminateCommon gives one instruction to expressions that are computed again where the first one is still visible. Loads are
// included where nothing writes: constant buffers, queries and shader resources.
func passEliminateCommon(k *ir.Kernel) { eliminateCommon(k, true) }

func eliminateCommon(k *ir.Kernel, loads bool) {
	c := &commoner{rewriter: newRewriter(k), seen: make(map[exprKey]ir.Value, k.NumValues()), loads: loads}
	c.block(k.Body)
	c.renameAll(k.Body)
}

type commoner struct {
	*rewriter
	seen  map[exprKey]ir.Value
	added []exprKey // those of seen, in their order
	loads bool      // those, too
}

// block removes repeats in b. Its expressions stay visible until they are hidden.
func (c *commoner) block(b *ir.Block) {
	out := b.Instrs[:0]
	for _, in := range b.Instrs {
		c.rename(in.Args)
		outside := len(c.added)
		for _, nested := range in.Blocks {
			c.block(nested)
			if in.Op != ir.OpLoop { // of which the body sees what the condition block computed
				c.hide(outside)
			}
		}
		c.hide(outside)
		if !c.repeatable(in) {
			out = append(out, in)
			continue
		}
		key := c.key(in)
		if first, ok := c.seen[key]; ok {
			c.replace(in.Result(), first)
			continue
		}
		c.seen[key] = in.Result()
		c.added = append(c.added, key)
		out = append(out, in)
	}
	clear(b.Instrs[len(out):])
	b.Instrs = out
	c.rename(b.Yield)
}

// hide forgets all but the first n expressions.
func (c *commoner) hide(n int) {
	for _, k := range c.added[n:] {
		delete(c.seen, k)
	}
	c.added = c.added[:n]
}

func (c *commoner) repeatable(in *ir.Instr) bool {
	return isFixed(c.k, in) && (c.loads || in.Op.Class() != ir.Load)
}

// isFixed tells whether in gives the same value whenever it runs with the same operands in the same work item.
func isFixed(k *ir.Kernel, in *ir.Instr) bool {
	switch in.Op.Class() {
	case ir.Pure, ir.System:
		return true
	case ir.Load:
		return in.Op.UsesBinding() && k.Bindings[in.Binding].Kind != ir.UAV || in.Op == ir.OpQuery
	}
	return false
}

func (c *commoner) key(in *ir.Instr) exprKey {
	k := exprKey{what: uint32(in.Op) | uint32(in.Width)<<8 | uint32(c.k.Type(in.Result()))<<16, binding: in.Binding, imm: in.Imm, offset: in.Offset}
	if in.Signed {
		k.what |= 1 << 31
	}
	copy(k.args[:], in.Args)
	if len(in.Args) == 2 && commutes(in.Op) && k.args[0] > k.args[1] {
		k.args[0], k.args[1] = k.args[1], k.args[0]
	}
	return k
}
