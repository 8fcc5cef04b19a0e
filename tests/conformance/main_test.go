package conformance

import (
	"runtime/debug"
	"testing"
)

// TestMain lets garbage grow to some hundred megabytes: each of the many hosts of these tests is small and soon forgotten, and collecting after every
// one of them costs a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
