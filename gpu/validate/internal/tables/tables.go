// Package tables follows the volatile descriptors of arrays whose index shaders work out: which of them a command reads is known when it has run.
// What is found depends on the order of calls and submissions, not on the time at which they run.
//
//	submission        table of t0..t7       dispatch reads t3: descriptor 3 and its resource are in use from the submission on
//	                                        descriptor 3 was written after the submission: it was written while it was in use
//	                                        its texture was not in the state that the dispatch needs
//
// It words what is wrong with the descriptors of tables, too. Objects are asked for through Names; it must not know calls or how states are followed.
package tables

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
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
	Slot     uint32   // its root parameter
	Record   gpu.Site // of the command
	Command  uint32   // and its index in the list
	Entry    int      // in the log of the list's tables
}

// Use is a descriptor that a command has read.
type Use struct {
	Table
	Index    uint32 // in the heap
	Resource gpu.ID // that it shows; 0: a sampler
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
	Lists  []List
	// Suspects are parts of textures that are in another state than the commands need which may read them.
	Suspects map[gpu.ID][]Suspect
	// Spans are those of each list until the first transition of such a texture, and after the last.
	Spans map[Entry]passage.Span
	// States are those that each list needs of such textures, to read and to write, nil if it needs none.
	States map[gpu.ID][]*substate.Table

	list   gpu.ID // that is executed
	at     int    // in Lists: the one that was found last
	behind map[gpu.ID]int
}

// List is one of a submission, and which of the tables are its own.
type List struct {
	ID         gpu.ID
	First, End int
}

// Add adds the next list with its tables, which stay as they are.
func (s *Submission) Add(list gpu.ID, all []Table) {
	s.Lists = append(s.Lists, List{list, len(s.Tables), len(s.Tables) + len(all)})
	if s.Tables == nil { // one list is the rule
		s.Tables = slices.Clip(all)
		return
	}
	s.Tables = append(s.Tables, all...)
}

// of are the tables that a command may read: those of commands up to it, as far back as it may have been left out for being read as they are.
// Commands of a bundle read what the ExecuteBundle reads.
func (s *Submission) of(e *gpu.Executed) []Table {
	list, index := e.Submitted()
	for i := range s.Lists {
		at := (s.at + i) % len(s.Lists)
		l := &s.Lists[at]
		if l.ID != list {
			continue
		}
		s.at = at
		all := s.Tables[l.First:l.End]
		end, _ := slices.BinarySearchFunc(all, index+1, func(t Table, index uint32) int { return cmp.Compare(t.Command, index) })
		first := end
		for first > 0 && all[first-1].Command == index {
			first--
		}
		for n, entry := 0, -1; first > 0; first-- {
			if t := &all[first-1]; t.Entry != entry {
				if entry = t.Entry; n == reading.Window {
					break
				}
				n++
			}
		}
		return all[first:end]
	}
	return nil
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
	if list, _ := e.Submitted(); s.list != list {
		s.list = list
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
	list, _ := e.Submitted()
	return a.Begin < p.End && p.Begin < a.End && p.Writes == (a.As.Writes() != 0) && p.List == list && p.Span.Has(behind) &&
		!(p.Misses && p.Have.Has(a.As))
}

// Follower follows the submissions. The zero value is ready.
type Follower struct {
	runs   map[repeat.Submission]*Submission
	found  []Found
	now    *choice             // of the command that was executed last
	known  [repeat.Most]choice // of those that may be repeated, by place
	choice choice              // of one that may not be
	idle   idle.List[*Submission]
}

// choice are the descriptors that a command chose.
type choice struct {
	number uint64 // of the entry of the command
	tables []Table
	uses   []Use
	used   map[used]struct{} // as what, where there are many
	chosen []bool            // by access
	within repeat.Submission // in which it was looked at last, and
	sound  bool              // found right: only writes of descriptors and evictions can change that, and there were
	writes uint64            // so many before, and
	made   uint64            // so many before its submission
}

// used is a way in which a command reads a descriptor.
type used struct {
	heap, resource gpu.ID
	index          uint32
	class          gpu.DescriptorType
	compares       bool
}

// New is a submission of which nothing is known yet. It is the follower's again when it has ended, but for its tables, which may be kept.
func (f *Follower) New() *Submission { return idle.New(&f.idle) }

// fewSubmissions are kept for later ones.
const fewSubmissions = 4

// Begin tells of a submission of New, nil if programs choose no descriptors in it.
func (f *Follower) Begin(queue gpu.ID, number uint64, s *Submission) {
	if s == nil {
		return
	}
	if f.runs == nil {
		f.runs = map[repeat.Submission]*Submission{}
	}
	f.runs[repeat.Submission{Queue: queue, Number: number}] = s
}

// Executing is the submission of a queue that is executed, nil if it is not followed.
func (f *Follower) Executing(queue gpu.ID) (found *Submission) {
	first := ^uint64(0)
	for k, s := range f.runs {
		if k.Queue == queue && k.Number < first {
			first, found = k.Number, s
		}
	}
	return found
}

// Retired tells that a submission has ended.
func (f *Follower) Retired(queue gpu.ID, number uint64) {
	if len(f.runs) == 0 {
		return
	}
	k := repeat.Submission{Queue: queue, Number: number}
	if s := f.runs[k]; s != nil {
		delete(f.runs, k)
		*s = Submission{Lists: s.Lists[:0]}
		f.idle.Put(s, fewSubmissions)
	}
}

// Executed are the descriptors that a command may have read, by the registers and resources of its accesses, and its submission; none, if it does
// what it did in the same submission, with which nothing is wrong: same is its entry, nil if it has none, again says that it did the same there and
// that everything is resident, and writes how many descriptors were written so far. before says that they are those of the last command with the
// entry, as these were in their heaps, and nothing was wrong with them. They are valid until the next call.
func (f *Follower) Executed(e *gpu.Executed, same *repeat.Entry, again bool, writes uint64) (uses []Use, by *Submission, before bool) {
	f.now = &f.choice
	if same != nil {
		f.now = &f.known[same.Place]
	}
	c, within := f.now, repeat.Of(e)
	repeated := same != nil && c.number == same.Number
	sound := repeated && c.sound && c.writes == writes
	s, tables := f.submission(within), []Table(nil)
	if s != nil {
		s.follow(e)
		tables = s.of(e)
	}
	alike := slices.Equal(c.tables, tables) // what shows the same may be other descriptors
	if again && sound && alike && c.within == within {
		return nil, s, true
	}
	c.within, c.sound = within, s == nil || len(s.Suspects) == 0
	if repeated && c.sound && s != nil && alike {
		before = sound && c.made == writes && s.Writes == writes
		c.made = s.Writes
		return c.uses, s, before
	}
	c.number, c.tables, c.uses, c.chosen = 0, c.tables[:0], c.uses[:0], c.chosen[:0]
	clear(c.used)
	if same != nil {
		c.number = same.Number
	}
	if s == nil {
		return nil, nil, false
	}
	c.tables, c.made = append(c.tables, tables...), s.Writes
	f.chooses(e, s, c)
	return c.uses, s, false
}

// submission is one that is followed, nil if it is not.
func (f *Follower) submission(within repeat.Submission) *Submission {
	if len(f.runs) == 0 {
		return nil
	}
	return f.runs[within]
}

// chooses finds out what a command of a submission chose.
func (f *Follower) chooses(e *gpu.Executed, s *Submission, c *choice) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		class, number, space, ok := register.Parse(a.Slot)
		chosen := false
		for k := range c.tables {
			t := &c.tables[k]
			switch {
			case !ok || t.Class != class || t.Space != space || t.Pipeline != e.Pipeline:
			case class != gpu.DescriptorSampler && number >= t.Register && number-t.Register < t.Count:
				c.use(t, t.Index+number-t.Register, a.Resource)
				chosen = true
			case class == gpu.DescriptorSampler && a.Resource == t.Heap && a.Begin >= uint64(t.Index) && a.Begin-uint64(t.Index) < uint64(t.Count):
				c.use(t, uint32(a.Begin), 0)
			}
		}
		if c.chosen = append(c.chosen, chosen); !chosen || len(s.Suspects) == 0 {
			continue
		}
		if p := s.guilty(e, a); p != nil {
			delete(s.Suspects, a.Resource) // one problem of a resource is enough
			f.found = append(f.found, Found{p.Wrong, a.Resource, a.Slot})
		}
	}
}

