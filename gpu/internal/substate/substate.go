// Package substate follows the states of subresources inside one recording: what it expects of each first, and in which state it leaves it. Actual is
// the state of one as work executes. Who compares them, and in which order, is up to the caller. The package must not know rules or words.
package substate

import "github.com/gpuscript/gpuscript/gpu"

// Standing is how a recording knows the state of a subresource.
type Standing uint8

// The standings.
const (
	Unseen   Standing = iota
	Assumed           // used without a barrier: the state it comes with allows the use
	Promoted          // used after a barrier to COMMON
	Explicit          // a barrier of this recording put it there
)

// Subresource is the state of one subresource inside one recording.
//
//	Unseen ──use──▶ Assumed ──barrier──▶ Explicit ──barrier to COMMON, use──▶ Promoted
//	   └──────────────barrier───────────────▲
type Subresource struct {
	How   Standing
	State gpu.ResourceStates
	First gpu.ResourceStates // what the recording expects when it starts
	Site  gpu.Site           // what put it there
	Op    gpu.Op
	// Own is what of State the command at Site needs, where State is what several reads need. Joined, by JoinedOp, is the last of the others, which
	// needs JoinedAs.
	Own, JoinedAs gpu.ResourceStates
	Joined        gpu.Site
	JoinedOp      gpu.Op
	// Entry, EntrySite and EntryOp are what came first.
	Entry     Entry
	EntrySite gpu.Site
	EntryOp   gpu.Op
	// Role and EntryAt are numbers of the caller's: as what the entry uses the subresource, and which command of the recording it is.
	Role, EntryAt uint32
	// FirstAfter is the state after the END half of EntryEnd; of EntryUse, First before a later use made it more, 0 if none did.
	FirstAfter gpu.ResourceStates
	// More and MoreOp are that later use, the last one.
	More   gpu.Site
	MoreOp gpu.Op
	// Leaves is what the barrier after the uses of EntryUse names, at LeftAt by Left; Left is OpNone if there is none.
	Leaves gpu.ResourceStates
	LeftAt gpu.Site
	Left   gpu.Op
	Split  gpu.Barrier // the BEGIN half that waits for its END; Before == After: none
	Begun  gpu.Site    // of Split
	Broken bool        // what came between the halves was told: Split waits for its END, and keeps nobody from using it
	Early  Early       // the barrier that put it there, which was told
	// Late says that an END half was told to come after the uses of EntryUse, which need it: it counts as before them.
	Late bool
	// Torn says that a use was told to find it in another state, Else: it counts as in both.
	Torn bool
	Else gpu.ResourceStates
	// Used says that something was done with it in the state to which Site brought it.
	Used bool
	// Known says that the barrier of EntrySite was told for another subresource that it names: it is not told again for this one.
	Known bool
}

// Entry is what a recording does first with a subresource.
type Entry uint8

// The entries.
const (
	EntryUse   Entry = iota // a use without a barrier
	EntryLeave              // a barrier that leaves First
	EntryBegin              // the BEGIN half of a split barrier that leaves First
	EntryEnd                // the END half of a split barrier
)

// Pending says whether a split barrier has begun and not ended, and nothing between its halves was told.
func (s *Subresource) Pending() bool { return s.Split.Before != s.Split.After && !s.Broken }

// Verdict is what the states of a recording say about a use or a barrier.
type Verdict uint8

// The verdicts.
const (
	Fine        Verdict = iota
	WrongState          // a use in another state
	WrongBefore         // a barrier that leaves another state
	SplitUse            // a use between the halves of a split barrier
	SplitAgain          // a barrier between the halves
	SplitEnd            // an END half without its BEGIN half
	OtherClass          // a COPY state of the other class of queues
)

// KnownStates are the bits that are states.
const KnownStates = gpu.StateGenericRead | gpu.StateWriteBits | gpu.StateDepthRead | gpu.StateResolveSource

