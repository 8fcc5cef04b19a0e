package track

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/states"
)

// States are what one recording expects of subresources, and leaves them in.
type States = states.States

// Subresource is the state of one subresource inside one recording.
type Subresource = states.Subresource

// Standing is how a recording knows the state of a subresource.
type Standing = states.Standing

// Entry is what a recording does with a subresource first.
type Entry = states.Entry

// Verdict is what is wrong with a use or a barrier.
type Verdict = states.Verdict

// Slot is where a resource stands in the recording that used it last.
type Slot = states.Slot

// Used are the resources that a recording began to use before it put a barrier to them.
type Used = states.Used

// The standings, entries and verdicts.
const (
	Unseen   = states.Unseen
	Assumed  = states.Assumed
	Promoted = states.Promoted
	Explicit = states.Explicit

	EntryUse   = states.EntryUse
	EntryLeave = states.EntryLeave
	EntryBegin = states.EntryBegin
	EntryEnd   = states.EntryEnd

	Fine        = states.Fine
	WrongState  = states.WrongState
	WrongBefore = states.WrongBefore
	SplitUse    = states.SplitUse
	SplitAgain  = states.SplitAgain
	SplitEnd    = states.SplitEnd
	OtherClass  = states.OtherClass
)

// KnownStates are the bits that are states.
const KnownStates = states.KnownStates

// Needs is the flag that a resource needs for a state.
func Needs(s gpu.ResourceStates) gpu.ResourceFlags { return states.Needs(s) }

// Promotable are the states to which a resource in COMMON comes by being used, without a barrier.
func Promotable(buffer, simultaneous bool) gpu.ResourceStates {
	return states.Promotable(buffer, simultaneous)
}
