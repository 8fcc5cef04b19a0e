package validate

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// onlyPipeline is the pipeline that a command can have meant, if there is only one of its kind, and for the root signature that is set; 0 otherwise.
func (v *Validator) onlyPipeline(l *list, c *gpu.Command) (only gpu.ID) {
	draws := strings.HasPrefix(c.Op.String(), "Draw")
	if !draws && c.Op != gpu.OpDispatch {
		return 0
	}
	return v.objects.Only(func(id gpu.ID) bool {
		p := bodyOf[pipeline](v, id)
		return p != nil && (p.Graphics != nil) == draws && (!draws || l.draws.Suits(p.Graphics)) && (l.Root == 0 || p.Root == l.Root) && v.objects.Device(id) == v.objects.Device(l.id)
	})
}

func (v *Validator) sayMissingArgument(l *list, c *gpu.Command, p *pipeline, parameter uint32) {
	kind := l.Signature.Desc.Parameters[parameter].Type
	only := v.objects.Only(func(id gpu.ID) bool {
		r := bodyOf[resource](v, id)
		return r != nil && words.ViewOf(kind, &r.desc) && v.objects.Device(id) == v.objects.Device(l.id)
	})
	tables.Missing(v.world(l, c), c, l.Arguments, p.Reader(parameter), parameter, l.Setter(""), only, l.heapSite)
}

func (v *Validator) sayNoRootSignature(c *gpu.Command) {
	set := v.list(c.List).Setter("Signature")
	root := v.objects.Only(func(id gpu.ID) bool {
		return bodyOf[rootSignature](v, id) != nil && v.objects.Device(id) == v.objects.Device(c.List)
	})
	if p := bodyOf[pipeline](v, v.list(c.List).pipeline); p != nil {
		root = p.Root
	}
	protocol.NoRootSignature(names{v}, c, set, root)
}
