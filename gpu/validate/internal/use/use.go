// Package use follows the states in which the commands of a recording use resources, and says what the recording contradicts by itself: which state a
// resource comes with is known when the list executes (package course).
//
//	commands      copy to b ── barrier b: COPY_DEST → SRV ── dispatch reads b ── dispatch writes b
//	states of b   [COPY_DEST]  [SRV                      ]   fine                 GS0402: needs UNORDERED_ACCESS
//
// Static descriptors are looked at when a command is recorded, volatile ones when the list is submitted. The package must not know lists, their
// protocol or the order of work.
package use

import (
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/slots"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standing"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Resource is what the states of a resource depend on.
type Resource struct {
	ID    gpu.ID
	Desc  *gpu.ResourceDesc
	Heap  gpu.HeapType
	Subs  uint32             // subresources
	Comes gpu.ResourceStates // to which it comes from COMMON by being used
	// Decays says that it is in COMMON whenever a submission begins: a buffer, or a texture with simultaneous access that was made there.
	Decays bool
	slot   substate.Slot
}

// HeapType is the type of a heap that a resource is placed in; of one that is not known it is the usual one.
func HeapType(h gpu.Heap) gpu.HeapType {
	if h == nil {
		return gpu.HeapDefault
	}
	return h.HeapDesc().HeapType
}

// Of is a new resource that was made in a state.
func Of(id gpu.ID, d *gpu.ResourceDesc, heap gpu.HeapType, initial gpu.ResourceStates) Resource {
	buffer, simultaneous := d.Dimension == gpu.DimensionBuffer, d.Flags&gpu.AllowSimultaneousAccess != 0
	return Resource{ID: id, Desc: d, Heap: heap, Subs: d.Subresources(), Comes: substate.Promotable(buffer, simultaneous),
		Decays: buffer || simultaneous && initial == gpu.StateCommon}
}

// Recording is what the states in a recording follow from.
type Recording struct {
	List     gpu.ID
	States   substate.Table
	Tables   reading.Log
	Barriers passage.List // its transitions
	Promoted map[gpu.ID][]Promotion
	Graphics graphics.State // what draws need besides root arguments
	Count    uint32         // commands
	Open     []Half         // split barriers of buffers that end after it
	Walks    Walks          // static tables that were gone through
	Clears   slots.Clears   // of unordered access views
	Told     []Told         // barriers that were told not to find the state that they name
	Clashes  []Clash        // commands that need a resource in two states, which was told at the last submission
	Chosen   Chosen         // the descriptors of which its programs choose
}

// Begin forgets the commands of the recording before, for one with a stamp of its own. Close works out Open, and Graphics is reset where a list
// forgets its state.
func (l *Recording) Begin(stamp uint32) {
	l.States.Begin(stamp)
	l.Tables.Reset()
	l.Barriers.Reset()
	l.Walks.Reset()
	l.Clears = l.Clears[:0]
	clear(l.Promoted)
	l.Count, l.Told, l.Clashes, l.Chosen.Entries = 0, l.Told[:0], l.Clashes[:0], -1 // it may well choose of the same descriptors again
}

// Chosen are descriptors of which the programs of a recording choose.
type Chosen struct {
	Entries int // of the log of tables: they are those of so many; of none that the log has: they are those of the recording before
	Tables  []tables.Table
	plain   bool   // none of them was Stateful
	written uint64 // after so many writes of descriptors
}

// Half is the beginning of a split barrier.
type Half struct {
	Resource gpu.ID
	Begun    gpu.Site
}

// World is what the rules ask of the validator.
type World interface {
	standing.Names
	role.World
	// Stateful is a resource, nil if it is none. Dead says whether an object was released.
	Stateful(id gpu.ID) *Resource
	Dead(id gpu.ID) bool
	// Unusable says whether an object cannot be used by a command, and says so.
	Unusable(id gpu.ID, c *gpu.Command) bool
	// Slots is a descriptor heap, nil if it is none. Reading is that of a table, nil if it is not there, and the parts of the programs which read the
	// table.
	Slots(heap gpu.ID) *slots.Heap
	Reading(t *reading.Table) (*slots.Heap, []program.Part)
	// Stamp is one that no recording has.
	Stamp() uint32
}

// Book is what the command that is looked at needs.
type Book struct {
	world  World
	out    *[]*diag.Diagnostic // what was found of the call
	on     bool                // states are looked at
	needs  role.Log
	missed standing.Missing
	roles  role.Book
	runs   gpu.Site // the ExecuteBundle that is gone through, 0: none
	// omitted are the tables of the command of which the needs are not in needs yet, and recalled is room for those of one.
	omitted  []omitted
	recalled []role.Need
	// commons are those after barriers to COMMON of the list that is gone through.
	commons  []*common
	commonOf map[commonKey]*common
}

// New returns a Book that adds what it finds to a list.
func New(world World, out *[]*diag.Diagnostic, on bool) *Book {
	return &Book{world: world, out: out, on: on}
}

// Begin begins a command.
func (k *Book) Begin() {
	k.beginNeeds()
	k.missed.Begin()
}

func (k *Book) beginNeeds() {
	k.needs.Begin()
	k.omitted = k.omitted[:0]
}

// Run says that the commands of a bundle are gone through, for an ExecuteBundle; 0: no more.
func (k *Book) Run(bundle gpu.Site) { k.runs = bundle }

// Written adds what the command uses in states for writing to a list.
func (k *Book) Written(to []role.Need) []role.Need {
	if slices.ContainsFunc(k.omitted, func(n omitted) bool { return n.table.Class == gpu.DescriptorUAV }) {
		k.recall()
	}
	return k.needs.Written(to)
}

// Role is one that an entry of a recording has by its number.
func (k *Book) Role(number uint32) role.Role { return k.roles.Role(number) }

// Use applies the rules for using a subresource in a state, and remembers the use. Only what this recording contradicts by
// itself is reported: which state the resource comes with is known when the list executes.
func (k *Book) Use(l *Recording, r *Resource, sub uint32, want gpu.ResourceStates, c *gpu.Command, as role.Role) {
	if !k.on {
		return
	}
	if r.Heap != gpu.HeapDefault {
		k.useFixed(r, want, c)
		return
	}
	op, site := k.shown(c)
	if k.runs != 0 {
		as.Inner = role.Inner{Bundle: c.List, Op: c.Called(), Site: c.Site}
	}
	k.needs.Add(role.Need{Resource: r.ID, Sub: sub, Want: want, Role: as})
	subs := l.States.Of(r.ID, r.Subs, sub, &r.slot)
	var first *standing.Use
	news := false
	for i := range subs {
		if subs[i].Serves(want) {
			news = news || !subs[i].Used
			subs[i].Used = true
			continue
		}
		if s := &subs[i]; s.How == substate.Unseen && !s.Pending() { // it comes as it is needed
			s.Use(want, r.Comes, op, site)
			s.Role, s.EntryAt = k.roles.Number(as), l.Count
			l.Walks.change(r.ID)
			continue
		}
		before := subs[i]
		verdict := subs[i].Use(want, r.Comes, op, site)
		if before.How == substate.Unseen {
			subs[i].Role, subs[i].EntryAt = k.roles.Number(as), l.Count
		}
		at := sub
		if len(subs) > 1 {
			at = uint32(i)
		}
		if verdict == substate.Fine {
			if subs[i] != before {
				l.Walks.change(r.ID)
				l.promote(r.ID, &before, &subs[i], Promotion{Sub: at, Want: want, Op: op, Site: site})
			}
			continue
		}
		k.recall()
		l.Walks.change(r.ID)
		l.Walks.wrong++
		if first == nil {
			old := before // a copy, so that uses without a fault allocate nothing
			first = &standing.Use{List: l.List, Resource: r.ID, State: &old, Command: c, Told: k.runs, Does: as.Uses(k.world, want)}
		}
		if verdict == substate.SplitUse {
			*k.out = append(*k.out, standing.SplitUse(k.world, first.Half(at, l.States.Of(r.ID, r.Subs, gpu.AllSubresources, &r.slot)), want))
			return
		}
		more := k.others(l, r, at, want)
		subs[i].Missed(more)
		first.Missed = append(first.Missed, course.Miss{Subresource: at, Have: before.State, Want: want | more})
	}
	if news && k.missed.Some() {
		k.sayAgain(r, c)
	}
	if first != nil {
		k.wrongState(l, r, *first, want)
	} else if k.missed.Some() {
		k.unmeetable(l, r, standing.Use{List: l.List, Resource: r.ID, Command: c, Told: k.runs}, sub)
	}
}

// useFixed: memory of the CPU stays in the state of its heap.
func (k *Book) useFixed(r *Resource, want gpu.ResourceStates, c *gpu.Command) {
	if have, _ := r.Heap.InitialState(); !have.Has(want) {
		*k.out = append(*k.out, standing.Fixed(k.world, c, r.ID, r.Heap, have, want))
	}
}

// Transition follows one barrier.
func (k *Book) Transition(l *Recording, c *gpu.Command, b *gpu.Barrier) {
	r := k.world.Stateful(b.Resource)
	subs, told := l.States.Of(r.ID, r.Subs, b.Subresource, &r.slot), false
	l.Walks.change(r.ID)
	for i := range subs {
		before := subs[i]
		verdict := subs[i].Transition(b, r.Comes, c.Called(), c.Site)
		if verdict == substate.Fine || told {
			continue
		}
		old := before // a copy, so that barriers without a fault allocate nothing
		u := standing.Use{List: l.List, Resource: r.ID, State: &old, Command: c}
		if len(subs) > 1 && (i > 0 || slices.ContainsFunc(subs[1:], func(s substate.Subresource) bool { return s.State != before.State })) {
			u.Missed = []course.Miss{{Subresource: uint32(i), Have: before.State}}
		}
		*k.out = append(*k.out, standing.Barrier(k.world, u, b, verdict))
		told, l.Told = true, append(l.Told, Told{Barrier: *b, Verdict: verdict, Barriers: l.Barriers.Len()})
	}
	for i := range subs {
		subs[i].Known = subs[i].Known || told && subs[i].Entry != substate.EntryUse && subs[i].EntrySite == c.Site
	}
}

// Close finds the split barriers that a recording leaves open of what decays: buffers, textures with simultaneous access, and whatever a copy queue
// uses.
func (k *Book) Close(l *Recording, copies bool) {
	l.Open = l.Open[:0]
	l.States.Few(func(id gpu.ID, subs []substate.Subresource, _ []uint32) {
		r := k.world.Stateful(id)
		if r == nil || !copies && r.Desc.Dimension != gpu.DimensionBuffer && r.Desc.Flags&gpu.AllowSimultaneousAccess == 0 {
			return
		}
		if i := slices.IndexFunc(subs, func(s substate.Subresource) bool { return s.Pending() }); i >= 0 {
			l.Open = append(l.Open, Half{id, subs[i].Begun})
		}
	})
}

// Submit: what decays cannot carry a split barrier out of a submission. The lists after may end it.
func (k *Book) Submit(l *Recording, behind []*Recording, submit gpu.Site) {
	l.Open = slices.DeleteFunc(l.Open, func(h Half) bool { // what was told is not told again
		if slices.ContainsFunc(behind, func(r *Recording) bool { return r.States.Uses(h.Resource) }) {
			return false
		}
		*k.out = append(*k.out, standing.SplitDecays(k.world, h.Resource, h.Begun, submit))
		return true
	})
}

// Bound is a pipeline that is bound, and the root arguments that its programs read.
type Bound struct {
	Pipeline gpu.ID
	Program  *program.Pipeline
	*program.Arguments
}

// Arguments applies the state rules of what programs read through some of the root parameters.
func (k *Book) Arguments(l *Recording, c *gpu.Command, b Bound, parameters uint64) {
	if !k.on {
		return
	}
	for at := range b.Program.Parts {
		part := &b.Program.Parts[at]
		k.useRootViews(l, c, b, part, parameters)
		for i := range part.Reads.Tables {
			if t := &part.Reads.Tables[i]; parameters>>t.Parameter&1 != 0 {
				k.useTable(l, c, &b, t, part.Stage)
			}
		}
	}
}

// useRootViews applies the state rules of root descriptors.
func (k *Book) useRootViews(l *Recording, c *gpu.Command, b Bound, p *program.Part, parameters uint64) {
	for rest := p.Reads.Views & parameters; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		id := b.Args[i].Resource
		r := k.world.Stateful(id)
		if r == nil || k.world.Unusable(id, c) {
			continue
		}
		k.Use(l, r, 0, layout.StateOf(layout.ClassOf(b.Signature.Desc.Parameters[i].Type), p.Stage), c,
			role.Role{Kind: role.View, Stage: p.Stage, Parameter: uint32(i), Pipeline: b.Pipeline})
	}
}

