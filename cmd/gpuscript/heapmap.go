package main

import (
	"io"

	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// mostMoments is how many rows a heap has in a picture at most: more do not fit on a screen, and every second is left out.
const mostMoments = 64

// writeHeapMap draws what a run recorded.
func (a *app) writeHeapMap(path string, recorder *heapmap.Recorder) error {
	if recorder == nil {
		return nil
	}
	return a.write("heapmap", path, func(w io.Writer) error { return heapmap.Draw(w, recorder.Moments()) })
}