// Needs is the flag that a resource needs for a state.
func Needs(s gpu.ResourceStates) gpu.ResourceFlags {
	var f gpu.ResourceFlags
	if s&gpu.StateRenderTarget != 0 {
		f |= gpu.AllowRenderTarget
	}
	if s&gpu.StateUnorderedAccess != 0 {
		f |= gpu.AllowUnorderedAccess
	}
	if s&(gpu.StateDepthWrite|gpu.StateDepthRead) != 0 {
		f |= gpu.AllowDepthStencil
	}
	return f
}

// Promotable are the states to which a resource in COMMON comes by being used, without a barrier (D3D12, implicit state
// transitions): all but the depth states for buffers and simultaneous access, reads by shaders and copies for textures.
func Promotable(buffer, simultaneous bool) gpu.ResourceStates {
	if buffer || simultaneous {
		return ^(gpu.StateDepthRead | gpu.StateDepthWrite)
	}
	return gpu.StateAllShaderResource | gpu.StateCopyDest | gpu.StateCopySource
}

// Serves says whether a use in a state finds it and changes nothing.
func (s *Subresource) Serves(want gpu.ResourceStates) bool {
	return s.How != Unseen && s.State.Has(want) && !s.Pending() && (s.How != Explicit || s.State != gpu.StateCommon)
}

// Use follows the use of a subresource in a state. After a contradiction the use counts as right, and so does what was before it, so that one mistake
// is told once.
func (s *Subresource) Use(want, promotable gpu.ResourceStates, op gpu.Op, site gpu.Site) Verdict {
	switch {
	case s.Pending():
		s.breach(want, op, site)
		return SplitUse
	case s.accept(want, promotable, op, site):
		return Fine
	}
	verdict, other := WrongState, s.State
	if s.Torn && s.Else.Has(want) && (s.Site != site || s.Op != op) { // one command that wants both is told
		verdict, want = Fine, s.Else
	}
	s.breach(want, op, site)
	s.Torn, s.Else = true, other
	return verdict
}

// accept follows one use; false: the recording contradicts it.
func (s *Subresource) accept(want, promotable gpu.ResourceStates, op gpu.Op, site gpu.Site) bool {
	switch {
	case s.How == Unseen:
		*s = Subresource{How: Assumed, State: want, Own: want, First: want, Site: site, Op: op, Entry: EntryUse, EntrySite: site, EntryOp: op}
	case s.How == Explicit && s.State == gpu.StateCommon:
		if want&^promotable != 0 {
			return false
		}
		s.put(Promoted, want, op, site)
	case s.State.Has(want):
	case s.How == Explicit || s.State.Writes() != 0 || want.Writes() != 0:
		return false
	default: // reads accumulate
		first := s.Site == site && s.Op == op && s.Joined == 0 // the same command needs more
		s.join(want, op, site)
		if s.How != Assumed {
			break
		}
		if !first && (s.More != site || s.MoreOp != op) {
			s.FirstAfter, s.More, s.MoreOp = s.First, site, op
		}
		s.First |= want
	}
	return true
}

// join adds a state for reading to the others.
func (s *Subresource) join(want gpu.ResourceStates, op gpu.Op, site gpu.Site) {
	s.State |= want
	switch {
	case s.Site == site && s.Op == op:
		s.Own |= want
	case s.Joined == site && s.JoinedOp == op:
		s.JoinedAs |= want
	default:
		s.Joined, s.JoinedOp, s.JoinedAs = site, op, want
	}
}

// Missed tells that a command which did not find its state needs more: states for reading that other uses by it need.
func (s *Subresource) Missed(more gpu.ResourceStates) {
	s.State |= more
	s.Own |= more
}

