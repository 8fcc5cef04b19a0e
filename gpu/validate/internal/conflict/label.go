package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// verb is what a side does.
func verb(side *hazard.Side) string {
	switch {
	case givesUp(side):
		return "gives up"
	case activates(side):
		return "activates"
	case moves(side):
		return "changes the state of"
	case side.Claims:
		return "needs"
	}
	return side.Access.Kind.String()
}

// label says what a side does to which bytes, and how.
func (s speaker) label(side *hazard.Side) string {
	a := &side.Access
	if s.Resource(a.Resource) == nil && a.Slot != "" { // queries of a heap, whose bytes nobody counts
		return fmt.Sprintf("%s %s of %s by %s", verb(side), a.Slot, s.Ref(a.Resource), called(side))
	}
	text := fmt.Sprintf("%s %s", verb(side), Range(s.Name(a.Resource), s.Resource(a.Resource), a.Begin, a.End, a.Stride, a.Size))
	switch {
	case s.chosen(): // other bytes in another run
		text = fmt.Sprintf("%s %s where what it reads leads it,", verb(side), s.Name(a.Resource))
	case side.Pieces > 0:
		text = fmt.Sprintf("%s %s of %s", verb(side), words.Count(side.Pieces, "piece"),
			Range(s.Name(a.Resource), s.Resource(a.Resource), a.Begin, a.End, 0, 0))
	}
	switch {
	case s.threads():
		return text + " from " + s.who(side)
	case side.Queue == 0:
		return text
	case hands(side) && s.inside():
		return text
	case hands(side):
		return text + " by an aliasing barrier"
	case moves(side):
		return text + " from " + a.Slot
	case presents(side):
		return text + " by Present"
	case side.Claims:
		return fmt.Sprintf("%s in %s for %s", text, a.As, called(side))
	case a.Slot == "":
		return text + " by " + called(side).String()
	case len(a.Slot) > 1 && a.Slot[1] <= '9' && a.Slot[1] >= '0':
		return text + " through " + a.Slot + " by " + called(side).String()
	}
	return text + " as " + a.Slot + " of " + called(side).String()
}

// chosen says whether two queues write where data lead both: one counter leads them to different bytes, whichever of them comes first.
func (s speaker) chosen() bool {
	return s.c.Kind == hazard.Writers && s.c.First.Access.Led && s.c.Second.Access.Led
}
