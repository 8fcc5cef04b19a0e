package substate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Actual is the state of one subresource as work executes.
//
//	COMMON ──use──▶ promoted ──end of the submission──▶ COMMON, if it was read only or the resource always decays
//	   └────────barrier────▶ explicit ──end of the submission──▶ COMMON, if the resource always decays
type Actual struct {
	Put
	Split   gpu.Barrier // the BEGIN half that waits for its END; Before == After: none
	Begun   gpu.Site
	Broken  bool  // what came between the halves was told
	Decayed Decay // why it is in COMMON, if it decayed since it was put there; Was is where it was before, by the submission at Submit
	Was     gpu.ResourceStates
	Unsure  bool // an END half came without its BEGIN, which was told: the next recording counts as right
	Meant        // what a recording found or brought that did not fit, which was told
	// Last is the last submission that used it, and Moved the last one that may have left it in another state than it found.
	Last      track.Point
	Moved     track.Point
	LastQueue gpu.ID
}

// Put is a state, and what put a subresource there.
type Put struct {
	State    gpu.ResourceStates
	Promoted bool     // it came there by being used
	Copy     bool     // a copy queue put it there: COPY states of the two classes of queues are different ones
	Site     gpu.Site // what put it there; 0: as it was made, or by decay
	Op       gpu.Op
	List     gpu.ID
	Queue    gpu.ID   // that did
	Submit   gpu.Site // in this submission
	Point    track.Point
}

// Decay is a reason for which a subresource goes back to COMMON when the submission that used it ends.
type Decay uint8

// The reasons.
const (
	NoDecay       Decay = iota
	DecayAlways         // it is a buffer, or a texture with simultaneous access
	DecayCopy           // a copy queue used it
	DecayPromoted       // it came to states for reading by being used
)

// pending says whether a split barrier has begun and not ended, and nothing between its halves was told.
func (a *Actual) pending() bool { return a.Split.Before != a.Split.After && !a.Broken }

// Enter says whether a recording finds the subresource as it expects it, or as it would if what was told before had been meant otherwise.
func (a *Actual) Enter(s *Subresource, promotable gpu.ResourceStates, copyQueue bool) Verdict {
	v := a.enter(s, promotable, copyQueue)
	if v != Fine && (a.Early.Told && a.Late(s) || a.fitsElse(s, promotable, copyQueue)) {
		return Fine
	}
	return v
}

func (a *Actual) enter(s *Subresource, promotable gpu.ResourceStates, copyQueue bool) Verdict {
	switch {
	case a.Unsure, s.Known:
		return Fine
	case a.State&gpu.StateCopyBits != 0 && a.Copy != copyQueue && (s.First|s.Leaves)&gpu.StateCopyBits != 0:
		return OtherClass
	case s.Entry == EntryEnd && !a.ends(s, copyQueue):
		return SplitEnd
	case s.Entry == EntryEnd:
		return Fine
	case s.Late && a.pending() && a.Split.After.Has(s.First):
		return Fine
	case a.pending() && s.Entry == EntryUse:
		return SplitUse
	case a.pending():
		return SplitAgain
	case s.Entry == EntryUse && !a.serves(s.First, promotable):
		return WrongState
	case s.Entry != EntryUse && !a.leaves(s.First, promotable), s.Entry == EntryUse && s.Left != gpu.OpNone && !a.leavesUsed(s, promotable):
		return WrongBefore
	}
	return Fine
}

// Blame is what of a recording is wrong, and where the subresource is then, where Enter has said that something is: of several uses the one
// that is not served, or the barrier after them.
func (a *Actual) Blame(s Subresource, v Verdict, promotable gpu.ResourceStates) (Subresource, Actual) {
	switch {
	case s.Entry != EntryUse:
	case v == WrongBefore:
		found := a.used(&s)
		s.First, s.Entry, s.EntrySite, s.EntryOp = s.Leaves, EntryLeave, s.LeftAt, s.Left
		return s, found
	case v != WrongState || s.FirstAfter == 0:
	case a.serves(s.FirstAfter, promotable):
		s.First, s.EntrySite, s.EntryOp = s.First&^s.FirstAfter, s.More, s.MoreOp
	default:
		s.First = s.FirstAfter
	}
	return s, *a
}

// used is the subresource after the uses that a recording begins with, which it serves.
func (a *Actual) used(s *Subresource) Actual {
	out := *a
	switch {
	case a.State == gpu.StateCommon:
		out.State, out.Promoted, out.Site, out.Op = s.First, true, s.EntrySite, s.EntryOp
	case a.Promoted:
		out.State |= s.First
	}
	return out
}

// serves says whether a use needs no barrier.
func (a *Actual) serves(want, promotable gpu.ResourceStates) bool {
	switch {
	case a.State == gpu.StateCommon:
		return want&^promotable == 0
	case a.State.Has(want):
		return true
	}
	return a.Promoted && a.State.Writes() == 0 && want.Writes() == 0 && want&^promotable == 0
}

