// Package layout works out what a root signature gives to a shader: which registers belong to which parameter, and which
// parameters and descriptors a shader reads. Plain values in and out: it must not know rules, words or objects.
//
//	Parameters[1]  DESCRIPTOR_TABLE ─ Ranges[1] t0..t3   descriptors [0, 4) of the table
//	                                └ Ranges[2] u0..u1   descriptors [4, 6)
//	Parameters[2]  UAV              ─ u2
package layout

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Run is a run of registers of one class that a root signature gives to a parameter.
type Run struct {
	Class         gpu.DescriptorType
	Space         uint32
	First, End    uint64
	Visible       gpu.ShaderVisibility
	Parameter     int    // -1: a static sampler
	Place         string // in the description, as scripts count
	Table         bool
	Offset, Count uint32 // in the table
	Volatile      bool   // the descriptors of a table may change until commands execute
	Range         int    // of a table, from 1
}

// Overlaps says whether two runs claim a register for the same stage.
func (r *Run) Overlaps(s *Run) bool {
	return r.Class == s.Class && r.Space == s.Space && r.First < s.End && s.First < r.End &&
		(r.Visible == s.Visible || r.Visible == gpu.VisibilityAll || s.Visible == gpu.VisibilityAll)
}

// String shows the registers as shaders write them: t0..t3 in space 1.
func (r *Run) String() string {
	last := ""
	if r.Table && r.Count == gpu.Unbounded {
		last = ".."
	} else if r.End-r.First > 1 {
		last = fmt.Sprintf("..%s%d", r.Class.RegisterPrefix(), r.End-1)
	}
	text := fmt.Sprintf("%s%d%s", r.Class.RegisterPrefix(), r.First, last)
	if r.Space != 0 {
		text += fmt.Sprintf(" in space %d", r.Space)
	}
	return text
}

// Register is the path of the field that says where the run begins.
func (r *Run) Register() string {
	if r.Table {
		return r.Place + ".BaseShaderRegister"
	}
	return r.Place + ".ShaderRegister"
}

// Free is the first register after all those of a run's class and space.
func Free(all []Run, of *Run) (free uint64) {
	for i := range all {
		if r := &all[i]; r.Class == of.Class && r.Space == of.Space {
			free = max(free, r.End)
		}
	}
	return free
}

// Of lists the registers of a root signature in the order of its parameters.
func Of(d *gpu.RootSignatureDesc) []Run {
	var out []Run
	for i := range d.Parameters {
		p := &d.Parameters[i]
		if p.Type == gpu.RootDescriptorTable {
			out = appendTable(out, p, i, d.Version == gpu.RootVersion10)
			continue
		}
		out = append(out, Run{Class: ClassOf(p.Type), Space: p.RegisterSpace, First: uint64(p.ShaderRegister), End: uint64(p.ShaderRegister) + 1,
			Visible: p.ShaderVisibility, Parameter: i, Place: fmt.Sprintf("Parameters[%d]", i+1), Count: 1})
	}
	for i := range d.StaticSamplers {
		s := &d.StaticSamplers[i]
		out = append(out, Run{Class: gpu.DescriptorSampler, Space: s.RegisterSpace, First: uint64(s.ShaderRegister),
			End:     uint64(s.ShaderRegister) + 1,
			Visible: s.ShaderVisibility, Parameter: -1, Place: fmt.Sprintf("StaticSamplers[%d]", i+1), Count: 1})
	}
	return out
}

func appendTable(out []Run, p *gpu.RootParameter, parameter int, volatile bool) []Run {
	at := uint32(0)
	for k := range p.Ranges {
		r := &p.Ranges[k]
		if r.OffsetInDescriptorsFromTableStart != gpu.RangeAppend {
			at = r.OffsetInDescriptorsFromTableStart
		}
		open := r.NumDescriptors == gpu.Unbounded // such descriptors count as volatile: which there are only shaders know
		out = append(out, Run{Class: r.Type, Space: r.RegisterSpace, First: uint64(r.BaseShaderRegister),
			End:     min(uint64(r.BaseShaderRegister)+uint64(r.NumDescriptors), 1<<32),
			Visible: p.ShaderVisibility, Parameter: parameter, Place: fmt.Sprintf("Parameters[%d].Ranges[%d]", parameter+1, k+1), Table: true,
			Offset: at, Count: r.NumDescriptors,
			Volatile: volatile || open || r.Flags&gpu.DescriptorsVolatile != 0, Range: k + 1})
		at += r.NumDescriptors
	}
	return out
}

