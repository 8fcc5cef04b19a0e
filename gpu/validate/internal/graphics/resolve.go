package graphics

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/transfer"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// queryOf finds the query heap of a command and checks that its type fits the query and the list.
func queryOf(w World, c *gpu.Command, first, count uint64) *gpu.QueryHeapDesc {
	h := w.QueryHeap(c.Object)
	switch {
	case h == nil:
		return nil
	case (h.Type == gpu.QueryHeapTimestamp || h.Type == gpu.QueryHeapCopyQueueTimestamp) != (c.Query == gpu.QueryTimestamp),
		(h.Type == gpu.QueryHeapPipelineStatistics) != (c.Query == gpu.QueryPipelineStatistics):
		sayQueryType(w, c, h)
	case (w.List() == gpu.ListCopy) != (h.Type == gpu.QueryHeapCopyQueueTimestamp):
		sayQueryHeapOfList(w, c, h)
	case words.End(first, count) > uint64(h.Count):
		sayQueryRange(w, c, h, first, count)
	default:
		return h
	}
	return nil
}

// queryType is a type of query that a heap holds.
func queryType(t gpu.QueryHeapType) gpu.QueryType {
	switch t {
	case gpu.QueryHeapOcclusion:
		return gpu.QueryOcclusion
	case gpu.QueryHeapPipelineStatistics:
		return gpu.QueryPipelineStatistics
	}
	return gpu.QueryTimestamp
}

// queryBytes is the size of a result.
func queryBytes(t gpu.QueryType) uint64 {
	if t == gpu.QueryPipelineStatistics {
		return 88
	}
	return 8
}

// resolveQueryRules: queries that exist, 8 aligned bytes each in a buffer, or 88.
func (s *State) resolveQueryRules(w World, c *gpu.Command) {
	r := w.Resource(c.Dst)
	if queryOf(w, c, uint64(c.Slot), c.Size) == nil || r == nil {
		return
	}
	open := s.open(c)
	switch {
	case open != nil:
		s.sayOpen(w, c, open)
	case r.Dimension != gpu.DimensionBuffer:
		transfer.NotBuffer(w, c, c.Dst)
	case c.DstOffset%8 != 0:
		sayQueryAlignment(w, c)
	case words.End(c.DstOffset, c.Size*queryBytes(c.Query)) > r.Width:
		sayQueryEnd(w, c, r)
	case c.Size == 0:
		transfer.Nothing(w, c, "NumQueries", "queries")
	default:
		w.Use(c.Dst, 0, gpu.StateCopyDest)
	}
}

func sayQueryType(w World, c *gpu.Command, h *gpu.QueryHeapDesc) {
	d := words.Made(w, w.Say(diag.BadQuery, c.Site, "%s of type %s does not fit %s of type %s", c.Op, c.Query, w.Ref(c.Object), h.Type), c.Object)
	if c.Op == gpu.OpBeginQuery && queryType(h.Type) == gpu.QueryTimestamp { // what begins is no moment
		want := gpu.QueryHeapOcclusion
		if c.Query == gpu.QueryPipelineStatistics {
			want = gpu.QueryHeapPipelineStatistics
		}
		d.HelpFix(w.Created(c.Object), diag.Put("CreateQueryHeap", "Type", want),
			"create the heap with Type = %q, or end a TIMESTAMP without beginning it", want)
		return
	}
	d.HelpFix(c.Site, diag.PutArgument(c.Op.String(), 2, queryType(h.Type)), "use a query heap of the type of the query, or the type of the heap")
}

func sayQueryHeapOfList(w World, c *gpu.Command, h *gpu.QueryHeapDesc) {
	want := gpu.QueryHeapTimestamp
	if w.List() == gpu.ListCopy {
		want = gpu.QueryHeapCopyQueueTimestamp
	}
	d := words.Made(w, w.Say(diag.BadQuery, c.Site, "%s in %s needs a query heap of type %s, but %s has type %s", c.Op, w.Ref(c.List), want,
		w.Ref(c.Object), h.Type), c.Object).
		HelpFix(w.Created(c.Object), diag.Put("CreateQueryHeap", "Type", want), "Type = %q", want)
	d.Object = c.Object
}

// mostQueries is how many queries a heap is proposed with: no number that a script has by mistake.
const mostQueries = 1 << 20

func sayQueryRange(w World, c *gpu.Command, h *gpu.QueryHeapDesc, first, count uint64) {
	end := words.End(first, count)
	d := words.Made(w, w.Say(diag.BadQuery, c.Site, "%s names queries [%d, %d) of %s, which has %d", c.Op, first, end,
		w.Ref(c.Object), h.Count), c.Object)
	if end > mostQueries {
		d.HelpText("queries are counted from 0: the last one is %d", h.Count-1)
		return
	}
	d.HelpFix(w.Created(c.Object), diag.Put("CreateQueryHeap", "Count", end), "queries are counted from 0; Count = %d would hold them", end)
}

func sayQueryAlignment(w World, c *gpu.Command) {
	next := (c.DstOffset + 7) / 8 * 8
	// Only a number is changed: what computes a place is likely to read the results there, too, and rounding it here alone would make it read others.
	w.Say(diag.BadQueryDestination, c.Site, "%s writes at byte %d of %s, which is not a multiple of 8", c.Op, c.DstOffset, w.Ref(c.Dst)).
		WithResource(w.Ref(c.Dst)).
		HelpFix(c.Site, diag.PutArgument(c.Op.String(), 6, next), "%d is the next multiple, where the results have to be read as well", next)
}

func sayQueryEnd(w World, c *gpu.Command, r *gpu.ResourceDesc) {
	words.Made(w, w.Say(diag.BadQueryDestination, c.Site, "%s writes %s, but the buffer has %d bytes", c.Op,
		words.Range(w.Name(c.Dst), c.DstOffset, queryBytes(c.Query)*c.Size), r.Width), c.Dst).
		WithRange(c.DstOffset, words.End(c.DstOffset, queryBytes(c.Query)*c.Size)).
		HelpFix(w.Created(c.Dst), diag.Put(Creators, "Width", words.End(c.DstOffset, queryBytes(c.Query)*c.Size)), "create %s with Width = %d",
			w.Ref(c.Dst), words.End(c.DstOffset, queryBytes(c.Query)*c.Size))
}
