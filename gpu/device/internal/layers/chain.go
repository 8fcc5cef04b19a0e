package layers

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Chain is the layers of a machine, in their order.
type Chain struct {
	layers    []Layer
	followers []Follower // the layers that follow what work touches
	swift     Swift      // the only layer, if it follows nothing; nil otherwise
	mode      ErrorMode
	filter    func(*diag.Diagnostic) bool
	others    func(need func() bool)   // lets the other threads go on until they cannot, or need says no; nil: there are none
	retell    []func(*diag.Diagnostic) // levels above, which say some in words of their own
	report    func(*diag.Diagnostic)
	besides   []*diag.Diagnostic // what was found together with a run that comes to its end: told only if the script goes on
	pending   []*diag.Diagnostic // errors of incidents, for the next call
	told      ledger
	waited    int               // how often a call that is wrong has let the other threads go on
	spared    bool              // the call that was just refused breaks a rule only because another one was left out, or may be right in another run
	lacking   bool              // a call was left out
	missed    bool              // a wait was refused that ends in some runs
	settler   Settler           // nil: incidents are told at once
	kept      map[gpu.ID][]late // by queue, in its order: incidents of submissions that are not settled
}

// New makes a chain that shows every diagnostic. report receives those that stop nothing; nil drops them.
func New(layers []Layer, mode ErrorMode, report func(*diag.Diagnostic)) *Chain {
	c := &Chain{layers: layers, mode: mode, report: report, filter: func(*diag.Diagnostic) bool { return true }}
	if report == nil {
		c.report = func(*diag.Diagnostic) {}
	}
	if len(layers) == 1 {
		if s, ok := layers[0].(Swift); ok && !s.Follows() {
			c.swift = s
		}
	}
	for _, l := range layers {
		if f, ok := l.(Follower); ok && f.Follows() {
			c.followers = append(c.followers, f)
			if s, ok := l.(Settler); ok {
				c.settler = s
			}
		}
	}
	return c
}

// SetFilter sets who decides, never nil, which diagnostics are shown.
func (c *Chain) SetFilter(filter func(*diag.Diagnostic) bool) { c.filter = filter }

// Await sets what lets the other threads go on until they cannot, if the running one needs that still.
func (c *Chain) Await(others func(need func() bool)) { c.others = others }

// Retell adds a level above that says some diagnostics in its own words, before the filter sees them. Those that were added first come first.
func (c *Chain) Retell(retell func(*diag.Diagnostic)) { c.retell = append(c.retell, retell) }

// Follow adds a level above that follows what work touches, if a layer does.
func (c *Chain) Follow(f Follower) {
	if c.Followed() && f.Follows() {
		c.followers = append(c.followers, f)
	}
}

// shown says whether a diagnostic is shown, in its last words.
func (c *Chain) shown(d *diag.Diagnostic) bool {
	d = c.retold(d)
	return !(d.Follows && d.Code.Hazard()) && !(d.Open && c.clashes()) && c.filter(d)
}

// clashes says whether that two threads use an object in no order is an error.
func (c *Chain) clashes() bool {
	return slices.ContainsFunc(c.layers, func(l Layer) bool {
		w, wavers := l.(Waverer)
		if !wavers {
			return false
		}
		clash := w.Clash()
		return c.filter(clash) && clash.Severity == diag.SeverityError
	})
}

func (c *Chain) retold(d *diag.Diagnostic) *diag.Diagnostic {
	for _, retell := range c.retell {
		retell(d)
	}
	return d
}

// Empty says that no layer looks at calls, so that frequent ones need not be described.
func (c *Chain) Empty() bool { return len(c.layers) == 0 }

// Followed says whether a layer follows what work touches.
func (c *Chain) Followed() bool { return len(c.followers) > 0 }

// PassesFence says that no layer has anything to do with a call about a fence: neither Check nor Record is needed, nor Findings after it.
func (c *Chain) PassesFence(call *gpu.FenceCall) bool {
	return c.swift != nil && c.told.none() && c.swift.PassesFence(call)
}

// PassesSubmit is PassesFence for a submission.
func (c *Chain) PassesSubmit(call *gpu.SubmitCall) bool {
	return c.swift != nil && c.told.none() && c.swift.PassesSubmit(call)
}

// Check asks the layers about a call. It returns whether the call may be done, and the error for the caller: none where
// ErrorsReport drops the call.
func (c *Chain) Check(call gpu.Call) (proceed bool, err error) {
	for i := range c.layers {
		if found := c.layers[i].Check(call); len(found) > 0 {
			return c.checked(call, i, found)
		}
	}
	return true, nil
}

