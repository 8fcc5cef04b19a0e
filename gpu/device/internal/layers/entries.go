package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// fate is what becomes of a call that breaks a rule.
type fate uint8

const (
	told    fate = 1 << iota // it is done all the same
	leftOut                  // it is not done
	either  = told | leftOut
)

// entry says which cause a diagnostic puts into the ledger, of calls with a fate.
type entry struct {
	fate  fate
	kind  kind
	about subjects
	first bool // only if it does not follow from something else
}

// entries are those of codes.
var entries = map[diag.Code][]entry{
	diag.AllocatorTypeMismatch:      {{leftOut, unfitting, recorded, false}},
	diag.BadDescriptorHandle:        {{leftOut, elsewhere, named, false}},
	diag.BadQuery:                   {{either, mismatched, object, false}},
	diag.BadTargetHandle:            {{either, unwritten, descriptors, false}},
	diag.BarrierOnCPUHeap:           {{either, wanted, stateOf, false}},
	diag.BrokenPass:                 {{leftOut, halved, queue, true}},
	diag.DataRace:                   unordered,
	diag.DescriptorInFlight:         {{told, overwritten, descriptors, false}},
	diag.DescriptorOutOfHeap:        {{leftOut, astray, named, false}},
	diag.DMLClobbered:               {{told, amiss, label(0), false}, {told, replaced, label(1), false}},
	diag.DisjointWriters:            unordered,
	diag.EngineFrameBeforeExecution: {{told, overran, label(2), false}},
	diag.EngineStagingRead:          {{told, awaited, label(1), false}, {told, unflushed, label(0), false}},
	diag.ListClosed:                 {{leftOut, early, based, false}},
	diag.ListInFlight:               {{told, doubled, doubles, false}},
	diag.QueryNeverEnded:            {{told, unended, query, false}},
	diag.QueryPairing:               {{either, unpaired, query, false}},
	diag.ReleasedInFlight:           {{told, given, released, false}},
	diag.ReleasedObject:             {{either, gone, object, false}, {either, misplaced, releasedAt, false}},
	diag.ResizeInFlight:             {{told, given, released, false}},
	diag.SharedSubresource:          unordered,
	diag.SplitPending:               {{either, shown, object, false}},
	diag.StaticDescriptorChanged:    {{told, amiss, run(0), false}},
	diag.StaticDescriptorUnwritten:  {{told, unwritten, descriptors, false}},
	diag.SubmitReleased:             {{either, gone, object, false}, {either, misplaced, releasedAt, false}, {told, starved, submission, false}},
	diag.TwoThreads:                 {{told, given, released, false}, {told, starved, submission, false}},
	diag.TwoStates:                  {{told, confused, side(0), false}},
	diag.WrongState:                 {{either, misnamed, misnames, false}},
	diag.UnorderedAtomics:           unordered,
	diag.UnorderedTransition:        unordered,
	diag.WrongBefore:                {{either, misled, stateOf, false}, {either, crossed, recordedState, false}},
}

// unordered is what a race between queues says.
var unordered = []entry{{told, unwaited, wait, false}}

// always are those of calls that are left out, whatever is told of them.
var always = []entry{
	{leftOut, lessened, based, false},
	{leftOut, troubled, troubles, false},
	{leftOut, stale, recorded, false},
	{leftOut, unclosed, closed, false},
	{leftOut, unsent, sent, false},
	{leftOut, unsignalled, signal, false},
	{leftOut, unset, setting, false},
	{leftOut, unmapped, mapping, false},
	{leftOut, skipped, written, false},
}

// causesFirst puts what is wrong with commands before what is found between commands, which may follow from it.
func causesFirst(found []*diag.Diagnostic) []*diag.Diagnostic {
	of := func(d *diag.Diagnostic) bool {
		return slices.ContainsFunc(entries[d.Code], func(e entry) bool { return e.kind == amiss })
	}
	if !slices.ContainsFunc(found, of) {
		return found
	}
	slices.SortStableFunc(found, func(a, b *diag.Diagnostic) int {
		switch {
		case of(a) == of(b):
			return 0
		case of(a):
			return -1
		}
		return 1
	})
	return found
}

// enter puts in what a diagnostic of a call says.
func (l *ledger) enter(call gpu.Call, d *diag.Diagnostic, f fate, follows bool) {
	hidden := follows && d.Between != (diag.Gap{}) && l.because(call, d) // what repairs the cause repairs this, and nothing else
	for _, e := range slices.Concat(entries[d.Code], always) {
		if e.fate&f == 0 || e.first && follows || call == nil && e.kind == overwritten { // told late: by now another call may have written it
			continue
		}
		for _, c := range e.about(call, d) {
			l.put(c.as(e.kind))
		}
	}
	if f != told {
		return
	}
	if (d.Between != diag.Gap{}) && d.Severity == diag.SeverityError && !hidden {
		l.races = append(l.races[max(0, len(l.races)+1-mostRaces):], d)
	}
	switch c := call.(type) {
	case *gpu.ReleaseCall:
		if l.has(cause{kind: given, of: c.Object}) {
			l.put(cause{kind: given}) // the object of a root view, and of a buffer view, is not known when it is gone
			l.release = c.Site
		}
	case *gpu.DescriptorCall:
		l.late = l.late || d.Code == diag.DescriptorInFlight
	}
}
