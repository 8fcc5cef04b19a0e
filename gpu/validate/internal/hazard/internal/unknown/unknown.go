// Package unknown finds out which bytes are up to the schedule, because works race for them, and which works read such bytes: what these do with them
// is not the same in every run. That is passed on through memory:
//
//	q: copy to a ── races with ── p: a is read ──▶ copied to b ──Wait──▶ r: reads b
//
// So for each such memory it is kept which work leaves bytes of it unknown, until another one writes them over. It is a matter of few programs: of
// works it asks only where there are such bytes, or where somebody asks about them. It must not know commands, objects or words.
package unknown

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Work is a submission, or what a CPU thread does between two calls.
type Work interface {
	Point() track.Point
	Queue() gpu.ID // 0: a CPU thread
	Admitted() bool
	// Repeats says that some commands do what earlier ones of it did, and that only these are among Touches.
	Repeats() bool
}

// Touch is what a command of a work touches.
type Touch struct {
	Memory gpu.ID
	Bytes  access.Access
	Feed   gpu.Feed // resource and slot
	Place  uint32   // of the command in the work
	// Learns says that it reads, Fills that it leaves other bytes, and Atomic that it does both, and commutes with others of its Class; Renews that
	// what it leaves does not depend on what was there.
	Learns, Fills, Atomic, Renews bool
	Class                         uint8
}

// World is what is to be known of works.
type World interface {
	// Works are those that are not dropped, in the order of the program.
	Works() []Work
	// Start is what has certainly happened before a work, and Ordered says whether one of two works that no clock orders is before the other.
	Start(Work) track.Clock
	Ordered(a, b Work) bool
	// Touches are those of a work to some memories, those to one memory by their first bytes.
	Touches(w Work, of func(memory gpu.ID) bool) []Touch
}

// State is what is known.
type State struct {
	world  World
	memory map[gpu.ID][]source
	passed map[track.Point][]uint32 // the places of commands of works that read such bytes
	fresh  bool                     // there is a source for which not all works were looked at
	asks   []*Ask
	raced  map[[2]track.Point]bool // pairs of works that were told of, so that each is looked at once
}

// maxRaced bounds them.
const maxRaced = 1 << 10

// New knows nothing yet.
func New(world World) State { return State{world: world} }

// Idle says that no bytes are unknown, and nobody asks.
func (u *State) Idle() bool { return len(u.memory)+len(u.asks) == 0 }

// Sources is how many works leave bytes unknown, once for each memory.
func (u *State) Sources() (n int) {
	for _, list := range u.memory {
		n += len(list)
	}
	return n
}

// has says whether bytes of a memory are unknown.
func (u *State) has(memory gpu.ID) bool { return len(u.memory[memory]) > 0 }

// Ended tells that a work is dropped: none is left that is beside it, or comes before it.
func (u *State) Ended(at track.Point) {
	for memory, list := range u.memory {
		list = slices.DeleteFunc(list, func(s source) bool { return !s.after && s.at == at || s.over == at })
		if u.memory[memory] = list; len(list) == 0 {
			delete(u.memory, memory)
		}
	}
	delete(u.passed, at)
}

// Raced tells that two works race: of bytes that both touch it is unknown what is read beside the one that writes, and, if both write, what is left.
func (u *State) Raced(a, b Work) {
	pair := [2]track.Point{a.Point(), b.Point()}
	if u.raced[pair] {
		return
	}
	if u.raced == nil || len(u.raced) == maxRaced {
		u.raced = map[[2]track.Point]bool{}
	}
	u.raced[pair] = true
	list := u.world.Touches(a, func(gpu.ID) bool { return true })
	others := u.world.Touches(b, func(memory gpu.ID) bool {
		return slices.ContainsFunc(list, func(x Touch) bool { return x.Memory == memory })
	})
	for len(list) > 0 {
		memory := list[0].Memory
		n := slices.IndexFunc(list, func(x Touch) bool { return x.Memory != memory })
		if n < 0 {
			n = len(list)
		}
		from := slices.IndexFunc(others, func(x Touch) bool { return x.Memory == memory })
		if from >= 0 {
			u.meet(a, b, list[:n], others[from:])
		}
		list = list[n:]
	}
}

