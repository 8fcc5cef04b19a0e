// Package folders is what a script may read and write: some folders, nothing outside them, and single files named by the user.
//
//	"../lib/a.lua" ──▶ candidates: folders and the paths below them ──▶ os.Root of the folder ──▶ bytes, or ErrOutside
//
// The package must not know Lua, the host or diagnostics.
package folders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrOutside is the error of a name that is in no folder that the script may use so.
var ErrOutside = errors.New("outside the folders of the script")

var errTooBig = errors.New("the file is too big")

// Files is the sandbox: the folders a script may read, and the one it may write. Every access goes through os.Root, so no
// symbolic link and no ".." leads out of them. It belongs to one goroutine at a time.
type Files struct {
	readable []*Folder // that of the script first
	out      *Folder   // nil for none
	named    []string  // files that are read as they are named, before the folders are looked at
	given    fs.FS     // files of the program, after the named ones; nil for none
	longest  int64     // bytes of a file that is read
}

// A Folder is opened at its first use.
type Folder struct {
	path string // absolute
	name string // as it was given

	mu   sync.Mutex // a read that was given up goes on alone
	root *os.Root
}

// New returns a sandbox that opens nothing yet: the folder of the script, further readable ones, single files under exactly their names, files that
// the program gives, and the folder for files that are written, readable too. "" is no folder, and nil no files. A file of more than the longest
// bytes is not read.
func New(dir string, allow, named []string, given fs.FS, out string, longest int64) *Files {
	f := &Files{named: named, given: given, longest: longest}
	add := func(dir string) *Folder {
		if dir == "" {
			return nil
		}
		path, err := filepath.Abs(dir)
		if err != nil {
			return nil // no working directory: the folder cannot be reached
		}
		d := &Folder{path: path, name: filepath.ToSlash(dir)}
		f.readable = append(f.readable, d)
		return d
	}
	add(dir)
	for _, dir := range allow {
		add(dir)
	}
	f.out = add(out)
	return f
}

