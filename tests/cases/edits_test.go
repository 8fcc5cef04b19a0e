package cases

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/repair"
)

// sources are the texts of files by name, read when they are asked for.
type sources map[string]string

// of returns the text of a file.
func (s sources) of(t *testing.T, file string) string {
	if _, ok := s[file]; !ok {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s[file] = string(text)
	}
	return s[file]
}

// edited has the files that the edits of a suggestion change, as they are then.
func edited(t *testing.T, original sources, h diag.Help) sources {
	changed, err := repair.Apply(h, func(file string) (string, bool) { return original.of(t, file), true })
	require.NoError(t, err)
	return changed
}
