// Package mapping holds the rules of Map, Unmap and of accesses through a mapping, and follows what is mapped. Who else touches the bytes is not
// its concern. It asks about objects through World.
package mapping

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/turns"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the rules ask of the validator.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Name its name alone, Created the place where it was made.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Advise says whether advice is given.
	Advise() bool
	// Resource is the normalized description of a resource, and Heap the type of its heap.
	Resource(id gpu.ID) *gpu.ResourceDesc
	Heap(id gpu.ID) gpu.HeapType
	// Idle says whether no list has recorded anything of an object.
	Idle(id gpu.ID) bool
}

// mapped is a buffer that is mapped, or was.
type mapped struct {
	count int
	site  gpu.Site // of the last Map, then of the last Unmap
	wrote bool     // the CPU did

	reads   []gpu.MapRange // that Map said the CPU may read
	all     bool           // it may read everything
	advised bool           // that it reads more
	turns   turns.Turns
}

// covers says whether the CPU may read a range.
func (m *mapped) covers(r *gpu.MapRange) bool {
	at := r.Begin
	for more := true; more && !m.all && at < r.End; {
		more = false
		for _, one := range m.reads {
			if one.Begin <= at && at < one.End {
				at, more = one.End, true
			}
		}
	}
	return m.all || at >= r.End
}

// Table is what is mapped. It is used by one goroutine at a time.
type Table struct {
	buffers map[gpu.ID]*mapped
	advised map[gpu.ID]bool // UPLOAD buffers that were read
}

// New returns an empty table.
func New() *Table { return &Table{buffers: map[gpu.ID]*mapped{}, advised: map[gpu.ID]bool{}} }

// Check applies the rules to a call on a resource that is alive. It reports false for a subresource that does not exist, which the caller words.
func (t *Table) Check(w World, c *gpu.MapCall) bool {
	d, heap, m := w.Resource(c.Resource), w.Heap(c.Resource), t.buffers[c.Resource]
	switch {
	case heap == gpu.HeapDefault || d.Dimension != gpu.DimensionBuffer:
		sayMapHeap(w, c, heap)
	case c.Subresource != 0:
		return false
	case c.Act != gpu.MapMap && (m == nil || m.count == 0):
		sayNotMapped(w, c, m)
	case c.Range != nil && c.Range.End > d.Width && !empty(c):
		sayMapRange(w, c, d.Width)
	case heap == gpu.HeapReadback && c.Act == gpu.MapUnmap && c.Range != nil && c.Range.End > c.Range.Begin,
		heap == gpu.HeapReadback && c.Act == gpu.MapWrite:
		sayReadbackWrite(w, c)
	case heap == gpu.HeapUpload && c.Act == gpu.MapRead && w.Advise() && !t.advised[c.Resource]:
		t.advised[c.Resource] = true
		adviseReadUpload(w, c, m.wrote)
	case heap == gpu.HeapReadback && c.Act == gpu.MapRead && w.Advise() && c.Range != nil && !m.advised && !m.covers(c.Range):
		m.advised = true
		adviseReadRange(w, c, m.site)
	}
	return true
}

// empty says whether Map or Unmap got a range without bytes, which may begin anywhere.
func empty(c *gpu.MapCall) bool {
	return (c.Act == gpu.MapMap || c.Act == gpu.MapUnmap) && c.Range.End <= c.Range.Begin
}

// Record follows Map and Unmap.
func (t *Table) Record(c *gpu.MapCall) {
	m := t.buffers[c.Resource]
	switch {
	case c.Act == gpu.MapMap:
		if m == nil {
			m = &mapped{}
			t.buffers[c.Resource] = m
		}
		if m.count == 0 {
			m.reads, m.all = nil, false
		}
		m.count, m.site = m.count+1, c.Site
		if m.all = m.all || c.Range == nil; !m.all {
			m.reads = append(m.reads, *c.Range)
		}
	case c.Act == gpu.MapWrite && m != nil:
		m.wrote = true
	case c.Act == gpu.MapUnmap && m != nil:
		m.count, m.site = m.count-1, c.Site
	}
}

func sayMapHeap(w World, c *gpu.MapCall, heap gpu.HeapType) {
	d := words.Made(w, w.Say(diag.MapNotAllowed, c.Site, "%s cannot be mapped: it is in a heap of type %s", w.Ref(c.Resource), heap), c.Resource)
	const help = "copy through a buffer in an UPLOAD heap, or to one in a READBACK heap"
	if r := w.Resource(c.Resource); r.Dimension == gpu.DimensionBuffer && r.Flags == 0 && w.Idle(c.Resource) {
		words.HelpHeap(d, w.Created(c.Resource), gpu.HeapUpload, "create it in an UPLOAD heap, if the CPU fills it; or "+help)
		return
	}
	d.HelpText(help)
}

