package conflict

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// inTurn is the wait for a signal that a loop has given some passes before, in the words of the loop; nil: none has. The text has the value as its last piece.
func inTurn(text string, c *track.Cover, pieces ...diag.Snippet) *diag.Draft {
	if c.Turns == 0 {
		return nil
	}
	value := diag.Snippet{Site: c.Signal.Site, Argument: 2, Method: "Signal", Back: c.Turns}
	return before(text, append(pieces, value)...)
}