// leaves says whether a barrier may name before as the state that the subresource is in. Reads that it came to by itself may have
// grown, which needs no use.
func (a *Actual) leaves(before, promotable gpu.ResourceStates) bool {
	return a.State == before || before.Has(a.State) && (a.State == gpu.StateCommon || a.Promoted) && a.serves(before, promotable)
}

// leavesUsed says whether the barrier after the uses of a recording names the state that the subresource is in then.
func (a *Actual) leavesUsed(s *Subresource, promotable gpu.ResourceStates) bool {
	if a.State != gpu.StateCommon && !a.Promoted {
		return a.State == s.Leaves
	}
	used := a.used(s)
	return used.leaves(s.Leaves, promotable)
}

// Takes is Enter, which says Fine, and Pass for what most recordings do: they use a subresource of which nothing was told, and find it as they expect
// it. Of others it says false, and does nothing.
func (a *Actual) Takes(s *Subresource, promotable gpu.ResourceStates, copyQueue bool) bool {
	switch {
	case s.How != Assumed || s.Entry != EntryUse || s.Left != gpu.OpNone || s.Known || s.Late || s.Torn:
		return false
	case a.Unsure || a.Torn || a.Early != Early{} || a.Split.Before != a.Split.After:
		return false
	case a.State&gpu.StateCopyBits != 0 && a.Copy != copyQueue && (s.First|s.Leaves)&gpu.StateCopyBits != 0, !a.serves(s.First, promotable):
		return false
	}
	before := a.State
	if a.use(s); a.State != before {
		a.Copy = copyQueue
	}
	return true
}

// use follows the uses of a recording that brings no barriers.
func (a *Actual) use(s *Subresource) {
	switch {
	case a.State == gpu.StateCommon:
		a.State, a.Promoted, a.Site, a.Op = s.State, true, s.Site, s.Op
	case a.Promoted && (a.State|s.State).Writes() == 0:
		a.State |= s.State
	case !a.State.Has(s.State):
		a.State = s.State // reported: it counts as right
	}
}

// Pass follows a recording that a queue executes. What it expects counts as found.
func (a *Actual) Pass(s *Subresource, promotable gpu.ResourceStates, copyQueue bool) {
	if a.begins(s) {
		a.Early, a.Unsure = Early{}, false
		return
	}
	if v := a.enter(s, promotable, copyQueue); s.How == Unseen || v != Fine && a.Late(s) {
		a.Early = Early{}
		return
	} else if a.remember(s, v, promotable, copyQueue); v == Fine && s.How != Assumed {
		a.Else, a.Torn = Put{}, false
	}
	before, unsure := a.State, a.Unsure
	if a.Unsure = s.Entry == EntryEnd && !unsure && !a.ends(s, copyQueue); a.Unsure {
		a.Early = Early{s.First, s.FirstAfter, true, true}
	}
	switch {
	case s.How == Assumed && unsure:
		a.State, a.Site, a.Op = s.State, s.Site, s.Op
	case s.How == Assumed:
		a.use(s)
	default:
		a.State, a.Promoted, a.Site, a.Op = s.State, s.How == Promoted, s.Site, s.Op
	}
	if s.Torn {
		a.Else, a.Torn = Put{State: s.Else, Site: s.Site, Op: s.Op}, true
	}
	if a.State != before || s.How == Explicit {
		a.Copy = copyQueue
	}
	if s.How != Assumed {
		a.Split, a.Begun, a.Broken = s.Split, s.Begun, s.Broken
	} else if a.pending() { // the use between the halves was told, and the barrier goes on
		a.Broken = true
	}
}

// ends says whether the END half that a recording begins with has its BEGIN. COPY states of the other class of queues are different ones.
func (a *Actual) ends(s *Subresource, copyQueue bool) bool {
	if a.Split.After&gpu.StateCopyBits != 0 && a.Copy != copyQueue {
		return false
	}
	return a.Split.Before != a.Split.After && a.Split.Before == s.First && a.Split.After == s.FirstAfter
}

// Decay is the end of the submission that used the subresource (D3D12, implicit state transitions): always says that the
// resource is a buffer or has simultaneous access.
func (a *Actual) Decay(always, copyQueue bool) {
	why := NoDecay
	switch {
	case a.State == gpu.StateCommon:
	case always:
		why = DecayAlways
	case copyQueue:
		why = DecayCopy
	case a.Promoted && a.State.Writes() == 0:
		why = DecayPromoted
	}
	if a.Torn && (always || copyQueue || a.Else.Promoted && a.Else.State.Writes() == 0) {
		a.Else = Put{}
	}
	a.Else.Promoted = false
	if why != NoDecay {
		a.Early = Early{}
		a.Decayed, a.Was = why, a.State
		a.State, a.Promoted, a.Site, a.Unsure = gpu.StateCommon, false, 0, a.Unsure && !always
	}
	a.Promoted = false
}
