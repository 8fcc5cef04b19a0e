package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// nameFlag adds a flag that names one thing, a file for example. An empty name is refused: it is a variable of a shell that is not set.
func nameFlag(g *pflag.FlagSet, value *string, name, usage string) {
	g.Var(&nameValue{value: value}, name, usage)
}

// nameValue is the value of nameFlag.
type nameValue struct{ value *string }

// String implements pflag.Value. pflag calls it on a zero value too.
func (p *nameValue) String() string {
	if p.value == nil {
		return ""
	}
	return *p.value
}

// Type implements pflag.Value.
func (p *nameValue) Type() string { return "string" }

// Set implements pflag.Value.
func (p *nameValue) Set(text string) error {
	if text == "" {
		return errors.New("got an empty name")
	}
	*p.value = text
	return nil
}

// folderValues is the value of --read: folders that are there.
type folderValues struct{ values *[]string }

// String implements pflag.Value.
func (f *folderValues) String() string {
	if f.values == nil {
		return ""
	}
	return strings.Join(*f.values, ", ")
}

// Type implements pflag.Value.
func (f *folderValues) Type() string { return "string" }

// Set implements pflag.Value.
func (f *folderValues) Set(text string) error {
	if text == "" {
		return errors.New("got an empty name")
	}
	shown := filepath.ToSlash(text)
	switch info, err := os.Stat(text); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", shown)
	case err != nil:
		return fmt.Errorf("cannot read the folder %s: %w", shown, cause(err))
	case !info.IsDir():
		return fmt.Errorf("%s is a file, not a folder; a script reads the files that follow it on the command line without a flag", shown)
	}
	*f.values = append(*f.values, text)
	return nil
}

// countValue is the value of a flag that takes a number above 0.
type countValue struct{ value *int }

// String implements pflag.Value.
func (c *countValue) String() string {
	if c.value == nil {
		return ""
	}
	return strconv.Itoa(*c.value)
}

// Type implements pflag.Value.
func (c *countValue) Type() string { return "number" }

// Set implements pflag.Value.
func (c *countValue) Set(text string) error {
	const most = 1_000_000_000
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("got %q, want a whole number from 1 to %d", text, most)
	}
	*c.value = n
	return nil
}

// writable refuses a file that cannot be written, before the work is done that it shall hold. It leaves what is there as it
// is, and nothing after. The empty path is a flag that was not given.
func writable(flag, path string) error {
	if path == "" {
		return nil
	}
	if waits(path) {
		return nil
	}
	_, missing := os.Lstat(path)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err == nil {
		err = file.Close()
		if missing != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return unwritable(flag, path, err)
}

// waits reports whether a path is that of something which may wait for its reader when it is opened: a pipe.
func waits(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

var errUnread = errors.New("interrupted; nobody reads the pipe")

// create makes a file, or opens a pipe, which waits until somebody reads it or the user interrupts.
func (a *app) create(path string) (*os.File, error) {
	if !waits(path) {
		return os.Create(path)
	}
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0) // who gave up waiting leaves no file where the pipe was
		opened <- result{file, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-a.interrupted:
		return nil, errUnread
	}
}

// unwritable words why a file or folder cannot be written; nil for no error.
func unwritable(flag, path string, err error) error {
	if err == nil {
		return nil
	}
	shown := filepath.ToSlash(path)
	if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) {
		if _, e := os.Stat(dir); e != nil {
			return fmt.Errorf("--%s: cannot write %s: there is no folder %s", flag, shown, filepath.ToSlash(dir))
		}
	}
	return fmt.Errorf("--%s: cannot write %s: %w", flag, shown, cause(err))
}

// cause is the error of the system without the operation and the path, which the message names already.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
