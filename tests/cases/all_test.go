package cases

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// one is a case, as its file declares it.
type one struct{ file, name, expected string }

// id names a case among all: the subject of its file, and its name.
func (c one) id() string { return strings.TrimSuffix(c.file, ".lua") + "/" + c.name }

// all lists every case of every file.
func all(t *testing.T) []one {
	files, err := filepath.Glob("*.lua")
	require.NoError(t, err)
	var list []one
	for _, file := range files {
		if strings.HasSuffix(file, "prelude.lua") {
			continue
		}
		listing, said := run(t, file, nil)
		require.Empty(t, said, "%s cannot be listed", file)
		for line := range strings.Lines(listing) {
			name, expected, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			require.True(t, ok, "%s: %q", file, line)
			list = append(list, one{file, name, expected})
		}
	}
	require.GreaterOrEqual(t, len(list), minimum)
	return list
}

// first has what each case printed and said on the timeline: several tests look at it, and one run is enough.
var first struct {
	sync.Mutex
	runs map[one]func() (string, []*diag.Diagnostic)
}

// onTheTimeline runs a case, or remembers its run.
func onTheTimeline(t *testing.T, c one) (string, []*diag.Diagnostic) {
	first.Lock()
	f := first.runs[c]
	if f == nil {
		f = sync.OnceValues(func() (string, []*diag.Diagnostic) { return run(t, c.file, nil, c.name) })
		if first.runs == nil {
			first.runs = map[one]func() (string, []*diag.Diagnostic){}
		}
		first.runs[c] = f
	}
	first.Unlock()
	return f()
}
