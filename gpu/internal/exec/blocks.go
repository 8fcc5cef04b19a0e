package exec

import (
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/blocks"
)

// blocksRead replaces the accesses to decoded copies of textures in blocks by those to the blocks that were decoded for them.
func (m *Machine) blocksRead(list []Access) []Access {
	if len(list) == 0 || m.bound.part != nil || m.lasting() { // what is kept has none
		return list
	}
	var marks map[uint32]*blocks.Marks
	out := list[:0]
	for i := range list {
		a := &list[i]
		v := m.copied(a)
		if v == nil {
			out = append(out, *a)
			continue
		}
		if marks == nil {
			marks = map[uint32]*blocks.Marks{}
		}
		k := marks[a.Record]
		if k == nil {
			k = blocks.New(blocks.View{Record: v.Record, Begin: v.Begin, End: v.End, Copy: v.Copy, Texture: m.resource(v.Resource).Footprints})
			marks[a.Record] = k
		}
		k.Access(a)
	}
	for i := range m.views { // in the order of the records
		if v := &m.views[i]; marks[v.Record] != nil {
			out = marks[v.Record].AppendTo(out)
			delete(marks, v.Record)
		}
	}
	return out
}

// copied is the view of an access that went to a decoded copy, nil for all others.
func (m *Machine) copied(a *Access) *BoundView {
	for i := range m.views {
		if v := &m.views[i]; v.Record == a.Record && v.Copy != nil {
			return v
		}
	}
	return nil
}
