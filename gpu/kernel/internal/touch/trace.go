package touch

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"

// Trace is a copy of what was seen of one dispatch, to compare others with. The zero value is of one that touched nothing.
type Trace struct {
	keys  []plan.Key
	notes []plan.Notes // of each key
	ends  []int        // of the spans of each key
	spans []plan.Span
}

// Keep copies what was seen, if that are at most so many spans, and says whether it did.
func (t *Trace) Keep(seen []Seen, most int) bool {
	t.keys, t.ends, t.spans, t.notes = t.keys[:0], t.ends[:0], t.spans[:0], t.notes[:0]
	for i := range seen {
		if len(t.spans)+len(seen[i].Spans) > most {
			return false
		}
		t.spans = append(t.spans, seen[i].Spans...)
		t.keys, t.ends, t.notes = append(t.keys, seen[i].Key), append(t.ends, len(t.spans)), append(t.notes, seen[i].Notes)
	}
	return true
}

// Equal says whether the same was seen as what was copied last.
func (t *Trace) Equal(seen []Seen) bool {
	if len(seen) != len(t.keys) {
		return false
	}
	from := 0
	for i := range seen {
		s, of := &seen[i], t.spans[from:t.ends[i]]
		if len(s.Spans) != len(of) || s.Key != t.keys[i] || s.Text != "" && s.Notes != t.notes[i] || s.Text == "" && t.notes[i].Text != "" {
			return false
		}
		for k := range of {
			if s.Spans[k] != of[k] {
				return false
			}
		}
		from = t.ends[i]
	}
	return true
}