// ClassOf is the class of registers of a root parameter that is no table.
func ClassOf(t gpu.RootParameterType) gpu.DescriptorType {
	switch t {
	case gpu.RootSRV:
		return gpu.DescriptorSRV
	case gpu.RootUAV:
		return gpu.DescriptorUAV
	}
	return gpu.DescriptorCBV
}

// SeenBy says whether a stage sees the registers.
func (r *Run) SeenBy(s gpu.ShaderStage) bool {
	return r.Visible == gpu.VisibilityAll || s == gpu.StageVertex && r.Visible == gpu.VisibilityVertex ||
		s == gpu.StagePixel && r.Visible == gpu.VisibilityPixel
}

// Provides says whether the run gives a stage a register.
func (r *Run) Provides(s gpu.ShaderStage, class gpu.DescriptorType, number uint64, space uint32) bool {
	return r.Class == class && r.Space == space && r.First <= number && number < r.End && r.SeenBy(s)
}

// Provided says whether some run gives a stage a register.
func Provided(all []Run, s gpu.ShaderStage, class gpu.DescriptorType, number uint64, space uint32) bool {
	for i := range all {
		if all[i].Provides(s, class, number, space) {
			return true
		}
	}
	return false
}

// ParameterOf is the parameter that holds the first register of a slot of a stage, -1 if none does.
func ParameterOf(d *gpu.RootSignatureDesc, stage gpu.ShaderStage, s *gpu.ShaderSlot) int {
	for _, r := range Of(d) {
		if r.Provides(stage, s.Class, uint64(s.Register), s.Space) {
			return r.Parameter
		}
	}
	return -1
}

// Hidden is a run that would give a stage a register if it saw it, nil if there is none.
func Hidden(all []Run, s gpu.ShaderStage, class gpu.DescriptorType, number uint64, space uint32) *Run {
	for i := range all {
		if r := &all[i]; r.Class == class && r.Space == space && r.First <= number && number < r.End && !r.SeenBy(s) {
			return r
		}
	}
	return nil
}

// Nearest is the run of the same class that comes closest to a register: the same space first, then the number.
func Nearest(all []Run, class gpu.DescriptorType, number uint64, space uint32) *Run {
	var best *Run
	distance := ^uint64(0)
	for i := range all {
		r := &all[i]
		if r.Class != class {
			continue
		}
		d := uint64(0)
		if number < r.First {
			d = r.First - number
		} else if number >= r.End {
			d = number - r.End + 1
		}
		if r.Space != space {
			d += 1 << 40
		}
		if d < distance {
			best, distance = r, d
		}
	}
	return best
}

// Tables are the parameters of a root signature that are descriptor tables: bit i for parameter i, with the size in
// descriptors and the type of the heap.
type Tables struct {
	Set  uint64
	Size [64]uint32
	Heap [64]gpu.DescriptorHeapType
}

// TablesOf works out the tables of a root signature.
func TablesOf(d *gpu.RootSignatureDesc) (t Tables) {
	for _, g := range Of(d) {
		if !g.Table || g.Parameter >= len(t.Size) {
			continue
		}
		t.Set |= 1 << g.Parameter
		t.Size[g.Parameter] = max(t.Size[g.Parameter], g.Offset+g.least())
		if g.Class == gpu.DescriptorSampler {
			t.Heap[g.Parameter] = gpu.HeapSampler
		}
	}
	return t
}

// least is the number of descriptors that a run of a table needs in its heap.
func (r *Run) least() uint32 {
	if r.Count == gpu.Unbounded {
		return 1
	}
	return r.Count
}

// Reads is what a shader reads through a root signature.
type Reads struct {
	Needs  uint64 // the parameters, bit i for parameter i
	Views  uint64 // those of them that are root descriptors
	Tables []TableRead
}

// TableRead is a run of descriptors of a table that a shader reads.
type TableRead struct {
	Parameter, Offset, Count uint32
	Class                    gpu.DescriptorType
	// Volatile descriptors may change until the command executes.
	Volatile bool
	// Varying descriptors are volatile ones of which only the shader knows, when it runs, which it reads. The first has the register First of Space.
	Varying      bool
	First, Space uint32
	// Compares says of samplers that the shader compares with a reference.
	Compares bool
	// Measured descriptors are asked for sizes only: what they show may be in any state.
	Measured bool
}