// useTable applies the state rules of descriptors of a table that a dispatch reads. What volatile descriptors show is decided when the list is
// submitted.
func (k *Book) useTable(l *Recording, c *gpu.Command, b *Bound, t *layout.TableRead, s gpu.ShaderStage) {
	if t.Volatile && !k.missed.Some() || t.Measured || t.Class == gpu.DescriptorSampler {
		return
	}
	table := b.Args[t.Parameter].Table
	h := k.world.Slots(table.Heap)
	if h == nil {
		return
	}
	of, lasting := walk{heap: table.Heap, first: table.Index + t.Offset, count: t.Count, want: layout.StateOf(t.Class, s)}, false
	if !t.Volatile && k.runs == 0 && t.Count >= fewestWalked && !k.missed.Some() {
		if l.Walks.holds(of, h) {
			k.omitted = append(k.omitted, omitted{k.needs.Len(), *b, t, s})
			return
		}
		lasting = true
	}
	wrong, said := l.Walks.wrong, len(*k.out)
	k.tableNeeds(b, t, s, func(r *Resource, n role.Need) {
		if t.Volatile {
			k.foresee(&n)
			return
		}
		k.Use(l, r, n.Sub, n.Want, c, n.Role)
	})
	if lasting && l.Walks.wrong == wrong && len(*k.out) == said {
		l.Walks.keep(of, h)
	}
}

