package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

var (
	errOutside = errors.New("outside the folders of the script")
	errTooBig  = errors.New("the file is too big")
)

// files is the sandbox: the folders a script may read, and the one it may write. Every access goes through os.Root, so no
// symbolic link and no ".." leads out of them.
type files struct {
	readable []*folder // Dir first
	out      *folder   // nil for none
	dir      string    // what relative names are relative to
	named    []string  // files that are read as they are named, before the folders are looked at
}

// A folder is opened at its first use.
type folder struct {
	path string // absolute
	name string // as it was given
	root *os.Root
}

func newFiles(o Options) *files {
	f := &files{dir: o.Dir, named: o.Named}
	add := func(dir string) *folder {
		if dir == "" {
			return nil
		}
		path, err := filepath.Abs(dir)
		if err != nil {
			return nil // no working directory: the folder cannot be reached
		}
		d := &folder{path: path, name: filepath.ToSlash(dir)}
		f.readable = append(f.readable, d)
		return d
	}
	add(o.Dir)
	for _, dir := range o.Allow {
		add(dir)
	}
	f.out = add(o.Out)
	return f
}

func (f *files) close() error {
	var first error
	for _, d := range f.readable {
		if d.root == nil {
			continue
		}
		if err := d.root.Close(); err != nil && first == nil {
			first = err
		}
		d.root = nil
	}
	return first
}

func (d *folder) open() (*os.Root, error) {
	if d.root == nil {
		root, err := os.OpenRoot(d.path)
		if err != nil {
			return nil, err
		}
		d.root = root
	}
	return d.root, nil
}

// inside returns the path of an absolute name below the folder.
func (d *folder) inside(name string) (string, bool) {
	rel, err := filepath.Rel(d.path, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return rel, true
}

// candidates returns the folders and paths a name may mean.
func (f *files) candidates(name string, in []*folder) (folders []*folder, paths []string) {
	native := filepath.FromSlash(name)
	for _, d := range in {
		bases := []string{d.path}
		if d != f.readable[0] {
			bases = append(bases, f.readable[0].path)
		}
		for i, base := range bases {
			full := native
			if !filepath.IsAbs(native) {
				full = filepath.Join(base, native)
			} else if i > 0 {
				break
			}
			if rel, ok := d.inside(full); ok {
				folders, paths = append(folders, d), append(paths, rel)
			}
		}
	}
	return folders, paths
}

// read returns the bytes of a file. errOutside means that no folder of the script holds the name.
func (f *files) read(name string) ([]byte, error) {
	if slices.Contains(f.named, name) {
		return readNamed(name)
	}
	folders, paths := f.candidates(name, f.readable)
	var err error
	for i, d := range folders {
		data, e := d.read(paths[i])
		if e == nil {
			return data, nil
		}
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			err = e
		}
	}
	if err == nil {
		err = errOutside
	}
	return nil, err
}

// readNamed reads a file that the user named, wherever it is.
func readNamed(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxString {
		return nil, errTooBig
	}
	return os.ReadFile(name)
}

func (d *folder) read(path string) ([]byte, error) {
	root, err := d.open()
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(path)
	if err != nil {
		return nil, escaped(err)
	}
	if info.Size() > maxString {
		return nil, errTooBig
	}
	data, err := root.ReadFile(path)
	return data, escaped(err)
}

// create opens a file of the output folder for writing, at its end or empty.
func (f *files) create(name string, atEnd bool) (*os.File, error) {
	if f.out == nil {
		return nil, errOutside
	}
	_, paths := f.candidates(name, []*folder{f.out})
	if len(paths) == 0 {
		return nil, errOutside
	}
	if err := os.MkdirAll(f.out.path, 0o755); err != nil {
		return nil, &folderError{f.out.name, err}
	}
	root, err := f.out.open()
	if err != nil {
		return nil, err
	}
	if dir := filepath.Dir(paths[0]); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return nil, escaped(err)
		}
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if atEnd {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	file, err := root.OpenFile(paths[0], flags, 0o644)
	return file, escaped(err)
}

