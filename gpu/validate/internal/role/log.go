package role

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Need is a subresource, or all of a resource, that a command needs in a state.
type Need struct {
	Resource gpu.ID
	Sub      uint32 // gpu.AllSubresources: all
	Want     gpu.ResourceStates
	Role     Role
	Said     *diag.Diagnostic // that it is in another state, nil: nothing is wrong
	Clashed  bool             // another need of the command wants it in a state that does not go with this one
}

// Log is what one command needs. The memory is reused by the next command.
type Log struct{ needs []Need }

// Begin starts a command.
func (l *Log) Begin() { l.needs = l.needs[:0] }

// Add adds a need of the command.
func (l *Log) Add(n Need) { l.needs = append(l.needs, n) }

// Len is how many needs the command has so far.
func (l *Log) Len() int { return len(l.needs) }

// Insert adds needs at a place.
func (l *Log) Insert(at int, needs []Need) { l.needs = slices.Insert(l.needs, at, needs...) }

// Last is the need that was added last.
func (l *Log) Last() *Need { return &l.needs[len(l.needs)-1] }

// Clash is an earlier need that wants a subresource of the last one in a state that does not go with it, nil if there is none. told says that such a
// pair of the resource was found before. Those of another command of a bundle do not count.
func (l *Log) Clash() (other *Need, told bool) {
	last := l.Last()
	for i := range l.needs[:len(l.needs)-1] {
		n := &l.needs[i]
		if n.Resource != last.Resource || n.Role.Inner != last.Role.Inner {
			continue
		}
		if n.Clashed {
			return nil, true
		}
		if other == nil && Overlap(n.Sub, last.Sub) && Exclude(n.Want, last.Want) {
			other = n
		}
	}
	return other, false
}

// Before says whether an earlier need wants a subresource of the last one in a state that does not go with it: another command of the bundle that the
// command executes.
func (l *Log) Before() bool {
	last := l.Last()
	return slices.ContainsFunc(l.needs[:len(l.needs)-1], func(n Need) bool {
		return n.Resource == last.Resource && Overlap(n.Sub, last.Sub) && Exclude(n.Want, last.Want)
	})
}

// Against is a need of the command that is not met and does not go with another one, nil if there is none.
func (l *Log) Against(with *Need) *Need {
	for i := range l.needs {
		if n := &l.needs[i]; n.Said != nil && n.Resource == with.Resource && Overlap(n.Sub, with.Sub) && Exclude(n.Want, with.Want) {
			return n
		}
	}
	return nil
}

// Reads are the states for reading in which the command needs a subresource.
func (l *Log) Reads(id gpu.ID, sub uint32) (all gpu.ResourceStates) {
	for i := range l.needs {
		if n := &l.needs[i]; n.Resource == id && Overlap(n.Sub, sub) && n.Want.Writes() == 0 {
			all |= n.Want
		}
	}
	return all
}

// Resay replaces what was said of needs; old nil: nothing was.
func (l *Log) Resay(old, now *diag.Diagnostic) {
	for i := range l.needs {
		if old != nil && l.needs[i].Said == old {
			l.needs[i].Said = now
		}
	}
}

// Overlap says whether two subresource indices mean a common one.
func Overlap(a, b uint32) bool {
	return a == b || a == gpu.AllSubresources || b == gpu.AllSubresources
}

// Exclude says whether a subresource cannot be in both states at once: one of them is for writing.
func Exclude(a, b gpu.ResourceStates) bool {
	return a != b && (a.Writes() != 0 || b.Writes() != 0)
}

// Written adds to a list what the command needs in states for writing.
func (l *Log) Written(to []Need) []Need {
	for _, n := range l.needs {
		if n.Want.Writes() != 0 {
			n.Said = nil
			to = append(to, n)
		}
	}
	return to
}
