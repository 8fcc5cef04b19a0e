package cases

import (
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// everyWrapped is how many of the cases with a mistake there are for one that runs in a thread.
const everyWrapped = 16

// otherInAThread are the cases with a mistake of which something else is told where a thread makes it.
var otherInAThread = map[string]string{
	"peers_split/halves on two queues without a fence": "the states of the second list are judged when every thread knows of its work: by then they are wrong (GS0405), and the race is not told besides",
}

// TestMistakesOfThreads: a mistake of a thread that is alone with the main thread, which waits for its end, is told like that of the main thread.
func TestMistakesOfThreads(t *testing.T) {
	ran, library := 0, modules(t, nil)
	files := sources{}
	for _, c := range all(t) {
		hash := fnv.New32a()
		hash.Write([]byte(c.id()))
		if hash.Sum32()%everyWrapped != 0 || !strings.HasPrefix(c.expected, "GS0") {
			continue
		}
		script := excerpt.Of(files.of(t, c.file), c.name)
		if strings.Contains(script, "gpu.Thread") || strings.Contains(script, "gpu.engine") || strings.Contains(script, "gpu.dml") {
			continue
		}
		ran++
		t.Run(c.id(), func(t *testing.T) {
			t.Parallel()
			script := "local name = ...; require('gpu').Thread('wrapper', function() (function(...) " + script + "\nend)(name) end):Join()"
			_, said := runText(t, c.file, script, library, c.name)
			codes := make([]string, 0, len(said))
			for _, d := range said {
				codes = append(codes, d.Code.String())
			}
			same := true
			for _, w := range strings.Split(c.expected, "; ") {
				code, _, _ := strings.Cut(w, " ")
				same = same && slices.ContainsFunc(codes, func(s string) bool { return strings.HasPrefix(s, strings.TrimRight(code, "x")) })
			}
			if reason, other := otherInAThread[c.id()]; other {
				require.False(t, same, "told now, so it leaves the list: %s", reason)
				return
			}
			require.True(t, same, "expected %s, got\n%s", c.expected, text(said))
		})
	}
	require.Greater(t, ran, 100)
}