// folderError says that the folder for files of the script cannot be made.
type folderError struct {
	name  string
	cause error
}

// Error implements error.
func (e *folderError) Error() string {
	text := fmt.Sprintf("the folder \"%s\" cannot be made", e.name)
	if errors.Is(e.cause, fs.ErrNotExist) {
		return text
	}
	return text + ": " + reason(e.cause)
}

// escaped recognises what os.Root says of a path that a symbolic link leads out of the folder.
func escaped(err error) error {
	if err != nil && strings.HasSuffix(err.Error(), "path escapes from parent") {
		return errOutside
	}
	return err
}

// outside is the diagnostic of a file the script may not touch.
func (h *Host) outside(name, verb string) *diag.Diagnostic {
	d := diag.New(diag.FileOutsideSandbox, "the script may not %s \"%s\"", verb, name)
	var dirs []string
	folders := h.files.readable
	if verb == "write" {
		folders = nil
		if h.files.out != nil {
			folders = []*folder{h.files.out}
		}
	}
	for _, f := range folders {
		dirs = append(dirs, "\""+f.name+"\"")
	}
	if len(dirs) == 0 {
		return d.Because("No folder was given in which it may %s files.", verb)
	}
	d.Because("It may %s files in %s.", verb, strings.Join(dirs, ", "))
	if verb == "read" {
		h.files.suggest(name, d)
	}
	return d
}

// refuseFile raises an access outside the sandbox; other errors are the caller's.
func (h *Host) refuseFile(L *lua.LState, name string, err error) {
	if errors.Is(err, errOutside) {
		h.raise(L, h.outside(name, "read"))
	}
}

// ReadFile reads a file for a module, within the folders the script may read. The error is a *diag.Error.
func (h *Host) ReadFile(name string) ([]byte, error) {
	data, err := h.files.read(name)
	if errors.Is(err, errOutside) {
		return nil, diag.AsError(h.outside(name, "read"))
	}
	if err != nil {
		return nil, diag.AsError(h.files.suggest(name, diag.New(diag.FileUnreadable, "cannot read file \"%s\": %s", name, reason(err))))
	}
	return data, nil
}

// suggest adds the file of the script's own folder whose name is next to one that cannot be read, in the same folder below it.
func (f *files) suggest(name string, d *diag.Diagnostic) *diag.Diagnostic {
	if len(f.readable) == 0 {
		return d
	}
	root, err := f.readable[0].open()
	if err != nil {
		return d
	}
	folder, file := path.Split(filepath.ToSlash(name))
	for strings.HasPrefix(folder, "../") {
		folder = folder[len("../"):]
	}
	entries, err := fs.ReadDir(root.FS(), path.Clean("./"+folder))
	if err != nil {
		return d
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	near := bindings.Nearest(file, names)
	if slices.Contains(names, file) {
		near = file
	}
	if near = folder + near; near == folder || near == name {
		return d
	}
	return d.HelpSpelling(name, near, "did you mean %q?", near)
}

// WriteFile writes a file for a module into the output folder and counts it as output. The error is a *diag.Error.
func (h *Host) WriteFile(name string, data []byte) error {
	defer func() { h.image = image{} }()
	n := int64(len(data))
	if limit := h.limits.OutputBytes; limit >= 0 && h.printed+n > limit {
		return diag.AsError(diag.New(diag.OutputLimit, "file \"%s\" of %s bytes is more than the output limit leaves", name, grouped(n)).
			Because("%s bytes were written before; the limit, Limits.OutputBytes, is %s.", grouped(h.printed), grouped(limit)))
	}
	file, err := h.files.create(name, false)
	if errors.Is(err, errOutside) {
		return diag.AsError(h.outside(name, "write"))
	}
	if err == nil {
		_, err = file.Write(data)
		if e := file.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return diag.AsError(diag.New(diag.FileUnreadable, "cannot write file \"%s\": %s", name, reason(err)))
	}
	h.printed += n
	h.showImage(name)
	return nil
}
