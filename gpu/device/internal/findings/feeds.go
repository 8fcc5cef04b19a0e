package findings

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
)

// Facts say from which bindings' data it follows what a program does. A number below 0 stands for what comes from the stage before it, or from the
// input assembler.
type Facts interface {
	// At are those that decide where a place of the program accesses a binding, or, below 0, group-shared or local memory, and whether it does; Any
	// are those of all places.
	At(site gpu.Site, binding int32) []int32
	Any() []int32
	// Choice are those that decide which register of a binding is accessed.
	Choice(binding int32) []int32
	// Stored are those that decide what is stored through a binding.
	Stored(binding int32) []int32
	// Output are those that decide what the next stage gets.
	Output() []int32
}

// nothing are the facts where there is no program.
type nothing struct{}

func (nothing) At(gpu.Site, int32) []int32 { return nil }
func (nothing) Any() []int32               { return nil }
func (nothing) Choice(int32) []int32       { return nil }
func (nothing) Stored(int32) []int32       { return nil }
func (nothing) Output() []int32            { return nil }

func (w *Work) facts(s gpu.ShaderStage) Facts {
	if p := w.Program(s); p != nil {
		return w.Facts(p)
	}
	return nothing{}
}

// derived is what reports of a program have in common. Each other access of the program may be among them in another run, so it follows from the
// bytes that decide any; reports that the same bytes decide are a part of it.
func (w *Work) derived(o *exec.Outcome, list []*exec.Report, whole incident.Incident, of func([]*exec.Report) incident.Incident) incident.Derived {
	stage := list[0].Stage
	facts := w.facts(stage)
	out := incident.Derived{Incident: whole, Feeds: w.feeds(o, stage, facts.Any())}
	if len(out.Feeds) == 0 {
		return out
	}
	var parts [][]*exec.Report
	for _, r := range list {
		feeds := w.feeds(o, stage, facts.At(r.Site, r.Binding))
		k := slices.IndexFunc(out.Parts, func(p incident.Derived) bool { return slices.Equal(p.Feeds, feeds) })
		if k < 0 {
			k, parts, out.Parts = len(parts), append(parts, nil), append(out.Parts, incident.Derived{Feeds: feeds})
		}
		parts[k] = append(parts[k], r)
	}
	for i := range parts {
		out.Parts[i].Incident = of(parts[i])
	}
	return out
}

// Slot are the bytes that decide which resource a command accesses as a slot, or whether it does; "" is any slot.
func (w *Work) Slot(o *exec.Outcome, slot string) []gpu.Feed {
	f := w.feeder(o)
	for i := range o.Views {
		if v := &o.Views[i]; v.Binding >= 0 && (slot == "" || nameOf(v) == slot) {
			f.add(v.Stage, w.facts(v.Stage).Choice(v.Binding))
		}
	}
	return f.out
}

// Indices are the bytes that decide which vertices a draw fetches.
func (w *Work) Indices(o *exec.Outcome) []gpu.Feed {
	f := w.feeder(o)
	for i := range o.Touched {
		if a := &o.Touched[i]; a.As == gpu.StateIndexBuffer {
			f.feed(a.Resource, a.Slot)
		}
	}
	return f.out
}

// feeds are the bytes of bindings that decide what the program of a stage does.
func (w *Work) feeds(o *exec.Outcome, stage gpu.ShaderStage, bindings ...[]int32) []gpu.Feed {
	f := w.feeder(o)
	for _, list := range bindings {
		f.add(stage, list)
	}
	if stage == gpu.StagePixel {
		f.before(stage) // which pixels there are
	}
	return f.out
}

// feeder collects the bytes of bindings, and those that decide what the command itself has stored there.
type feeder struct {
	work *Work
	o    *exec.Outcome
	seen map[source]bool
	out  []gpu.Feed
}

// source is a binding of a program.
type source struct {
	stage   gpu.ShaderStage
	binding int32
}

func (w *Work) feeder(o *exec.Outcome) *feeder {
	return &feeder{work: w, o: o, seen: map[source]bool{}, out: slices.Clone(w.Always)}
}

func (f *feeder) feed(resource gpu.ID, slot string) {
	if x := (gpu.Feed{Resource: resource, Slot: slot}); resource != 0 && !slices.Contains(f.out, x) {
		f.out = append(f.out, x)
	}
}

func (f *feeder) add(stage gpu.ShaderStage, bindings []int32) {
	for _, b := range bindings {
		s := source{stage, b}
		if f.seen[s] {
			continue
		}
		if f.seen[s] = true; b < 0 {
			f.before(stage)
			continue
		}
		for i := range f.o.Views {
			if v := &f.o.Views[i]; v.Stage == stage && v.Binding == b && v.Resource != 0 {
				f.feed(v.Resource, nameOf(v))
				f.stored(v.Resource)
			}
		}
	}
}

// before adds what decides what a stage gets.
func (f *feeder) before(stage gpu.ShaderStage) {
	if stage == gpu.StagePixel {
		f.add(gpu.StageVertex, f.work.facts(gpu.StageVertex).Output())
	}
	for i := range f.o.Touched {
		f.feed(f.o.Touched[i].Resource, f.o.Touched[i].Slot)
	}
}

// stored adds what decides what the command has stored into a resource.
func (f *feeder) stored(resource gpu.ID) {
	for i := range f.o.Views {
		if v := &f.o.Views[i]; v.Written && v.Resource == resource && !f.seen[source{v.Stage, stored(v.Binding)}] {
			f.seen[source{v.Stage, stored(v.Binding)}] = true
			f.add(v.Stage, f.work.facts(v.Stage).Stored(v.Binding))
		}
	}
}

// stored is what stands for what was stored through a binding among the sources that were seen.
func stored(binding int32) int32 { return -2 - binding }

// nameOf is what accesses through a view are called.
func nameOf(v *exec.BoundView) string { return register.Name(v.Class, v.Register, v.Space) }
