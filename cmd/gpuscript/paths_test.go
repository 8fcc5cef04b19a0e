package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestRefusedPaths shows that what cannot be written or read is refused before a script runs, and that nothing is left behind.
func TestRefusedPaths(t *testing.T) {
	files(t, map[string]string{"a.lua": "print('it ran')", "file": "x"})
	for _, flag := range []string{"frames", "gif", "apng", "heapmap", "out", "read"} {
		uses(t, "--"+flag+": got an empty name", "--"+flag+"=", "a.lua")
	}
	for _, flag := range []string{"gif", "apng", "heapmap"} {
		uses(t, "--"+flag+": cannot write no/x.bin: there is no folder no", "--"+flag+"=no/x.bin", "a.lua")
		refused(t, "--"+flag+": cannot write .: ", "--"+flag+"=.", "a.lua")
		refused(t, "--"+flag+": cannot write file/x: ", "--"+flag+"=file/x", "a.lua")
	}
	uses(t, "--trace: cannot write no/x.txt: there is no folder no", "--trace=text:no/x.txt", "a.lua")
	refused(t, "--frames: cannot make the folder file/x: ", "--frames=file/x", "a.lua")
	uses(t, "--read: there is no folder no/such", "--read=no/such", "a.lua")
	uses(t, "--read: file is a file, not a folder; a script reads the files that follow it on the command line without a flag", "--read=file", "a.lua")
	uses(t, "--junit: cannot write no/report.xml: there is no folder no", "test", "--junit=no/report.xml", "a.lua")
	uses(t, "--junit: got an empty name", "test", "--junit=", "a.lua")
	uses(t, "--limit-vram: got \"99999G\", want at most 4194240K", "--limit-vram=99999G", "a.lua")
	for _, flag := range []string{"gif=", "apng=", "heapmap=", "trace=text:"} {
		name, _, _ := strings.Cut(flag, "=")
		uses(t, "--"+name+": ./a.lua is the script; name another file", "--"+flag+"./a.lua", "a.lua")
	}
	text, err := os.ReadFile("a.lua")
	require.NoError(t, err)
	require.Equal(t, "print('it ran')", string(text))
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, entries, 2)
}

// refused is uses where the system words the end of the message.
func refused(t *testing.T, want string, args ...string) {
	t.Helper()
	stdout, stderr, exit := command(args...)
	require.Empty(t, stdout)
	require.True(t, strings.HasPrefix(stderr, "gpuscript: "+want), stderr)
	require.Equal(t, 1, strings.Count(stderr, "\n"))
	require.Equal(t, 2, exit)
}

// TestAcceptedPaths is the twin: paths that can be written leave files that were there before as they are, if there is
// nothing to write.
func TestAcceptedPaths(t *testing.T) {
	files(t, map[string]string{"a.lua": "print('it ran')", "old.gif": "from yesterday", "more/x": "x"})
	stdout, stderr, exit := command("--gif=old.gif", "--apng=new.png", "--frames=f/g", "--read=more", "--limit-vram=4194240K", "a.lua")
	require.Equal(t, "it ran\n", stdout)
	require.Equal(t, "presented no frames, so none were written\n", stderr)
	require.Zero(t, exit)
	require.NoFileExists(t, "new.png")
	require.DirExists(t, "f/g")
	old, err := os.ReadFile("old.gif")
	require.NoError(t, err)
	require.Equal(t, "from yesterday", string(old))
}

// TestSchedules shows the bounds of the flags that count.
func TestSchedules(t *testing.T) {
	files(t, map[string]string{"a.lua": ""})
	for _, value := range []string{"-4", "0", "x", "1.5", "1000000001", "99999999999999999999"} {
		for _, flag := range []string{"schedules", "jobs"} {
			uses(t, "--"+flag+": got \""+value+"\", want a whole number from 1 to 1000000000", "check", "--"+flag+"="+value, "a.lua")
		}
	}
	stdout, _, exit := command("check", "--schedules=1", "--jobs=1000000000", "a.lua")
	require.Equal(t, "the timeline and 1 other schedule do the same\n", stdout)
	require.Zero(t, exit)
}

// TestExplainWhole shows that a pipe gets the example scripts of a code as they run.
func TestExplainWhole(t *testing.T) {
	long := 0
	for _, d := range diag.Docs() {
		stdout := explained(t, d.Code)
		for _, example := range []string{d.Example, d.Fixed} {
			for line := range strings.Lines(example) {
				require.Contains(t, stdout, strings.TrimRight(line, "\n"), d.Code)
				if len(line) > 120 {
					long++
				}
			}
		}
	}
	require.NotZero(t, long, "some lines are long")
	const text = "local a = 1\n\nprint('äöüäöü')\n"
	require.Equal(t, "    local a…\n\n    print('…\n", script(text, 8))
	require.Equal(t, "    local a = 1\n\n    print('äöüäöü')\n", script(text, 0))
}

// TestNoCodeMatches shows that a search without result says so.
func TestNoCodeMatches(t *testing.T) {
	uses(t, "no code mentions zzzz; gpuscript explain --list lists all", "explain", "--list", "zzzz")
	uses(t, "no code mentions zzzz or yyyy; gpuscript explain --list lists all", "explain", "--list", "zzzz", "yyyy")
}

// What is wrong with a script is shown although something else cannot be written.
func TestFullOutputOfAWrongScript(t *testing.T) {
	files(t, map[string]string{"a.lua": "print(1) error('wrong')"})
	var errs strings.Builder
	a := &app{stdout: full{}, stderr: &errs, env: os.Getenv}
	require.Equal(t, 2, a.main(context.Background(), []string{"a.lua"}))
	require.Contains(t, errs.String(), "error[GS0103]: wrong\n")
	require.Contains(t, errs.String(), "gpuscript: cannot write the output: no space left\n")
}
