// Package reading remembers which descriptor tables the commands of a recording read. What the descriptors of a table show is known when the list is
// submitted, if they may be written until then; so what else such a command uses in a state for writing is kept beside the table:
//
//	DrawInstanced   render target x, table at slot 4     →   table: slot 4, draws to x
//	                                                         (submitted: slot 4 shows x, which cannot be in both states)
//
// It must not know descriptors, nor the states of resources.
package reading

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
)

// Table is a descriptor table that a command reads; Slot is its root parameter. A clear has no pipeline, and reads one descriptor.
type Table struct {
	Base     gpu.GPUDescriptorHandle
	Slot     uint32
	Pipeline gpu.ID
	Op       gpu.Op
	Site     gpu.Site
	Set      gpu.Site // where the table was set
	Writes   uint64   // of descriptors before that
	Barriers int      // of the recording before the command
	Index    uint32   // of the command
	Runs     gpu.Site // the ExecuteBundle, where a bundle recorded the command,
	Bundle   gpu.ID   // which is this one

	first, end uint32 // of what the command uses in states for writing
}

// same says whether a table says nothing that another one does not say.
func (t *Table) same(u *Table) bool {
	return t.Base == u.Base && t.Slot == u.Slot && t.Pipeline == u.Pipeline && t.Writes == u.Writes && t.Barriers == u.Barriers &&
		t.first == u.first && t.end == u.end
}

// Log has the tables of a recording, in the order of its commands. Its memory is reused by the next recording.
type Log struct {
	Tables  []Table
	written []role.Need
}

// Reset forgets everything.
func (l *Log) Reset() { l.Tables, l.written = l.Tables[:0], l.written[:0] }

// Window is how many tables before it a table is compared with that may be left out.
const Window = 4

// Add adds a table that a command reads which uses written in states for writing. A table that was read just so by one of the commands before is left
// out.
func (l *Log) Add(t Table, written []role.Need) {
	recent := l.Tables[max(len(l.Tables)-Window, 0):]
	known := slices.IndexFunc(recent, func(o Table) bool { return slices.EqualFunc(l.Written(&o), written, alike) })
	if known < 0 {
		t.first, t.end = uint32(len(l.written)), uint32(len(l.written)+len(written))
		l.written = append(l.written, written...)
	} else if t.first, t.end = recent[known].first, recent[known].end; slices.ContainsFunc(recent, func(o Table) bool { return t.same(&o) }) {
		return
	}
	l.Tables = append(l.Tables, t)
}

// Written is what the command of a table uses in states for writing.
func (l *Log) Written(t *Table) []role.Need { return l.written[t.first:t.end] }

// Begins says whether a table is the first one of its command.
func (l *Log) Begins(i int) bool { return i == 0 || l.Tables[i].Index != l.Tables[i-1].Index }

// alike says whether two needs are of the same subresource in the same state.
func alike(a, b role.Need) bool {
	return a.Resource == b.Resource && a.Sub == b.Sub && a.Want == b.Want
}
