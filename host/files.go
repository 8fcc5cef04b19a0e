package host

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/folders"
)

// outside is the diagnostic of a file the script may not touch.
func (h *Host) outside(name, verb string) *diag.Diagnostic {
	d := diag.New(diag.FileOutsideSandbox, "the script may not %s \"%s\"", verb, name)
	dirs := h.files.Readable()
	if verb == "write" {
		dirs = h.files.Writable()
	}
	if len(dirs) == 0 {
		return d.Because("No folder was given in which it may %s files.", verb)
	}
	d.Because("It may %s files in \"%s\".", verb, strings.Join(dirs, "\", \""))
	if verb == "read" {
		h.suggest(name, d)
	}
	return d
}

// refuseFile raises an access outside the sandbox; other errors are the caller's.
func (h *Host) refuseFile(L *lua.LState, name string, err error) {
	if errors.Is(err, folders.ErrOutside) {
		h.raise(L, h.outside(name, "read"))
	}
}

// unusable is the error of a file that cannot be used, in which errors.Is finds why, for example fs.ErrNotExist.
func unusable(d *diag.Diagnostic, cause error) error {
	return &diag.Error{Diagnostics: []*diag.Diagnostic{d}, Cause: cause}
}

// ReadFile reads a file on behalf of a module, within the folders the script may read. The error is a *diag.Error, in which errors.Is finds
// fs.ErrNotExist and the like, or ErrClosed.
func (h *Host) ReadFile(name string) ([]byte, error) {
	if h.L.IsClosed() {
		return nil, ErrClosed
	}
	if name == "" {
		return nil, diag.AsError(diag.New(diag.FileUnreadable, "the name of the file is empty"))
	}
	data, err := h.whileRunning(func() ([]byte, error) { return h.files.Read(name) })
	if errors.Is(err, folders.ErrOutside) {
		return nil, diag.AsError(h.outside(name, "read"))
	}
	if err != nil {
		return nil, unusable(h.suggest(name, diag.New(diag.FileUnreadable, "cannot read file \"%s\": %s", name, folders.Reason(err))), err)
	}
	return data, nil
}

// nearFolder is a folder below a root, with each part that is not there in the name of the folder there that is next to it; "" for the root.
func nearFolder(root fs.FS, folder string) (near string) {
	for part := range strings.SplitSeq(strings.Trim(folder, "/"), "/") {
		entries, err := fs.ReadDir(root, path.Clean("./"+near))
		if err != nil || part == "" {
			return near
		}
		var names []string
		for _, e := range entries {
			if e.IsDir() {
				names = append(names, e.Name())
			}
		}
		if !slices.Contains(names, part) {
			part = cmp.Or(bindings.Nearest(part, names), part)
		}
		near = path.Join(near, part)
	}
	return near
}

// suggest adds the file of the script's own folder whose name is next to one that cannot be read, in the same folder below it.
func (h *Host) suggest(name string, d *diag.Diagnostic) *diag.Diagnostic {
	if strings.ContainsRune(name, 0) {
		return d.HelpText("in a string of Lua '\\' begins an escape, and \\0 is a NUL byte: write '/' between the folders of a path")
	}
	own := h.files.Own()
	if own == nil {
		return d
	}
	root, err := own.Open()
	if err != nil {
		return d
	}
	folder, file := path.Split(filepath.ToSlash(name))
	for strings.HasPrefix(folder, "../") {
		folder = folder[len("../"):]
	}
	if folder = nearFolder(root.FS(), folder); folder != "" {
		folder += "/"
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

// create opens a file of the output folder for writing, at its end or empty, and says so.
func (h *Host) create(name string, atEnd bool) (*folders.Writer, error) {
	w, err := h.files.Create(h.now(), name, atEnd)
	if err == nil && h.options.OnFile != nil {
		h.options.OnFile(w.Path())
	}
	return w, err
}

// save writes a whole file, or gives it to the program. One that does not fit on the disk leaves nothing behind.
func (h *Host) save(name string, data []byte) error {
	if h.options.Save != nil {
		return h.options.Save(name, data)
	}
	file, err := h.create(name, false)
	if err != nil {
		return err
	}
	if err := file.Write(h.now(), data); err != nil {
		_ = file.Drop() // why it cannot be written is what is told
		return err
	}
	return file.Close()
}

// WriteFile writes a file on behalf of a module into the output folder, or passes it to Options.Save, and counts it as output. Errors are
// as for ReadFile.
func (h *Host) WriteFile(name string, data []byte) error {
	if h.L.IsClosed() {
		return ErrClosed
	}
	defer func() { h.image = image{} }()
	n := int64(len(data))
	if d := h.beyond(n, "file \"%s\" of %s is more than the output limit leaves", name, inBytes(n)); d != nil {
		return diag.AsError(d)
	}
	err := h.save(name, data)
	if errors.Is(err, folders.ErrOutside) {
		return diag.AsError(h.outside(name, "write"))
	}
	if err != nil {
		return unusable(diag.New(diag.FileUnreadable, "cannot write file \"%s\": %s", name, folders.Reason(err)), err)
	}
	h.printed += n
	h.showImage(name)
	return nil
}
