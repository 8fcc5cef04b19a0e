package host

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"weak"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/folders"
	"github.com/gpuscript/gpuscript/host/internal/lualib"
)

// A file is what io.open returns: a whole file in memory for reading, or an open one for writing.
type file struct {
	name   string
	data   []byte // of a file for reading
	pos    int
	out    *folders.Writer // of a file for writing
	std    bool            // the output of the script
	closed bool
}

func (h *Host) newFileMeta() *lua.LTable {
	methods := h.L.NewTable()
	fields := map[string]lua.LValue{}
	h.add(fields, functions{
		"close":   h.fileClose,
		"flush":   func(L *lua.LState) int { h.checkFile(L); L.Push(lua.LTrue); return 1 },
		"lines":   h.fileLines,
		"read":    lualib.Finite(h.fileRead, 2),
		"seek":    lualib.Finite(h.fileSeek, 3),
		"setvbuf": func(L *lua.LState) int { h.checkFile(L); L.Push(lua.LTrue); return 1 },
		"write":   h.fileWrite,
	})
	fill(methods, fields)
	mt := h.L.NewTable()
	mt.RawSetString("__index", methods)
	mt.RawSetString("__metatable", lua.LString("file"))
	mt.RawSetString("__tostring", h.L.NewFunction(func(L *lua.LState) int {
		f, _ := L.CheckUserData(1).Value.(*file)
		text := "file"
		if f != nil {
			text = "file (" + f.name + ")"
		}
		L.Push(lua.LString(text))
		return 1
	}))
	return mt
}

func (h *Host) fileValue(f *file) *lua.LUserData {
	ud := h.L.NewUserData()
	ud.Value, ud.Metatable = f, h.fileMeta
	return ud
}

func (h *Host) ioFunctions() functions {
	noInput := func(L *lua.LState) int {
		h.raise(L, diag.New(diag.NotInSandbox, "a script has no standard input").
			Because("What it reads must be the same in every run.").
			HelpText("Read a file with io.open, or take values from the table arg."))
		return 0
	}
	std := h.fileValue(&file{name: "stdout", std: true})
	return functions{
		"close": h.fileClose,
		"input": noInput,
		"lines": h.ioLines,
		"open":  h.ioOpen,
		"output": func(L *lua.LState) int {
			if L.GetTop() > 0 {
				L.RaiseError("io.output cannot be changed: open a file and write to it")
			}
			L.Push(std)
			return 1
		},
		"popen": func(L *lua.LState) int {
			h.raise(L, diag.New(diag.NotInSandbox, "io.popen is not available to scripts").
				Because("A script can neither start programs nor see the environment of this one."))
			return 0
		},
		"read": noInput,
		"type": func(L *lua.LState) int {
			ud, ok := L.Get(1).(*lua.LUserData)
			if !ok {
				L.Push(lua.LNil)
				return 1
			}
			switch f, isFile := ud.Value.(*file); {
			case !isFile:
				L.Push(lua.LNil)
			case f.closed:
				L.Push(lua.LString("closed file"))
			default:
				L.Push(lua.LString("file"))
			}
			return 1
		},
		"write": func(L *lua.LState) int {
			L.Insert(std, 1)
			return h.fileWrite(L)
		},
	}
}

// ioOpen returns a file, or nil and the message if there is none of the name. A name outside the sandbox is an error.
func (h *Host) ioOpen(L *lua.LState) int {
	name, mode := L.CheckString(1), strings.TrimSuffix(L.OptString(2, "r"), "b")
	f := &file{name: name}
	var err error
	verb := "read"
	switch mode {
	case "r":
		f.data, err = h.whileRunning(func() ([]byte, error) { return h.files.Read(name) })
	case "w", "a":
		verb = "write"
		if f.out, err = nil, errTooMany; h.mayOpen() {
			f.out, err = h.create(name, mode == "a")
		}
	default:
		L.ArgError(2, "mode is 'r' to read, 'w' to write a new file or 'a' to write at the end")
	}
	if errors.Is(err, folders.ErrOutside) {
		h.raise(L, h.outside(name, verb))
	}
	if err != nil {
		L.Push(lua.LNil)
		L.Push(lua.LString(name + ": " + folders.Reason(err)))
		return 2
	}
	if f.out != nil {
		h.written = append(h.written, weak.Make(f))
	}
	L.Push(h.fileValue(f))
	return 1
}

// maxFiles is how many files a script may have open for writing at once: those of a process are few, and the program needs some.
const maxFiles = 256

var errTooMany = fmt.Errorf("more than %d files are open for writing", maxFiles)

// mayOpen reports whether a script may open one more file for writing. Files that it has lost without closing them are closed when they are garbage.
func (h *Host) mayOpen() bool {
	for range 2 {
		h.written = slices.DeleteFunc(h.written, func(p weak.Pointer[file]) bool { f := p.Value(); return f == nil || f.closed })
		if len(h.written) < maxFiles {
			return true
		}
		runtime.GC()
	}
	return false
}

// closeFiles closes what the script has left open.
func (h *Host) closeFiles() (err error) {
	for _, p := range h.written {
		if f := p.Value(); f != nil && !f.closed {
			f.closed = true
			err = errors.Join(err, f.out.Close())
		}
	}
	h.written = nil
	return err
}

