package conflict

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// last is the value of the signal, or of the last one that its loop has given before the second side: who comes after the loop waits for all of its
// passes.
func (s speaker) last() uint64 {
	c := &s.c.Cover
	if s.c.Held || c.Turns == 0 {
		return c.Signal.Value
	}
	return c.Signal.Value + uint64(c.Turns) - 1
}

// inTurn is the wait for a signal that a loop has given some passes before, in the words of the loop; nil: none has. The text has the value as its
// last piece.
func inTurn(text string, c *track.Cover, pieces ...diag.Snippet) *diag.Draft {
	if c.Turns == 0 {
		return nil
	}
	value := diag.Snippet{Site: c.Signal.Site, Argument: 2, Method: "Signal", Back: c.Turns}
	return before(text, append(pieces, value)...)
}

// chain makes each draft the one in the place of the one before it, without those that are nil.
func chain(drafts ...*diag.Draft) (first *diag.Draft) {
	for _, d := range slices.Backward(drafts) {
		if d == nil {
			continue
		}
		d.Or, first = first, d
	}
	return first
}

// whole lets a wait stand before a loop that does nothing else than what it is for, rather than in each pass.
func whole(first *diag.Draft) *diag.Draft {
	for d := first; d != nil; d = d.Or {
		d.Ahead, d.Until = true, diag.Another
	}
	return first
}

// afterTurns is the wait for the last signal of a loop, whose value is known, in the words of the loop; nil: it is of no loop.
func afterTurns(text string, c *track.Cover, last uint64, pieces ...diag.Snippet) *diag.Draft {
	if c.Turns == 0 || last == 0 {
		return nil
	}
	return before(text, append(pieces, diag.Snippet{Site: c.Signal.Site, Argument: 2, Method: "Signal", Last: last})...)
}

// counted proposes to raise the number of a signal that proves nothing because its fence has that already, or gets it again and again, where the
// script counts with it; and says whether it does. Another suggestion comes after it then.
func counted(d *diag.Diagnostic, c *track.Cover) bool {
	if !c.Early && !initial(c) && !repeated(c) {
		return false
	}
	fix := diag.Fix{Method: "Signal", Argument: 2, Action: diag.FixRaise, Ends: repeated(c) && !initial(c) && !c.Early}
	text := "raise the value before each signal"
	if fix.Ends { // it was right once
		text = "raise the value after each signal"
	}
	d.WithHelp(diag.Help{Site: c.Signal.Site, Exact: true, Text: text, Fix: &fix})
	return true
}
