package cases

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// minimumChecks is how many checks the files of shaders make at least, together.
const minimumChecks = 380

// TestShaders runs the files of shaders: small kernels and draws whose results each file computes in Lua, compiled and interpreted.
func TestShaders(t *testing.T) {
	files, err := filepath.Glob("shaders/*.lua")
	require.NoError(t, err)
	total := 0
	for _, file := range files {
		name := filepath.Base(file)
		if name == "rig.lua" {
			continue
		}
		t.Run(strings.TrimSuffix(name, ".lua"), func(t *testing.T) {
			total += checks(t, file, false)
			checks(t, file, true)
		})
	}
	require.GreaterOrEqual(t, total, minimumChecks)
}

// checks runs a file of shaders and returns how many checks it made; the last line that it prints says so, those before it what failed.
func checks(t *testing.T, file string, interpret bool) int {
	var stdout bytes.Buffer
	seen := &observer{}
	h := host.New(host.Options{Dir: "shaders", Out: t.TempDir(), Stdout: &stdout, Observer: seen, Interpreter: interpret,
		Limits: host.Limits{LuaSteps: 200_000_000, KernelSteps: 1 << 22, VRAMBytes: 512 << 20}})
	defer func() { require.NoError(t, h.Close()) }()
	require.NoError(t, h.RunFile(context.Background(), file))
	text := strings.TrimSpace(stdout.String())
	verdict := text[strings.LastIndex(text, "\n")+1:]
	count, failures := 0, 0
	_, err := fmt.Sscanf(verdict, "%d checks, %d failures", &count, &failures)
	require.NoError(t, err, "%s does not end with a verdict: %q", file, verdict)
	require.Zero(t, failures, "interpreted: %v\n%s", interpret, text)
	return count
}
