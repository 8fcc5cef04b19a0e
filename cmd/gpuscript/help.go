package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// groups are the flags of a verb under their headings.
type groups []*pflag.FlagSet

// parse reads the flags of a verb. A verb whose arguments are its own takes flags after them too (interspersed); done means
// that the help was shown.
func (a *app) parse(name string, g groups, args []string, interspersed bool) (rest []string, done bool, err error) {
	for {
		more, err := settings.Parse(g, args)
		if errors.Is(err, pflag.ErrHelp) {
			a.verbHelp(name, g)
			return nil, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		if !interspersed || len(more) == 0 || endsFlags(args, more) {
			return append(rest, more...), false, nil
		}
		rest, args = append(rest, more[0]), more[1:]
	}
}

// noScript says that a command line has no script, and which flag took it for its value, if one did. without is what to do if none did.
func noScript(g groups, without string) error {
	for _, set := range g {
		var taker *pflag.Flag
		set.VisitAll(func(f *pflag.Flag) {
			if strings.HasSuffix(f.Value.String(), ".lua") {
				taker = f
			}
		})
		if taker != nil {
			value, _ := pflag.UnquoteUsage(taker)
			script := taker.Value.String()
			return fmt.Errorf("no script is given: --%s took %s for its %s; write --%s=%s %s", taker.Name, script, value, taker.Name, value, script)
		}
	}
	return fmt.Errorf("no script is given; %s", without)
}

// endsFlags reports whether a "--" was before what is left.
func endsFlags(args, rest []string) bool {
	used := len(args) - len(rest)
	return used > 0 && args[used-1] == "--"
}

// help shows the help of the command or of a verb.
func (a *app) help(ctx context.Context, args []string) (int, error) {
	name := "run"
	if len(args) > 0 && !slices.Contains([]string{"help", "-h", "--help"}, args[0]) {
		name = args[0]
	}
	var names []string
	for _, v := range verbs() {
		if v.name == name {
			return v.main(a, ctx, []string{"--help"})
		}
		names = append(names, v.name)
	}
	return host.ExitUsage, fmt.Errorf("there is no verb %q%s", name, settings.DidYouMean(name, names))
}

// verbHelp shows the help of a verb, generated from its flags.
func (a *app) verbHelp(name string, g groups) {
	var b strings.Builder
	for _, v := range verbs() {
		if v.name == name && name != "run" {
			fmt.Fprintf(&b, "usage: gpuscript %s %s\n\n%s.\n", v.name, v.usage, sentence(v.summary))
		}
	}
	if name == "run" {
		b.WriteString(introduction)
		for _, v := range verbs() {
			fmt.Fprintf(&b, "  gpuscript %-8s %s\n", v.name, v.summary)
		}
	}
	for _, set := range g {
		fmt.Fprintf(&b, "\n%s:\n%s", set.Name(), flagTable(set))
	}
	b.WriteString(epilogues[name])
	fmt.Fprint(a.stdout, b.String())
}

// flagTable is one line for each flag of a group. All groups have the same columns.
func flagTable(set *pflag.FlagSet) string {
	var b strings.Builder
	set.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		left := "--" + f.Name
		switch {
		case f.NoOptDefVal != "" && value != "":
			left += "[=" + value + "]"
		case value != "":
			left += "=" + value
		}
		if d := f.DefValue; d != "" && d != "0" && d != "false" && d != "[]" {
			usage += " (default " + d + ")"
		}
		fmt.Fprintf(&b, "  %-29s %s\n", left, usage)
	})
	return b.String()
}

// sentence makes the first letter a capital one.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

const introduction = `gpuscript runs GPU workloads written in Lua on a software GPU.

usage: gpuscript [flags] script.lua [arguments]
       gpuscript VERB [flags] ...

Flags of gpuscript stand before the script; what follows it belongs to the script.
A script whose name is that of a verb runs as ./test.

Verbs:
`

// epilogues are what follows the flags in the help of a verb.
var epilogues = map[string]string{
	"run": `
Profiles of --adapter:
` + settings.Profiles() + `

Examples:
  gpuscript scripts/frame.lua              pictures go to the folder out
  gpuscript --stats --adapter=slow-copy scripts/frame.lua
  gpuscript --deny=GS09xx --severity=GS0401=warning frame.lua
  gpuscript --errors=report frame.lua      shows all broken rules, not only the first
  gpuscript --trace=text:trace.txt frame.lua 640 480
  gpuscript --trace=json:trace.json frame.lua    open it in ui.perfetto.dev
  gpuscript --timeline=time.svg frame.lua  who ran when, and who waited for whom
  gpuscript explain GS0104                 what a message means and how to repair it

Exit codes: 0 ok, 1 the script has an error, 2 wrong usage, 3 a limit was hit or the run was interrupted.
`,
	"test": `
Beside frame.lua lies frame.golden: what the script prints, its diagnostics, its exit code and hashes of
its pictures. A picture frame.png beside it is compared pixel for pixel. Folders named lib are passed over.
The first comment lines of a script may say how to run it:

  -- args: 640 480        -- flags: --errors=report      -- limits: steps=100000
  -- exit: 1              -- pictures: frame.png         -- file: notes.txt text some words

Examples:
  gpuscript test                           all scripts below this folder
  gpuscript test --update scripts/new.lua  accepts what a script does, after you have read it
  gpuscript test --junit=report.xml tests/golden

Exit codes: 0 all passed, 1 a test failed, 2 wrong usage, 3 interrupted.
`,
	"check": `
A run of gpuscript is one of many that the rules of the API allow. The verb check draws others at random and
compares diagnostics, exit code, pictures and files with those of the usual run, the timeline. Directives in the
first lines of the script apply as in gpuscript test.

Examples:
  gpuscript check scripts/frame.lua
  gpuscript check --schedules=1000 --seed=5000 frame.lua
  gpuscript check --exhaustive frame.lua

Exit codes: that of the script if all schedules do the same, 1 if one does not, 2 wrong usage, 3 interrupted.
`,
	"fix": `
Runs the script, makes the edits of the first exact suggestion that a message has, and runs it again, until
nothing is reported that has one. What the script prints is not shown, and the files that it writes are lost.

Examples:
  gpuscript fix frame.lua                  shows the difference, and the messages that are left
  gpuscript fix --write frame.lua          changes frame.lua, and its modules
  gpuscript fix --deny=GS0916 frame.lua    leaves a code out

Exit codes: 0 nothing is left, 1 the script still has an error, 2 wrong usage, 3 a limit was hit or the run was
interrupted.
`,
	"explain": `
Examples:
  gpuscript explain GS0104
  gpuscript explain IndexOfNil
  gpuscript explain --list fence           all codes that mention fences
`,
}

// version describes this build.
func version() string {
	text := "gpuscript"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		text += " " + info.Main.Version
	}
	return fmt.Sprintf("%s %s %s/%s\n", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
