package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/arguments"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// indirectRules: buffers that hold the arguments and the count, the root signature of the command signature, and what a
// dispatch needs.
func (v *Validator) indirectRules(l *list, c *gpu.Command) {
	s := bodyOf[commandSignature](v, c.Object)
	if s == nil || !arguments.Buffers(v.world(l, c), c, s.Desc) {
		return
	}
	if root := bodyOf[rootSignature](v, s.Root); s.Sets != 0 && root != nil && (l.Signature == nil || l.Signature.Layout != root.Layout) {
		tables.IndirectRoot(v.world(l, c), c, s.Root, l.Root, l.Setter("Signature"))
		return
	}
	if !v.programRules(l, c, s.Sets) {
		return
	}
	v.use(l, v.resource(c.Src), 0, gpu.StateIndirectArgument, c, role.Role{Kind: role.Arguments})
	if r := v.resource(c.Dst); r != nil {
		v.use(l, r, 0, gpu.StateIndirectArgument, c, role.Role{Kind: role.Count})
	}
}
