package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// consequence says that a diagnostic follows if each of its subjects, of which there are some, has a cause of one of the kinds.
type consequence struct {
	kinds []kind
	about subjects
	once  bool // a cause has one consequence, and leaves the ledger with it
}

// consequences are those of codes.
var consequences = map[diag.Code][]consequence{
	diag.BackBufferNotCurrent:      {{[]kind{shown}, object, true}},
	diag.BadClearHandle:            {{[]kind{skipped, unwritten, astray, elsewhere}, descriptors, false}},
	diag.BadQuery:                  {{[]kind{mismatched}, object, false}},
	diag.BadRenderPass:             ofRecording,
	diag.BadTargetHandle:           {{[]kind{skipped, unwritten, astray, elsewhere}, descriptors, false}},
	diag.BrokenPass:                {{[]kind{halved}, queue, true}},
	diag.BundleMismatch:            ofRecording,
	diag.DMLClobbered:              {{[]kind{replaced}, label(1), false}},
	diag.DMLNotInitialized:         {{[]kind{unsent}, object, false}},
	diag.DMLPersistentChanged:      {{[]kind{given}, object, false}},
	diag.DataRace:                  ofRace,
	diag.DepthNeverFilled:          ofRecording,
	diag.DiscardedRead:             ofRecording,
	diag.DescriptorInFlight:        {{[]kind{unwritten}, descriptors, false}, {[]kind{above}, place, false}},
	diag.DisjointWriters:           ofRace,
	diag.DrawTargetMismatch:        ofRecording,
	diag.DrawTargetMissing:         ofRecording,
	diag.DrawTopologyMismatch:      ofRecording,
	diag.EngineFrameOpen:           {{[]kind{unflushed}, label(1), false}},
	diag.EngineLateList:            {{[]kind{overran}, label(1), false}},
	diag.FetchOutOfBuffer:          ofRecording,
	diag.HeapNotBound:              ofRecording,
	diag.HeapStateFixed:            {{[]kind{wanted}, stateOf, false}},
	diag.ListClosed:                ofRecording,
	diag.MappedRace:                append(ofRace[:len(ofRace):len(ofRace)], consequence{[]kind{awaited}, command(1), false}),
	diag.MissingAliasingBarrier:    ofPair,
	diag.MissingRootArgument:       ofRecording,
	diag.MissingUAVBarrier:         ofPair,
	diag.NoPipeline:                ofRecording,
	diag.NoRootSignature:           ofRecording,
	diag.NotMapped:                 {{[]kind{unmapped}, resource, false}},
	diag.NothingDrawn:              ofRecording,
	diag.NullVertices:              ofRecording,
	diag.PresentState:              {{[]kind{misled}, stateOf, true}},
	diag.QueryNeverEnded:           {{[]kind{unended}, query, false}},
	diag.QueryPairing:              append(ofRecording[:2:2], consequence{[]kind{unpaired}, query, false}),
	diag.ReleasedObject:            {{[]kind{gone}, used, false}, {[]kind{misplaced}, releases, false}},
	diag.RootSignatureMismatch:     ofRecording,
	diag.SharedSubresource:         ofRace,
	diag.StaticDescriptorChanged:   {{[]kind{overwritten}, descriptors, false}},
	diag.StaticDescriptorUnwritten: {{[]kind{skipped, unwritten, astray, elsewhere}, descriptors, false}},
	diag.SubmitNeverRecorded:       {{[]kind{stale}, object, false}},
	diag.SubmitOpenList:            {{[]kind{unclosed}, object, false}},
	diag.SubmitReleased:            {{[]kind{gone}, used, false}},
	diag.SubmitResetAllocator:      {{[]kind{stale}, object, false}},
	diag.SubmitWrongType:           {{[]kind{unfitting}, object, false}},
	diag.UnorderedAtomics:          ofRace,
	diag.UnorderedTransition:       ofRace,
	diag.WrongBefore:               {{[]kind{crossed}, entering, true}, {[]kind{misnamed}, command(1), false}},
	diag.WrongState:                {confusedBy(0), {[]kind{misnamed}, command(1), false}},
}

