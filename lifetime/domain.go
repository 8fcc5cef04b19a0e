package lifetime

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"sync"
)

// Numbering says how submissions are numbered, and when a released object is paired with a fence value.
type Numbering uint8

// The numberings. The package comment shows both.
const (
	// Modern numbers submissions and signals fence values apart, and releases in two stages.
	Modern Numbering = iota
	// Seed has one counter, the number of completed lists, and one stage.
	Seed
)

// String returns "modern" or "seed".
func (n Numbering) String() string {
	if n == Seed {
		return "seed"
	}
	return "modern"
}

// Mask is a set of queues: bit i stands for queue i.
type Mask uint64

// AllQueues is the mask of every queue of a domain.
const AllQueues = ^Mask(0)

// MaxQueues is the largest number of queues of a domain.
const MaxQueues = 63

// MaskOf is the mask of one queue, 0 to MaxQueues-1.
func MaskOf(queue int) Mask { return 1 << queue }

// Has says whether the queue is in the set.
func (m Mask) Has(queue int) bool { return m>>queue&1 != 0 }

// Errors that callers may want to tell apart.
var (
	// ErrNoQueue means that an object was released for no queue of the domain, so nothing would ever destroy it.
	ErrNoQueue = errors.New("the mask names no queue of the domain")
	// ErrClosed means that an object was released after the domain was closed.
	ErrClosed = errors.New("the domain is closed")
)

// Fence is the GPU's progress on one queue.
type Fence interface {
	// CompletedValue is the highest value that the GPU has signalled; 2^64-1 means that the device is gone, so that
	// nothing is in use any more.
	CompletedValue() (uint64, error)
}

// Locker is the lock of a queue, held while a submission runs.
type Locker interface {
	Lock() error
	Unlock()
}

// QueueDesc describes a queue of a domain.
type QueueDesc struct {
	Name  string // for statistics and events
	Fence Fence  // required; its value is 0 at the start
}

// Options describe a domain.
type Options struct {
	// Numbering is Modern unless set.
	Numbering Numbering
	// Queues are 1 to MaxQueues queues.
	Queues []QueueDesc
	// Locker makes the lock of a queue; nil is a sync.Mutex for each.
	Locker func(queue int) Locker
	// OnEvent receives what happens, on the goroutine on which it happens, with no lock of a release queue held. nil costs
	// nothing.
	OnEvent func(Event)
}

// Domain is a set of queues whose submissions keep objects alive. All its methods are safe for concurrent use.
type Domain struct {
	numbering Numbering
	queues    []*Queue
	onEvent   func(Event)

	mu      sync.Mutex
	members []member // release queues and pools, in the order of their making
	closed  bool
}

// member is what holds objects for a domain.
type member interface {
	label() string
	discard(queue int, s Submission) int         // stale objects of numbers up to s.Number go with s
	retire(queue int, value uint64) int          // all stale objects go with a value
	purge(queue int, to uint64) (int, error)     // destroys what goes with values up to to
	drain(queue int) (int, error)                // destroys everything
	count(queue int) (stale, pending int)        // objects waiting
	oldest(queue int) (value uint64, found bool) // the value of the front of the release queue
}

// NewDomain makes a domain. It fails for no or too many queues and for a queue without a fence.
func NewDomain(o Options) (*Domain, error) {
	if n := len(o.Queues); n < 1 || n > MaxQueues {
		return nil, fmt.Errorf("a domain has 1 to %d queues, not %d", MaxQueues, n)
	}
	d := &Domain{numbering: o.Numbering, onEvent: o.OnEvent}
	for i, desc := range o.Queues {
		if desc.Fence == nil {
			return nil, fmt.Errorf("queue %d %q has no fence", i, desc.Name)
		}
		lock := Locker(&mutex{})
		if o.Locker != nil {
			lock = o.Locker(i)
		}
		d.queues = append(d.queues, &Queue{domain: d, index: i, name: desc.Name, fence: desc.Fence, lock: lock})
	}
	return d, nil
}

// mutex is the default Locker.
type mutex struct{ mu sync.Mutex }

func (m *mutex) Lock() error { m.mu.Lock(); return nil }
func (m *mutex) Unlock()     { m.mu.Unlock() }

// Numbering is how the domain numbers.
func (d *Domain) Numbering() Numbering { return d.numbering }

// Queues is the number of queues.
func (d *Domain) Queues() int { return len(d.queues) }

// Queue is queue i, 0 to Queues()-1.
func (d *Domain) Queue(i int) *Queue { return d.queues[i] }

// Valid is the part of a mask that names queues of this domain.
func (d *Domain) Valid(m Mask) Mask { return m & (1<<len(d.queues) - 1) }

// each calls do for the queues of a valid mask, lowest first.
func each(m Mask, do func(queue int)) {
	for ; m != 0; m &= m - 1 {
		do(bits.TrailingZeros64(uint64(m)))
	}
}

func (d *Domain) add(m member) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.members = append(d.members, m)
}

// holders is a snapshot of the members: nobody may hold the domain's lock while objects are destroyed.
func (d *Domain) holders() []member {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.members
}

func (d *Domain) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

func (d *Domain) event(e Event) {
	if d.onEvent != nil {
		d.onEvent(e)
	}
}

// Purge reads every fence and destroys what has been passed. It returns the number of objects that left release queues; an object of several queues
// counts once for each. The errors of fences and destroy functions are joined, and the other objects are destroyed all the same.
func (d *Domain) Purge() (total int, err error) {
	for _, q := range d.queues {
		n, failed := q.Purge()
		total, err = total+n, join(err, failed)
	}
	return total, err
}

// PurgeAll destroys everything that was released, including stale objects, whatever the fences say. The caller must know that the GPU is idle, or
// gone. It repeats until destroying releases nothing more.
func (d *Domain) PurgeAll() (total int, err error) {
	for again := true; again; {
		again = false
		for _, q := range d.queues {
			n, failed := q.drain()
			total, again, err = total+n, again || n > 0, join(err, failed)
		}
	}
	return total, err
}

// Close ends the domain: releases fail from now on. It fails, and names what is left, if released objects are still waiting or pool objects have not
// been given back; the domain is closed all the same.
func (d *Domain) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	var left []string
	for _, m := range d.holders() {
		for i, q := range d.queues {
			if stale, pending := m.count(i); stale+pending > 0 {
				left = append(left, fmt.Sprintf("%s of queue %q: %d stale, %d pending", m.label(), q.name, stale, pending))
			}
		}
		if p, ok := m.(interface{ out() int }); ok && p.out() > 0 {
			left = append(left, fmt.Sprintf("%s: %d not given back", m.label(), p.out()))
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("closed with objects left: %s", strings.Join(left, "; "))
	}
	return nil
}

// everything is the completed value of a device that is gone.
const everything = math.MaxUint64
