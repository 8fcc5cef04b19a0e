package conformance

import (
	"bytes"
	"context"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// caseOutcome runs one of the cases of a file, or lists them, and returns what is printed, and the diagnostics in full.
func caseOutcome(t *testing.T, file, name string, change func(*host.Options)) (out, said string) {
	var stdout bytes.Buffer
	source, err := os.ReadFile(filepath.Join("..", "cases", file))
	require.NoError(t, err)
	text := string(source)
	options := host.Options{Dir: filepath.Join("..", "cases"), Out: t.TempDir(), Stdout: &stdout,
		Limits: host.Limits{LuaSteps: 50_000_000, KernelSteps: 1 << 22, VRAMBytes: 256 << 20}}
	if name != "" {
		text, options.Args = excerpt.Of(text, name), []string{name}
	}
	change(&options)
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), file, text) // its errors are diagnostics of the result
	var found []*diag.Diagnostic
	for _, d := range h.Result().Diagnostics {
		if d.Severity != diag.SeverityAdvice {
			found = append(found, d)
		}
	}
	return stdout.String(), words(found)
}

// usualSeeds is -seeds without the flag.
const usualSeeds = 40

// asking are the cases whose scripts ask the adapter what it is, or how far it has come, and do something else then.
var asking = []string{
	"frames/whole_data.lua/textures streamed through a list of what is to be released, one value too early",
	"messages/forms.lua/features of the device are asked for with a struct",
	"queues/signals_and_waits.lua/an event that was set by hand is armed, and waited for twice", // before or after the fence sets it
	"frames/engines.lua/contexts with pools: one list for both queues",
	"frames/paced.lua/a flush in the middle of a frame: the flush waits for the one before", // a poll for other frames may find that this one is done
	"engine/results.lua/a hundred frames need as much as three",                             // allocators: how many are in use depends on how far the GPU is
	"cpu/handed_over.lua/a poll that decides what to do",
	"cpu/handed_over.lua/the number of frames between poll and use",
}

// onceOtherwise are cases that said something else in some runs once: which of several workers stands in its job, whether a wait can come before what
// another thread calls, which bytes a counter leads to, and whether another queue has brought by now what is missing.
var onceOtherwise = []struct{ file, name string }{
	{"queues/rivals.lua", "one of two workers waits within its job for a value that nobody gives"},
	{"queues/lowered.lua", "a queue waits for the value of a fence, and a thread that lowers it may lower it first"},
	{"commands/feeds_of_draws.lua", "two queues append to one buffer"},
	{"queues/brought_late.lua", "queries that are ended"},
	{"queues/brought_late.lua", "a target that is filled"},
	{"queues/brought_late.lua", "queries of which one is ended on another queue"},
}

// TestOnceOtherwise: these say the same under several seeds.
func TestOnceOtherwise(t *testing.T) {
	for _, c := range onceOtherwise {
		_, want := caseOutcome(t, c.file, c.name, func(*host.Options) {})
		require.NotEmpty(t, want)
		for seed := range uint64(10) {
			_, got := caseOutcome(t, c.file, c.name, schedule(seed+1, host.StopOnError))
			require.Equal(t, want, got, "%s, seed %d", c.name, seed+1)
		}
		_, got := caseOutcome(t, c.file, c.name, func(o *host.Options) { o.Adapter = "slow-copy" })
		require.Equal(t, want, got, c.name)
	}
}

// TestCasesUnderSchedules: the scripts of tests/cases say the same, word for word, whatever runs first and on every adapter. Each runs in two
// profiles, such that all come in turn, and under one in twenty of -seeds; without the flag an eighth of them does, each under a seed that its name
// gives: tests/cases explores other schedules of its own.
func TestCasesUnderSchedules(t *testing.T) {
	files, err := excerpt.Files(filepath.Join("..", "cases"))
	require.NoError(t, err)
	number, others := 0, slices.DeleteFunc(device.ProfileNames(), func(name string) bool { return name == "default" || name == "slow-copy" })
	few := testing.Short() || *seeds == usualSeeds
	for _, file := range files {
		listing, said := caseOutcome(t, file, "", func(*host.Options) {})
		require.Empty(t, said)
		for line := range strings.Lines(listing) {
			name, _, _ := strings.Cut(line, "\t")
			number++
			hash := fnv.New32a()
			hash.Write([]byte(file + "/" + name))
			drawn := hash.Sum32() // stays when cases are added before it
			if few && drawn%8 != 0 || slices.Contains(asking, file+"/"+name) {
				continue
			}
			t.Run(file+"/"+name, func(t *testing.T) {
				t.Parallel()
				_, want := caseOutcome(t, file, name, func(*host.Options) {})
				for _, profile := range []string{"slow-copy", others[drawn/8%uint32(len(others))]} {
					_, got := caseOutcome(t, file, name, func(o *host.Options) { o.Adapter = profile })
					require.Equal(t, want, got, profile)
				}
				first, last := uint64(1), *seeds/20
				if few {
					first = uint64(drawn/8%1000) + 1
					last = first
				}
				for seed := first; seed <= last; seed++ {
					_, got := caseOutcome(t, file, name, schedule(seed, host.StopOnError))
					require.Equal(t, want, got, "seed %d", seed)
				}
			})
		}
	}
	require.GreaterOrEqual(t, number, 300)
}
