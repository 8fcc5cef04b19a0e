package texels

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// Alike finds the loads of one texel that follow each other, as those of its components do: a lane is outside in all of them or in none. It gives
// them by the first one, and nothing for the others; loads alone are not there. What is between them reports nothing.
func Alike(list []*ir.Instr) map[*ir.Instr][]*ir.Instr {
	found := make(map[*ir.Instr][]*ir.Instr)
	var first *ir.Instr
	for _, in := range list {
		switch {
		case in.Op == ir.OpLoadTex && first != nil && isSameTexel(first, in):
			if found[first] == nil {
				found[first] = append(found[first], first)
			}
			found[first], found[in] = append(found[first], in), nil
		case in.Op == ir.OpLoadTex:
			first = in
		case !in.Mark && (in.Op.Class() != ir.Pure || len(in.Blocks) > 0):
			first = nil
		}
	}
	return found
}

// isSameTexel tells whether two loads are of the same texel.
func isSameTexel(a, b *ir.Instr) bool {
	return isSameTexture(a, b) && a.Args[1] == b.Args[1] && a.Args[2] == b.Args[2] && a.Args[3] == b.Args[3]
}
