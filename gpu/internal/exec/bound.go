package exec

// bound says what the records in the table were written for, so that the same dispatch again finds them there:
//
//	SetPipelineState  Dispatch  barrier  Dispatch  SetRoot…  Dispatch  CreateSRV  Dispatch
//	                  resolve            ·                   resolve              resolve
//
// The zero value is of nothing.
type bound struct {
	state   *rootState
	version uint64 // of the state
	part    *part
	objects uint64 // Machine.objects
}

// Changed tells the machine that objects were made or destroyed: addresses and identities may mean others now.
func (m *Machine) Changed() { m.objects++ }

// unbound begins the views and faults of a command that brings its own.
func (m *Machine) unbound() {
	m.views, m.faults, m.bound = m.views[:0], m.faults[:0], bound{}
}

// bind writes the records of a dispatch, and finds its views and faults, where they are not there from the last one. It fails where there is no memory.
func (m *Machine) bind(s *rootState, p *part) bool {
	now := bound{s, s.version, p, m.objects}
	if m.bound == now {
		return true
	}
	m.unbound()
	if !m.tables.Reserve(m.space, uint32(len(p.sources))) {
		return false
	}
	m.resolve(s, p, 0)
	if m.lasts() {
		m.bound = now
	}
	return true
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
