package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/addresses"
)

// checkMap applies the rules of Map, Unmap and accesses through the mapping.
func (v *Validator) checkMap(c *gpu.MapCall) {
	r := v.resource(c.Resource)
	if r == nil || v.unusable(c.Resource, c) {
		return
	}
	if !v.mapped.Check(v.world(nil, nil), c) {
		addresses.Subresource(names{v}, r.id, c.Site, c.Method, c.Subresource)
	}
}

func (v *Validator) recordMap(c *gpu.MapCall) {
	v.mapped.Record(c)
	if c.Act != gpu.MapMap && c.Act != gpu.MapUnmap {
		v.touchMapped(c)
	}
}
