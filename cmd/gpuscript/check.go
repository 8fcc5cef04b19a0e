package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
	"github.com/gpuscript/gpuscript/host/settings"
)

// checkFlags are the flags of the check verb.
type checkFlags struct {
	options    host.Options
	schedules  int
	exhaustive bool
	jobs       int
	printed    bool
	emit       string
	group      *pflag.FlagSet // of schedules
}

func (f *checkFlags) groups() groups {
	group := settings.NewGroup("Schedules")
	f.schedules, f.jobs, f.group = 20, 2, group
	group.Var(&countValue{&f.schedules}, "schedules", "run `N` other schedules, drawn with the seeds from 1, or from --seed")
	group.BoolVar(&f.exhaustive, "exhaustive", false,
		"run each schedule that could do something else, not those drawn at random; at most as many as --schedules says (default then 1000)")
	group.BoolVar(&f.printed, "printed", false, "what the script prints must be the same too")
	group.Var(&countValue{&f.jobs}, "jobs", "run `N` schedules at once")
	kernels := settings.NewGroup("Kernels")
	nameFlag(kernels, &f.emit, "emit", "run the script once and print each kernel's `STAGE`: ast, ir or wasm")
	return append(groups{group, kernels}, settings.Flags(&f.options)...)
}

// check runs a script on the timeline and on other legal schedules, and compares what it does.
func (a *app) check(ctx context.Context, args []string) (int, error) {
	var f checkFlags
	g := f.groups()
	rest, done, err := a.parse("check", g, args, false)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case len(rest) == 0:
		return host.ExitUsage, noScript(g, "gpuscript check frame.lua checks one")
	}
	if err := checkScript(rest[0]); err != nil {
		return host.ExitUsage, err
	}
	f.options.Args = rest[1:]
	if f.emit != "" {
		return a.emitKernels(ctx, rest[0], f.emit, f.options)
	}
	if f.exhaustive {
		return a.explore(ctx, rest[0], &f)
	}
	timeline, err := f.observe(ctx, rest[0], nil, nil)
	switch {
	case ctx.Err() != nil:
		return host.ExitLimit, errors.New("interrupted in the first run, on the timeline")
	case err != nil:
		return host.ExitUsage, err
	}
	first := uint64(1)
	if f.options.Seed != nil {
		first = *f.options.Seed
	}
	count := uint64(f.schedules)
	for begin := uint64(0); begin < count; begin += uint64(f.jobs) {
		a.counter(begin, count, "schedules")
		seed, text, err := f.firstDifference(ctx, rest[0], timeline, first+begin, min(uint64(f.jobs), count-begin))
		a.counter(0, 0, "")
		if ctx.Err() != nil {
			return host.ExitLimit, fmt.Errorf("interrupted after %d of %d schedules", begin, count)
		}
		if err != nil {
			return host.ExitUsage, err
		}
		if text != "" {
			fmt.Fprintf(a.stdout, "%s\nThe schedule with seed %d does something else than the timeline; gpuscript --seed=%d %s runs it\n",
				text, seed, seed, filepath.ToSlash(rest[0]))
			return host.ExitScript, nil
		}
	}
	fmt.Fprintf(a.stdout, "the timeline and %s do the same\n", counted(count, "other schedule"))
	if timeline.Exit != host.ExitOK {
		fmt.Fprint(a.stderr, timeline.Diagnostics)
	}
	return timeline.Exit, nil
}

// observe runs the script on one schedule, or one drawn with a seed; nil and nil is the timeline.
func (f *checkFlags) observe(ctx context.Context, path string, schedule explore.Schedule, seed *uint64) (*golden.Outcome, error) {
	return golden.Observe(ctx, path, golden.Options{Configure: func(o *host.Options) {
		dir, allow, out, stdout := o.Dir, o.Allow, o.Out, o.Stdout
		*o = f.options
		o.Dir, o.Allow, o.Out, o.Stdout, o.Seed, o.Schedule = dir, allow, out, stdout, seed, schedule
	}})
}

// firstDifference runs some schedules at once and returns the difference of the first, in the order of the seeds, that does
// something else than the timeline.
func (f *checkFlags) firstDifference(ctx context.Context, path string, timeline *golden.Outcome, first,
	count uint64) (seed uint64, text string, err error) {
	outcomes, errs := make([]*golden.Outcome, count), make([]error, count)
	var group sync.WaitGroup
	for i := range count {
		group.Go(func() {
			s := first + i
			outcomes[i], errs[i] = f.observe(ctx, path, nil, &s)
		})
	}
	group.Wait()
	for i := range count {
		if errs[i] != nil {
			return 0, "", errs[i]
		}
		if diff := golden.Diff("timeline", fmt.Sprintf("seed %d", first+i), f.comparable(timeline), f.comparable(outcomes[i])); diff != "" {
			return first + i, diff, nil
		}
	}
	return 0, "", nil
}

// comparable is what must not depend on the schedule. Printed text may: scripts print times.
func (f *checkFlags) comparable(o *golden.Outcome) string {
	if f.printed {
		return o.Text()
	}
	silent := *o
	silent.Printed = ""
	return silent.Text()
}
