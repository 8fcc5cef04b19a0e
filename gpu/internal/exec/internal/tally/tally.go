// Package tally counts what queries measure, and remembers where they began. It must not know heaps, draws or memory.
package tally

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Counts are what queries count.
type Counts struct {
	gpu.PipelineStatistics
	Samples uint64 // that passed all tests
}

// Add adds what a draw or dispatch did.
func (c *Counts) Add(s *gpu.PipelineStatistics, samples uint64) {
	c.IAVertices += s.IAVertices
	c.IAPrimitives += s.IAPrimitives
	c.VSInvocations += s.VSInvocations
	c.CInvocations += s.CInvocations
	c.CPrimitives += s.CPrimitives
	c.PSInvocations += s.PSInvocations
	c.CSInvocations += s.CSInvocations
	c.Samples += samples
}

// Since are the eleven counts of pipeline statistics since a query began, as D3D12_QUERY_DATA_PIPELINE_STATISTICS has them.
func (c *Counts) Since(start *Counts) [11]uint64 {
	return [11]uint64{c.IAVertices - start.IAVertices, c.IAPrimitives - start.IAPrimitives, c.VSInvocations - start.VSInvocations, 0, 0,
		c.CInvocations - start.CInvocations, c.CPrimitives - start.CPrimitives, c.PSInvocations - start.PSInvocations, 0, 0,
		c.CSInvocations - start.CSInvocations}
}

// Queries are those that have begun and not ended.
type Queries []query

type query struct {
	heap  gpu.ID
	index uint32
	start Counts
}

// Begin remembers the counts from which a query starts.
func (q *Queries) Begin(heap gpu.ID, index uint32, now Counts) {
	*q = append(*q, query{heap, index, now})
}

// End ends a query that has begun, and gives the counts at its beginning.
func (q *Queries) End(heap gpu.ID, index uint32) Counts {
	open := *q
	for i := range open {
		if open[i].heap == heap && open[i].index == index {
			start := open[i].start
			*q = append(open[:i], open[i+1:]...)
			return start
		}
	}
	panic(fmt.Sprintf("BUG: exec: EndQuery of query %d, which has not begun", index))
}

// Predicable says whether predication leaves a command out (Direct3D 12, predication).
func Predicable(op gpu.Op) bool {
	switch op {
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced, gpu.OpDispatch, gpu.OpExecuteIndirect, gpu.OpCopyBufferRegion, gpu.OpCopyResource,
		gpu.OpCopyTextureRegion, gpu.OpResolveSubresource, gpu.OpResolveSubresourceRegion, gpu.OpClearRenderTargetView, gpu.OpClearDepthStencilView,
		gpu.OpClearUnorderedAccessViewFloat, gpu.OpClearUnorderedAccessViewUint:
		return true
	}
	return false
}