// ofRecording are those of commands, and of Close, that need something of the commands before.
var ofRecording = []consequence{{[]kind{lessened}, list, false}, {[]kind{troubled}, troubles, false}}

// ofPair are those of what is wrong between two commands, and ofRace of races.
var (
	ofPair = []consequence{confusedBy(0), confusedBy(1), {[]kind{amiss}, command(0), false}, {[]kind{amiss}, command(1), false},
		{[]kind{amiss}, run(0), false}, {[]kind{amiss}, run(1), false}, {[]kind{doubled}, doubles, false}}
	ofRace = append([]consequence{{[]kind{misplaced}, freed, false}, {[]kind{unwaited}, wait, false}}, ofPair...)
)

// confusedBy is the consequence of a command, one side of a diagnostic, that uses a resource in two states at once.
func confusedBy(of int) consequence { return consequence{[]kind{confused}, side(of), false} }

// because says whether a diagnostic follows from what is in the ledger.
func (l *ledger) because(call gpu.Call, d *diag.Diagnostic) bool {
	return slices.ContainsFunc(consequences[d.Code], func(c consequence) bool { return l.explains(&c, c.about(call, d)) })
}

// explains says whether all of what something is about has a cause.
func (l *ledger) explains(c *consequence, about []cause) bool {
	for _, of := range about {
		at := slices.IndexFunc(c.kinds, func(k kind) bool { return l.has(of.as(k)) })
		if at < 0 {
			return false
		}
		if c.once {
			delete(l.causes, of.as(c.kinds[at]))
		}
	}
	return len(about) > 0
}

// follows says whether an incident of the submission that was made last, or after it, is what becomes of a call that was reported.
func (l *ledger) follows(i incident.Incident) bool { return l.followed(i, l.submits+1) }

// unended says whether a deadlock comes of signals that were left out: each who waits, waits for one of them, or for others who do.
func (l *ledger) unended(s *incident.Stall) bool {
	found := false
	for i := range s.Waiters {
		lacks := s.Waiters[i].Lacks
		here := slices.ContainsFunc(lacks, l.left)
		if !here && !slices.ContainsFunc(lacks, comes) {
			return false
		}
		found = found || here
	}
	return found && len(s.Cycle) == 0
}

// left says whether what somebody waits for was to come of a call that was left out.
func (l *ledger) left(w incident.Lack) bool {
	if w.Event != 0 && l.has(cause{kind: unset, of: w.Event}) {
		return true
	}
	for c := range l.causes {
		if c.kind == unsignalled && c.of == w.Fence && w.Fence != 0 && c.value >= w.Value {
			return true
		}
	}
	return false
}

// comes says whether what somebody waits for comes when another one goes on.
func comes(w incident.Lack) bool {
	return w.Thread != "" || slices.ContainsFunc(w.Pending, func(p incident.PendingSignal) bool { return p.Enough })
}

// followed is follows for one of any submission, by its number among all.
func (l *ledger) followed(i incident.Incident, submission uint64) bool {
	switch i := i.(type) {
	case *incident.Stall:
		return l.unended(i)
	case *incident.PageFault:
		return l.starves(i.Object, i.SubmitSite)
	case *incident.DescriptorFault:
		at := cause{of: i.Handle.Heap, index: i.Handle.Index}
		kinds := []kind{skipped, unwritten, overwritten}
		if i.Kind == incident.DescriptorUnwritten {
			kinds = append(kinds, astray, elsewhere)
		}
		return slices.ContainsFunc(kinds, func(k kind) bool { return l.had(at.as(k), submission) }) ||
			i.Kind == incident.DescriptorDestroyed && l.starves(i.Resource, i.SubmitSite)
	}
	return false
}

// starves says whether work of a submission may miss an object. Of object 0 it is not known which one it is.
func (l *ledger) starves(id gpu.ID, submit gpu.Site) bool {
	return l.has(cause{kind: given, of: id}) || l.has(cause{kind: starved, site: submit})
}
