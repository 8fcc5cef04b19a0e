package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
)

// mostExplored is how many schedules are explored without --schedules.
const mostExplored = 1000

// explore runs a script on every schedule that could do something else than the timeline, and compares what it does.
func (a *app) explore(ctx context.Context, path string, f *checkFlags) (int, error) {
	limit := f.schedules
	if !f.group.Changed("schedules") {
		limit = mostExplored
	}
	x := explore.New(limit + 1)
	var timeline *golden.Outcome
	for {
		runs := x.Next(f.jobs)
		if len(runs) == 0 {
			return a.explored(timeline, x.Outcome()), nil
		}
		outcomes, err := f.observeAll(ctx, path, runs)
		switch {
		case ctx.Err() != nil:
			return host.ExitLimit, errors.New("interrupted")
		case err != nil:
			return host.ExitUsage, err
		case timeline == nil:
			timeline = outcomes[0]
		}
		for i, r := range runs {
			if diff := golden.Diff("timeline", "schedule "+string(r.Token()), f.comparable(timeline), f.comparable(outcomes[i])); diff != "" {
				a.counter(0, 0, "")
				a.different(path, r, diff)
				return host.ExitScript, nil
			}
			x.Finish(r)
		}
		a.counter(uint64(x.Outcome().Runs), uint64(limit), "schedules")
	}
}

// observeAll makes some runs at once.
func (f *checkFlags) observeAll(ctx context.Context, path string, runs []*explore.Run) ([]*golden.Outcome, error) {
	outcomes, errs := make([]*golden.Outcome, len(runs)), make([]error, len(runs))
	var group sync.WaitGroup
	for i, r := range runs {
		group.Go(func() { outcomes[i], errs[i] = f.observe(ctx, path, r, nil) })
	}
	group.Wait()
	return outcomes, errors.Join(errs...)
}

// different shows what a schedule does otherwise, and how to run it again.
func (a *app) different(path string, r *explore.Run, diff string) {
	turned := r.Turned()
	fmt.Fprintf(a.stdout, "%s\nSchedule %s does something else than the timeline. There %s\nbefore %s.\ngpuscript --replay=%s %s runs it\n",
		diff, r.Token(), turned.Now, turned.Then, r.Token(), filepath.ToSlash(path))
}

// explored says what became of an exploration in which all schedules do the same.
func (a *app) explored(timeline *golden.Outcome, o explore.Outcome) int {
	a.counter(0, 0, "")
	others := uint64(o.Runs - 1)
	switch {
	case o.Left || o.Long:
		fmt.Fprintf(a.stdout, "the timeline and %s do the same; there are more", counted(others, "other schedule"))
		if o.Long {
			fmt.Fprint(a.stdout, ", and runs have more steps than are looked at")
		} else {
			fmt.Fprint(a.stdout, ", which a larger --schedules=N runs")
		}
	case others == 0:
		fmt.Fprint(a.stdout, "all schedules do the same: no two steps that could change places have anything to do with each other")
	default:
		fmt.Fprintf(a.stdout, "all schedules do the same: the timeline and %s, and others differ only in the order of steps that have nothing to do with each other", counted(others, "other schedule"))
	}
	if o.Spins {
		fmt.Fprintf(a.stdout, "\n(where a thread asks for a value in a loop, up to %d questions in vain were tried)", explore.Spins)
	}
	fmt.Fprintln(a.stdout)
	if timeline.Exit != host.ExitOK {
		fmt.Fprint(a.stderr, timeline.Diagnostics)
	}
	return timeline.Exit
}
