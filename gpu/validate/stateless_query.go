package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// queryOf finds the query heap of a command and checks that its type fits the query and the list.
func (v *Validator) queryOf(l *list, c *gpu.Command, first, count uint64) *queryHeap {
	h := bodyOf[queryHeap](v, c.Object)
	switch {
	case h == nil:
		return nil
	case (h.desc.Type == gpu.QueryHeapTimestamp || h.desc.Type == gpu.QueryHeapCopyQueueTimestamp) != (c.Query == gpu.QueryTimestamp),
		(h.desc.Type == gpu.QueryHeapPipelineStatistics) != (c.Query == gpu.QueryPipelineStatistics):
		v.sayQueryType(c, h)
	case (l.typ == gpu.ListCopy) != (h.desc.Type == gpu.QueryHeapCopyQueueTimestamp):
		v.sayQueryHeapOfList(l, c, h)
	case words.End(first, count) > uint64(h.desc.Count):
		v.sayQueryRange(c, h, first, count)
	default:
		return h
	}
	return nil
}

func (v *Validator) endQueryRules(l *list, c *gpu.Command) { v.queryOf(l, c, uint64(c.Slot), 1) }

// queryBytes is the size of a result.
func queryBytes(t gpu.QueryType) uint64 {
	if t == gpu.QueryPipelineStatistics {
		return 88
	}
	return 8
}

// resolveQueryRules: queries that exist, 8 aligned bytes each in a buffer, or 88.
func (v *Validator) resolveQueryRules(l *list, c *gpu.Command) {
	r := v.resource(c.Dst)
	if v.queryOf(l, c, uint64(c.Slot), c.Size) == nil || r == nil {
		return
	}
	switch {
	case !r.buffer():
		v.sayNotBuffer(c, c.Dst)
	case c.DstOffset%8 != 0:
		v.sayQueryAlignment(c)
	case words.End(c.DstOffset, c.Size*queryBytes(c.Query)) > r.desc.Width:
		v.sayQueryEnd(c, r)
	default:
		if v.on() {
			v.use(l, r, 0, gpu.StateCopyDest, c)
		}
	}
}