// meet compares what two works touch of the memory of the first one's list.
func (u *State) meet(a, b Work, list, others []Touch) {
	read := [2]source{{at: a.Point(), start: u.world.Start(a)}, {at: b.Point(), start: u.world.Start(b)}}
	left, memory, end := read, list[0].Memory, uint64(0)
	reach := make([]uint64, 0, len(others)) // the last byte of each and of those before it
	for i := range others {
		if others[i].Memory != memory {
			others = others[:i]
			break
		}
		end = max(end, others[i].Bytes.End)
		reach = append(reach, end)
	}
	for i := range list {
		x := &list[i]
		k, _ := slices.BinarySearch(reach, x.Bytes.Begin+1)
		for ; k < len(others) && others[k].Bytes.Begin < x.Bytes.End; k++ {
			x.meet(&others[k], &read, &left)
		}
	}
	for i := range read {
		left[i].after = true
		u.add(memory, read[i])
		u.add(memory, left[i])
	}
}

// meet adds the bytes that two touches have in common to what is read beside each of them, and to what both leave.
func (t *Touch) meet(o *Touch, read, left *[2]source) {
	if !t.Fills && !o.Fills || !t.Bytes.Overlaps(&o.Bytes) {
		return
	}
	common := common(t.Bytes, o.Bytes)
	for i, x := range [...]*Touch{t, o} {
		if x.Fills {
			read[i].put(common)
		}
		if t.Fills && o.Fills && !(t.Atomic && o.Atomic && t.Class == o.Class) {
			if left[i].bytes == nil || x.Place < left[i].place {
				left[i].place = x.Place
			}
			left[i].put(common)
		}
	}
}

// Admitted looks at works that are known to be finished now, and at all if there are new sources: for those that read what is unknown, and that write
// it over.
func (u *State) Admitted(works []Work) {
	for len(u.memory) > 0 {
		if u.fresh {
			works, u.fresh = u.world.Works(), false
		}
		for _, w := range works {
			if w.Admitted() {
				u.follow(w)
			}
		}
		if !u.fresh {
			return
		}
	}
}

// follow finds the commands of a work that read what is unknown: what they write is unknown, too. What a CPU thread makes of it is the script's own
// doing. Then it finds the sources all whose bytes the work writes, and comes after.
func (u *State) follow(w Work) {
	list, start, known := u.world.Touches(w, u.has), u.world.Start(w), u.passed[w.Point()]
	var all map[uint32][]Touch // by command
	for i := range list {
		x := &list[i]
		if x.Learns && w.Queue() != 0 && !slices.Contains(known, x.Place) && u.finds(w, start, x) {
			known = append(known, x.Place)
			u.passed[w.Point()] = known
			if all == nil {
				all = u.commands(w)
			}
			u.leaves(w, start, x.Place, all[x.Place])
		}
	}
	for i := range list {
		x := &list[i]
		if !x.Renews || x.Bytes.Stride != 0 {
			continue
		}
		sources := u.memory[x.Memory]
		for k := range sources {
			if s := &sources[k]; s.after && s.over == (track.Point{}) && s.precedes(w, start, x.Place) && x.covers(s.bounds()) {
				s.over, s.written = w.Point(), x.Place
			}
		}
	}
}

// covers says whether a touch is of all bytes of an extent.
func (t *Touch) covers(x extent) bool { return t.Bytes.Begin <= x.first && x.last <= t.Bytes.End }

// commands are the touches of each command of a work, by its place.
func (u *State) commands(w Work) map[uint32][]Touch {
	all := map[uint32][]Touch{}
	for _, x := range u.world.Touches(w, func(gpu.ID) bool { return true }) {
		all[x.Place] = append(all[x.Place], x)
	}
	return all
}

// leaves adds what a command of a work writes, of what it touches.
func (u *State) leaves(w Work, start track.Clock, place uint32, touches []Touch) {
	var order []gpu.ID
	left := map[gpu.ID]*source{}
	for _, x := range touches {
		if !x.Fills {
			continue
		}
		if left[x.Memory] == nil {
			left[x.Memory] = &source{at: w.Point(), start: start, place: place, after: true}
			order = append(order, x.Memory)
		}
		left[x.Memory].put(shared{a: x.Bytes})
	}
	for _, memory := range order {
		u.add(memory, *left[memory])
	}
}

// finds says whether a work, which begins after start, finds bytes that it touches unknown.
func (u *State) finds(w Work, start track.Clock, x *Touch) bool {
	list := u.memory[x.Memory]
	for i := range list {
		if s := &list[i]; s.concerns(w, start, x.Place) && s.meets(x) {
			return true
		}
	}
	return false
}
