package layout

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// Slot is a variable: one register or an array of registers of a shader, or a resource of a signature.
type Slot struct {
	gpu.ShaderSlot   // of signatures: Name, Class, Count, and View BUFFER for buffers with views
	Stages           desc.ShaderStages
	Type             desc.VariableType
	Explicit         bool // of a signature: registers, strides and dimensions are the shaders'
	Formatted        bool // of a signature: a typed buffer
	NoDynamic        bool // DYNAMIC buffers do not fit
	First            int  // place of its first element in caches
	Table            int  // index of its table; -1: by address, or inline constants
	Offset           uint32
	Words, FirstWord uint32 // inline constants, and the place of the first one in caches
}

// Table is one descriptor table.
//
//	range of a binding object   | table 0: static, mutable | table 2: static, mutable of the next stage |
//	range of each commit        | table 1: dynamic         | table 3 …
type Table struct {
	Stages  desc.ShaderStages
	Dynamic bool
	Heap    gpu.DescriptorHeapType
	Base    uint32 // first descriptor in the group's range
	Count   uint32
}

// Layout is the places of resources in binding objects.
type Layout struct {
	Slots     []Slot
	Tables    []Table
	Sizes     [2][2]uint32 // descriptors by group (0: static and mutable, 1: dynamic) and heap type
	Entries   int          // places in caches
	Words     uint32       // inline constants in caches
	Immutable []desc.ImmutableSampler
	Key       string // equal for layouts whose binding objects fit each other
}

// Of lays the registers of shaders out. A fault says what of the rules does not fit them.
func Of(shaders []gpu.Shader, rules desc.ResourceLayout) (l Layout, fault desc.Fault) {
	for _, sh := range shaders {
		if fault := l.add(sh, rules); fault.Is() {
			return l, fault
		}
	}
	for i, v := range rules.Variables {
		if l.named(v.Name) == nil && !partial(shaders) {
			return l, undeclared("variable", v.Name)
		}
		for _, o := range rules.Variables[:i] { // the same again, as lists of stages have it, says nothing new
			if o.Name == v.Name && o.Type != v.Type {
				return l, desc.Fault{Why: fmt.Sprintf("variable %q is %s and %s", v.Name, o.Type, v.Type),
					Help: "name it once, with one type for all shaders"}
			}
		}
	}
	for _, s := range rules.ImmutableSamplers {
		if !slices.ContainsFunc(l.Immutable, func(o desc.ImmutableSampler) bool { return o.Name == s.Name }) && !partial(shaders) {
			return l, undeclared("immutable sampler", s.Name)
		}
	}
	var key strings.Builder
	for _, s := range l.Slots {
		fmt.Fprint(&key, s.Stages, s.Class, s.Register, s.Space, s.Count, s.Type, s.Words, s.Name, ";")
	}
	l.Key = key.String()
	return l, desc.Fault{}
}

// partial says whether constants rule a branch of a shader out, which may be the one that uses a name of the layout.
func partial(shaders []gpu.Shader) bool {
	return slices.ContainsFunc(shaders, func(sh gpu.Shader) bool {
		p, ok := sh.(interface{ Partial() bool })
		return ok && p.Partial()
	})
}

func undeclared(what, name string) desc.Fault {
	return desc.Fault{Why: fmt.Sprintf("%s %q is declared by no shader", what, name), Help: "name it as a shader does, or leave it out"}
}

// Describe lays the resources of a signature out. Signatures fit each other whose resources are equal in all but their names, in this order.
func Describe(of *desc.PipelineResourceSignatureDesc) (l Layout) {
	var key strings.Builder
	fmt.Fprint(&key, "signature ", of.BindingIndex, ";")
	for _, r := range of.Resources {
		s := Slot{Stages: r.ShaderStages, Type: r.VarType, Explicit: true, Formatted: r.Flags&desc.FormattedBuffer != 0,
			NoDynamic: r.Flags&desc.NoDynamicBuffers != 0}
		s.Name, s.Class, s.Count = r.Name, r.ResourceType.Class(), r.ArraySize
		if r.ResourceType.Buffer() {
			s.View = gpu.ViewBuffer
		}
		if r.Flags&desc.InlineConstants != 0 {
			s.Count, s.Words = 1, r.ArraySize
		}
		l.put(s)
		fmt.Fprint(&key, r.ShaderStages, r.ResourceType, " ", r.ArraySize, r.VarType, r.Flags, ";")
	}
	for _, s := range of.ImmutableSamplers {
		l.Immutable = append(l.Immutable, s)
		fmt.Fprintf(&key, "%v %+v;", s.ShaderStages, s.Desc)
	}
	l.Key = key.String()
	return l
}

func (l *Layout) named(name string) *Slot {
	for i := range l.Slots {
		if l.Slots[i].Name == name {
			return &l.Slots[i]
		}
	}
	return nil
}

// Find is the variable that a stage knows by a name; nil if there is none.
func (l *Layout) Find(stage gpu.ShaderStage, name string) *Slot {
	for i := range l.Slots {
		if s := &l.Slots[i]; s.Name == name && s.Stages.Has(stage) {
			return s
		}
	}
	return nil
}

