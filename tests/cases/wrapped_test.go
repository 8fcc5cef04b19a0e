package cases

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// everyWrapped is how many of the cases with a mistake there are for one that runs in a thread.
const everyWrapped = 16

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
			require.True(t, same, "expected %s, got\n%s", c.expected, text(said))
		})
	}
	require.Greater(t, ran, 100)
}

// beside starts a thread with a device of its own, in one line, for which nobody waits.
const beside = `do local gpu = require "gpu" gpu.Thread("beside", function() ` +
	`local d = gpu.CreateDevice { Name = "device beside" } ` +
	`local q, f, a = d:CreateCommandQueue { Type = "COPY", Name = "queue beside" }, d:CreateFence(0, "fence beside"), d:CreateCommandAllocator("COPY") ` +
	`local x = d:CreateCommittedResource { Name = "x beside", HeapType = "UPLOAD", InitialState = "GENERIC_READ", Dimension = "BUFFER", Width = 256 } ` +
	`local y = d:CreateCommittedResource { Name = "y beside", HeapType = "DEFAULT", InitialState = "COMMON", Dimension = "BUFFER", Width = 256 } ` +
	`local l = d:CreateCommandList { Type = "COPY", Name = "list beside", Allocator = a } ` +
	`for i = 1, 4 do l:CopyBufferRegion(y, 0, x, 0, 256) l:Close() q:ExecuteCommandLists { l } q:Signal(f, i) f:WaitCPU(i) a:Reset() l:Reset(a) end ` +
	`l:Close() end) end `

// numbers are those of objects without a name, which the thread shifts.
var numbers = regexp.MustCompile(` \d+"`)

// disturbed are the cases that the thread changes: what it creates stands where they find nothing.
var disturbed = []string{"descriptors/views/a root view at the end of a buffer"}

// TestCasesBesideAThread: a thread that has nothing to do with a case changes nothing of what is told.
func TestCasesBesideAThread(t *testing.T) {
	told := func(said []*diag.Diagnostic) string {
		var b strings.Builder
		for _, d := range said {
			b.WriteString(d.Code.String() + " " + numbers.ReplaceAllString(d.Title, ` N"`) + "\n")
		}
		return b.String()
	}
	ran, library := 0, modules(t, nil)
	files := sources{}
	for _, c := range all(t) {
		hash := fnv.New32a()
		hash.Write([]byte(c.id()))
		if hash.Sum32()%everyWrapped != everyWrapped/2 || slices.Contains(disturbed, c.id()) {
			continue
		}
		script := excerpt.Of(files.of(t, c.file), c.name)
		ran++
		t.Run(c.id(), func(t *testing.T) {
			t.Parallel()
			_, want := onTheTimeline(t, c)
			_, said := runText(t, c.file, beside+script, library, c.name)
			require.Equal(t, told(want), told(said))
		})
	}
	require.Greater(t, ran, 100)
}
