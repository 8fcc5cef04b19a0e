package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mistake is the script of the README that a wait is missing in.
const mistake = "scene.lua"

// TestTimelines: the pictures in the documentation and in testdata are those of the examples; one of them is the first mistake of the README.
func TestTimelines(t *testing.T) {
	for _, tt := range []struct {
		script, picture string
		exit            int
	}{
		{"scripts/multi_engine_frame.lua", "docs/multi_engine_frame.svg", 0},
		{mistake, "docs/missing_wait.svg", 1},
		{"scripts/pipelined_race.lua", "cmd/gpuscript/testdata/pipelined_race.svg", 1},
		{"scripts/pipelined_compute.lua", "cmd/gpuscript/testdata/pipelined_compute.svg", 0},
	} {
		t.Run(filepath.Base(tt.script), func(t *testing.T) {
			t.Chdir("../..")
			out, script := t.TempDir(), tt.script
			if script == mistake {
				text, err := os.ReadFile("README.md")
				require.NoError(t, err)
				_, script, _ = strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "## What a mistake looks like")
				_, script, _ = strings.Cut(script, "```lua\n")
				script, _, _ = strings.Cut(script, "```")
				picture, err := filepath.Abs(tt.picture)
				require.NoError(t, err)
				tt.picture = picture
				t.Chdir(out)
				require.NoError(t, os.WriteFile(mistake, []byte(script), 0o644))
				script = mistake
			}
			path := filepath.Join(out, "time.svg")
			_, stderr, exit := command("--timeline="+path, "--out="+out, script)
			require.Equal(t, tt.exit, exit, stderr)
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			if *update {
				require.NoError(t, os.WriteFile(tt.picture, got, 0o644))
			}
			want, err := os.ReadFile(tt.picture)
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), string(got), "if the change is meant: go test ./cmd/gpuscript -run Timelines -update")
		})
	}
}

// TestTimelineOfARace: the picture shows both accesses of the message and the arrow between them.
func TestTimelineOfARace(t *testing.T) {
	picture, err := os.ReadFile("testdata/pipelined_race.svg")
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(picture), `class="accused"`))
	require.Equal(t, 2, strings.Count(string(picture), `class="missing" marker-end`), "the arrow, and its entry in the legend")
	for _, s := range []string{"GS0512", "writes surface 1[0, 2560) through u0 by Dispatch", "reads surface 1[0, 2560) through t0 by Dispatch", "missing: call Wait"} {
		require.Contains(t, string(picture), s)
	}
}

// TestTraceJSON: a trace is one JSON text, the same in every run, and says what the text says.
func TestTraceJSON(t *testing.T) {
	files(t, map[string]string{"a.lua": upload})
	_, stderr, exit := command("--trace=json:trace.json", "a.lua")
	require.Zero(t, exit, stderr)
	require.Empty(t, stderr)
	text, err := os.ReadFile("trace.json")
	require.NoError(t, err)
	var trace struct {
		TraceEvents []struct {
			Name string         `json:"name"`
			Args map[string]any `json:"args"`
		} `json:"traceEvents"`
	}
	require.NoError(t, json.Unmarshal(text, &trace))
	found := false
	for _, e := range trace.TraceEvents {
		if e.Name == "CopyBufferRegion" {
			found = true
			require.Equal(t, []any{"reads from[0, 16)", "writes to[0, 16)"}, e.Args["accesses"])
			require.Regexp(t, `^a\.lua:8:\d+$`, e.Args["script"])
		}
	}
	require.True(t, found)
	_, _, exit = command("--trace=json:again.json", "--timeline=time.svg", "a.lua")
	require.Zero(t, exit)
	again, err := os.ReadFile("again.json")
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
	require.FileExists(t, "time.svg")

	for _, flag := range []string{"--trace=json:nowhere/trace.json", "--timeline=nowhere/time.svg"} {
		_, stderr, exit = command(flag, "a.lua")
		require.Equal(t, 2, exit)
		require.Contains(t, stderr, "nowhere/")
	}
}
