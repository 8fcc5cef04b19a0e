package engine

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/lifetime"
)

// PipelineState is a pipeline with its root signature.
type PipelineState struct {
	object
	native  *device.PipelineState
	root    *device.RootSignature
	layout  layout
	statics *cache

	topology gpu.PrimitiveTopology
	strides  [gpu.MaxVertexBuffers]uint32
}

// slot is one register, or an array of registers, of a shader: a variable.
type slot struct {
	gpu.ShaderSlot
	stage     gpu.ShaderStage
	typ       VariableType
	first     int    // place of its first element in caches
	parameter uint32 // root parameter: of its table, or of its first root view
	table     int    // index of its table; -1: root views
	offset    uint32 // in the table
}

// table is one descriptor table.
//
//	range of a binding object   | table 0: static, mutable | table 2: static, mutable of the next stage |
//	range of each commit        | table 1: dynamic         | table 3 …
type table struct {
	parameter uint32
	dynamic   bool
	heap      gpu.DescriptorHeapType
	base      uint32 // first descriptor in the group's range
	count     uint32
}

// layout is the root signature of the shaders' registers.
type layout struct {
	slots   []slot
	tables  []table
	sizes   [2][2]uint32 // descriptors by group (0: static and mutable, 1: dynamic) and heap type
	entries int          // places in caches
	key     string       // equal for pipelines whose binding objects fit each other
}

// newLayout lays the registers of shaders out, and makes the root signature's description.
func newLayout(shaders []gpu.Shader, desc ResourceLayout) (layout, gpu.RootSignatureDesc, string) {
	var l layout
	var root gpu.RootSignatureDesc
	for _, sh := range shaders {
		if fault := l.add(sh, desc, &root); fault != "" {
			return l, root, fault
		}
	}
	for _, v := range desc.Variables {
		if l.find(v.Name) == nil {
			return l, root, fmt.Sprintf("variable %q is declared by no shader", v.Name)
		}
	}
	var key strings.Builder
	for _, s := range l.slots {
		fmt.Fprint(&key, s.stage, s.Class, s.Register, s.Space, s.Count, s.typ, s.Name, ";")
	}
	l.key = key.String()
	return l, root, ""
}

func (l *layout) find(name string) *slot {
	for i := range l.slots {
		if l.slots[i].Name == name {
			return &l.slots[i]
		}
	}
	return nil
}

// add lays one shader's registers out.
func (l *layout) add(sh gpu.Shader, desc ResourceLayout, root *gpu.RootSignatureDesc) string {
	tables := [2][2]int{{-1, -1}, {-1, -1}}
	see := [...]gpu.ShaderVisibility{gpu.StageCompute: gpu.VisibilityAll, gpu.StageVertex: gpu.VisibilityVertex, gpu.StagePixel: gpu.VisibilityPixel}[sh.ShaderStage()]
	for _, r := range sh.Slots() {
		if r.Class == gpu.DescriptorSampler && immutable(desc, r, see, root) {
			continue
		}
		s := slot{ShaderSlot: r, stage: sh.ShaderStage(), typ: desc.DefaultVariableType, first: l.entries, table: -1}
		for _, v := range desc.Variables {
			if v.Name == r.Name {
				s.typ = v.Type
			}
		}
		l.entries += int(max(r.Count, 1))
		if kind, ok := rootView(r); ok {
			s.parameter = uint32(len(root.Parameters))
			for i := range max(r.Count, 1) {
				root.Parameters = append(root.Parameters, gpu.RootParameter{Type: kind, ShaderRegister: r.Register + i, RegisterSpace: r.Space, Flags: gpu.DataVolatile, ShaderVisibility: see})
			}
		} else {
			l.place(&s, &tables, see, root)
		}
		l.slots = append(l.slots, s)
	}
	return ""
}