// checked goes on with the layers after the first one that has found something.
func (c *Chain) checked(call gpu.Call, first int, found []*diag.Diagnostic) (proceed bool, err error) {
	found = c.later(call, found)
	if w, ok := c.layers[first].(Waverer); ok && c.others != nil {
		if d := w.Wavers(call); d != nil {
			return c.wavered(call, first, found, d)
		}
	}
	return c.decided(call, first, found, false)
}

// maxWaited bounds how often a call that is wrong lets the other threads go on first.
const maxWaited = 256

// wavered is checked where other threads decide what is wrong: if one of them uses an object of the call in no order with it, that is told when it is
// settled, and nothing else is wrong with the call. In another run it came first, and nothing was. So it returns no error, and is left out if it
// cannot be done. What is wrong only because of work that may be missing in another run, by which it is lifted, is not told either.
func (c *Chain) wavered(call gpu.Call, first int, found []*diag.Diagnostic, d *diag.Dispute) (proceed bool, err error) {
	for more := true; more && !d.Settled() && c.waited < maxWaited && slices.ContainsFunc(found, c.stands); more = d.Lifted() && c.clashes() {
		c.waited++
		c.await(call, func() bool { return d.Disputed() || d.Lifted() })
		found = c.later(call, d.Again())
	}
	other := (d.Disputed() || c.lacking && !slices.ContainsFunc(found, original)) &&
		c.clashes() // what follows from a call that an error has ended is told as ever
	follow(found, other)
	if proceed, err = c.decided(call, first, found, other); err == nil || !other {
		return proceed, err
	}
	told := c.instead(d.Causes)
	if len(told) == 0 {
		return false, err
	}
	return false, diag.AsError(told...)
}

// contested is wavered for an error that a level above has found: it says whether the thread is in a method of a context that another one uses in no
// order, or the error is of such an object. That is told instead, in every run.
func (c *Chain) contested(thread gpu.ID, d *diag.Diagnostic) (causes func() []*diag.Diagnostic, is bool) {
	if d.Severity != diag.SeverityError || c.others == nil {
		return nil, false
	}
	for _, l := range c.layers {
		w, ok := l.(Waverer)
		if !ok {
			continue
		}
		disputed, causes := w.Contested(thread, d.Object)
		if disputed == nil {
			continue
		}
		if !disputed() && c.waited < maxWaited {
			c.waited++
			c.others(func() bool { return !disputed() })
		}
		return causes, disputed() && c.clashes()
	}
	return nil, false
}

// Refuse is the error of a call of a level above that cannot be done, by its thread.
func (c *Chain) Refuse(thread gpu.ID, d *diag.Diagnostic) error {
	if causes, is := c.contested(thread, d); is {
		return &contest{c, d, causes}
	}
	return diag.AsError(d)
}

// contest is the error of a call that cannot be done in this run, because two threads use its context in no order. Who has nothing to return need not
// fail: in another run the call is done, and the clash is told when it is settled. It is told by the call where that fails.
type contest struct {
	chain  *Chain
	d      *diag.Diagnostic
	causes func() []*diag.Diagnostic
}

// LeftOut says that the call may be left out.
func (*contest) LeftOut() {}

func (e *contest) Error() string { return e.Unwrap().Error() }

// Unwrap are the diagnostics of a call that fails.
func (e *contest) Unwrap() error {
	if told := e.chain.instead(e.causes); len(told) > 0 {
		return diag.AsError(told...)
	}
	return diag.AsError(e.d)
}

// instead are the errors that are told of a call that two threads dispute.
func (c *Chain) instead(causes func() []*diag.Diagnostic) []*diag.Diagnostic {
	told := slices.DeleteFunc(causes(), func(d *diag.Diagnostic) bool { return !c.shown(d) || d.Severity != diag.SeverityError })
	for _, d := range told {
		c.told.apart(d)
	}
	return told
}

// stands says whether a diagnostic is told whatever other threads do.
func (c *Chain) stands(d *diag.Diagnostic) bool { return original(d) && !(d.Open && c.clashes()) }

// await lets the other threads go on first, until one disputes a call. They may use the memory of a command meanwhile.
func (c *Chain) await(call gpu.Call, disputed func() bool) {
	if command, is := call.(*gpu.Command); is {
		defer func(copied gpu.Command) { *command = copied }(*command)
	}
	c.others(func() bool { return !disputed() })
}

