package main

import (
	"io"
	"path/filepath"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace/timeline"
)

// writeTimeline draws what happened during a run of a script.
func (a *app) writeTimeline(path, script string, t *timeline.Timeline, place func(gpu.Site) string) error {
	if t == nil {
		return nil
	}
	o := timeline.Options{Title: filepath.Base(script), Place: place}
	return a.write("timeline", path, func(w io.Writer) error { return t.Draw(w, o) })
}