// Transition follows one transition barrier.
func (s *Subresource) Transition(b *gpu.Barrier, promotable gpu.ResourceStates, op gpu.Op, site gpu.Site) Verdict {
	if b.Flags == gpu.BarrierEndOnly {
		return s.end(b, op, site)
	}
	if s.Pending() {
		if b.Flags != gpu.BarrierBeginOnly {
			s.breach(b.After, op, site)
		}
		return SplitAgain
	}
	verdict, early := Fine, Early{}
	if !s.leaves(b.Before, promotable) && !(s.Torn && s.Else == b.Before) {
		if s.Early.continues(b.Before, b.After) && (b.Flags != gpu.BarrierBeginOnly || s.Early.Half) {
			s.Early = Early{}
			return Fine
		}
		if s.Exchanged(b) {
			s.Entry, s.FirstAfter = EntryLeave, 0
			return WrongBefore
		}
		verdict, early = WrongBefore, Early{s.State, b.Before, true, false}
	}
	if s.How == Unseen {
		entry := EntryLeave
		if b.Flags == gpu.BarrierBeginOnly {
			entry = EntryBegin
		}
		s.First, s.Entry, s.EntrySite, s.EntryOp = b.Before, entry, site, op
	}
	if s.How == Assumed && verdict == Fine {
		s.Leaves, s.LeftAt, s.Left = b.Before, site, op // the barrier says more about the state than the uses do
	}
	s.put(Explicit, b.After, op, site)
	s.Early = early
	if b.Flags == gpu.BarrierBeginOnly {
		s.State, s.Split, s.Begun = b.Before, *b, site
	}
	return verdict
}

// Exchanged says whether a barrier is the BEGIN half of the END half with which the recording starts, and which put the subresource where it is.
func (s *Subresource) Exchanged(b *gpu.Barrier) bool {
	return b.Flags == gpu.BarrierBeginOnly && s.How == Explicit && s.Entry == EntryEnd && s.Site == s.EntrySite &&
		s.First == b.Before && s.FirstAfter == b.After
}

// leaves says whether a barrier may name before as the state that the subresource is in.
func (s *Subresource) leaves(before, promotable gpu.ResourceStates) bool {
	switch {
	case s.How == Unseen || s.State == before:
		return true
	case s.How == Explicit:
		return s.State == gpu.StateCommon && before&^promotable == 0
	case s.How == Assumed:
		return s.State.Writes() == 0 && before.Has(s.State)
	case s.How == Promoted: // reads may grow, which needs no use
		return s.State.Writes() == 0 && before.Has(s.State) && before.Writes() == 0 && before&^promotable == 0
	}
	return false
}

// end follows the END half of a split barrier. Its BEGIN may stand in an earlier list.
func (s *Subresource) end(b *gpu.Barrier, op gpu.Op, site gpu.Site) Verdict {
	if s.How == Unseen {
		s.First, s.FirstAfter, s.Entry, s.EntrySite, s.EntryOp = b.Before, b.After, EntryEnd, site, op
		s.put(Explicit, b.After, op, site)
		return Fine
	}
	if s.Split.Before != s.Split.After && s.Split.Before == b.Before && s.Split.After == b.After {
		s.put(Explicit, b.After, op, site)
		return Fine
	}
	s.Late = s.How == Assumed && b.After.Has(s.First)
	none := s.Split.Before == s.Split.After
	if s.put(Explicit, b.After, op, site); none {
		s.Early = Early{b.Before, b.After, true, true}
	}
	return SplitEnd
}

// breach brings the subresource to a state that was told to be wrong. A split barrier that has begun still waits for its END.
func (s *Subresource) breach(state gpu.ResourceStates, op gpu.Op, site gpu.Site) {
	split, begun := s.Split, s.Begun
	s.put(Explicit, state, op, site)
	s.Split, s.Begun, s.Broken = split, begun, split.Before != split.After
}

// put brings the subresource to a state; no split barrier is pending then.
func (s *Subresource) put(how Standing, state gpu.ResourceStates, op gpu.Op, site gpu.Site) {
	s.How, s.State, s.Own, s.Op, s.Site = how, state, state, op, site
	s.Joined, s.JoinedOp, s.JoinedAs = 0, gpu.OpNone, 0
	s.Split, s.Begun, s.Broken, s.Early, s.Torn, s.Else = gpu.Barrier{}, 0, false, Early{}, false, 0
	s.Used = false
}
