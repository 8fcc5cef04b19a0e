package cases

import (
	"flag"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// one is a case, as its file declares it.
type one struct{ file, name, expected string }

// id names a case among all: its subject, its file and its name.
func (c one) id() string { return strings.TrimSuffix(c.file, ".lua") + "/" + c.name }

// all lists every case of every file.
func all(t *testing.T) []one {
	files, err := excerpt.Files(".")
	require.NoError(t, err)
	var list []one
	for _, file := range files {
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

// everyCase lifts what chosen leaves out.
var everyCase = flag.Bool("every", false, "explore, and follow the suggestions of, all cases: of those that loops make, without the flag, a quarter")

// chosen are the cases for tests that run each of them many times: all that are written down, and of those that loops make, which resemble each
// other, a quarter. The name of a case decides, so it stays when others are added.
func chosen(t *testing.T) []one {
	list := all(t)
	if *everyCase {
		return list
	}
	files := sources{}
	return slices.DeleteFunc(list, func(c one) bool {
		hash := fnv.New32a()
		hash.Write([]byte(c.id()))
		return hash.Sum32()%4 != 0 && !strings.Contains(files.of(t, c.file), fmt.Sprintf("\ncase(%q", c.name))
	})
}

// way is how a case is run.
type way struct {
	one
	reported bool // errors are only reported
}

// first has what each case printed and said: several tests look at it, and one run is enough.
var first struct {
	sync.Mutex
	runs map[way]func() (string, []*diag.Diagnostic)
}

// onTheTimeline runs a case, or remembers its run.
func onTheTimeline(t *testing.T, c one) (string, []*diag.Diagnostic) {
	return remembered(t, way{one: c})
}

// inReports is onTheTimeline where errors are only reported.
func inReports(t *testing.T, c one) (string, []*diag.Diagnostic) { return remembered(t, way{c, true}) }

// remembered runs a case in a way, or remembers its run.
func remembered(t *testing.T, w way) (string, []*diag.Diagnostic) {
	first.Lock()
	f := first.runs[w]
	if f == nil {
		f = sync.OnceValues(func() (string, []*diag.Diagnostic) {
			return run(t, w.file, func(o *host.Options) {
				if w.reported {
					o.Errors = host.ReportErrors
				}
			}, w.name)
		})
		if first.runs == nil {
			first.runs = map[way]func() (string, []*diag.Diagnostic){}
		}
		first.runs[w] = f
	}
	first.Unlock()
	return f()
}
