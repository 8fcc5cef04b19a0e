package main

import (
	"fmt"
	"path/filepath"
)

// saved are the pictures that a script has saved, or the frames that were: no flag writes over a picture of the script, and no picture over a frame.
type saved map[string]bool

func (s saved) add(path string) { s[place(path)] = true }

// refuse is the error of a flag that names a file which is one of them.
func (s saved) refuse(flag, path string) error {
	if !s[place(path)] {
		return nil
	}
	return fmt.Errorf("--%s: the script saves %s itself; name another file or folder", flag, filepath.ToSlash(path))
}

// place is a path as the system sees it: absolute, and without links if there is such a file.
func place(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}
