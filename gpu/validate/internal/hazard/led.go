package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// led is a conflict of accesses that go where data lead them. Where something races for the data, other runs do not have it: that race is told, and
// what follows from it is not. Whether there is one is known when all works are that may be beside; the conflict is kept until then.
//
//	queue a   write index        write x[5]
//	queue b   read index, 5 in this run ─▶ read x[5]     told of index: in another run x[5] is not read
type led struct {
	Conflict
	asks [2]*Ask // for the data that lead each side; nil: none do
}

func (c *Conflict) led() bool { return c.First.Access.Led || c.Second.Access.Led }

// follows keeps a conflict of two works until it is known whether it follows from a race.
func (d *Detector) follows(c *clashing) {
	d.said[c.cause()] = true
	d.led = append(d.led, led{c.Conflict, [2]*Ask{d.leads(c.a, &c.First), d.leads(c.b, &c.Second)}})
}

// leads asks about what a command reads beside the access of a side.
func (d *Detector) leads(w *work, s *Side) *Ask {
	if !s.Access.Led {
		return nil
	}
	var feeds []gpu.Feed
	own := gpu.Feed{Resource: s.Access.Resource, Slot: s.Access.Slot}
	for _, x := range (world{d}).Touches(w, func(gpu.ID) bool { return true }) {
		if x.Learns && x.Place == s.place && x.Feed != own && !slices.Contains(feeds, x.Feed) {
			feeds = append(feeds, x.Feed)
		}
	}
	if len(feeds) == 0 {
		return nil
	}
	return d.unknown.Ask(w, s.place, feeds)
}

// tell reports the conflicts of which it is known, or, at the end, all, that they follow from no race. Each of two sides may be what the other one
// follows from, so something is told in any case.
func (d *Detector) tell(atEnd bool) {
	known := func(a *Ask) bool { return atEnd || a.Known() }
	d.led = slices.DeleteFunc(d.led, func(c led) bool {
		if !known(c.asks[0]) || !known(c.asks[1]) {
			return false
		}
		if !d.reported || !c.asks[0].Raced() && !c.asks[1].Raced() {
			d.put(c.Conflict)
		}
		return true
	})
}
