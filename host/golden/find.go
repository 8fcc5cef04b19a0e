package golden

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Find returns the scripts of files and folders, sorted, each once. In a folder these are all files that end in ".lua" on any
// level, no pipes and devices, but for folders named "lib", which hold modules, and folders whose name begins with '.' or '_'.
func Find(paths []string) ([]string, error) {
	var scripts []string
	for _, path := range paths {
		found := len(scripts)
		err := filepath.WalkDir(path, func(p string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && p != path && hidden(e.Name()):
				return fs.SkipDir
			case !e.IsDir() && (p == path || strings.HasSuffix(p, ".lua") && e.Type()&^fs.ModeSymlink == 0):
				scripts = append(scripts, p)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(scripts) == found {
			return nil, fmt.Errorf("there is no script (*.lua) in the folder %s", filepath.ToSlash(path))
		}
	}
	for _, s := range scripts {
		if !strings.HasSuffix(s, ".lua") {
			return nil, fmt.Errorf("the name of a script to test must end in .lua, so that its .golden has a place: got %s", filepath.ToSlash(s))
		}
	}
	slices.Sort(scripts)
	return slices.Compact(scripts), nil
}

// hidden reports whether a folder holds no scripts to test.
func hidden(name string) bool {
	return name == "lib" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}
