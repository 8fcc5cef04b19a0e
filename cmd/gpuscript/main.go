// Command gpuscript runs GPU workloads written in Lua on a software GPU.
//
//	gpuscript [flags] script.lua [arguments]     runs a script
//	gpuscript VERB [flags] …                     one file of this package a verb
//
// What a script prints goes to standard output; everything that gpuscript has to say goes to standard error. The exit codes are those of package
// host: 0 ok, 1 error, 2 usage, 3 limit or interrupt.
//
// The command must not know how anything works: it reads flags, calls one package and shows the result.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"github.com/gpuscript/gpuscript/host"
)

// app is the command with its surroundings, which tests replace.
type app struct {
	stdout, stderr io.Writer
	env            func(string) string
	interrupted    <-chan struct{} // nil: never
	saved          saved           // by the script
}

// verb is one thing the command can do.
type verb struct {
	name    string
	usage   string // its arguments
	summary string
	main    func(a *app, ctx context.Context, args []string) (exit int, err error)
}

// verbs are sorted by name. It is a function because the help lists them.
func verbs() []verb {
	return []verb{
		{"check", "[flags] script.lua [arguments]", "runs a script on many legal schedules and compares what it does", (*app).check},
		{"docs", "[NAME…] | examples [NAME…]", "prints the reference of the Lua API and of shaders, or the examples", (*app).reference},
		{"explain", "CODE… | --list", "explains diagnostic codes such as GS0104", (*app).explain},
		{"fix", "[flags] script.lua [arguments]", "makes the edits that messages suggest, and shows the difference", (*app).fix},
		{"help", "[VERB]", "shows this help, or that of a verb", (*app).help},
		{"run", "[flags] script.lua [arguments]", "runs a script; the word run may be left out", (*app).run},
		{"test", "[flags] [FOLDER | script.lua]…", "runs scripts and compares what they do with their golden files", (*app).test},
		{"types", "FOLDER", "writes the Lua API as annotations for editors", (*app).types},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second interrupt ends the process as usual
	}()
	a := &app{stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv}
	os.Exit(a.main(ctx, os.Args[1:]))
}

// main finds the verb and returns the exit code.
func (a *app) main(ctx context.Context, args []string) int {
	do := (*app).run
	if len(args) > 0 {
		for _, v := range verbs() {
			if v.name == args[0] {
				do, args = v.main, args[1:]
				break
			}
		}
	}
	a.interrupted = ctx.Done()
	out := &output{Writer: waiting(a.stdout, a.interrupted)}
	a.stdout, a.stderr = out, waiting(a.stderr, a.interrupted)
	exit, err := do(a, ctx, args)
	if out.err != nil {
		err = fmt.Errorf("cannot write the output: %w", cause(out.err))
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "gpuscript: %v\n", err)
		return max(exit, host.ExitUsage)
	}
	return exit
}

// output is the standard output. It keeps the first error, so that a verb need not look at each line that it prints.
type output struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (o *output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// terminal returns the width of the terminal that a writer is; 80 for one that does not know it.
func terminal(w io.Writer) (width int, ok bool) {
	file := fileOf(w)
	if file == nil || !term.IsTerminal(int(file.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if width == 0 {
		width = 80
	}
	return width, err == nil
}
