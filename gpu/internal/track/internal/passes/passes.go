// Package passes evaluates things that depend on each other, such as waits, until each gives what it did in the pass before. What a thing gives, and
// what it depends on, its owner knows: the package must not.
package passes

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Most bounds the work for things that depend on each other.
const Most = 64

// Passes counts them.
type Passes struct {
	Pass    uint64 // counts evaluations whose results are kept
	Most    int    // before it goes upwards
	epoch   uint64 // counts changes: what things give can change with each
	cyclic  bool   // the running pass met a thing that it was working on
	changed bool   // and a thing gave something else than in the pass before
	upwards bool   // passes begin with things that give nothing, and find more
}

// New returns those of things that nobody has evaluated.
func New() Passes { return Passes{Pass: 1, Most: Most, epoch: 1} }

// Result is what a thing gave as an earlier pass has worked it out. The zero value is that of one that nobody has worked out.
type Result struct {
	Gives  clock.Clock // if it does not halt
	epoch  uint64
	Turn   uint32 // how often it was worked out
	active bool   // it is being worked on
	halts  bool   // nothing so far can end it
}

// Active says whether the thing is being worked on.
func (r *Result) Active() bool { return r.active }

// Ends says whether something so far can end it.
func (r *Result) Ends() bool { return !r.halts }

// Settle evaluates until things that depend on each other give what they did in the pass before. It starts with things that never end, and only ever
// finds that they do, or give less. What is left is certain: of waits that prove something to each other one ends first in each run, and what ended
// it came before that. So what a wait gives follows from the program alone, and not from who asked when. Where it takes too many passes it starts
// with waits that end and give nothing, and only ever finds more: then each pass is right, but a later one may know more.
func (p *Passes) Settle(evaluate func()) {
	if p.converge(evaluate) {
		return
	}
	p.upwards = true
	p.Renew()
	p.converge(evaluate)
	p.upwards = false
	p.epoch++ // what a pass but the last one came by gives nothing to later questions
}

// converge evaluates until nothing changes any more, and reports whether it came to that.
func (p *Passes) converge(evaluate func()) bool {
	for range p.Most {
		p.cyclic, p.changed = false, false
		evaluate()
		if !p.cyclic || !p.changed {
			return true
		}
		p.Pass++
	}
	return false
}

// Renew ends what holds until the next change only.
func (p *Passes) Renew() {
	p.epoch++
	p.Pass++
}

// Begin begins to work a thing out. It reports false for one that is being worked on: that gives what it gave in the pass before.
func (p *Passes) Begin(r *Result) bool {
	if r.epoch != p.epoch {
		r.Gives, r.halts, r.epoch = clock.Clock{}, !p.upwards, p.epoch
	}
	if r.active {
		p.cyclic = true
		return false
	}
	r.active = true
	r.Turn++
	return true
}

// End tells what came out.
func (p *Passes) End(r *Result, gives clock.Clock, ends bool) {
	if r.active = false; p.upwards {
		gives, ends = gives.Join(r.Gives), ends && !r.halts
	}
	if ends == r.halts || !r.Gives.Covers(gives) || !gives.Covers(r.Gives) {
		r.Gives, r.halts, p.changed = gives, !ends, true
	}
}
