package callers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// TestCallers: signals of one queue come in a defined order as long as each call knows of the one before.
func TestCallers(t *testing.T) {
	call := func(by clock.Agent, tick uint32, knows clock.Clock) Call {
		return Call{By: by, Knew: knows.With(by, tick)}
	}
	tests := []struct {
		name           string
		of             clock.Agent
		next           Call
		several, mixed bool
	}{
		{"the same thread", 5, call(1, 4, clock.Clock{}), false, false},
		{"one that knows", 5, call(2, 1, clock.Clock{}.With(1, 3)), false, false},
		{"one that does not", 5, call(2, 1, clock.Clock{}.With(1, 2)), true, false},
		{"another queue", 6, call(1, 4, clock.Clock{}), true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Callers
			c.First(5, call(1, 3, clock.Clock{}))
			require.False(t, c.Several)
			require.Equal(t, tt.several, c.Divides(tt.of, tt.next.Knew))
			c.Next(tt.of, tt.next)
			require.Equal(t, tt.several, c.Several)
			require.Equal(t, tt.mixed, c.Mixed)
			c.Next(5, call(1, 5, tt.next.Knew))
			require.Equal(t, tt.several, c.Several, "it stays so")
		})
	}
}
