package track

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// scrub gives up everything that was worked out.
func (o *Order) scrub() {
	for i := range o.agents {
		if a := &o.agents[i]; a.queue && a.items.Len() > 0 {
			o.truncate(Point{Agent(i), a.base + 1})
		}
	}
	o.passes.Renew()
}

// pair are three orders of one program: one keeps what it has worked out, the next works everything out anew for each question, and the last one is
// asked nothing before the end.
type pair struct {
	*rand.Rand
	t           require.TestingT
	kept, fresh *Order
	silent      *Order
	queues      []Agent
	fences      []int
	values      uint64
	rising      map[int]uint64 // by fence, if they only go up
	told        []string
}

func (p *pair) tell(format string, args ...any) {
	p.told = append(p.told, fmt.Sprintf(format, args...))
}

func newPair(t require.TestingT, seed int64) *pair {
	p := &pair{Rand: rand.New(rand.NewSource(seed)), t: t, kept: NewOrder(), fresh: NewOrder(), silent: NewOrder(), values: 4}
	for range 2 + p.Intn(3) {
		p.queues = append(p.queues, p.kept.AddQueue())
		p.fresh.AddQueue()
		p.silent.AddQueue()
	}
	for range 1 + p.Intn(3) {
		p.fences = append(p.fences, p.kept.AddFence(0))
		p.fresh.AddFence(0)
		p.silent.AddFence(0)
	}
	if p.Intn(2) == 0 {
		p.rising = map[int]uint64{}
	}
	p.kept.shedAt, p.fresh.shedAt, p.silent.shedAt = 1, 1, 1<<30 // one of them forgets no signal of a fence that goes down before it must
	return p
}

func (p *pair) both(f func(*Order)) { f(p.kept); f(p.fresh); f(p.silent) }

// need is a value to wait for, or to signal.
func (p *pair) need(signal bool) Need {
	f := p.fences[p.Intn(len(p.fences))]
	if p.rising == nil {
		return Need{f, uint64(p.Intn(int(p.values) + 1))}
	}
	if !signal {
		return Need{f, p.rising[f] + uint64(p.Intn(4)) - min(2, p.rising[f])}
	}
	p.rising[f]++
	if p.Intn(4) == 0 { // values that are left out for one that comes later
		p.rising[f]++
		return Need{f, p.rising[f] - 1}
	}
	return Need{f, p.rising[f]}
}

func (p *pair) step() {
	q := p.queues[p.Intn(len(p.queues))]
	switch p.Intn(12) {
	case 0, 1:
		p.tell("submit %d", q)
		p.both(func(o *Order) { o.Submit(main, q, 0) })
	case 2, 3, 4:
		n := p.need(true)
		if p.Intn(2) == 0 {
			p.tell("race? %d %v", q, n)
			if !p.race(q, n) {
				return
			}
		}
		p.tell("%d signals %v", q, n)
		p.both(func(o *Order) { o.QueueSignal(main, q, n, 0) })
	case 5, 6, 7, 8:
		n := p.need(false)
		p.tell("%d waits %v", q, n)
		p.both(func(o *Order) { o.QueueWait(main, q, n, 0) })
	case 9:
		n := p.need(true)
		p.tell("CPU signals %v", n)
		p.both(func(o *Order) { o.CPUSignal(main, n, 0) })
	case 10:
		n := p.need(false)
		p.cpuWait(n)
	case 11:
		p.ask()
	}
}

// race asks whether a signal would come in no defined order, if nobody waits for ever.
func (p *pair) race(q Agent, n Need) (asked bool) {
	if !p.whole() {
		return false
	}
	p.fresh.scrub()
	require.Equal(p.t, p.fresh.Race(main, q, n), p.kept.Race(main, q, n), strings.Join(p.told, "\n"))
	var all Race // looked for among all of them
	p.fresh.try(main, q, n, func(f *fence, s *Signal) { all = p.fresh.racing(f, len(f.Signals)-1) })
	found := p.fresh.Race(main, q, n)
	require.Equal(p.t, [2]any{all.Racing, len(all.Open)}, [2]any{found.Racing, len(found.Open)}, strings.Join(p.told, "\n"))
	return true
}

// cpuWait waits, if that ends.
func (p *pair) cpuWait(n Need) {
	p.fresh.scrub()
	if _, values := p.happens(); values[n.Fence] < n.Value {
		return
	}
	p.tell("CPU waits %v", n)
	p.both(func(o *Order) { o.CPUWait(main, n) })
	require.True(p.t, p.kept.Knows(main).Covers(p.fresh.Knows(main)), strings.Join(p.told, "\n"))
}