// Close closes the folders that were opened. They would be opened again.
func (f *Files) Close() error {
	var first error
	for _, d := range f.readable {
		if err := d.close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func (d *Folder) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.root == nil {
		return nil
	}
	root := d.root
	d.root = nil
	return root.Close()
}

// Open returns the folder as a root, which the Files close.
func (d *Folder) Open() (*os.Root, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.root == nil {
		root, err := os.OpenRoot(d.path)
		if err != nil {
			return nil, err
		}
		d.root = root
	}
	return d.root, nil
}

// Own returns the folder of the script, nil for none; without one it is the first that may be read.
func (f *Files) Own() *Folder {
	if len(f.readable) == 0 {
		return nil
	}
	return f.readable[0]
}

// ReadOwn reads a path below the folder of the script, which must be.
func (f *Files) ReadOwn(path string) ([]byte, error) { return f.Own().read(path, f.longest) }

// Readable returns the folders that may be read as they were given.
func (f *Files) Readable() []string { return names(f.readable) }

// Writable returns the folder for files that are written as it was given, or nothing.
func (f *Files) Writable() []string {
	if f.out == nil {
		return nil
	}
	return names([]*Folder{f.out})
}

func names(folders []*Folder) []string {
	out := make([]string, len(folders))
	for i, d := range folders {
		out[i] = d.name
	}
	return out
}

// inside returns the path of an absolute name below the folder.
func (d *Folder) inside(name string) (string, bool) {
	rel, err := filepath.Rel(d.path, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return rel, true
}

// candidates returns the folders and paths a name may mean.
func (f *Files) candidates(name string, in []*Folder) (folders []*Folder, paths []string) {
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

// Read returns the bytes of a file. ErrOutside means that no folder of the script holds the name.
func (f *Files) Read(name string) ([]byte, error) {
	if strings.ContainsRune(name, 0) {
		return nil, errNul
	}
	if slices.Contains(f.named, name) {
		return f.readNamed(name)
	}
	data, err := f.readGiven(name)
	if err == nil {
		return data, nil
	}
	folders, paths := f.candidates(name, f.readable)
	for i, d := range folders {
		data, e := d.read(paths[i], f.longest)
		if e == nil {
			return data, nil
		}
		if i == 0 && errors.Is(err, ErrOutside) || errors.Is(err, fs.ErrNotExist) { // a link that leads out of a folder stays the answer
			err = e
		}
	}
	return nil, err
}

// readGiven reads a file of the program. A name that can be none of its files is outside.
func (f *Files) readGiven(name string) ([]byte, error) {
	name = path.Clean(filepath.ToSlash(name))
	if f.given == nil || !fs.ValidPath(name) {
		return nil, ErrOutside
	}
	file, err := f.given.Open(name)
	if err != nil {
		return nil, err
	}
	return readAll(file, f.longest)
}

// readNamed reads a file that the user named, wherever it is.
func (f *Files) readNamed(name string) ([]byte, error) {
	return ReadFile(name, f.longest)
}

// ReadFile reads a file of the system that has at most the longest bytes.
func ReadFile(name string, longest int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return readAll(file, longest)
}

// readAll reads a file and closes it. A pipe or a device says only at its end how many bytes it has.
func readAll(file fs.File, longest int64) ([]byte, error) {
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > longest {
		return nil, errTooBig
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(file, longest+1))
	switch {
	case err != nil:
		return nil, err
	case n > longest:
		return nil, errTooBig
	}
	return b.Bytes(), nil
}

func (d *Folder) read(path string, longest int64) ([]byte, error) {
	root, err := d.Open()
	if err != nil {
		return nil, err
	}
	file, err := root.Open(path)
	if err != nil {
		return nil, escaped(err)
	}
	return readAll(file, longest)
}

// Create opens a file of the output folder for writing, at its end or empty. ErrOutside means that it is not in that folder; of a pipe that
// nobody reads the error is the cause for which the context ends.
func (f *Files) Create(ctx context.Context, name string, atEnd bool) (*Writer, error) {
	if f.out == nil {
		return nil, ErrOutside
	}
	_, paths := f.candidates(name, []*Folder{f.out})
	if len(paths) == 0 {
		return nil, ErrOutside
	}
	if err := os.MkdirAll(f.out.path, 0o755); err != nil {
		return nil, &folderError{f.out.name, err}
	}
	root, err := f.out.Open()
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
	file, err := Within(ctx, func() (*os.File, error) { return root.OpenFile(paths[0], flags, 0o644) }, func(late *os.File) { late.Close() })
	if err != nil {
		return nil, escaped(err)
	}
	info, err := file.Stat()
	return &Writer{file: file, path: filepath.Join(f.out.path, paths[0]), waits: err == nil && !info.Mode().IsRegular(),
		remove: func() error { return root.Remove(paths[0]) }}, nil
}

// A Writer is a file that is open for writing. It belongs to one goroutine at a time.
type Writer struct {
	file  *os.File
	path  string
	waits bool // for who reads it: it may be a pipe

	remove func() error
}

// Path is where the file is, absolute.
func (w *Writer) Path() string { return w.path }

// Write writes all of the data. Of a pipe that nobody reads the error is the cause for which the context ends.
func (w *Writer) Write(ctx context.Context, data []byte) error {
	if !w.waits {
		_, err := w.file.Write(data)
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = w.file.SetWriteDeadline(time.Unix(1, 0)) }) // what takes no deadline does not wait
	defer stop()
	_, err := w.file.Write(data)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return context.Cause(ctx)
	}
	return err
}

// Close closes the file. It may be closed before.
func (w *Writer) Close() error { return w.file.Close() }

// Drop closes a file that cannot be written whole, and removes it: half a picture is none. A pipe stays.
func (w *Writer) Drop() error {
	err := w.file.Close()
	if w.waits {
		return err
	}
	return errors.Join(err, w.remove())
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
	return text + ": " + Reason(e.cause)
}

// escaped recognises what os.Root says of a path that a symbolic link leads out of the folder.
func escaped(err error) error {
	if err != nil && strings.HasSuffix(err.Error(), "path escapes from parent") {
		return ErrOutside
	}
	return err
}

// errNul is of a path that no system has.
var errNul = errors.New("a path has no NUL byte")

// Reason shortens an error of the operating system to what a reader needs, the common ones in the same words everywhere.
func Reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return fmt.Sprint(err)
		}
		err = inner
	}
}
