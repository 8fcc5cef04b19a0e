package unknown

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// What was found of a command may follow from bytes that it has read. Whether these are up to the schedule is known when all works are that may be
// beside its own: it asks, and is answered then.

// Ask is whether bytes that a command has read are up to the schedule. A nil Ask is about none.
type Ask struct {
	state        *State
	work         Work // nil: it is known no more
	command      uint32
	feeds        []gpu.Feed
	known, raced bool
}

// Ask asks about bytes that a command of a work, by its place in that, has read.
func (u *State) Ask(w Work, command uint32, feeds []gpu.Feed) *Ask {
	a := &Ask{state: u, work: w, command: command, feeds: feeds}
	u.asks = append(u.asks, a)
	return a
}

// Known says whether it has been answered.
func (a *Ask) Known() bool { return a == nil || a.known }

// Raced is the answer, or, where it is not known, what it would be if nothing happened any more.
func (a *Ask) Raced() bool {
	if a.Known() {
		return a != nil && a.raced
	}
	return a.varies()
}

// Both are Known and Raced.
func (a *Ask) Both() (known, raced func() bool) { return a.Known, a.Raced }

// Answer answers what has become known: of works that are admitted, and beside which there is none that is not. Those that are not submitted yet come
// after them.
func (u *State) Answer() {
	if len(u.asks) == 0 {
		return
	}
	all := u.world.Works()
	u.asks = slices.DeleteFunc(u.asks, func(a *Ask) bool {
		open := !a.work.Admitted() || slices.ContainsFunc(all, func(o Work) bool { return !o.Admitted() && u.beside(a.work, o) })
		if open {
			return false
		}
		a.known, a.raced = true, a.varies()
		a.work, a.state = nil, nil
		return true
	})
}

// beside says whether no clock orders two works.
func (u *State) beside(w, o Work) bool {
	a, b := w.Point(), o.Point()
	return a.Queue != b.Queue && (w.Queue() == 0 || w.Queue() != o.Queue()) &&
		u.world.Start(w).At(b.Queue) < b.Pos && u.world.Start(o).At(a.Queue) < a.Pos
}

// varies says whether the bytes are up to the schedule.
func (a *Ask) varies() bool {
	all := func(gpu.ID) bool { return true }
	v := varying{u: a.state, work: a.work, list: a.state.world.Touches(a.work, all), looked: map[uint32]bool{}}
	return v.reads(func(x *Touch) bool {
		return slices.ContainsFunc(a.feeds, func(f gpu.Feed) bool {
			here := x.Place == a.command || x.Place < a.command && (f.Earlier || a.work.Repeats())
			return here && f.Resource == x.Feed.Resource && f.Slot == x.Feed.Slot
		})
	})
}

// varying looks for what a work reads that is up to the schedule.
type varying struct {
	u      *State
	work   Work
	list   []Touch
	looked map[uint32]bool // commands, by place
}

// reads says whether some bytes that the work reads are up to the schedule.
func (v *varying) reads(which func(*Touch) bool) bool {
	for i := range v.list {
		if x := &v.list[i]; x.Learns && which(x) && v.unknown(x) {
			return true
		}
	}
	return false
}

// unknown says whether bytes are written beside the work, were left unknown before it, or were made by a command of the work from such bytes.
func (v *varying) unknown(x *Touch) bool {
	if v.u.finds(v.work, v.u.world.Start(v.work), x) || v.contested(x) {
		return true
	}
	for i := range v.list {
		y := &v.list[i]
		if y == x || !y.Fills || v.looked[y.Place] || !v.reaches(y, x) {
			continue
		}
		v.looked[y.Place] = true
		if v.reads(func(z *Touch) bool { return z.Place == y.Place }) {
			return true
		}
	}
	return false
}

// reaches says whether what one touch writes may be what another one reads: no command between them writes it over.
func (v *varying) reaches(y, x *Touch) bool {
	if y.Memory != x.Memory || !y.Bytes.Overlaps(&x.Bytes) {
		return false
	}
	if v.work.Repeats() {
		return true
	}
	both := (&shared{y.Bytes, x.Bytes}).bounds()
	return y.Place < x.Place && !slices.ContainsFunc(v.list, func(z Touch) bool {
		return z.Memory == x.Memory && z.Renews && z.Bytes.Stride == 0 && y.Place < z.Place && z.Place < x.Place && z.covers(both)
	})
}

// contested says whether a work writes the bytes that nothing orders: also where another race was told of the two, and this one is not.
func (v *varying) contested(x *Touch) bool {
	w := v.u.world
	return slices.ContainsFunc(w.Works(), func(o Work) bool {
		if !v.u.beside(v.work, o) {
			return false
		}
		writes := func(y Touch) bool { return y.Fills && y.Bytes.Overlaps(&x.Bytes) }
		return slices.ContainsFunc(w.Touches(o, func(m gpu.ID) bool { return m == x.Memory }), writes) && !w.Ordered(v.work, o)
	})
}
