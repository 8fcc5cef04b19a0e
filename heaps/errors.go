package heaps

import (
	"errors"
	"fmt"
	"strings"
)

// Policy is what a full heap does before it gives up.
type Policy uint8

const (
	// Fail gives up: the request returns an ExhaustedError. It is at the end of every list of policies, written or not.
	Fail Policy = iota
	// Grow makes the heap larger: one more descriptor heap, page or ring, or the next part of the reserve of a GPUHeap.
	Grow
	// Wait waits until the GPU has freed something, and tries again, as often as there is something in flight.
	Wait
)

// String is the name of the policy.
func (p Policy) String() string { return [...]string{"fail", "grow", "wait"}[p] }

// orGrow is the default of heaps that can always grow.
func orGrow(policies []Policy) []Policy {
	if policies == nil {
		return []Policy{Grow}
	}
	return policies
}

// checkPolicies refuses lists that cannot be carried out.
func checkPolicies(heap string, policies []Policy, w Waiter) error {
	for _, p := range policies {
		if p > Wait {
			return fmt.Errorf("%s: there is no policy %d", heap, p)
		}
		if p == Wait && w == nil {
			return fmt.Errorf("%s: the policy wait needs a Waiter", heap)
		}
	}
	return nil
}

// overcome tries a request again and again while a policy helps. try returns nil when it has succeeded; grow returns false if the
// heap cannot grow.
func overcome(policies []Policy, w Waiter, try func() *ExhaustedError, grow func() (bool, error)) error {
	full := try()
	waits, growths := 0, 0
	for i := 0; full != nil; {
		if i == len(policies) || policies[i] == Fail {
			full.Waits, full.Growths = waits, growths
			return full
		}
		helped := false
		switch policies[i] {
		case Wait:
			if helped = w.WaitForGPU(); helped {
				waits++
			}
		case Grow:
			var err error
			if helped, err = grow(); err != nil {
				return err
			}
			if helped {
				growths++
			}
		}
		if !helped {
			i++
			continue
		}
		full = try()
	}
	return nil
}

// ErrInvalid is wrapped by errors about arguments and options.
var ErrInvalid = errors.New("invalid")

// ExhaustedError says that a heap had no room for a request even after its policies were tried.
type ExhaustedError struct {
	Heap      string // what was full, for example `dynamic part of GPU descriptor heap "frame"`
	Unit      string // of the numbers: "descriptors" or "bytes"
	Requested uint64
	Capacity  uint64 // = Live + Stale + Free
	Live      uint64
	Stale     uint64 // freed, but the GPU may still use it
	Free      uint64
	Largest   uint64 // the largest free block
	Blocks    int    // free blocks
	Waits     int    // how often the request waited for the GPU
	Growths   int    // how often the heap grew for it
	Remedy    string // a sentence: which setting to change
}

// Error is the whole story in one line.
func (e *ExhaustedError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "the %s is exhausted: %s requested, %d of %d free", e.Heap, amount(e.Requested, e.Unit), e.Free, e.Capacity)
	if e.Free > 0 {
		fmt.Fprintf(&s, " (largest block %d)", e.Largest)
	}
	fmt.Fprintf(&s, ", %d in use, %d waiting for the GPU", e.Live, e.Stale)
	if e.Waits+e.Growths > 0 {
		fmt.Fprintf(&s, ", after %s and %s", plural(e.Waits, "wait"), plural(e.Growths, "growth"))
	}
	if e.Remedy != "" {
		s.WriteString("; " + e.Remedy)
	}
	return s.String()
}

// amount is a number with its unit, which is given as several.
func amount(n uint64, unit string) string {
	if n == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	return fmt.Sprint(n, " ", unit)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// LimitError says that a heap was asked for that a device does not have (H1).
type LimitError struct {
	Heap   string // what was asked for
	Got    uint64
	Limit  uint64
	Remedy string
}

// Error is the whole story in one line.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: %d descriptors asked for, at most %d are possible; %s", e.Heap, e.Got, e.Limit, e.Remedy)
}

// UseError says that an allocation was used in a way that it cannot be (H2).
type UseError struct {
	What  string // the allocation
	Cause string
}

// Error is the whole story in one line.
func (e *UseError) Error() string { return e.What + ": " + e.Cause }

// Leak is an allocation that was never freed.
type Leak struct {
	Name         string // as given by its owner; of memory: which page of which context
	Manager      uint16
	First, Count uint64 // range in the heap
}

// LeakError says that a heap was closed while something in it was live or stale.
type LeakError struct {
	Heap  string
	Unit  string
	Live  []Leak // by place
	Stale uint64 // units that wait for the GPU
}

// Error is the whole story in one line.
func (e *LeakError) Error() string {
	var s strings.Builder
	fmt.Fprintf(&s, "the %s cannot be closed: %s not freed, %d %s wait for the GPU", e.Heap, plural(len(e.Live), "allocation"), e.Stale, e.Unit)
	for i, l := range e.Live {
		if i == 8 {
			fmt.Fprintf(&s, "; and %d more", len(e.Live)-i)
			break
		}
		s.WriteString("; " + e.place(l))
	}
	return s.String()
}

func (e *LeakError) place(l Leak) string {
	if e.Unit == "bytes" {
		return fmt.Sprintf("%s, %d bytes", l.Name, l.Count)
	}
	return fmt.Sprintf("%s in manager %d, [%d, %d)", quotedOr(l.Name, unnamed), l.Manager, l.First, l.First+l.Count)
}

// unnamed is how messages call what its owner gave no name.
const unnamed = "an allocation without a name"

// quotedOr is the name in quotes, or other words if there is none.
func quotedOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return fmt.Sprintf("%q", name)
}
