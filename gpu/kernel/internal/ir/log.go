package ir

import "slices"

// Log collects the reports and prints of a run in the order that Result promises. Both executors use it: they call Out and Printf in any order
// of work items, as long as each work item's own calls come in its order, and EndGroup after each group.
//
// It is not safe for concurrent use; a run of a range of groups has its own, and Join puts their results together.
type Log struct {
	k       *Kernel
	d       *Dispatch
	threads uint32
	res     Result
	out     []Report
	outs    []int // by work item: reports kept of this group
	prints  []PrintRecord
	printed []int
	before  [2]uint64 // OutOfBounds and Printed before the group
}

// NewLog starts a log for a run of k.
func NewLog(k *Kernel, d *Dispatch) *Log { return &Log{k: k, d: d, threads: k.Threads()} }

// Out notes an access outside its resource, if the dispatch wants reports.
func (l *Log) Out(r Report) {
	if l.d.Reports == 0 || !l.d.Counts(l.k, r.Group, r.Item) {
		return
	}
	l.res.OutOfBounds++
	if l.outs == nil {
		l.outs = make([]int, l.threads)
	}
	// The first n of the whole run are among the first n of each work item.
	if l.outs[r.Item] < l.d.Reports-len(l.res.Reports) {
		l.outs[r.Item]++
		l.out = append(l.out, r)
	}
}

// Printf notes a printf. It keeps args, whose floats must have canonical NaNs.
func (l *Log) Printf(p PrintRecord) {
	l.res.Printed++
	if l.printed == nil {
		l.printed = make([]int, l.threads)
	}
	if l.printed[p.Item] < l.d.Prints-len(l.res.Prints) {
		l.printed[p.Item]++
		l.prints = append(l.prints, p)
	}
}

// DropGroup forgets what was noted since the last EndGroup: the group runs again.
func (l *Log) DropGroup() {
	l.out, l.prints = l.out[:0], l.prints[:0]
	clear(l.outs)
	clear(l.printed)
	l.res.OutOfBounds, l.res.Printed = l.before[0], l.before[1]
}

// EndGroup moves what the group left into the result, ordered by work item.
func (l *Log) EndGroup() {
	if len(l.out) > 0 {
		slices.SortStableFunc(l.out, func(a, b Report) int { return int(a.Item) - int(b.Item) })
		l.res.Reports = append(l.res.Reports, l.out[:min(len(l.out), l.d.Reports-len(l.res.Reports))]...)
		l.out = l.out[:0]
		clear(l.outs)
	}
	if len(l.prints) > 0 {
		slices.SortStableFunc(l.prints, func(a, b PrintRecord) int { return int(a.Item) - int(b.Item) })
		l.res.Prints = append(l.res.Prints, l.prints[:min(len(l.prints), l.d.Prints-len(l.res.Prints))]...)
		l.prints = l.prints[:0]
		clear(l.printed)
	}
	l.before = [2]uint64{l.res.OutOfBounds, l.res.Printed}
}

// Result is what was collected up to the last EndGroup, with the counts and the fault that the executor adds.
func (l *Log) Result(instructions uint64, fault *Fault) Result {
	l.res.Instructions, l.res.Fault = instructions, fault
	return l.res
}

// Join puts the results of consecutive ranges of groups of d together, in order. Ranges after one with a fault are dropped.
func Join(d *Dispatch, parts []Result) Result {
	var all Result
	for i := range parts {
		p := &parts[i]
		all.Instructions += p.Instructions
		all.OutOfBounds += p.OutOfBounds
		all.Printed += p.Printed
		all.Reports = append(all.Reports, p.Reports[:min(len(p.Reports), d.Reports-len(all.Reports))]...)
		all.Prints = append(all.Prints, p.Prints[:min(len(p.Prints), d.Prints-len(all.Prints))]...)
		if p.Fault != nil {
			all.Fault = p.Fault
			break
		}
	}
	return all
}
