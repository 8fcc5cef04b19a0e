package validate

import "github.com/gpuscript/gpuscript/gpu"

// mapState is a buffer that is mapped.
type mapState struct {
	count int
	site  gpu.Site // of the last Map, then of the last Unmap
}

// checkMap applies the rules of Map, Unmap and accesses through the mapping.
func (v *Validator) checkMap(c *gpu.MapCall) {
	r := v.resource(c.Resource)
	if r == nil || v.unusable(c.Resource, c) {
		return
	}
	m := v.mapped[c.Resource]
	switch {
	case r.heap == gpu.HeapDefault || !r.buffer():
		v.sayMapHeap(c, r)
	case c.Subresource != 0:
		v.saySubresource(c.Site, c.Method, r, c.Subresource)
	case c.Act != gpu.MapMap && (m == nil || m.count == 0):
		v.sayNotMapped(c, m)
	case c.Range != nil && (c.Range.Begin > c.Range.End || c.Range.End > r.desc.Width):
		v.sayMapRange(c, r)
	case r.heap == gpu.HeapReadback && c.Act == gpu.MapUnmap && c.Range != nil && c.Range.End > c.Range.Begin, r.heap == gpu.HeapReadback && c.Act == gpu.MapWrite:
		v.sayReadbackWrite(c)
	case r.heap == gpu.HeapUpload && c.Act == gpu.MapRead && v.on() && !v.readAdvice[c.Resource]:
		v.readAdvice[c.Resource] = true
		v.adviseReadUpload(c)
	}
}

func (v *Validator) recordMap(c *gpu.MapCall) {
	switch c.Act {
	case gpu.MapMap:
		m := v.mapped[c.Resource]
		if m == nil {
			m = &mapState{}
			v.mapped[c.Resource] = m
		}
		m.count++
		m.site = c.Site
	case gpu.MapUnmap:
		if m := v.mapped[c.Resource]; m != nil {
			m.count--
			m.site = c.Site
		}
	default:
		v.touchMapped(c)
	}
}