// decided is checked where it is known what is wrong. disputed says that something else is told instead.
func (c *Chain) decided(call gpu.Call, first int, found []*diag.Diagnostic, disputed bool) (proceed bool, err error) {
	c.spared = false
	c.told.calls++
	refused := c.refused(call, nil, found)
	for _, l := range c.layers[first+1:] {
		refused = c.refused(call, refused, l.Check(call))
	}
	if len(refused) == 0 {
		return true, nil
	}
	if !gives(call) && !slices.ContainsFunc(refused, halts) &&
		(c.mode == ErrorsReport || disputed && !slices.ContainsFunc(refused, original) || c.lacking && c.told.explain(call, refused)) {
		c.leaveOut(call, refused)
		return false, nil
	}
	c.missed = c.missed || slices.ContainsFunc(refused, sometimes)
	return false, &diag.Error{Diagnostics: causes(refused)}
}

// leaveOut goes on as if a call had not been made, and reports what is wrong with it by itself.
func (c *Chain) leaveOut(call gpu.Call, refused []*diag.Diagnostic) {
	c.lacking = true
	for _, l := range c.layers {
		if d, ok := l.(Dropper); ok {
			d.Dropped(call)
		}
	}
	disputed := !slices.ContainsFunc(refused, original)
	if c.spared = c.told.dropped(call, refused) || disputed; c.spared {
		return
	}
	for _, d := range refused {
		if original(d) {
			c.report(d)
		}
	}
}

// original says whether a diagnostic does not follow from another one.
func original(d *diag.Diagnostic) bool { return !d.Follows }

// causes leaves out what follows from the others, or repeats one.
func causes(refused []*diag.Diagnostic) []*diag.Diagnostic {
	refused = oneEach(refused)
	if slices.ContainsFunc(refused, original) {
		return slices.DeleteFunc(refused, func(d *diag.Diagnostic) bool { return d.Follows })
	}
	return refused
}

// Record tells the layers that a call was done.
func (c *Chain) Record(call gpu.Call) {
	if _, submits := call.(*gpu.SubmitCall); submits {
		c.told.submits++
	}
	if !c.told.none() {
		c.told.record(call)
	}
	for i := range c.layers {
		c.layers[i].Record(call)
	}
}

// Removal says with which reason the call that was just refused removes the device; RemovedNot if it does not.
func (c *Chain) Removal() gpu.RemovedReason {
	if c.spared {
		return gpu.RemovedNot
	}
	for _, l := range c.layers {
		if r, ok := l.(Remover); ok {
			if reason := r.Removes(); reason != gpu.RemovedNot {
				return reason
			}
		}
	}
	return gpu.RemovedNot
}

// HandOver tells that a level above has given an object of its own to the calling thread.
func (c *Chain) HandOver(object gpu.ID) {
	for _, l := range c.layers {
		if r, ok := l.(Receiver); ok {
			r.HandOver(object)
		}
	}
}

// Leave tells that a thread leaves a method of a context.
func (c *Chain) Leave(thread gpu.ID) {
	for _, l := range c.layers {
		if r, ok := l.(Receiver); ok {
			r.Leave(thread)
		}
	}
}

// Executed tells the followers what a command touched.
func (c *Chain) Executed(work *gpu.Executed) {
	for _, f := range c.followers {
		f.Executed(work)
	}
}

// Retired tells the followers that a submission has ended.
func (c *Chain) Retired(queue gpu.ID, submission uint64, completed bool) {
	for _, f := range c.followers {
		f.Retired(queue, submission, completed)
	}
}

// Incident reports what went wrong and ends what runs, or at the end of the script. An error waits for Pending.
func (c *Chain) Incident(i incident.Incident) {
	if d := c.explain(i, c.told.submits+1); c.stops(d) {
		c.pending = append(c.pending, d)
	}
}

// Told says whether an incident is what becomes of a call that was told, or will be, and done.
func (c *Chain) Told(i incident.Incident) bool { return c.told.follows(i) }

// Delay keeps errors for Pending.
func (c *Chain) Delay(errors ...*diag.Diagnostic) { c.pending = append(c.pending, errors...) }

// Pending returns the errors of incidents since it was called last, nil if there are none.
func (c *Chain) Pending() error {
	if len(c.pending) == 0 {
		return nil
	}
	return c.take()
}

