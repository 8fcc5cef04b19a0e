package mapped

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Use is bytes of a dynamic buffer that a recorded command is known to read, or may read. What a shader reads of a structured buffer is not known
// before it runs: a write to such bytes goes to the recording, and package promise holds it against what was read.
type Use struct {
	Begin, End uint64
	Serial     uint64 // of the recording
	Site       gpu.Site
	Method     string
	Open       *record.Recorder // of the recording, where a shader decides which of the bytes it reads; nil: it reads all
}

// Uses are those of the memory that a dynamic buffer has now.
type Uses []Use

// Note adds a use. Of those that follow each other with the same bytes the first one stands for all.
func (u *Uses) Note(use Use) {
	if n := len(*u); n > 0 {
		if last := &(*u)[n-1]; last.Begin == use.Begin && last.End == use.End && last.Serial == use.Serial {
			return
		}
	}
	*u = append(*u, use)
}

// find is the first use of bytes by a recording of a kind; nil if there is none.
func (u Uses) find(begin, end uint64, is func(serial uint64) bool) *Use {
	for i := range u {
		if use := &u[i]; use.Open == nil && use.Begin < end && begin < use.End && is(use.Serial) {
			return use
		}
	}
	return nil
}

// guarded refuses a write over bytes that commands are known to read: of lists that were not submitted, and of submissions that the application
// has not waited for, whether the GPU happens to be done with them or not. What only shaders know to be read is found below.
func (m *Data) guarded(offset, size uint64) error {
	if m.of.Uses == nil || size == 0 {
		return nil
	}
	h, end := m.home, offset+size
	m.behind(offset, end)
	if u := m.of.Uses.find(offset, end, h.Waits); u != nil {
		return m.told(words.OverwriteRecorded(Said(m), max(offset, u.Begin), min(end, u.End), u.Site, u.Method))
	}
	u := m.of.Uses.find(offset, end, func(serial uint64) bool { q, _ := h.Flights.Find(serial); return q != nil })
	if u == nil {
		return nil
	}
	q, value := h.Flights.Find(u.Serial)
	return m.told(words.OverwriteInFlight(Said(m), max(offset, u.Begin), min(end, u.End), diag.Range{Begin: u.Begin, End: u.End}, u.Site,
		u.Method, h.Queue(q.Index), value))
}

// behind notes a write with the recordings that were not submitted and whose shaders may read the bytes.
func (m *Data) behind(begin, end uint64) {
	for i := range *m.of.Uses {
		u := &(*m.of.Uses)[i]
		if u.Open == nil || u.Begin >= end || begin >= u.End || u.Open.Serial() != u.Serial || !m.home.Waits(u.Serial) {
			continue
		}
		u.Open.Late = append(u.Open.Late, record.Late{Page: m.of.Mapping.Resource().
			ID(), Base: m.of.Base, Begin: m.of.Base + max(begin, u.Begin), End: m.of.Base + min(end, u.End),
			Before: u.Open.List.Recorded(), Mapping: Said(m), Method: u.Method})
	}
}

// told judges a broken promise.
func (m *Data) told(g *diag.Diagnostic) error {
	m.home.Told(m.site, g.Resource)
	return m.home.Rules.Hazard(g)
}
