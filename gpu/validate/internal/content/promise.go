package content

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// Mode is what a root signature promises of the data after a view.
type Mode uint8

// The modes.
const (
	// Volatile data may change between any two commands.
	Volatile Mode = iota
	// WhileSet data stays from the moment the argument is set on the queue until the last command has read it.
	WhileSet
	// Static data stays from the moment the argument is set in the recording until the list has been executed for the last time.
	Static
)

// modeOf is the mode of a range or a root descriptor, with the defaults of version 1.1.
func modeOf(d *gpu.RootSignatureDesc, class gpu.DescriptorType, f gpu.DescriptorRangeFlags) Mode {
	switch {
	case d.Version == gpu.RootVersion10, class == gpu.DescriptorSampler, f&gpu.DataVolatile != 0:
		return Volatile
	case f&gpu.DataStatic != 0:
		return Static
	case f&gpu.DataStaticWhileSetAtExecute != 0, class != gpu.DescriptorUAV:
		return WhileSet
	}
	return Volatile
}

// Range is a run of registers whose data a root signature promises not to change.
type Range struct {
	Parameter uint32
	Class     gpu.DescriptorType
	// First and End are the registers, of Space. Offset and Count are their descriptors in the table; Count is 0 for a root descriptor.
	First, End    uint64
	Space         uint32
	Offset, Count uint32
	Mode          Mode
	Written       bool   // a flag makes the promise, and not the default
	Place         string // in the description, as scripts count
}

// RangesOf lists what a root signature promises of data, in the order of its parameters.
func RangesOf(d *gpu.RootSignatureDesc) []Range {
	var out []Range
	for i, run := range layout.Of(d) {
		if run.Parameter < 0 || run.Parameter >= 64 {
			continue
		}
		p := &d.Parameters[run.Parameter]
		flags := p.Flags
		if run.Table {
			flags = p.Ranges[i-firstOf(d, run.Parameter)].Flags
		} else if p.Type == gpu.Root32BitConstants {
			continue
		}
		if m := modeOf(d, run.Class, flags); m != Volatile {
			r := Range{Parameter: uint32(run.Parameter), Class: run.Class, First: run.First, End: run.End, Space: run.Space, Mode: m,
				Written: flags&(gpu.DataStatic|gpu.DataStaticWhileSetAtExecute) != 0, Place: run.Place}
			if run.Table {
				r.Offset, r.Count = run.Offset, run.Count
			}
			out = append(out, r)
		}
	}
	return out
}

// firstOf is the number of the first run of a parameter: tables have one for each range, the others have one.
func firstOf(d *gpu.RootSignatureDesc, parameter int) (n int) {
	for i := range d.Parameters[:parameter] {
		n++
		if d.Parameters[i].Type == gpu.RootDescriptorTable {
			n += len(d.Parameters[i].Ranges) - 1
		}
	}
	return n
}

// ReadsOf are the parts of the ranges that a shader of a stage declares.
func ReadsOf(d *gpu.RootSignatureDesc, stage gpu.ShaderStage, slots []gpu.ShaderSlot) []Range {
	var out []Range
	runs := layout.Of(d)
	for _, r := range RangesOf(d) {
		run := find(runs, &r)
		for i := range slots {
			s := &slots[i]
			first, end := max(r.First, uint64(s.Register)), min(r.End, uint64(s.Register)+uint64(max(s.Count, 1)))
			if s.Class != r.Class || s.Space != run.Space || !run.SeenBy(stage) || first >= end {
				continue
			}
			part := r
			part.First, part.End = first, end
			if r.Count != 0 {
				part.Offset, part.Count = r.Offset+uint32(first-r.First), uint32(end-first)
			}
			out = append(out, part)
		}
	}
	return out
}

// find is the run that a range was made of.
func find(runs []layout.Run, r *Range) *layout.Run {
	for i := range runs {
		if runs[i].Place == r.Place {
			return &runs[i]
		}
	}
	panic("BUG: content: a range without its run")
}

// Promise is that the data which a command reads through some registers has not changed since their argument was set.
type Promise struct {
	Range
	Root    gpu.ID // the root signature that promises it
	Index   uint32 // of the command in its recording
	Since   uint32 // how many commands of the submission before it its argument was set; all of a bundle are one
	SetSite gpu.Site
	SetOp   gpu.Op
	Clock   track.Clock // Static: what the recording thread knew when it set the argument
}

// covers says whether an access goes through the registers.
func (p *Promise) covers(a *gpu.Access) bool {
	class, number, space, ok := register.Parse(a.Slot)
	return ok && class == p.Class && space == p.Space && p.First <= uint64(number) && uint64(number) < p.End
}
