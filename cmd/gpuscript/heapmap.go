package main

import (
	"fmt"
	"os"

	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// mostMoments is how many rows a heap has in a picture at most: more do not fit on a screen, and every second is left out.
const mostMoments = 64

// writeHeapMap draws what a run recorded.
func writeHeapMap(path string, recorder *heapmap.Recorder) (err error) {
	if recorder == nil {
		return nil
	}
	file, err := os.Create(path)
	if err == nil {
		err = heapmap.Draw(file, recorder.Moments())
		if e := file.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return fmt.Errorf("--heapmap: %w", err)
	}
	return nil
}