// checkFile returns the open file that is the first argument.
func (h *Host) checkFile(L *lua.LState) *file {
	ud := L.CheckUserData(1)
	f, ok := ud.Value.(*file)
	if !ok {
		L.ArgError(1, "file expected")
	}
	if f.closed {
		L.RaiseError("attempt to use the closed file \"%s\"", f.name)
	}
	return f
}

func (h *Host) fileClose(L *lua.LState) int {
	f := h.checkFile(L)
	if f.std {
		L.RaiseError("the output of the script cannot be closed")
	}
	f.closed = true
	if f.out != nil {
		if err := f.out.Close(); err != nil {
			L.RaiseError("cannot write file \"%s\": %s", f.name, folders.Reason(err))
		}
	}
	L.Push(lua.LTrue)
	return 1
}

func (h *Host) fileWrite(L *lua.LState) int {
	f := h.checkFile(L)
	if f.out == nil && !f.std {
		L.RaiseError("file \"%s\" is open for reading", f.name)
	}
	for i := 2; i <= L.GetTop(); i++ {
		v := L.Get(i)
		if !lua.LVCanConvToString(v) {
			L.TypeError(i, lua.LTString)
		}
		text := h.text(v)
		if f.std {
			h.write(L, text)
			continue
		}
		h.count(L, int64(len(text)))
		if err := f.out.Write(h.Context(), []byte(text)); err != nil {
			h.stopNow(L)
			L.RaiseError("cannot write file \"%s\": %s", f.name, folders.Reason(err))
		}
	}
	L.SetTop(1)
	return 1
}

// checkReadable returns the file for reading that is the first argument.
func (h *Host) checkReadable(L *lua.LState) *file {
	f := h.checkFile(L)
	if f.out != nil || f.std {
		L.RaiseError("file \"%s\" is open for writing", f.name)
	}
	return f
}

func (h *Host) fileRead(L *lua.LState) int {
	f := h.checkReadable(L)
	top := L.GetTop()
	if top == 1 {
		L.Push(f.line(false))
		return 1
	}
	for i := 2; i <= top; i++ {
		v := f.item(L, i)
		L.Push(v)
		if v == lua.LNil {
			return i - 1
		}
	}
	return top - 1
}

// item reads what one format of file:read asks for; nil at the end of the file.
func (f *file) item(L *lua.LState, i int) lua.LValue {
	if n, ok := L.Get(i).(lua.LNumber); ok {
		if f.pos >= len(f.data) && n > 0 {
			return lua.LNil
		}
		return lua.LString(f.take(max(int(n), 0)))
	}
	switch strings.TrimPrefix(L.CheckString(i), "*") {
	case "a":
		return lua.LString(f.take(len(f.data)))
	case "l":
		return f.line(false)
	case "L":
		return f.line(true)
	case "n":
		return f.number()
	}
	L.ArgError(i, "format is '*a', '*l', '*n' or a number of bytes")
	return lua.LNil
}

func (f *file) take(n int) []byte {
	n = min(n, len(f.data)-f.pos)
	f.pos += n
	return f.data[f.pos-n : f.pos]
}

// line reads up to the next line break; \r\n counts as one.
func (f *file) line(keep bool) lua.LValue {
	if f.pos >= len(f.data) {
		return lua.LNil
	}
	n := bytes.IndexByte(f.data[f.pos:], '\n') + 1
	if n == 0 {
		n = len(f.data)
	}
	text := string(f.take(n))
	if !keep {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	}
	return lua.LString(text)
}

// aNumber is what C reads as a number, and whole hexadecimal ones.
var aNumber = regexp.MustCompile(`^[+-]?(0[xX][0-9a-fA-F]+|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)`)

func (f *file) number() lua.LValue {
	for f.pos < len(f.data) && strings.IndexByte(" \t\r\n", f.data[f.pos]) >= 0 {
		f.pos++
	}
	text := aNumber.Find(f.data[f.pos:])
	n, ok := lualib.Number(string(text))
	if !ok {
		return lua.LNil
	}
	f.pos += len(text)
	return lua.LNumber(n)
}

func (h *Host) fileLines(L *lua.LState) int {
	f := h.checkReadable(L)
	L.Push(L.NewFunction(func(L *lua.LState) int {
		L.Push(f.line(false))
		return 1
	}))
	return 1
}

func (h *Host) ioLines(L *lua.LState) int {
	name := L.CheckString(1)
	data, err := h.ReadFile(name)
	if err != nil {
		h.raise(L, err.(*diag.Error).Diagnostics[0])
	}
	L.SetTop(0)
	L.Push(h.fileValue(&file{name: name, data: data}))
	return h.fileLines(L)
}

// fileSeek is file:seek([whence [, offset]]) of a file for reading.
func (h *Host) fileSeek(L *lua.LState) int {
	f := h.checkReadable(L)
	base := map[string]int{"set": 0, "cur": f.pos, "end": len(f.data)}
	from, ok := base[L.OptString(2, "cur")]
	if !ok {
		L.ArgError(2, "'set', 'cur' or 'end' expected")
	}
	f.pos = min(max(from+L.OptInt(3, 0), 0), len(f.data))
	L.Push(lua.LNumber(f.pos))
	return 1
}