// take is Pending where there is something.
func (c *Chain) take() error {
	pending := c.pending
	c.pending = nil
	return diag.AsError(pending...)
}

// Findings reports what the followers found since it was called last, after the incidents of the submissions that were settled, and returns what is
// an error of the running call.
func (c *Chain) Findings(end incident.Ending) error {
	if len(c.followers) == 0 && len(c.kept) == 0 && len(c.besides) == 0 {
		return nil
	}
	return c.found(end)
}

// found is Findings where work is followed.
func (c *Chain) found(end incident.Ending) error {
	var found, errors []*diag.Diagnostic
	for _, f := range c.followers {
		if more := f.Findings(end); len(more) > 0 {
			found = append(found, more...)
		}
	}
	if len(found) == 0 && len(c.besides) == 0 && len(c.kept) == 0 { // as after most calls
		c.told.calls++
		return nil
	}
	found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool { return !c.shown(d) })
	if i := slices.IndexFunc(found, standsStill); i >= 0 && end == incident.Goes {
		c.besides, c.missed = slices.Concat(c.besides, found[:i], found[i+1:]), c.missed || sometimes(found[i])
		return diag.AsError(found[i])
	}
	found, c.besides = append(c.besides, found...), nil
	if len(c.kept) > 0 {
		errors = c.said(c.settled(end))
	}
	if c.told.calls++; len(found)+len(errors) == 0 {
		return nil
	}
	var batch ledger // of what is told at once where the script stops: each cause once, as where it goes on
	follows := func(d *diag.Diagnostic) bool { return c.told.because(nil, d) }
	for _, d := range causesFirst(c.told.unlifted(unserved(found, follows))) {
		if c.tells(d) && !(c.mode == ErrorsStop && batch.done(nil, d)) {
			errors = append(errors, d)
		}
	}
	return diag.AsError(errors...)
}

// tells says whether a diagnostic that was found of several calls, and is shown, ends the script. Another one may have told the same; others are
// reported.
func (c *Chain) tells(d *diag.Diagnostic) bool {
	switch apart := c.told.apart(d); {
	case apart && !(c.mode == ErrorsReport && halts(d)): // where another one was reported, this ends the script all the same
		return false
	case halts(d):
		return !c.told.turn(d)
	}
	return c.ends(d)
}

// halts says whether a diagnostic that is shown is an error in any mode.
func halts(d *diag.Diagnostic) bool { return d.Halts && d.Severity == diag.SeverityError }

// standsStill says whether a diagnostic is an error of a run that stands still. What is found together with it is not told: that run does not come so
// far.
func standsStill(d *diag.Diagnostic) bool {
	return halts(d) && d.Still != 0
}

// Judge decides about a diagnostic of a level above as about those of the layers: an error that stops the call of the thread is returned, what stops
// nothing is reported, and what the filter drops is neither.
func (c *Chain) Judge(thread gpu.ID, d *diag.Diagnostic) error {
	if _, is := c.contested(thread, d); is {
		return nil
	}
	if c.stops(d) {
		return diag.AsError(d)
	}
	if d.Code == diag.EngineBindingInFlight && len(d.Labels) > 0 {
		c.told.put(cause{kind: above, site: d.Labels[0].Site})
	}
	return nil
}

// Fail turns an incident into the error of the running call, whatever the mode and the filter.
func (c *Chain) Fail(i incident.Incident) error {
	return &diag.Error{Diagnostics: []*diag.Diagnostic{c.retold(c.explain(i, c.told.submits+1))}}
}

// stops says whether a diagnostic is an error that stops the script. It reports the others, as far as they are shown.
func (c *Chain) stops(d *diag.Diagnostic) bool {
	return c.shown(d) && c.ends(d)
}

// ends is stops of a diagnostic that is shown.
func (c *Chain) ends(d *diag.Diagnostic) bool {
	switch {
	case d.Severity == diag.SeverityError && c.mode == ErrorsStop, halts(d):
		return true
	case c.told.done(nil, d):
		return false
	}
	c.report(d)
	return false
}

// explain words an incident of a submission, by its number among all.
func (c *Chain) explain(i incident.Incident, submission uint64) *diag.Diagnostic {
	for _, l := range c.layers {
		if e, ok := l.(Explainer); ok {
			if d := e.Explain(i); d != nil {
				d.Follows = d.Follows || c.told.followed(i, submission)
				return d
			}
		}
	}
	return diag.New(diag.Internal, "no layer words the incident %T", i).At(i.IncidentSite(), "")
}
