// Package recorded has what a command list has recorded so far: its bindings, what it refers to, the bundles that it executes, and whether a refused
// command has spoiled it. It is told of each command by those who know the rules; it must not know these, or which objects there are.
package recorded

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/bodies"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/protocol"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// List is a CommandList and what is known of its recording.
type List struct {
	ID      gpu.ID
	Device  gpu.ID
	Type    gpu.CommandListType
	Alloc   gpu.ID // that it recorded on last
	Resets  uint32 // of the allocator when it began
	Records bool
	Stamp   uint32   // of this recording
	Opened  gpu.Site // where the recording began
	Latest  gpu.Site // its last command
	Closed  gpu.Site // where it ended

	// A refused command spoils the recording. Whether it was refused is known when the next call comes and it was not recorded: Suspect is the
	// command until then.
	Suspect Mishap
	Failed  Mishap
	Dead    bool // Close has failed

	Pipeline gpu.ID
	Program  *program.Pipeline // of Pipeline
	Heaps    [2]gpu.ID         // by DescriptorHeapType
	HeapSite gpu.Site
	*program.Arguments
	Points [2]program.Arguments // of dispatches, of draws
	use.Recording

	Bundles   []BundleUse
	Users     []BundleUser    // of a bundle: who executes it
	Submitted bool            // this recording was
	Names     []named.Command // whose arguments name buffers

	Events   []gpu.Site // BeginEvent without EndEvent
	Refs     []Ref
	Late     substate.Table    // the states that descriptors need which are looked at when the list is submitted,
	Behind   substate.Table    // and that they leave
	Expects  bool              // there are such states, as the submission that is looked at has them
	Thread   track.Agent       // that records
	Moved    uint32            // the command with the last barrier out of a state for writing
	Promises []content.Promise // that the data which commands read does not change
	Watched  []gpu.ID          // memories of which that is promised for as long as the recording exists
}

// New returns a list that records nothing yet.
func New(id, device gpu.ID, t gpu.CommandListType) *List {
	l := &List{ID: id, Recording: use.Recording{List: id}, Device: device, Type: t}
	l.Points[1].Draws = true
	l.Turn(false)
	l.Barriers.None = t == gpu.ListBundle
	return l
}

// Noun is what messages call it.
func (l *List) Noun() string {
	if l.Type == gpu.ListBundle {
		return "bundle"
	}
	return strings.ToLower(l.Type.String()) + " list"
}

// ArgumentsOf are the root arguments of draws, or of dispatches.
func (l *List) ArgumentsOf(draws bool) *program.Arguments {
	if draws {
		return &l.Points[1]
	}
	return &l.Points[0]
}

// Turn makes the root arguments of draws, or of dispatches, those that rules look at.
func (l *List) Turn(draws bool) { l.Arguments = l.ArgumentsOf(draws) }

// Mishap is a refused call on a list.
type Mishap struct {
	Is   bool
	Site gpu.Site
	What string
}

// Ref is an object that a recording needs when it executes.
type Ref struct {
	ID   gpu.ID
	Site gpu.Site
	Op   gpu.Op
}

// Begin starts a recording with a stamp of its own. What was promised of memories ends before.
func (l *List) Begin(alloc gpu.ID, stamp uint32, site gpu.Site, thread track.Agent) {
	l.Alloc, l.Records, l.Opened, l.Stamp = alloc, true, site, stamp
	l.Suspect, l.Failed, l.Dead = Mishap{}, Mishap{}, false
	l.Forget()
	l.Events, l.Refs = l.Events[:0], l.Refs[:0]
	l.Bundles, l.Users, l.Submitted, l.Names = l.Bundles[:0], l.Users[:0], false, l.Names[:0]
	l.Promises, l.Moved, l.Thread = nil, 0, thread
	l.Recording.Begin(stamp)
}

// Forget is what Reset and ClearState do to all but the pipeline.
func (l *List) Forget() {
	for i := range l.Points {
		l.Points[i].Reset()
	}
	l.Heaps = [2]gpu.ID{}
	l.Graphics.Reset()
}

// Settle turns a suspect command that was not recorded into a failed recording.
func (l *List) Settle() {
	if l.Suspect.Is && !l.Failed.Is {
		l.Failed = l.Suspect
	}
	l.Suspect = Mishap{}
}

// Told is the list as messages of its protocol need it, with its allocator; nil: it has none.
func (l *List) Told(a *bodies.Allocator) protocol.List {
	told := protocol.List{ID: l.ID, Alloc: l.Alloc, Type: l.Type, Opened: l.Opened, Latest: l.Latest, Closed: l.Closed, Submitted: l.Submitted,
		Bare: l.Count == 0, Refused: l.Failed.Site, What: l.Failed.What}
	if a != nil && a.Reset != l.Resets {
		told.Emptied = a.Empty
	}
	return told
}

// Runs adds the states of a list to those that a submission executes, and what programs chose of it.
func (l *List) Runs(all []course.List, varying []*substate.Table) []course.List {
	if l.Expects {
		all = append(all, course.List{ID: l.ID, States: &l.Late, Late: true})
	}
	all = append(all, course.List{ID: l.ID, States: &l.States, Varying: varying})
	if !l.Behind.Empty() {
		all = append(all, course.List{ID: l.ID, States: &l.Behind, Late: true})
	}
	return all
}