// immutable puts a sampler into the root signature if the layout says so.
func immutable(desc ResourceLayout, r gpu.ShaderSlot, see gpu.ShaderVisibility, root *gpu.RootSignatureDesc) bool {
	for _, s := range desc.ImmutableSamplers {
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
func (l *layout) place(s *slot, tables *[2][2]int, see gpu.ShaderVisibility, root *gpu.RootSignatureDesc) {
	group, heap := 0, gpu.HeapCBVSRVUAV
	if s.typ == VariableDynamic {
		group = 1
	}
	if s.Class == gpu.DescriptorSampler {
		heap = gpu.HeapSampler
	}
	n := max(s.Count, 1)
	at := &tables[group][heap]
	if *at < 0 {
		*at = len(l.tables)
		l.tables = append(l.tables, table{parameter: uint32(len(root.Parameters)), dynamic: group == 1, heap: heap, base: l.sizes[group][heap]})
		root.Parameters = append(root.Parameters, gpu.RootParameter{Type: gpu.RootDescriptorTable, ShaderVisibility: see})
	}
	t := &l.tables[*at]
	p := &root.Parameters[t.parameter]
	flags := gpu.DescriptorsVolatile
	if heap != gpu.HeapSampler {
		flags |= gpu.DataVolatile
	}
	p.Ranges = append(p.Ranges, gpu.DescriptorRange{Type: s.Class, NumDescriptors: n, BaseShaderRegister: s.Register, RegisterSpace: s.Space,
		Flags: flags, OffsetInDescriptorsFromTableStart: t.count})
	s.parameter, s.table, s.offset = t.parameter, *at, t.count
	t.count += n
	l.sizes[group][heap] += n
}

// CreateComputePipelineState makes a compute pipeline. Its root signature follows from the registers that the shader declares
// and from the resource layout.
func (d *RenderDevice) CreateComputePipelineState(desc ComputePipelineStateDesc) (*PipelineState, error) {
	mask := lifetime.Mask(max(desc.ImmediateContextMask, 1))
	if desc.CS == nil {
		return nil, d.refuse(sayDesc(d, "PipelineState", desc.Name, "it has no compute shader"))
	}
	if err := d.checkData(mask, nil, "PipelineState", desc.Name); err != nil {
		return nil, err
	}
	p := &PipelineState{}
	if err := p.create(d, desc.Name, mask, []gpu.Shader{desc.CS}, desc.ResourceLayout); err != nil {
		return nil, err
	}
	n, err := d.at().CreateComputePipelineState(gpu.ComputePipelineStateDesc{Name: p.name, RootSignature: p.root, CS: desc.CS})
	if err != nil {
		return nil, p.abort(err)
	}
	p.native, p.parts = n, append(p.parts, native{d, n})
	return p, nil
}

// inputAssembler is the root signature flag ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT.
const inputAssembler gpu.RootSignatureFlags = 1

// create makes what all pipelines have.
func (p *PipelineState) create(d *RenderDevice, name string, mask lifetime.Mask, shaders []gpu.Shader, desc ResourceLayout) error {
	l, root, fault := newLayout(shaders, desc)
	if fault != "" {
		return d.refuse(sayDesc(d, "PipelineState", name, fault))
	}
	p.init(d, "PipelineState", name, d.domain.Valid(mask))
	p.layout, root.Name = l, p.name+" root"
	if shaders[0].ShaderStage() == gpu.StageVertex {
		root.Flags = inputAssembler
	}
	r, err := d.at().CreateRootSignature(root)
	if err != nil {
		return p.abort(err)
	}
	p.root, p.parts = r, append(p.parts, native{d, r})
	p.statics = &cache{layout: &p.layout, bound: make([]binding, l.entries)}
	return nil
}

// GetStaticVariableByName is a static variable of the pipeline; GS0657 if there is none of the name.
func (p *PipelineState) GetStaticVariableByName(stage gpu.ShaderStage, name string) (*ShaderVariable, error) {
	return p.variable(&p.object, p.statics, nil, stage, name, p.site)
}

// variable finds a variable that may be set on an owner: static ones on pipelines, others on binding objects.
func (p *PipelineState) variable(owner *object, c *cache, srb *ShaderResourceBinding, stage gpu.ShaderStage, name string, site gpu.Site) (*ShaderVariable, error) {
	if err := owner.unreleased("GetVariableByName", site); err != nil {
		return nil, err
	}
	for i := range p.layout.slots {
		s := &p.layout.slots[i]
		if s.Name != name || s.stage != stage {
			continue
		}
		if (s.typ == VariableStatic) == (srb == nil) {
			return &ShaderVariable{owner: owner, pipeline: p, srb: srb, cache: c, slot: s, site: site}, nil
		}
		return nil, p.dev.refuse(sayVariableOwner(owner, s, site))
	}
	return nil, p.dev.refuse(sayNoVariable(owner, p, stage, name, site))
}
