package host

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/fault"
	"github.com/gpuscript/gpuscript/host/internal/folders"
)

// modules is what require knows.
type modules struct {
	pkg, loaded, preload *lua.LTable
	loading              []string // modules whose code is running, outermost first
}

func (h *Host) newModules() *modules {
	m := &modules{pkg: h.L.NewTable(), loaded: h.L.NewTable(), preload: h.L.NewTable()}
	m.pkg.RawSetString("loaded", m.loaded)
	m.pkg.RawSetString("preload", m.preload)
	return m
}

// moduleName is words joined by dots. A name is no path.
var moduleName = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// require looks in package.preload, the modules of the program, the files beside the script and the library.
func (h *Host) require(L *lua.LState) int {
	name := L.CheckString(1)
	if v := h.modules.loaded.RawGetString(name); lua.LVAsBool(v) {
		L.Push(v)
		return 1
	}
	if i := slices.Index(h.modules.loading, name); i >= 0 {
		chain := append(slices.Clone(h.modules.loading[i:]), name)
		h.raise(L, diag.New(diag.ModuleCycle, "modules require each other: %s", strings.Join(chain, " → ")).
			HelpFix(0, diag.Fix{Action: diag.FixWithin},
				"call require inside the function that needs it, or move what both need into a third module"))
	}
	fn := h.findModule(L, name)
	h.modules.loading = append(h.modules.loading, name)
	depth := len(h.modules.loading)
	defer func() { h.modules.loading = h.modules.loading[:depth-1] }()
	L.Push(fn)
	L.Push(lua.LString(name))
	L.Call(1, 1)
	v := L.Get(-1)
	if v == lua.LNil {
		v = h.modules.loaded.RawGetString(name)
		if v == lua.LNil {
			v = lua.LTrue
		}
	}
	h.modules.loaded.RawSetString(name, v)
	L.Push(v)
	return 1
}

// findModule returns the function that makes a module, or raises.
func (h *Host) findModule(L *lua.LState, name string) *lua.LFunction {
	if fn, ok := h.modules.preload.RawGetString(name).(*lua.LFunction); ok {
		return fn
	}
	if fn, ok := h.options.Modules[name]; ok {
		return L.NewFunction(fn)
	}
	if !moduleName.MatchString(name) {
		h.raise(L, diag.New(diag.ModuleNotFound, "module \"%s\" not found", name).
			Because("The name of a module is words of letters, digits, '_' and '-', joined by '.'."))
	}
	searched := []string{"the modules of the program"}
	for _, file := range moduleFiles(name) {
		shown := path.Join(filepath.ToSlash(h.options.Dir), file)
		if h.options.Files != nil {
			if text, err := fs.ReadFile(h.options.Files, file); err == nil {
				return h.compiled(L, shown, string(text))
			}
			searched = append(searched, file+" of the program")
		}
		if h.options.Dir != "" {
			text, err := h.whileRunning(func() ([]byte, error) { return h.files.ReadOwn(filepath.FromSlash(file)) })
			if err == nil {
				return h.compiled(L, shown, string(text))
			}
			if !errors.Is(err, fs.ErrNotExist) {
				h.raise(L, diag.New(diag.FileUnreadable, "cannot read module \"%s\" from %s: %s", name, shown, folders.Reason(err)))
			}
			searched = append(searched, shown)
		}
		if h.options.Library != nil {
			if text, err := fs.ReadFile(h.options.Library, file); err == nil {
				return h.compiled(L, file, string(text))
			}
			searched = append(searched, file+" of the library")
		}
	}
	h.raise(L, h.moduleMissing(L, name, searched))
	return nil
}

// moduleFiles are the files that a module may be in, best first.
func moduleFiles(name string) []string {
	p := strings.ReplaceAll(name, ".", "/")
	return []string{p + ".lua", p + "/init.lua"}
}

func (h *Host) moduleMissing(L *lua.LState, name string, searched []string) *diag.Diagnostic {
	d := diag.New(diag.ModuleNotFound, "module \"%s\" not found", name).At(bindings.CallSite(L), "").
		Note("Searched: %s.", strings.Join(searched, ", "))
	if h.options.Dir == "" {
		d.Note("No script folder was given, so no file beside the script is a module.")
	}
	if near := bindings.Nearest(name, h.moduleNames()); near != "" {
		d.HelpSpelling(name, near, "did you mean require \"%s\"?", near)
	}
	return d
}

// moduleNames lists what could be required, sorted.
func (h *Host) moduleNames() []string {
	var names []string
	for name := range h.options.Modules {
		names = append(names, name)
	}
	names = append(names, fault.Keys(h.modules.preload)...)
	if h.options.Dir != "" {
		if root, err := h.files.Own().Open(); err == nil {
			names = append(names, luaFiles(root.FS())...)
		}
	}
	if h.options.Library != nil {
		names = append(names, luaFiles(h.options.Library)...)
	}
	sort.Strings(names)
	return names
}

// returns is the last statement of a module.
var returns = regexp.MustCompile(`(?m)^return\b`)

// gives says whether a module returns something, and has a word: a file that returns nothing is a script, which nobody requires.
func (h *Host) gives(name, field string) bool {
	is := func(text []byte) bool { return returns.Match(text) && bytes.Contains(text, []byte(field)) }
	for _, file := range moduleFiles(name) {
		if h.options.Dir != "" {
			if text, err := h.files.ReadOwn(filepath.FromSlash(file)); err == nil {
				return is(text)
			}
		}
		if h.options.Library != nil {
			if text, err := fs.ReadFile(h.options.Library, file); err == nil {
				return is(text)
			}
		}
	}
	return true
}

// modulesWith lists the modules that are loaded and have a field of a name, and the libraries of Lua that have one, sorted.
func (h *Host) modulesWith(field string) []string {
	var names []string
	for _, tables := range []*lua.LTable{h.modules.loaded, h.L.G.Global} {
		for _, name := range fault.Keys(tables) {
			module, ok := tables.RawGetString(name).(*lua.LTable)
			if ok && module != h.L.G.Global && module.RawGetString(field) != lua.LNil && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	sort.Strings(names)
	return names
}

// maxListed bounds how many files are looked at for a suggestion, in case the script lies in a big tree.
const maxListed = 1000

// luaFiles lists the modules of a tree, folders four deep at most.
func luaFiles(tree fs.FS) []string {
	var names []string
	seen := 0
	walk := func(p string, e fs.DirEntry, err error) error {
		seen++
		if seen > maxListed {
			return fs.SkipAll
		}
		if err != nil || e.IsDir() && strings.Count(p, "/") >= 3 {
			return fs.SkipDir
		}
		if base, ok := strings.CutSuffix(p, ".lua"); ok && !e.IsDir() {
			names = append(names, strings.ReplaceAll(strings.TrimSuffix(base, "/init"), "/", "."))
		}
		return nil
	}
	if err := fs.WalkDir(tree, ".", walk); err != nil {
		return nil
	}
	return names
}
