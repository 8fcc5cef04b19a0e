package mapped

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
)

// Opening is a mapping with what its end needs.
type Opening struct {
	Data   *Data
	Region desc.Region   // of a DYNAMIC texture
	Upload memory.Upload // its new texels
}

// Openings are the open mappings of a context, in their order. The zero value is empty.
type Openings []Opening

// Add notes a mapping.
func (o *Openings) Add(x Opening) *Data {
	*o = append(*o, x)
	return x.Data
}

// index is the place of the mapping of a subresource, -1 if it is not mapped.
func (o Openings) index(u *record.Usage, subresource uint32) int {
	return slices.IndexFunc(o, func(x Opening) bool { return x.Data.of.Usage == u && x.Data.of.Subresource == subresource })
}

// Find is the open mapping of a subresource, nil if there is none.
func (o Openings) Find(u *record.Usage, subresource uint32) *Data {
	if i := o.index(u, subresource); i >= 0 {
		return o[i].Data
	}
	return nil
}

// Only is the subresource of a resource that is mapped, and the place where it was, if it is the only one.
func (o Openings) Only(u *record.Usage) (subresource uint32, opened gpu.Site, ok bool) {
	for _, x := range o {
		if x.Data.of.Usage != u {
			continue
		}
		if ok {
			return 0, 0, false
		}
		subresource, opened, ok = x.Data.of.Subresource, x.Data.opened, true
	}
	return subresource, opened, ok
}

// End ends the mapping of a subresource at a place: later accesses are refused. ok is false if there is none.
func (o *Openings) End(u *record.Usage, subresource uint32, site gpu.Site) (ended Opening, ok bool) {
	i := o.index(u, subresource)
	if i < 0 {
		return ended, false
	}
	ended = (*o)[i]
	ended.Data.open, ended.Data.closed = false, site
	*o = slices.Delete(*o, i, i+1)
	return ended, true
}

// EndFrame forgets the mappings that last no longer than a frame. Their accesses are refused because the frame has ended.
func (o *Openings) EndFrame() {
	*o = slices.DeleteFunc(*o, func(x Opening) bool { return !x.Data.of.Lasts })
}