// happens says how many items of each agent, and which values of fences, come if no value goes down: the others wait for ever.
func (p *pair) happens() (done []uint32, values []uint64) {
	o := p.kept
	for i := range o.agents {
		done = append(done, o.agents[i].base)
	}
	for i := range o.fences {
		values = append(values, o.fences[i].known)
		for _, s := range o.fences[i].Signals {
			if s.Fixed || s.Pos <= o.agents[s.Agent].base {
				values[i] = max(values[i], s.Value)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, q := range p.queues {
			for a := &o.agents[q]; done[q] < a.last(); done[q]++ {
				it := a.at(done[q] + 1)
				if it.kind == itemWait && values[it.need.Fence] < it.need.Value {
					break
				}
				if it.kind == itemSignal {
					values[it.need.Fence] = max(values[it.need.Fence], it.need.Value)
				}
				again = true
			}
		}
	}
	return done, values
}

// whole says whether nobody waits for ever.
func (p *pair) whole() bool {
	done, _ := p.happens()
	for _, q := range p.queues {
		if a := &p.kept.agents[q]; done[q] < a.last() {
			return false
		}
	}
	return true
}

// ask compares what is certain before each item that is not forgotten.
func (p *pair) ask() {
	known := p.kept.Knows(main) // what is forgotten is known, but who worked it out before knows it of waits, too
	p.tell("ask")
	done, _ := p.happens()
	p.fresh.scrub()
	for _, q := range p.queues {
		a := &p.kept.agents[q]
		for i := range min(a.items.Len(), int(done[q]-a.base)) {
			at := Point{q, a.base + uint32(i) + 1}
			fresh, kept := p.fresh.Start(at).Join(known), p.kept.Start(at).Join(known)
			if p.forever(a.items.At(i)) {
				break
			}
			require.True(p.t, kept.Covers(fresh), "%v: %v, and anew %v\n%s", at, kept, fresh, strings.Join(p.told, "\n"))
		}
	}
}

// forever says whether an item, which is worked out, never comes where fences go down: happens knows that of fences which go up only. Of what never
// comes anything is true, and what was worked out before there were all signals knows more of it.
func (p *pair) forever(it *item) bool { return p.rising == nil && it.stuck }

// silence compares what is certain in the end with what somebody who has asked nothing before finds.
func (p *pair) silence() {
	known := p.kept.Knows(main)
	done, _ := p.happens()
	for _, q := range p.queues {
		a := &p.kept.agents[q]
		for i := range min(a.items.Len(), int(done[q]-a.base)) {
			at := Point{q, a.base + uint32(i) + 1}
			x, y := p.kept.Start(at).Join(known), p.silent.Start(at).Join(known)
			if p.forever(a.items.At(i)) {
				break
			}
			require.True(p.t, x.Covers(y) && y.Covers(x), "%v: %v, and without questions %v\n%s", at, x, y, strings.Join(p.told, "\n"))
		}
	}
}

// programs is how many of them TestKeptIsWorkedOutAnew draws.
var programs = flag.Int("programs", 20000, "random programs of which what is kept is worked out anew")

// TestKeptIsWorkedOutAnew: what an order keeps is what it would work out anew, whatever was asked and signalled in between.
func TestKeptIsWorkedOutAnew(t *testing.T) {
	programs := *programs
	if testing.Short() {
		programs = 300
	}
	for seed := range programs {
		p := newPair(t, int64(seed))
		for range 5 + p.Intn(40) {
			p.step()
		}
		p.silence()
		p.ask()
		if t.Failed() {
			t.Fatalf("program %d", seed)
		}
	}
}

// TestWaitsThatProveEachOther: of two waits that each may have ended by what the other one's signal brings, one ends first, by a third signal.
// Whoever is asked, in the end or in between, knows that this one has come.
func TestWaitsThatProveEachOther(t *testing.T) {
	for _, maxPasses := range []int{64, 1} { // too few passes are right, and know less
		for _, asked := range []bool{false, true} {
			o := NewOrder()
			o.passes.Most = maxPasses
			a, b, c, f := o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddFence(0)
			first := o.QueueWait(main, b, Need{f, 1}, 0)
			signal := o.QueueSignal(main, a, Need{f, 2}, 0)
			o.QueueSignal(main, b, Need{f, 4}, 0) // after its wait
			o.QueueWait(main, a, Need{f, 3}, 0)
			o.QueueWait(main, c, Need{f, 3}, 0)
			o.QueueSignal(main, a, Need{f, 5}, 0)
			if asked {
				o.Race(main, c, Need{f, 6})
				o.Start(first)
			}
			last := o.QueueSignal(main, c, Need{f, 6}, 0)
			for _, at := range []Point{first, last} {
				require.True(t, maxPasses == 1 || o.Start(at).At(a) == signal.Pos, "asked %v: %v", asked, at)
				require.LessOrEqual(t, o.Start(at).At(a), signal.Pos, "asked %v: %v", asked, at)
			}
		}
	}
}
