package layout

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// Kind is what a root parameter holds.
type Kind uint8

// The kinds.
const (
	KindTable Kind = iota // descriptors of a binding object, or of a commit
	KindView              // an address
	KindWords             // inline constants
)

// Parameter is one root parameter of a pipeline.
type Parameter struct {
	Kind      Kind
	Index     uint32 // in the root signature
	Signature int    // the layout that it shows
	Table     int    // in the layout
	Slot      *Slot  // of the layout
	Element   int
}

// Used is a variable that shaders of a pipeline declare.
type Used struct {
	Signature int
	Slot      *Slot
	Count     int    // elements that shaders declare
	Stride    uint32 // bytes of the shader's structured elements where the layout leaves them open, otherwise 0
}

// Root is how the root signature of a pipeline shows layouts.
type Root struct {
	Parameters []Parameter
	Used       []Used
	Needs      [desc.MaxSignatures]bool // which layouts have used variables
}

// joint is a root signature in the making.
type joint struct {
	layouts []*Layout
	root    Root
	desc    gpu.RootSignatureDesc
}

// Join makes the root signature of shaders whose resources stand in layouts; nil layouts are left out. A fault says which declaration of a
// shader stands in no layout, or stands there as something else.
func Join(shaders []gpu.Shader, layouts []*Layout) (Root, gpu.RootSignatureDesc, desc.Fault) {
	j := joint{layouts: layouts}
	for _, sh := range shaders {
		tables := map[[2]int]int{} // of the stage: layout and table to parameter
		for _, r := range sh.Slots() {
			if fault := j.add(sh.ShaderStage(), r, tables); fault.Is() {
				return j.root, j.desc, fault
			}
		}
	}
	return j.root, j.desc, desc.Fault{}
}

// visibilities are those of root parameters by stage.
var visibilities = [...]gpu.ShaderVisibility{gpu.StageCompute: gpu.VisibilityAll, gpu.StageVertex: gpu.VisibilityVertex,
	gpu.StagePixel: gpu.VisibilityPixel}

// add finds the place of one declaration.
func (j *joint) add(stage gpu.ShaderStage, r gpu.ShaderSlot, tables map[[2]int]int) (fault desc.Fault) {
	found := -1
	for i, l := range j.layouts {
		if l == nil || l.Find(stage, r.Name) == nil && l.sampler(stage, r.Name) == nil {
			continue
		}
		if found >= 0 {
			return desc.Fault{Why: fmt.Sprintf("variable %q of the %s shader is in two of its signatures, %d and %d", r.Name, stage, found, i),
				Help: "leave it out of one of the two"}
		}
		found = i
	}
	if found < 0 {
		return desc.Fault{Why: fmt.Sprintf("variable %q of the %s shader is in none of its signatures", r.Name, stage),
			Help: "add it to the Resources of a signature, with that stage among its ShaderStages"}
	}
	l, see := j.layouts[found], visibilities[stage]
	if s := l.sampler(stage, r.Name); s != nil {
		if r.Class != gpu.DescriptorSampler {
			return desc.Fault{Why: fmt.Sprintf("variable %q of the %s shader is not a sampler, as its signature says", r.Name, stage),
				Help: "move it from ImmutableSamplers to Resources"}
		}
		j.desc.StaticSamplers = append(j.desc.StaticSamplers,
			gpu.StaticSampler{SamplerDesc: s.Desc, ShaderRegister: r.Register, RegisterSpace: r.Space, ShaderVisibility: see})
		return fault
	}
	s := l.Find(stage, r.Name)
	if why := s.declares(&r); why != "" {
		return desc.Fault{Why: fmt.Sprintf("variable %q of the %s shader %s", r.Name, stage, why),
			Help: "describe it in the signature as the shader declares it"}
	}
	j.use(found, s, &r)
	switch {
	case s.Words > 0:
		j.parameter(Parameter{Kind: KindWords, Signature: found, Slot: s},
			gpu.RootParameter{Type: gpu.Root32BitConstants, ShaderRegister: r.Register, RegisterSpace: r.Space,
				Num32BitValues: s.Words, ShaderVisibility: see})
	case s.Table < 0:
		j.views(found, s, &r, see)
	default:
		j.table(found, s, &r, see, tables)
	}
	return fault
}

// declares says why a shader's declaration is another thing than a signature's resource, "" if it is not.
func (s *Slot) declares(r *gpu.ShaderSlot) string {
	switch {
	case !s.Explicit:
		return ""
	case r.Class != s.Class || (r.View == gpu.ViewBuffer) != (s.View == gpu.ViewBuffer):
		return fmt.Sprintf("is a %s of %s; its signature has another ResourceType", r.Class, r.View)
	case max(r.Count, 1) > max(s.Count, 1):
		return fmt.Sprintf("has %d elements; its signature has ArraySize %d", r.Count, s.Count)
	case s.Formatted && r.Stride > 0:
		return "is a structured buffer; its signature has the flag FORMATTED_BUFFER"
	}
	return ""
}

// use notes that shaders use a variable.
func (j *joint) use(signature int, s *Slot, r *gpu.ShaderSlot) {
	j.root.Needs[signature] = true
	n := int(max(r.Count, 1))
	for i := range j.root.Used {
		if u := &j.root.Used[i]; u.Slot == s {
			u.Count = max(u.Count, n)
			return
		}
	}
	u := Used{Signature: signature, Slot: s, Count: n}
	if s.Explicit {
		u.Stride = r.Stride
	}
	j.root.Used = append(j.root.Used, u)
}

// parameter adds a root parameter.
func (j *joint) parameter(p Parameter, of gpu.RootParameter) {
	p.Index = uint32(len(j.desc.Parameters))
	j.desc.Parameters = append(j.desc.Parameters, of)
	j.root.Parameters = append(j.root.Parameters, p)
}

// views adds a root view for each element.
func (j *joint) views(signature int, s *Slot, r *gpu.ShaderSlot, see gpu.ShaderVisibility) {
	kind := gpu.RootCBV
	if s.Class == gpu.DescriptorSRV {
		kind = gpu.RootSRV
	}
	for i := range max(r.Count, 1) {
		j.parameter(Parameter{Kind: KindView, Signature: signature, Slot: s, Element: int(i)},
			gpu.RootParameter{Type: kind, ShaderRegister: r.Register + i, RegisterSpace: r.Space, Flags: gpu.DataVolatile, ShaderVisibility: see})
	}
}

// table puts registers into the root parameter of their stage for the table of their variable.
func (j *joint) table(signature int, s *Slot, r *gpu.ShaderSlot, see gpu.ShaderVisibility, tables map[[2]int]int) {
	key := [2]int{signature, s.Table}
	at, ok := tables[key]
	if !ok {
		at = len(j.desc.Parameters)
		tables[key] = at
		j.parameter(Parameter{Kind: KindTable, Signature: signature, Table: s.Table},
			gpu.RootParameter{Type: gpu.RootDescriptorTable, ShaderVisibility: see})
	}
	flags := gpu.DescriptorsVolatile
	if s.Class != gpu.DescriptorSampler {
		flags |= gpu.DataVolatile
	}
	p := &j.desc.Parameters[at]
	p.Ranges = append(p.Ranges, gpu.DescriptorRange{Type: s.Class, NumDescriptors: max(r.Count, 1),
		BaseShaderRegister: r.Register, RegisterSpace: r.Space,
		Flags: flags, OffsetInDescriptorsFromTableStart: s.Offset})
}
