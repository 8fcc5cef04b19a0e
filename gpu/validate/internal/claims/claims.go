// Package claims says which subresources of textures the lists of a submission need in a state that they come with, whether or not their commands
// touch the bytes. A shader that loads from one mip of a view needs all that the view shows:
//
//	view      [ mip 0 ][ mip 1 ][ mip 2 ]     a claim of each
//	loads       ▪                             what is touched
//
// What a list transitions first is none: the transition says that. It must not know how works are compared.
package claims

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
)

// Claim is one or more subresources next to each other that a command needs in a state.
type Claim struct {
	Resource, Memory gpu.ID
	Offset           uint64 // of the resource in the memory
	Begin, End       uint64 // in the memory
	First, Last      uint64 // all of the texture, in memory that it may share; 0: it has its memory for itself
	As               gpu.ResourceStates
	List             gpu.ID
	Op               gpu.Op // the first command of the list that does
	Index            uint32 // and its place there
	Record           gpu.Site
	Number           uint32 // of the command among those that claim something
	Role             uint32 // as what it uses them: a number of substate.Subresource
}

// Add appends the claims of lists in their order. at is memory for the place that is asked for.
func Add(to []Claim, lists []course.List, locate func(gpu.ID, *place.Place) bool, at *place.Place) []Claim {
	for i := range lists {
		list := lists[i].ID
		lists[i].States.Few(func(id gpu.ID, subs []substate.Subresource, subresources []uint32) {
			if !locate(id, at) || at.Bounds() == nil {
				return // it has no states that queues share
			}
			own := len(to)
			for k := range subs {
				if s := &subs[k]; s.How != substate.Unseen && s.Entry == substate.EntryUse {
					to = add(to, own, list, id, at, s, which(subs, subresources, k))
				}
			}
		})
	}
	return to
}

// which subresource has the state at a place of a list; gpu.AllSubresources: all have it.
func which(subs []substate.Subresource, subresources []uint32, k int) uint32 {
	switch {
	case len(subresources) > 0:
		return subresources[k]
	case len(subs) == 1:
		return gpu.AllSubresources
	}
	return uint32(k)
}

// add appends a subresource, to the last claim of the resource where that goes on; its claims begin at own.
func add(to []Claim, own int, list, id gpu.ID, at *place.Place, s *substate.Subresource, sub uint32) []Claim {
	begin, end := at.Part(sub)
	if n := len(to) - 1; n >= own {
		if c := &to[n]; c.End == begin && c.As == s.First && c.Record == s.EntrySite && c.Index == s.EntryAt && c.Role == s.Role {
			c.End = end
			return to
		}
	}
	number := uint32(0)
	if n := len(to) - 1; n >= 0 {
		number = to[n].Number
		if c := &to[n]; c.List != list || c.Index != s.EntryAt || c.Record != s.EntrySite {
			number++
		}
	}
	first, last := at.Whole(id)
	return append(to, Claim{Number: number, Resource: id, Memory: at.Memory, Offset: at.Offset, Begin: begin, End: end, First: first, Last: last,
		As: s.First, List: list, Op: s.EntryOp, Index: s.EntryAt, Record: s.EntrySite, Role: s.Role})
}
