package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
	"github.com/gpuscript/gpuscript/host/repair"
	"github.com/gpuscript/gpuscript/host/settings"
)

// fix makes the exact edits that the messages about a script suggest, one after the other, and shows the difference.
func (a *app) fix(ctx context.Context, args []string) (int, error) {
	var options host.Options
	var write bool
	var c colour
	group := settings.NewGroup("Output")
	group.BoolVar(&write, "write", false, "write the files that change; without it the difference is shown")
	colourFlag(group, &c)
	g := append(groups{group}, settings.Flags(&options)...)
	rest, done, err := a.parse("fix", g, args, false)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case len(rest) == 0:
		return host.ExitUsage, noScript(g, "gpuscript fix frame.lua shows how one is repaired")
	}
	if err := checkScript(rest[0]); err != nil {
		return host.ExitUsage, err
	}
	options.Args = rest[1:]
	options.Named = existing(options.Args)
	o, err := repair.Script(ctx, rest[0], options)
	switch {
	case ctx.Err() != nil:
		return host.ExitLimit, errors.New("interrupted; nothing was written")
	case err != nil:
		return host.ExitUsage, fmt.Errorf("cannot repair %s: %w", filepath.ToSlash(rest[0]), cause(err))
	}
	for _, s := range o.Steps {
		fmt.Fprintf(a.stderr, "%s\n", s.Diagnostic.OneLine())
	}
	for _, file := range slices.Sorted(maps.Keys(o.After)) {
		if write {
			err = errors.Join(err, rewrite(file, o.After[file]))
		} else {
			fmt.Fprint(a.stdout, golden.Diff(file, file+" (repaired)", o.Before[file], o.After[file]))
		}
	}
	if err != nil {
		return host.ExitUsage, err
	}
	if err := render.Write(a.stderr, o.Left, o.Source, a.renderOptions(render.Rich, c)); err != nil {
		return host.ExitScript, err
	}
	fmt.Fprintln(a.stderr, repairedWords(o, filepath.ToSlash(rest[0]), write))
	return o.Exit, nil
}

// repairedWords sums up.
func repairedWords(o *repair.Outcome, script string, written bool) string {
	left := ""
	if len(o.Left) > 0 {
		left = ", " + counted(uint64(len(o.Left)), "message") + " left"
	}
	switch n := uint64(len(o.Steps)); {
	case n == 0 && left == "":
		return "nothing is reported about " + script
	case n == 0:
		return "no edit is known" + left
	case written:
		return counted(n, "suggestion") + " followed" + left
	default:
		return fmt.Sprintf("%s followed%s; gpuscript fix --write %s changes the files", counted(n, "suggestion"), left, script)
	}
}

// rewrite replaces the text of a file, which keeps its permissions, at once or not at all.
func rewrite(file, text string) error {
	path := filepath.FromSlash(file)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".gpuscript-*")
	if err != nil {
		return err
	}
	_, err = draft.WriteString(text)
	err = errors.Join(err, draft.Chmod(info.Mode().Perm()), draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), path)
	}
	if err != nil {
		_ = os.Remove(draft.Name()) // what is left of it
	}
	return err
}