// tableNeeds goes through what the descriptors of a table show that a program reads.
func (k *Book) tableNeeds(b *Bound, t *layout.TableRead, s gpu.ShaderStage, f func(*Resource, role.Need)) {
	table := b.Args[t.Parameter].Table
	for i, at := range k.world.Slots(table.Heap).From(uint64(table.Index)+uint64(t.Offset), uint64(t.Count)) {
		k.eachNeed(at, layout.StateOf(t.Class, s),
			role.Role{Kind: role.Descriptor, Stage: s, Parameter: t.Parameter, Pipeline: b.Pipeline, Heap: table.Heap,
				Index: i, Offset: i - table.Index}, f)
	}
}

// eachNeed goes through what a descriptor shows that is used in a state as something: its subresources, and the counter of a buffer, which a clear
// leaves alone. What was released is a fault, when the command executes.
func (k *Book) eachNeed(s *slots.Slot, want gpu.ResourceStates, as role.Role, f func(*Resource, role.Need)) {
	if r := k.world.Stateful(s.Resource); r != nil && !k.world.Dead(s.Resource) {
		s.Shown.Each(r.Desc, func(sub uint32) { f(r, role.Need{Resource: r.ID, Sub: sub, Want: want, Role: as}) })
	}
	if r := k.world.Stateful(s.Counter); r != nil && !k.world.Dead(s.Counter) && as.Kind == role.Descriptor {
		as.Kind = role.Counter
		f(r, role.Need{Resource: r.ID, Want: gpu.StateUnorderedAccess, Role: as})
	}
}
