package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// command is the package of the built program, below this folder's grandparent.
const command = "cmd/gpuscript"

// startVariant builds the command and runs a trivial script with it, a process each time.
func startVariant(t testing.TB) *variant {
	const name = "start of the command, one print"
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, command)); err != nil {
		return skipped(name, "no "+command)
	}
	folder := t.TempDir()
	binary, script := filepath.Join(folder, "gpuscript.exe"), filepath.Join(folder, "hello.lua")
	build := exec.Command("go", "build", "-o", binary, "./"+command)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return skipped(name, fmt.Sprintf("go build: %s", out))
	}
	require.NoError(t, os.WriteFile(script, []byte(`print "hello"`), 0o600))
	return &variant{name: name, close: func() {}, run: func(times int) (time.Duration, error) {
		start := time.Now()
		for range times {
			if out, err := exec.Command(binary, script).CombinedOutput(); err != nil {
				return 0, fmt.Errorf("%w: %s", err, out)
			}
		}
		return time.Since(start), nil
	}}
}

// BenchmarkStart reports what a process that runs a trivial script takes.
func BenchmarkStart(b *testing.B) {
	v := startVariant(b)
	if v.skip != "" {
		b.Skip("skipped: " + v.skip)
	}
	got := measure(b, []*variant{v}, 20)[v.name]
	b.ReportMetric(float64(got.p10), "ns/op")
	b.ReportMetric(float64(got.median), "ns-median")
}
