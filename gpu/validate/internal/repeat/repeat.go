// Package repeat recognises commands that do what one of the last ones did: the same accesses, recorded and submitted by the same calls. Whoever
// follows commands keeps under the place of an entry what it has found of it, and under its number whether that is still of the same one:
//
//	for … do  SetTable a; Dispatch     entry 0
//	          SetTable b; Dispatch     entry 1
//	          barrier          end     the next a is entry 0 again
//
// It must not know what follows from an access.
package repeat

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Most is how many commands are remembered.
const Most = 8

// mostAccesses is how many accesses of a command are remembered: one with more is never recognised.
const mostAccesses = 1 << 12

// Entry is a command that is remembered.
type Entry struct {
	Place    int    // from 0, below Most
	Number   uint64 // no other entry has had it, from 1
	Accesses []gpu.Access
	Within   Submission // in which it was executed last

	origin gpu.Origin // without Index and BundleIndex
}

// key is what tells most commands apart.
type key struct {
	digest   uint64 // of its accesses
	same     uint64 // its Same, the last time
	pipeline gpu.ID
}

// Submission is one of a queue by its number.
type Submission struct {
	Queue  gpu.ID
	Number uint64
}

// Of is the submission of a command.
func Of(e *gpu.Executed) Submission { return Submission{e.Queue, e.Submission} }

// Log has the last commands that are not alike. The zero value has none.
type Log struct {
	entries [Most]Entry
	keys    [Most]key // of the entries, close together: all of them are looked at for most commands
	last    int       // the place of the last one that was found or added
	numbers uint64
}

// May says whether a command may be remembered.
func May(e *gpu.Executed) bool {
	return len(e.Accesses) > 0 && len(e.Accesses) <= mostAccesses && len(e.Barriers) == 0
}

// digest is a number that equal accesses have in common. Those of commands that differ mostly differ in their first and last one.
func digest(list []gpu.Access) uint64 {
	if len(list) == 0 {
		return 0
	}
	first, last := &list[0], &list[len(list)-1]
	const odd = 0x9e3779b97f4a7c15
	d := uint64(len(list))
	d = (d ^ uint64(first.Resource)) * odd
	d = (d ^ first.Begin) * odd
	d = (d ^ first.End) * odd
	d = (d ^ uint64(last.Resource)) * odd
	d = (d ^ last.Begin) * odd
	return (d ^ last.End) * odd
}

// Find is the entry of which a command that may be remembered is a repetition; nil: there is none.
func (l *Log) Find(e *gpu.Executed) *Entry {
	d, pipeline, does := digest(e.Accesses), e.Pipeline, e.Same
	for i := range l.keys { // loops go through them in turn
		k := &l.keys[(l.last+i)%Most]
		same := does != 0 && k.same == does
		if !same && k.digest != d || k.pipeline != pipeline {
			continue
		}
		if n := &l.entries[(l.last+i)%Most]; n.of(e) && (same || slices.Equal(n.Accesses, e.Accesses)) {
			l.last, k.same = n.Place, does
			return n
		}
	}
	return nil
}

// of says whether a command comes from the same calls.
func (n *Entry) of(e *gpu.Executed) bool {
	origin := e.Origin
	origin.Index, origin.BundleIndex = 0, 0
	return n.origin == origin
}

// Add remembers a command that may be in the place of the oldest entry.
func (l *Log) Add(e *gpu.Executed) *Entry {
	place := int(l.numbers % Most)
	n := &l.entries[place]
	l.numbers++
	l.last = place
	n.Place, n.Number, n.Within, n.origin = place, l.numbers, Of(e), e.Origin
	n.Accesses = append(n.Accesses[:0], e.Accesses...)
	n.origin.Index, n.origin.BundleIndex = 0, 0
	l.keys[place] = key{digest(e.Accesses), e.Same, e.Pipeline}
	return n
}