func sayNotMapped(w World, c *gpu.MapCall, m *mapped) {
	d := w.Say(diag.NotMapped, c.Site, "%s on %s, which is not mapped", c.Method, w.Ref(c.Resource)).WithResource(w.Ref(c.Resource))
	if m != nil {
		d.Also(m.site, "the last Unmap was here")
	}
	behind := m != nil && c.Act != gpu.MapUnmap
	if behind {
		d.WithHelp(diag.Help{Site: m.site, Exact: true, Text: "call Unmap after it",
			Fix: &diag.Fix{Method: "Unmap", Argument: 1, Action: diag.FixBehind, Object: diag.The(c.Site), Ends: true}})
	}
	if c.Act == gpu.MapUnmap {
		d.WithHelp(diag.Help{Site: c.Site, Exact: true, Text: "call Unmap after Map: exchange the two",
			Fix: &diag.Fix{Method: "Unmap", Argument: 1, Action: diag.FixBehind, Text: "Map", Next: true}})
	}
	d.WithHelp(diag.Help{Site: c.Site, Spare: len(d.Help) > 0, Text: "call Map on " + w.Ref(c.Resource) + " first",
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Map()", Snippets: []diag.Snippet{{Made: w.Created(c.Resource)}}}})
}

func sayMapRange(w World, c *gpu.MapCall, bytes uint64) {
	d := words.Made(w, w.Say(diag.BadMapRange, c.Site, "%s needs %s[%d, %d), but the buffer has %s", c.Method, w.Name(c.Resource), c.Range.Begin,
		c.Range.End, words.Count(int(bytes), "byte")), c.Resource).WithRange(c.Range.Begin, c.Range.End)
	switch c.Act {
	case gpu.MapMap:
	case gpu.MapUnmap:
		d.Prop("d3d12", "UNMAP_INVALIDRANGE (829)")
	default: // an access of the script, which the debug layer does not see
		d.Prop("d3d12", "")
	}
	size := c.Range.End - c.Range.Begin
	switch {
	case c.Act != gpu.MapMap && c.Act != gpu.MapUnmap && size <= bytes:
		d.HelpFix(c.Site, diag.PutArgument(c.Method, 1, bytes-size), "%d is the last offset with %s after it", bytes-size,
			words.Count(int(size), "byte"))
	case c.Act != gpu.MapMap && c.Act != gpu.MapUnmap:
		d.HelpText("%d bytes are more than the buffer has: create it with Width = %d, or take fewer", size, c.Range.End)
	case c.Range.Begin <= bytes:
		d.HelpFix(c.Site, diag.Put(c.Method, "End", bytes).At(2), "End = %d is the most", bytes)
	}
}

func sayReadbackWrite(w World, c *gpu.MapCall) {
	d := words.Made(w, w.Say(diag.ReadbackWrite, c.Site, "%s says that the CPU wrote %s, which is in READBACK memory", c.Method, w.Ref(c.Resource)),
		c.Resource)
	if c.Act == gpu.MapUnmap {
		d.HelpFix(c.Site, diag.Put(c.Method, "End", c.Range.Begin).At(2), "the written range of a READBACK buffer is empty: End = %d", c.Range.Begin)
		return
	}
	words.HelpHeap(d, w.Created(c.Resource), gpu.HeapUpload, "what the CPU writes for the GPU belongs in an UPLOAD heap, in state GENERIC_READ")
}

func adviseReadUpload(w World, c *gpu.MapCall, wrote bool) {
	d := words.Made(w, w.Say(diag.ReadUpload, c.Site, "the CPU reads %s, which is in UPLOAD memory", w.Ref(c.Resource)), c.Resource).
		Because("UPLOAD memory is write-combined: reading it is slow.")
	if !wrote && w.Idle(c.Resource) {
		words.HelpHeap(d, w.Created(c.Resource), gpu.HeapReadback, "read results through a READBACK buffer")
		return
	}
	d.HelpText("keep a copy of what is written, or read results through a READBACK buffer")
}

// adviseReadRange advises against reading what Map, at a place, did not ask for.
func adviseReadRange(w World, c *gpu.MapCall, site gpu.Site) {
	w.Say(diag.ReadOutsideRange, c.Site, "the CPU reads bytes [%d, %d) of %s, but the range given to Map is smaller", c.Range.Begin,
		c.Range.End, w.Ref(c.Resource)).
		WithResource(w.Ref(c.Resource)).WithRange(c.Range.Begin, c.Range.End).Also(site, "mapped here").
		Because("Map makes the bytes of its read range visible to the CPU; of other bytes it may see old contents.").
		HelpFix(site, diag.Fix{Method: "Map", Argument: 2, Action: diag.FixDrop}, "leave the read range out: then all may be read")
}

// Used notes that a thread touches a buffer or unmaps it, now.
func (t *Table) Used(order *track.Order, by track.Agent, id gpu.ID) {
	if m := t.buffers[id]; m != nil {
		m.turns.Used(order, by)
	}
}

// Turn notes a Map or an Unmap that was recorded, of a thread; a Map of one among several comes after so many uses.
func (t *Table) Turn(order *track.Order, by track.Agent, c *gpu.MapCall, nth uint64) {
	switch m := t.buffers[c.Resource]; {
	case m == nil || c.Act != gpu.MapMap && c.Act != gpu.MapUnmap:
	case order.Alone():
		m.turns = turns.New(m.count)
	case c.Act == gpu.MapMap:
		m.turns.Turn(order, by, 1, nth)
	}
}

// Took notes an Unmap of a thread among several, which may be left out, by the number of its use.
func (t *Table) Took(order *track.Order, by track.Agent, id gpu.ID, nth uint64) {
	if m := t.buffers[id]; m != nil {
		m.turns.Turn(order, by, -1, nth)
	}
}

// Left is how often a buffer is still mapped, at least, where nothing orders a use of it and an Unmap, and the Unmap comes first.
func (t *Table) Left(order *track.Order, id gpu.ID, x, unmap turns.Moment) int {
	if m := t.buffers[id]; m != nil {
		return m.turns.Left(order, x, unmap)
	}
	return 1
}
