package tidy

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

var lowerFlag = flag.Bool("lower", false, "take lines out of ratchet.txt that are no longer needed")

const ratchetFile = "ratchet.txt"

// TestTidy checks the repository.
func TestTidy(t *testing.T) {
	repository, err := load(os.DirFS("../.."))
	require.NoError(t, err)
	var found []complaint
	for _, c := range checks {
		found = append(found, c.find(repository)...)
	}
	text, err := os.ReadFile(ratchetFile)
	require.NoError(t, err)
	allowed, err := parseRatchet(string(text))
	require.NoError(t, err)
	worse, stale, lower := verdict(found, allowed)
	if *lowerFlag {
		require.NoError(t, os.WriteFile(ratchetFile, []byte(formatRatchet(lower)), 0o644))
		stale = nil
	}
	for _, line := range worse {
		t.Error(line)
	}
	for _, line := range stale {
		t.Errorf("%s: the line %q is no longer needed: go test ./tests/tidy -lower", ratchetFile, line)
	}
}
