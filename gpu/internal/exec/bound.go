package exec

import "slices"

// bound says what the records in the table were written for, so that the same dispatch again finds them there, in the same list or in another one:
//
//	SetPipelineState  Dispatch  barrier  Dispatch  SetRoot…  Dispatch  CreateSRV  Dispatch
//	                  resolve            ·                   resolve              resolve
//
// Constants stand beside the records: where only they are others, they alone are written. The zero value is of nothing.
type bound struct {
	part    *part // nil: of nothing
	objects uint64
	// The arguments that the records are of, and the state that has had them last, with the number of its changes: a short cut.
	root      *RootSignature
	set       uint64
	args      []argument
	constants []uint32
	state     *rootState
	version   uint64
}

// Changed tells the machine that objects were made or destroyed: addresses and identities may mean others now.
func (m *Machine) Changed() { m.objects++ }

// unbound begins the views and faults of a command that brings its own.
func (m *Machine) unbound() {
	m.views, m.faults, m.bound.part = m.views[:0], m.faults[:0], nil
}

// bind writes the records of a dispatch, and finds its views and faults, where they are not there from the last one. It fails where there is no memory.
func (m *Machine) bind(s *rootState, p *part) bool {
	b := &m.bound
	switch {
	case b.part != p || b.objects != m.objects:
	case b.state == s && b.version == s.version:
		return true
	case b.holds(s):
		b.state, b.version = s, s.version
		if !slices.Equal(b.constants, s.values()) {
			b.constants = append(b.constants[:0], s.values()...)
			m.putConstants(s, p.root)
		}
		return true
	}
	m.unbound()
	if !m.tables.Reserve(m.space, uint32(len(p.sources))) {
		return false
	}
	m.resolve(s, p, 0)
	if m.lasts() {
		b.keep(s, p, m.objects)
	}
	return true
}

// holds tells whether a state has the arguments that the records are of.
func (b *bound) holds(s *rootState) bool {
	if s.root != b.root || s.set != b.set {
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
		b.args = append(b.args, s.args[:len(s.root.parameters)]...)
	}
}

// lasts tells whether what was resolved holds as long as nothing changes. Faults that turn out not to count are taken out, and decoded copies are made anew.
func (m *Machine) lasts() bool {
	for i := range m.views {
		if m.views[i].Copy != nil {
			return false
		}
	}
	return len(m.faults) == 0
}
