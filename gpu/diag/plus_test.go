package diag

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlus: a number added to an expression of the script means what it says, in as few words as it takes.
func TestPlus(t *testing.T) {
	for _, c := range []struct {
		piece string
		n     uint64
		want  string
	}{
		{"first", 0, "first"},
		{"0", 1, "1"},
		{"41", 2, "43"},
		{"first", 1, "first + 1"},
		{"2 * frame", 1, "2 * frame + 1"},
		{"slots[i].first", 3, "slots[i].first + 3"},
		{"odd and 2 or 0", 1, "(odd and 2 or 0) + 1"},
	} {
		require.Equal(t, c.want, plus(c.piece, c.n))
	}
}
