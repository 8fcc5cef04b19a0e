package main

import (
	"fmt"
	"path/filepath"
)

// saved are the files that a script has written, or the frames that were saved: no flag writes over a file of the script, and none of its files takes
// the place of a frame. They are paths by their places.
type saved map[string]string

func (s saved) add(path string) { s[place(path)] = path }

// refuse is the error of a flag that names a file which is one of them.
func (s saved) refuse(flag, path string) error {
	if s[place(path)] == "" {
		return nil
	}
	return inTheWay(flag, path)
}

// inTheWay is the error of a flag that would write a file of the script.
func inTheWay(flag, path string) error {
	return fmt.Errorf("--%s: the script writes %s itself; name another file or folder", flag, filepath.ToSlash(path))
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
