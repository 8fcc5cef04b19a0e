// Package host runs one script: a Lua state, the modules it may require, the sandbox around it, the limits on it, and the diagnostics when it fails.
// It is the Go API for programs that embed gpuscript.
//
//	h := host.New(host.Options{Stdout: os.Stdout})
//	defer h.Close()
//	err := h.RunFile(ctx, "frame.lua")      // a *diag.Error
//	os.Exit(h.Result().ExitCode)
//
// The zero value of Options is safe: the script sees no file, no process, no network, no clock and no environment, and its
// steps, time, memory and output are limited. A Host belongs to one goroutine at a time. Hosts share nothing; many run in parallel.
//
// What goes in: Options.Args, values and functions of the program (Host.Expose), modules (Options.Modules, Options.Library), files (Options.Dir,
// Options.Files). What comes out: text (Options.Stdout), pictures (Options.Save, or files in Options.Out), frames (Options.OnFrame), results of
// functions (Host.Call), diagnostics as data (Host.Result) or as text (Host.WriteDiagnostics), and all of it while it happens (Options.Observer).
//
// How an error travels: every call into the script goes through guard, a Go function that recovers panics before the Lua stack unwinds. There the
// error becomes a failure: the place, the frames, what the operation was about. pcall gives the script a string with true line numbers, or the table
// that the error was; what nobody catches becomes a diagnostic.
//
//	script ──▶ operation fails ──▶ panic ──▶ guard: capture ──▶ PCall ─┬▶ pcall returns false, "scene.lua:3: …"
//	                                                                   └▶ Run returns *diag.Error
//
// The package must not know rules of the GPU: it wires the modules in and passes on what they report.
package host
