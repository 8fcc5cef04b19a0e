package filter

import (
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Rules are a filter as people write it. Entries of the lists are codes ("GS0512"), names of codes ("WrongBefore") or families
// ("GS09xx"); so are the keys of Severities, whose values are "error", "warning" or "advice".
type Rules struct {
	Allow, Deny []string
	Severities  map[string]string
}

// Filter is what Rules mean. A nil Filter lets everything through as it is.
type Filter struct {
	allow, deny map[diag.Code]bool
	severities  map[diag.Code]diag.Severity
}

// New reads rules. The error is a *Error: the first entry that names nothing, or something that cannot be filtered. Keys of
// Severities are read in the order of their text; a code outranks its family.
func New(r Rules) (*Filter, error) {
	f := &Filter{severities: map[diag.Code]diag.Severity{}}
	var err error
	if f.allow, err = readList("Allow", r.Allow, false); err != nil {
		return nil, err
	}
	if f.deny, err = readList("Deny", r.Deny, true); err != nil {
		return nil, err
	}
	keys := slices.Sorted(maps.Keys(r.Severities))
	slices.SortStableFunc(keys, func(a, b string) int { return familyLast(a) - familyLast(b) })
	for _, key := range keys {
		if err := f.readSeverity(key, r.Severities[key]); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// familyLast puts families before codes, so that codes are read last.
func familyLast(word string) int {
	if _, ok := family(word); ok {
		return 0
	}
	return 1
}

// readList reads one list; of a deny list every entry must be something that can be denied.
func readList(list string, words []string, deny bool) (map[diag.Code]bool, error) {
	set := map[diag.Code]bool{}
	for i, word := range words {
		docs, err := find(word)
		if err == nil && deny {
			docs, err = free(word, docs, "denied")
		}
		if err != nil {
			err.List, err.Index = list, i+1
			return nil, err
		}
		for _, d := range docs {
			set[d.Code] = true
		}
	}
	return set, nil
}

// readSeverity reads one entry of Severities. What cannot be denied can be made graver, but no milder.
func (f *Filter) readSeverity(key, value string) error {
	docs, err := find(key)
	if err != nil {
		err.List = "Severities"
		return err
	}
	var severity diag.Severity
	if severity.UnmarshalText([]byte(value)) != nil {
		return badSeverity(key, value)
	}
	if severity != diag.SeverityError {
		if docs, err = free(key, docs, "made milder"); err != nil {
			err.List = "Severities"
			return err
		}
	}
	for _, d := range docs {
		f.severities[d.Code] = severity
	}
	return nil
}

// Apply gives a diagnostic the severity that the filter has for its code, and reports whether it is shown.
func (f *Filter) Apply(d *diag.Diagnostic) bool {
	if f == nil {
		return true
	}
	if severity, ok := f.severities[d.Code]; ok {
		d.Severity = severity
	}
	switch {
	case Held(d.Code) != "":
		return true
	case len(f.allow) > 0 && !f.allow[d.Code]:
		return false
	}
	return !f.deny[d.Code]
}

// Stack are the filters of a script above the one of the program that runs it. A diagnostic is shown if the base and the top both let it
// through; for severities the base has the last word, because who runs a script knows best what is grave. The zero value
// lets everything through.
type Stack struct {
	Base   *Filter
	pushed []*Filter
	bottom *Filter // of Set, below all that was pushed
}

// Set replaces the filter in force. A nil filter lets everything through.
func (s *Stack) Set(f *Filter) {
	if n := len(s.pushed); n > 0 {
		s.pushed[n-1] = f
		return
	}
	s.bottom = f
}

// Push puts a filter in force until it is popped.
func (s *Stack) Push(f *Filter) { s.pushed = append(s.pushed, f) }

// Pop puts the filter in force that was so before the last Push. It reports false if nothing was pushed.
func (s *Stack) Pop() bool {
	n := len(s.pushed)
	if n == 0 {
		return false
	}
	s.pushed = s.pushed[:n-1]
	return true
}

// Apply asks the top and then the base.
func (s *Stack) Apply(d *diag.Diagnostic) bool {
	top := s.bottom
	if n := len(s.pushed); n > 0 {
		top = s.pushed[n-1]
	}
	own := top.Apply(d)
	return s.Base.Apply(d) && own
}
