package mapped

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Use is bytes of a dynamic buffer that a recorded command is known to read. What a shader reads of a structured buffer is not known before it
// runs: that is found below, when it does.
type Use struct {
	Begin, End uint64
	Serial     uint64 // of the recording
	Site       gpu.Site
	Method     string
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

// find is the first use of bytes by a recording that waits for its submission; nil if there is none.
func (u Uses) find(begin, end uint64, waits func(serial uint64) bool) *Use {
	for i := range u {
		if use := &u[i]; use.Begin < end && begin < use.End && waits(use.Serial) {
			return use
		}
	}
	return nil
}

// guarded refuses a write over bytes of commands that were recorded and not submitted. Those of commands in flight are found below.
func (m *Data) guarded(offset, size uint64) error {
	if m.of.Uses == nil || size == 0 {
		return nil
	}
	u := m.of.Uses.find(offset, offset+size, m.home.Waits)
	if u == nil {
		return nil
	}
	return m.home.Rules.Hazard(words.OverwriteRecorded(Said(m), max(offset, u.Begin), min(offset+size, u.End), u.Site, u.Method))
}