// Checked tells that a command was looked at, by so many writes of descriptors.
func (f *Follower) Checked(writes uint64) {
	f.now.sound, f.now.writes = f.now.sound && len(f.found) == 0, writes
}

// guilty is what is wrong with an access, nil if nothing is. What is about the very command comes before what is about another one that finds the
// same.
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

// Chosen says, by access, which of the command that was executed last go through descriptors that its program chose; none of those that it has not.
// It is valid until the next call.
func (f *Follower) Chosen() []bool { return f.now.chosen }

// use adds a descriptor of a table, once for each way in which a command reads it.
func (c *choice) use(t *Table, index uint32, resource gpu.ID) {
	u := Use{*t, index, resource}
	if c.knows(u.as()) {
		return
	}
	if c.uses = append(c.uses, u); len(c.uses) > few {
		c.used[u.as()] = struct{}{}
	}
}

// few uses are searched one by one.
const few = 16

func (c *choice) knows(as used) bool {
	if len(c.uses) < few {
		return slices.ContainsFunc(c.uses, func(o Use) bool { return o.as() == as })
	}
	if len(c.used) == 0 {
		if c.used == nil {
			c.used = map[used]struct{}{}
		}
		for i := range c.uses {
			c.used[c.uses[i].as()] = struct{}{}
		}
	}
	_, known := c.used[as]
	return known
}

func (u *Use) as() used { return used{u.Heap, u.Resource, u.Index, u.Class, u.Compares} }

// Suspect adds a texture to the suspects of a submission that had to wait for others.
func (f *Follower) Suspect(p track.Point, resource gpu.ID, suspects func(*Submission) []Suspect) {
	for _, s := range f.runs {
		if s.Point == p {
			if s.Suspects == nil {
				s.Suspects = map[gpu.ID][]Suspect{}
			}
			s.Suspects[resource] = append(s.Suspects[resource], suspects(s)...)
			for i := range f.known {
				f.known[i].sound = false
			}
		}
	}
}

// Found is what is wrong with an object that a command has chosen.
type Found struct {
	Wrong *diag.Diagnostic
	Of    gpu.ID
	Slot  string // through which it was chosen, of gpu.Access; "": it is not known
}

// Through is the slot.
func (f Found) Through() string { return f.Slot }

// Say adds what was found of an object.
func (f *Follower) Say(d *diag.Diagnostic, of gpu.ID) {
	f.found = append(f.found, Found{Wrong: d, Of: of})
}

// Found is what was found since it was asked last.
func (f *Follower) Found() []Found {
	out := f.found
	f.found = nil
	return out
}
