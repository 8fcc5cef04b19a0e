// Package tables follows the volatile descriptors of arrays whose index shaders work out: which of them a command reads is known when it has run. What is
// found depends on the order of calls and submissions, not on the time at which they run.
//
//	submission        table of t0..t7       dispatch reads t3: descriptor 3 and its resource are in use from the submission on
//	                                        descriptor 3 was written after the submission: it was written while it was in use
//	                                        its texture was not in the state that the dispatch needs
//
// It words what is wrong with the descriptors of tables, too. Objects are asked for through Names; it must not know calls or how states are followed.
package tables

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
)

// Table is a run of such descriptors that commands of a submission may read.
type Table struct {
	Heap     gpu.ID
	Index    uint32 // of the first descriptor
	Class    gpu.DescriptorType
	Register uint32 // of the first descriptor
	Space    uint32
	Count    uint32
	Compares bool     // samplers: the program compares with a reference
	Pipeline gpu.ID   // of the program
	Record   gpu.Site // of the command
}

// Use is a descriptor that a command has read.
type Use struct {
	Table
	Moment          // of the submission
	Index    uint32 // in the heap
	Resource gpu.ID // that it shows; 0: a sampler
	Submit   gpu.Site
}

// Moment is when a submission was made.
type Moment struct {
	Point  track.Point
	Writes uint64 // of descriptors before it
}

// Submission is work that may read such descriptors.
type Submission struct {
	Moment
	Site   gpu.Site
	Tables []Table
	// Suspects are parts of textures that are in another state than the commands need which may read them.
	Suspects map[gpu.ID][]Suspect
	// Spans are those of each list until the first transition of such a texture, and after the last.
	Spans map[Entry]passage.Span
	// States are those that each list needs of such textures, to read and to write, nil if it needs none.
	States map[gpu.ID][]*substate.Table

	list   gpu.ID // that is executed
	behind map[gpu.ID]int
}

// Made is when the submission was made, nil if there is none.
func (s *Submission) Made() *Moment {
	if s == nil {
		return nil
	}
	return &s.Moment
}

// Entry is a subresource as a list finds it, or leaves it.
type Entry struct {
	List, Resource gpu.ID
	Subresource    uint32
	Leaves         bool
}

// follow counts the transitions of the resources that have suspects.
func (s *Submission) follow(e *gpu.Executed) {
	if s.list != e.List {
		s.list = e.List
		clear(s.behind)
	}
	for i := range e.Barriers {
		if b := &e.Barriers[i]; b.Type == gpu.BarrierTransition {
			if s.behind == nil {
				s.behind = map[gpu.ID]int{}
			}
			s.behind[b.Resource]++
		}
	}
}

// Suspect is what is wrong with bytes [Begin, End) of a resource if a command of a list reads them, or writes them.
type Suspect struct {
	Begin, End uint64
	Writes     bool // through an unordered access view
	Wrong      *diag.Diagnostic
	List       gpu.ID
	Span       passage.Span       // of the transitions of the resource that the list has executed by then
	Record     gpu.Site           // of the command that Wrong is about, 0: of any
	Have       gpu.ResourceStates // what the resource is in, if the command needs another state: Misses; it may do for another access
	Misses     bool
}

// meets says whether an access by a command is what the suspect is about; after counts the transitions.
func (p *Suspect) meets(e *gpu.Executed, a *gpu.Access, behind int) bool {
	return a.Begin < p.End && p.Begin < a.End && p.Writes == (a.As.Writes() != 0) && p.List == e.List && p.Span.Has(behind) && !(p.Misses && p.Have.Has(a.As))
}

// Follower follows the submissions. The zero value is ready.
type Follower struct {
	runs   map[key]*Submission
	found  []Found
	uses   []Use
	chosen []bool // by access of the command that was executed last
	lasts  bool   // nothing is wrong with what it chose, and only writes of descriptors and evictions can change that: there were
	writes uint64 // so many before
}

type key struct {
	queue  gpu.ID
	number uint64
}

// Begin tells of a submission, nil if programs choose no descriptors in it.
func (f *Follower) Begin(queue gpu.ID, number uint64, s *Submission) {
	if s == nil {
		return
	}
	if f.runs == nil {
		f.runs = map[key]*Submission{}
	}
	f.runs[key{queue, number}] = s
}

