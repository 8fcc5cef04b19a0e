package exec

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tables"
)

// bound says what the records in the table were written for, so that the same dispatch again finds them there, in the same list or in another one:
//
//	SetPipelineState  Dispatch  barrier  Dispatch  SetRoot…  Dispatch  CreateSRV  Dispatch
//	                  resolve            ·                   resolve              resolve
//
// Constants stand beside the records: where only they are others, they alone are written. The zero value is of nothing.
type bound struct {
	part    *part  // nil: of nothing
	number  uint64 // no other records of the machine have had it, from 1
	objects uint64
	// The arguments that the records are of, and the state that has had them last, with the number of its changes: a short cut.
	root      *RootSignature
	set       uint64
	args      []argument
	constants []uint32
	state     *rootState
	version   uint64
}

// resolved is what was found out for a dispatch. The last few are kept, each in a share of the table: passes take turns.
//
//	table     share 0   share 1   share 2   share 3        records of four dispatches, or of one draw or of a program with many
type resolved struct {
	bound   bound
	first   uint32 // record of the table
	fitted  bool   // a dispatch ran with the records as they are
	views   []BoundView
	formats []gpu.Format
	// mappings are the orders of components of typed views, beside their formats; clamped says which leave mip levels out.
	mappings []gpu.ComponentMapping
	clamped  []bool
}

const (
	tableShares = 4
	shareOf     = tables.FirstRecords / tableShares // records
)

// table is the address of the first record.
func (m *Machine) table() uint64 { return m.tables.Table + uint64(m.first)*RecordBytes }

// Changed tells the machine that objects were made or destroyed: addresses and identities may mean others now.
func (m *Machine) Changed() { m.objects++ }

// unbound begins the views and faults of a command that brings its own, and has the whole table.
func (m *Machine) unbound() {
	m.views, m.faults, m.bound.part, m.first = m.views[:0], m.faults[:0], nil, 0
	for i := range m.others {
		m.others[i].bound.part, m.others[i].first = nil, shareOf*uint32(i+1)
	}
}

// bind writes the records of a dispatch, and finds its views and faults, where they are not there from an earlier one. It fails where there is no
// memory.
func (m *Machine) bind(s *rootState, p *part) bool {
	b := &m.bound
	switch {
	case b.part == p && b.objects == m.objects && b.state == s && b.version == s.version:
		return true
	case b.holds(s, p, m.objects):
		b.state, b.version = s, s.version
		if !slices.Equal(b.constants, s.values()) {
			m.renewConstants(s, p)
		}
		return true
	case m.recall(s, p):
		return true
	}
	m.anew(uint32(len(p.sources)))
	if !m.tables.Reserve(m.space, uint32(len(p.sources))) {
		return false
	}
	m.resolve(s, p, 0)
	if m.lasts() {
		m.bound.keep(s, p, m.objects)
		m.numbers++
		m.bound.number = m.numbers
	}
	return true
}

// recall finds the records of an earlier dispatch and says whether they are there. There is one set of constants, which others have used since.
func (m *Machine) recall(s *rootState, p *part) bool {
	for i := range m.others {
		if r := m.others[i]; r.bound.holds(s, p, m.objects) {
			m.resolved, m.others[i] = r, m.resolved
			m.faults = m.faults[:0]
			m.bound.state, m.bound.version = s, s.version
			if len(s.values()) > 0 {
				m.renewConstants(s, p)
			}
			return true
		}
	}
	return false
}

// boundNumber is the number of the records of a dispatch, 0 where others may be in their place for the next one like it.
func (m *Machine) boundNumber() uint64 {
	if m.bound.part == nil {
		return 0
	}
	return m.bound.number
}

func (m *Machine) renewConstants(s *rootState, p *part) {
	m.bound.constants = append(m.bound.constants[:0], s.values()...)
	m.putConstants(s, p.root)
}

// anew makes room for so many records. What is there stays, if it holds and there is room for both.
func (m *Machine) anew(records uint32) {
	if records > shareOf || m.bound.part != nil && len(m.bound.part.sources) > shareOf {
		m.unbound()
		return
	}
	if m.bound.part != nil && m.bound.objects == m.objects {
		m.resolved, m.others[m.oldest] = m.others[m.oldest], m.resolved
		m.oldest = (m.oldest + 1) % len(m.others)
	}
	m.views, m.faults, m.bound.part = m.views[:0], m.faults[:0], nil
}

// holds tells whether the records are those of a program with the arguments of a state.
func (b *bound) holds(s *rootState, p *part, objects uint64) bool {
	if b.part != p || b.objects != objects || s.root != b.root || s.set != b.set {
		return false
	}
	for i := range b.args {
		if s.isSet(uint32(i)) && s.args[i] != b.args[i] {
			return false
		}
	}
	return true
}

// keep notes what the records are of.
func (b *bound) keep(s *rootState, p *part, objects uint64) {
	b.part, b.objects, b.state, b.version = p, objects, s, s.version
	b.root, b.set = s.root, s.set
	b.args, b.constants = b.args[:0], append(b.constants[:0], s.values()...)
	if s.root != nil {
		b.args = append(b.args, s.args[:len(s.root.Parameters)]...)
	}
}

// lasts tells whether what was resolved holds as long as nothing changes. Faults that turn out not to count are taken out, and decoded copies are
// made again.
func (m *Machine) lasts() bool { return len(m.faults) == 0 && m.lasting() }

// lasting tells whether no view is of a decoded copy.
func (m *Machine) lasting() bool {
	for i := range m.views {
		if m.views[i].Copy != nil {
			return false
		}
	}
	return true
}
