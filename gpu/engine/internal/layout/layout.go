package layout

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// Slot is one register, or an array of registers, of a shader: a variable.
type Slot struct {
	gpu.ShaderSlot
	Stage     gpu.ShaderStage
	Type      desc.VariableType
	First     int    // place of its first element in caches
	Parameter uint32 // root parameter: of its table, or of its first root view
	Table     int    // index of its table; -1: root views
	Offset    uint32 // in the table
}

// Table is one descriptor table.
//
//	range of a binding object   | table 0: static, mutable | table 2: static, mutable of the next stage |
//	range of each commit        | table 1: dynamic         | table 3 …
type Table struct {
	Parameter uint32
	Dynamic   bool
	Heap      gpu.DescriptorHeapType
	Base      uint32 // first descriptor in the group's range
	Count     uint32
}

// Layout is the root signature of the shaders' registers.
type Layout struct {
	Slots   []Slot
	Tables  []Table
	Sizes   [2][2]uint32 // descriptors by group (0: static and mutable, 1: dynamic) and heap type
	Entries int          // places in caches
	Key     string       // equal for pipelines whose binding objects fit each other
}

// New lays the registers of shaders out, and makes the root signature's description.
func New(shaders []gpu.Shader, rules desc.ResourceLayout) (Layout, gpu.RootSignatureDesc, string) {
	var l Layout
	var root gpu.RootSignatureDesc
	for _, sh := range shaders {
		if fault := l.add(sh, rules, &root); fault != "" {
			return l, root, fault
		}
	}
	for _, v := range rules.Variables {
		if l.find(v.Name) == nil {
			return l, root, fmt.Sprintf("variable %q is declared by no shader", v.Name)
		}
	}
	var key strings.Builder
	for _, s := range l.Slots {
		fmt.Fprint(&key, s.Stage, s.Class, s.Register, s.Space, s.Count, s.Type, s.Name, ";")
	}
	l.Key = key.String()
	return l, root, ""
}

func (l *Layout) find(name string) *Slot {
	for i := range l.Slots {
		if l.Slots[i].Name == name {
			return &l.Slots[i]
		}
	}
	return nil
}

// add lays one shader's registers out.
func (l *Layout) add(sh gpu.Shader, rules desc.ResourceLayout, root *gpu.RootSignatureDesc) string {
	tables := [2][2]int{{-1, -1}, {-1, -1}}
	see := [...]gpu.ShaderVisibility{gpu.StageCompute: gpu.VisibilityAll, gpu.StageVertex: gpu.VisibilityVertex, gpu.StagePixel: gpu.VisibilityPixel}[sh.ShaderStage()]
	for _, r := range sh.Slots() {
		if r.Class == gpu.DescriptorSampler && immutable(rules, r, see, root) {
			continue
		}
		s := Slot{ShaderSlot: r, Stage: sh.ShaderStage(), Type: rules.DefaultVariableType, First: l.Entries, Table: -1}
		for _, v := range rules.Variables {
			if v.Name == r.Name {
				s.Type = v.Type
			}
		}
		l.Entries += int(max(r.Count, 1))
		if kind, ok := rootView(r); ok {
			s.Parameter = uint32(len(root.Parameters))
			for i := range max(r.Count, 1) {
				root.Parameters = append(root.Parameters, gpu.RootParameter{Type: kind, ShaderRegister: r.Register + i, RegisterSpace: r.Space, Flags: gpu.DataVolatile, ShaderVisibility: see})
			}
		} else {
			l.place(&s, &tables, see, root)
		}
		l.Slots = append(l.Slots, s)
	}
	return ""
}

// immutable puts a sampler into the root signature if the layout says so.
func immutable(rules desc.ResourceLayout, r gpu.ShaderSlot, see gpu.ShaderVisibility, root *gpu.RootSignatureDesc) bool {
	for _, s := range rules.ImmutableSamplers {
		if s.Name == r.Name {
			root.StaticSamplers = append(root.StaticSamplers, gpu.StaticSampler{SamplerDesc: s.Desc, ShaderRegister: r.Register, RegisterSpace: r.Space, ShaderVisibility: see})
			return true
		}
	}
	return false
}

// rootView says whether a register is bound by address: constant buffers, and single structured buffers that are read. So they
// may be dynamic buffers, which have an address and no descriptor.
func rootView(r gpu.ShaderSlot) (gpu.RootParameterType, bool) {
	switch {
	case r.Class == gpu.DescriptorCBV:
		return gpu.RootCBV, true
	case r.Class == gpu.DescriptorSRV && r.View == gpu.ViewBuffer && r.Stride > 0 && r.Count <= 1:
		return gpu.RootSRV, true
	}
	return 0, false
}

// place puts a register into the table of its stage, group and heap type.
func (l *Layout) place(s *Slot, tables *[2][2]int, see gpu.ShaderVisibility, root *gpu.RootSignatureDesc) {
	group, heap := 0, gpu.HeapCBVSRVUAV
	if s.Type == desc.VariableDynamic {
		group = 1
	}
	if s.Class == gpu.DescriptorSampler {
		heap = gpu.HeapSampler
	}
	n := max(s.Count, 1)
	at := &tables[group][heap]
	if *at < 0 {
		*at = len(l.Tables)
		l.Tables = append(l.Tables, Table{Parameter: uint32(len(root.Parameters)), Dynamic: group == 1, Heap: heap, Base: l.Sizes[group][heap]})
		root.Parameters = append(root.Parameters, gpu.RootParameter{Type: gpu.RootDescriptorTable, ShaderVisibility: see})
	}
	t := &l.Tables[*at]
	p := &root.Parameters[t.Parameter]
	flags := gpu.DescriptorsVolatile
	if heap != gpu.HeapSampler {
		flags |= gpu.DataVolatile
	}
	p.Ranges = append(p.Ranges, gpu.DescriptorRange{Type: s.Class, NumDescriptors: n, BaseShaderRegister: s.Register, RegisterSpace: s.Space,
		Flags: flags, OffsetInDescriptorsFromTableStart: t.Count})
	s.Parameter, s.Table, s.Offset = t.Parameter, *at, t.Count
	t.Count += n
	l.Sizes[group][heap] += n
}

// State is the state that a register needs its resource in.
func (s *Slot) State() gpu.ResourceStates {
	switch {
	case s.Class == gpu.DescriptorCBV:
		return gpu.StateVertexAndConstantBuffer
	case s.Class == gpu.DescriptorUAV:
		return gpu.StateUnorderedAccess
	case s.Stage == gpu.StageCompute:
		return gpu.StateNonPixelShaderResource
	}
	return gpu.StateAllShaderResource // one state for both stages of a draw
}

// What names a variable, or an element of one.
func (s *Slot) What(element int) string {
	if s.Count > 1 {
		return fmt.Sprintf("%s variable %q[%d]", s.Type, s.Name, element)
	}
	return fmt.Sprintf("%s variable %q", s.Type, s.Name)
}