// Executing is the submission of a queue that is executed, nil if it is not followed.
func (f *Follower) Executing(queue gpu.ID) (found *Submission) {
	first := ^uint64(0)
	for k, s := range f.runs {
		if k.queue == queue && k.number < first {
			first, found = k.number, s
		}
	}
	return found
}

// Retired tells that a submission has ended.
func (f *Follower) Retired(queue gpu.ID, number uint64) {
	if len(f.runs) > 0 {
		delete(f.runs, key{queue, number})
	}
}

// Executed are the descriptors that a command may have read, by the registers and resources of its accesses; none, if they are those of the last one, with which nothing is wrong: again says that
// it did the same and that everything is resident, and writes how many descriptors were written so far. They are valid until the next call.
func (f *Follower) Executed(e *gpu.Executed, again bool, writes uint64) []Use {
	if again && f.lasts && f.writes == writes {
		return nil
	}
	var s *Submission
	if len(f.runs) > 0 {
		s = f.runs[key{e.Queue, e.Submission}]
	}
	if s != nil {
		s.follow(e)
	}
	if len(e.Accesses) == 0 {
		return nil // the last one stays the last
	}
	f.uses, f.chosen, f.lasts = f.uses[:0], f.chosen[:0], s == nil || len(s.Suspects) == 0
	if s == nil {
		return nil
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		class, number, space, ok := register.Parse(a.Slot)
		chosen := false
		for k := range s.Tables {
			t := &s.Tables[k]
			switch {
			case !ok || t.Class != class || t.Space != space || t.Pipeline != e.Pipeline:
			case class != gpu.DescriptorSampler && number >= t.Register && number-t.Register < t.Count:
				f.use(s, t, t.Index+number-t.Register, a.Resource)
				chosen = true
			case class == gpu.DescriptorSampler && a.Resource == t.Heap && a.Begin >= uint64(t.Index) && a.Begin-uint64(t.Index) < uint64(t.Count):
				f.use(s, t, uint32(a.Begin), 0)
			}
		}
		if f.chosen = append(f.chosen, chosen); !chosen || len(s.Suspects) == 0 {
			continue
		}
		if p := s.guilty(e, a); p != nil {
			delete(s.Suspects, a.Resource) // one problem of a resource is enough
			f.found = append(f.found, Found{p.Wrong, a.Resource})
		}
	}
	return f.uses
}

// Checked tells that a command was looked at, by so many writes of descriptors.
func (f *Follower) Checked(e *gpu.Executed, writes uint64) {
	if len(e.Accesses) > 0 {
		f.lasts, f.writes = f.lasts && len(f.found) == 0, writes
	}
}

// guilty is what is wrong with an access, nil if nothing is. What is about the very command comes before what is about another one that finds the same.
func (s *Submission) guilty(e *gpu.Executed, a *gpu.Access) (found *Suspect) {
	suspects := s.Suspects[a.Resource]
	for i := range suspects {
		p := &suspects[i]
		if p.meets(e, a, s.behind[a.Resource]) && (found == nil || p.Record == e.RecordSite && found.Record != e.RecordSite) {
			found = p
		}
	}
	return found
}

// Chooses says whether an access of the command that was executed last goes through a descriptor that its program chose.
func (f *Follower) Chooses(access int) bool { return access < len(f.chosen) && f.chosen[access] }

// use adds a descriptor of a table, once for each way in which a command reads it.
func (f *Follower) use(s *Submission, t *Table, index uint32, resource gpu.ID) {
	for i := range f.uses {
		if o := &f.uses[i]; o.Index == index && o.Resource == resource && o.Heap == t.Heap && o.Class == t.Class && o.Compares == t.Compares {
			return
		}
	}
	f.uses = append(f.uses, Use{*t, s.Moment, index, resource, s.Site})
}

// Suspect adds a texture to the suspects of a submission that had to wait for others.
func (f *Follower) Suspect(p track.Point, resource gpu.ID, suspects func(*Submission) []Suspect) {
	for _, s := range f.runs {
		if s.Point == p {
			s.Suspects[resource] = append(s.Suspects[resource], suspects(s)...)
			f.lasts = false
		}
	}
}

// Found is what is wrong with an object that a command has chosen.
type Found struct {
	Wrong *diag.Diagnostic
	Of    gpu.ID
}

// Say adds what was found of an object.
func (f *Follower) Say(d *diag.Diagnostic, of gpu.ID) { f.found = append(f.found, Found{d, of}) }

// Found is what was found since it was asked last.
func (f *Follower) Found() []Found {
	out := f.found
	f.found = nil
	return out
}
