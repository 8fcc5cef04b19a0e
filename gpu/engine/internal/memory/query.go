package memory

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// Query is a query heap for one query, and a mapped buffer for its result.
type Query struct {
	Heap    *device.QueryHeap
	Result  *device.Resource // READBACK
	Mapping *device.Mapping
}

// Owned is an object of the device that is given up with its owner.
type Owned interface {
	SetSite(gpu.Site)
	Release() error
}

// Owned are the objects that were made.
func (q Query) Owned() (out []Owned) {
	if q.Heap != nil {
		out = append(out, q.Heap)
	}
	if q.Result != nil {
		out = append(out, q.Result)
	}
	return out
}

// NewQuery makes the parts of a query. After an error the result has those that were made.
func (at At) NewQuery(name string, typ desc.QueryType, site gpu.Site) (q Query, err error) {
	heap, _, slots := typ.Natives()
	if q.Heap, err = at().CreateQueryHeap(gpu.QueryHeapDesc{Name: name, Type: heap, Count: slots}); err != nil {
		return Query{}, err
	}
	r, err := at().CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: gpu.StateCopyDest,
		ResourceDesc: gpu.ResourceDesc{Name: name + " result", Dimension: gpu.DimensionBuffer, Width: desc.StatisticsBytes,
			Layout: gpu.LayoutRowMajor}})
	if err != nil {
		return q, err
	}
	q.Result = r
	r.SetSite(site)
	q.Mapping, err = r.Map(0, nil)
	return q, err
}
