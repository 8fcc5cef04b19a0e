package exec

import (
	"encoding/binary"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

func (m *Machine) queryHeap(id gpu.ID, first, count uint64) *QueryHeap {
	h := m.env.QueryHeap(id)
	if h == nil || first+count > uint64(h.Desc.Count) {
		panic(fmt.Sprintf("BUG: exec: queries [%d, %d) of heap %d do not exist", first, first+count, id))
	}
	return h
}

// endQuery ends a query: a timestamp takes now, the others what was counted since they began.
func (m *Machine) endQuery(b *Bindings, c *gpu.Command, now uint64) Outcome {
	h := m.queryHeap(c.Object, uint64(c.Slot), 1)
	each := QueryBytes(h.Desc.Type)
	out := m.bytes(h.Base+each*uint64(c.Slot), each)
	switch c.Query {
	case gpu.QueryTimestamp:
		binary.LittleEndian.PutUint64(out, now)
	case gpu.QueryPipelineStatistics:
		start := b.draw.open.End(c.Object, c.Slot)
		for i, n := range b.draw.counts.Since(&start) {
			binary.LittleEndian.PutUint64(out[8*i:], n)
		}
	default:
		start := b.draw.open.End(c.Object, c.Slot)
		binary.LittleEndian.PutUint64(out, b.draw.counts.Samples-start.Samples)
	}
	return Outcome{Result: Result{BytesWritten: each}}
}

// resolveQueries copies results into a buffer. A binary occlusion is 0 or 1.
func (m *Machine) resolveQueries(c *gpu.Command) Outcome {
	h := m.queryHeap(c.Object, uint64(c.Slot), c.Size)
	each := QueryBytes(h.Desc.Type)
	n := c.Size * each
	dst := m.bytes(m.resource(c.Dst).Base+c.DstOffset, n)
	copy(dst, m.bytes(h.Base+uint64(c.Slot)*each, n))
	if c.Query == gpu.QueryBinaryOcclusion {
		for ; len(dst) > 0; dst = dst[8:] {
			binary.LittleEndian.PutUint64(dst, min(binary.LittleEndian.Uint64(dst), 1))
		}
	}
	return Outcome{Result: Result{BytesRead: n, BytesWritten: n}}
}

// writeImmediate writes 32-bit words to GPU addresses, in order; where no buffer is any more, nothing is written. The modes differ in time only.
func (m *Machine) writeImmediate(c *gpu.Command) Outcome {
	for _, w := range c.Writes {
		if r, ok := m.env.ResourceAt(w.Dest); ok {
			binary.LittleEndian.PutUint32(m.bytes(r.At(w.Dest), 4), w.Value)
		}
	}
	return Outcome{Result: Result{BytesWritten: 4 * uint64(len(c.Writes))}}
}