// sampler is the immutable sampler that a stage knows by a name; nil if there is none.
func (l *Layout) sampler(stage gpu.ShaderStage, name string) *desc.ImmutableSampler {
	for i := range l.Immutable {
		if s := &l.Immutable[i]; s.Name == name && s.ShaderStages.Has(stage) {
			return s
		}
	}
	return nil
}

// add lays one shader's registers out.
func (l *Layout) add(sh gpu.Shader, rules desc.ResourceLayout) desc.Fault {
	stage := desc.StagesOf(sh.ShaderStage())
	for _, r := range sh.Slots() {
		if r.Class == gpu.DescriptorSampler && l.immutable(rules, r, stage) {
			continue
		}
		s := Slot{ShaderSlot: r, Stages: stage, Type: rules.DefaultVariableType}
		for _, v := range rules.Variables {
			if v.Name != r.Name {
				continue
			}
			s.Type = v.Type
			if v.Flags&desc.VariableInlineConstants == 0 {
				if v.ArraySize != 0 && v.ArraySize != r.Count {
					return desc.Fault{Why: fmt.Sprintf("variable %q has ArraySize = %d without the flag INLINE_CONSTANTS", v.Name, v.ArraySize),
						Help: "leave ArraySize out: the shader says how long an array is"}
				}
				continue
			}
			if r.Class != gpu.DescriptorCBV || r.Count > 1 || v.ArraySize == 0 || v.ArraySize > desc.MaxInlineConstants {
				return desc.Fault{Why: fmt.Sprintf(
					"variable %q has the flag INLINE_CONSTANTS, for one constant buffer with ArraySize = 1 to %d values", v.Name,
					desc.MaxInlineConstants), Help: "set ArraySize to how many values there are, or leave the flag out"}
			}
			s.Words = v.ArraySize
		}
		l.put(s)
	}
	return desc.Fault{}
}

// immutable notes a sampler that the layout keeps out of the heaps.
func (l *Layout) immutable(rules desc.ResourceLayout, r gpu.ShaderSlot, stage desc.ShaderStages) bool {
	for _, s := range rules.ImmutableSamplers {
		if s.Name == r.Name {
			l.Immutable = append(l.Immutable, desc.ImmutableSampler{ShaderStages: stage, Name: s.Name, Desc: s.Desc})
			return true
		}
	}
	return false
}

// put gives a variable its places.
func (l *Layout) put(s Slot) {
	s.First, s.Table = l.Entries, -1
	l.Entries += int(max(s.Count, 1))
	switch {
	case s.Words > 0:
		s.FirstWord = l.Words
		l.Words += s.Words
	case !s.byAddress():
		l.place(&s)
	}
	l.Slots = append(l.Slots, s)
}

// byAddress says whether a variable is bound by address: constant buffers, and single structured buffers that are read. So they
// may be dynamic buffers, which have an address and no descriptor.
func (s *Slot) byAddress() bool {
	if s.Class == gpu.DescriptorSRV && s.View == gpu.ViewBuffer && s.Count <= 1 {
		return s.Stride > 0 || s.Explicit && !s.Formatted && !s.NoDynamic
	}
	return s.Class == gpu.DescriptorCBV
}

// place puts a variable into the table of its stages, group and heap type.
func (l *Layout) place(s *Slot) {
	group, heap := 0, gpu.HeapCBVSRVUAV
	if s.Type == desc.VariableDynamic {
		group = 1
	}
	if s.Class == gpu.DescriptorSampler {
		heap = gpu.HeapSampler
	}
	for s.Table = range l.Tables {
		if t := &l.Tables[s.Table]; t.Stages == s.Stages && t.Dynamic == (group == 1) && t.Heap == heap && l.last(t, group) {
			break
		}
		s.Table = -1
	}
	if s.Table < 0 {
		s.Table = len(l.Tables)
		l.Tables = append(l.Tables, Table{Stages: s.Stages, Dynamic: group == 1, Heap: heap, Base: l.Sizes[group][heap]})
	}
	t := &l.Tables[s.Table]
	s.Offset = t.Count
	t.Count += max(s.Count, 1)
	l.Sizes[group][heap] += max(s.Count, 1)
}

// last says whether a table ends its group's range, and so can grow.
func (l *Layout) last(t *Table, group int) bool { return t.Base+t.Count == l.Sizes[group][t.Heap] }

// Stages are those of all variables and samplers.
func (l *Layout) Stages() (all desc.ShaderStages) {
	for i := range l.Slots {
		all |= l.Slots[i].Stages
	}
	for i := range l.Immutable {
		all |= l.Immutable[i].ShaderStages
	}
	return all
}

// State is the state that a variable needs its resource in.
func (s *Slot) State() gpu.ResourceStates {
	switch {
	case s.Class == gpu.DescriptorCBV:
		return gpu.StateVertexAndConstantBuffer
	case s.Class == gpu.DescriptorUAV:
		return gpu.StateUnorderedAccess
	case s.Stages == desc.StageCompute:
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
