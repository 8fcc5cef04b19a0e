package spell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	states := []string{"COPY_DEST", "COPY_SOURCE", "COMMON"}
	intrinsics := []string{"ceil", "cos", "saturate", "sign", "sin", "sinh", "sqrt", "step"}
	tests := []struct {
		name       string
		candidates []string
		want       string
	}{
		{"copy_dest", states, "COPY_DEST"},
		{"COPY_DST", states, "COPY_DEST"},
		{"COMMAN", states, "COMMON"},
		{"COMN", states, "COMMON"},
		{"CMN", states, ""},
		{"X", states, ""},
		{"", states, ""},
		{"UNRELATED", states, ""},
		{"COMMON", states, ""},
		{"satturate", intrinsics, "saturate"},
		{"saturaet", intrinsics, "saturate"},
		{"sinn", intrinsics, "sin"},                // as far as sign and sinh: begins like sinh and is shorter
		{"setp", intrinsics, "step"},               // two letters swapped
		{"abcd", []string{"abxd", "axcd"}, "abxd"}, // the longer common beginning
		{"abcd", []string{"axcd", "abxd"}, "abxd"}, // in any order
		{"abc", []string{"abx", "aby"}, "abx"},     // the first of equals
		{"ab", []string{"cd"}, ""},                 // nothing of it is left
		{"a", []string{"b"}, ""},
		{"X", []string{"x"}, "x"},
		{"completely", intrinsics, ""},
		{"nope", []string{"type"}, ""}, // two of four letters, and the first of them
		{"ytpe", []string{"type"}, ""},
		{"tpye", []string{"type"}, "type"},
		{"rceateHeap", []string{"CreateHeap"}, "CreateHeap"},
		{"abc", nil, ""},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, Nearest(tt.name, tt.candidates), tt.name)
	}
}

// TestReach holds the distances that are near, and the first that are not.
func TestReach(t *testing.T) {
	for n, reach := range map[int]int{3: 1, 4: 2, 7: 2, 8: 3, 12: 3} {
		word := strings.Repeat("a", n)
		near := word[reach:] + strings.Repeat("b", reach)
		far := word[reach+1:] + strings.Repeat("b", reach+1)
		require.Equal(t, near, Nearest(word, []string{near}), word)
		require.Equal(t, "", Nearest(word, []string{far}), word)
	}
}

// FuzzNearest: the answer is one of the candidates or empty, and never the name.
func FuzzNearest(f *testing.F) {
	f.Add("sinn", "sin sign")
	f.Fuzz(func(t *testing.T, name, list string) {
		candidates := strings.Fields(list)
		got := Nearest(name, candidates)
		if got != "" {
			require.Contains(t, candidates, got)
			require.NotEqual(t, name, got)
		}
	})
}
