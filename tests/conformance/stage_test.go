package conformance

import (
	"testing"
)

// TestPictureQueue: what depth textures with their planes, resolves, render passes, bundles and memory that resources share break on one queue is
// reported, and nothing else is.
func TestPictureQueue(t *testing.T) { compareErrands(t, randomStage) }
