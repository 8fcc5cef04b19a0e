package layout

import "github.com/gpuscript/gpuscript/gpu"

// ReadsOf works out what the slots of a shader of a stage read through a root signature.
func ReadsOf(d *gpu.RootSignatureDesc, stage gpu.ShaderStage, slots []gpu.ShaderSlot) (p Reads) {
	all := Of(d)
	for k := range slots {
		s := &slots[k]
		for i := range all {
			g := &all[i]
			first, end := max(g.First, uint64(s.Register)), min(g.End, uint64(s.Register)+uint64(max(s.Count, 1)))
			if g.Class != s.Class || g.Space != s.Space || !g.SeenBy(stage) || first >= end || g.Parameter < 0 || g.Parameter >= 64 {
				continue
			}
			p.Needs |= 1 << g.Parameter
			if g.Table {
				p.addTable(g, s, uint32(first), uint32(end-first))
			} else if d.Parameters[g.Parameter].Type != gpu.Root32BitConstants {
				p.Views |= 1 << g.Parameter
			}
		}
	}
	return p
}

// addTable adds count registers of a slot from first on, which a run gives: all of them where descriptors are static, because they have to be valid
// whether they are read or not; else those that the shader names, and those of which it may choose any.
func (p *Reads) addTable(g *Run, s *gpu.ShaderSlot, first, count uint32) {
	t := TableRead{Parameter: uint32(g.Parameter), Offset: g.Offset + first - uint32(g.First), Count: count, Class: g.Class, Volatile: g.Volatile,
		First: first, Space: g.Space, Compares: s.Compares, Measured: s.Measured}
	if !g.Volatile || s.Count <= 1 {
		p.Tables = append(p.Tables, t)
		return
	}
	if s.Varying {
		t.Varying = true
		p.Tables = append(p.Tables, t)
	}
	for _, e := range s.Elements {
		if at := s.Register + e; at >= first && at-first < count {
			p.Tables = append(p.Tables, TableRead{Parameter: t.Parameter, Offset: t.Offset + at - first, Count: 1, Class: t.Class, Volatile: true,
				First: at, Space: g.Space, Compares: s.Compares, Measured: s.Measured})
		}
	}
}
