package substate

import "github.com/gpuscript/gpuscript/gpu"

// Meant is what goes on beside the state of a subresource after a recording that did not find what it expects, so that one mistake is told once.
//
//	needs B, is in A           told: from then on it counts as in B, and as in A, in which it is: what follows may stand on either. Where the
//	                           recording then takes it from B to C, one from A to B was to come before, as below
//	is left out, and was       told: from then on it counts as in C as well
//	  to leave it in C
//	is shown, is in A          told, and not shown: from then on it counts as in PRESENT as well
//	takes it from B to C,      told, unless A is COMMON and B one to which it comes by itself: it counts as in C. A recording that takes it
//	  is in A                  from A to B was to come before, so it leaves it in C as well, and is told if the other was not
//	ends from B to C, and      told: it counts as in C. The BEGIN half from B to C that follows was to come before
//	  none has begun
type Meant struct {
	Else  Put  // the other state,
	Torn  bool // if there is one
	Early Early
}

// Early is a barrier that may have come before the one that it continues. The zero value is none.
type Early struct {
	Found, Before gpu.ResourceStates
	Told          bool
	Half          bool // it is the END half of the barrier from Found to Before
}

// Late says whether a recording does what was to be done before the last barrier.
func (a *Actual) Late(s *Subresource) bool {
	return s.How == Explicit && s.Entry == EntryLeave && !s.Pending() && a.Early.continues(s.First, s.State)
}

// begins says whether a recording is the BEGIN half that was to come before the END half of it.
func (a *Actual) begins(s *Subresource) bool {
	return a.Early.Half && s.Entry == EntryBegin && s.Pending() && a.Early.continues(s.Split.Before, s.Split.After)
}

// Miss follows a use that was told not to find the subresource as it needs it, and that the recording does besides what follows.
func (a *Actual) Miss(s *Subresource, v Verdict) {
	a.Broken = a.Broken || v == SplitUse
	if (v == SplitUse || v == WrongState) && !a.Torn {
		a.Else, a.Torn = Put{State: s.First, Site: s.EntrySite, Op: s.EntryOp}, true
	}
}

// continues says whether a barrier from one state to another was to come before the early one.
func (e Early) continues(from, to gpu.ResourceStates) bool {
	return e != Early{} && from == e.Found && to == e.Before
}

// Means makes the subresource count as in a state as well, by a call that was told to find it in another one and left out.
func (a *Actual) Means(state gpu.ResourceStates, site gpu.Site) {
	if a.State != state {
		a.Else, a.Torn = Put{State: state, Site: site}, true
	}
}

// Might makes the subresource count as in the state as well that a submission would have left which was left out. A barrier that only begins there
// may end.
func (a *Actual) Might(left *Actual, site gpu.Site) {
	a.Means(left.State, site)
	a.Unsure = a.Unsure || left.pending() && !a.pending()
}

// fitsElse says whether a recording finds what it expects in the other state.
func (a *Actual) fitsElse(s *Subresource, promotable gpu.ResourceStates, copyQueue bool) bool {
	if !a.Torn {
		return false
	}
	other := Actual{Put: a.Else}
	return other.enter(s, promotable, copyQueue) == Fine
}

// remember prepares what goes on after a recording that finds what v says.
func (a *Actual) remember(s *Subresource, v Verdict, promotable gpu.ResourceStates, copyQueue bool) {
	a.Early = Early{}
	switch {
	case s.Entry == EntryLeave && a.State != s.First:
		a.Early = Early{a.State, s.First, v != Fine, false}
	case s.Entry == EntryUse && s.How == Explicit && v == WrongState:
		a.Early = Early{a.State, s.First, true, false}
	}
	switch {
	case v != Fine && a.fitsElse(s, promotable, copyQueue):
		a.Put, a.Else = a.Else, a.Put
		if a.Torn = s.How == Assumed; !a.Torn {
			a.Else = Put{}
		}
	case v == WrongState && s.How == Assumed:
		a.Else, a.Torn = a.Put, true
	case v != Fine:
		a.Else, a.Torn = Put{}, false
	}
}
