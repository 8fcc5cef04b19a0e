package golden

import (
	"context"
	"io/fs"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/host"
)

// Options say how to run golden tests. The zero value compares, with one job a processor, and keeps no picture.
type Options struct {
	// Update writes golden files and pictures instead of failing, for scripts that end as their exit directive says.
	Update bool
	// Jobs is how many scripts run at once; 0 is one a processor.
	Jobs int
	// Out is a folder for the pictures of failing tests; "" keeps none.
	Out string
	// Accept is what messages say to do so that what a script does is accepted, such as "go test -update ."; "" is the command gpuscript.
	Accept string
	// Library are the modules after those beside a script, as host.Options has it.
	Library fs.FS
	// Configure changes the options of every run before the directives of its script do; may be nil. It is called from
	// several goroutines.
	Configure func(*host.Options)
	// Prepare gets every host before its script runs, to expose values of the program; may be nil. It is called from several goroutines.
	Prepare func(*host.Host)
}

// Status is how a test ended.
type Status uint8

// The ends of a test.
const (
	Passed    Status = iota
	Failed           // Result.Problems says why
	Updated          // the golden file or a picture was written
	Cancelled        // the context ended before the test did
)

var statusNames = [...]string{"pass", "FAIL", "update", "cancelled"}

// String returns the word of the text report.
func (s Status) String() string { return statusNames[s] }

// Result is the end of one test.
type Result struct {
	Script   string // its path with '/'
	Status   Status
	Problems []Problem
}

// OK reports whether the test passed or was updated.
func (r Result) OK() bool { return r.Status == Passed || r.Status == Updated }

// Problem is one reason for a failure.
type Problem struct {
	Title  string // one sentence without full stop
	Detail string // further lines, a difference for example; "" for none
}

// Run runs the scripts and returns their results in the order of the scripts. The function each, if not nil, gets every
// result in that order, as soon as it and all before it are known.
func Run(ctx context.Context, scripts []string, o Options, each func(Result)) []Result {
	jobs := o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	done := make([]chan Result, len(scripts))
	for i := range done {
		done[i] = make(chan Result, 1)
	}
	var next atomic.Int64
	for range min(jobs, len(scripts)) {
		go func() {
			for i := next.Add(1) - 1; i < int64(len(scripts)); i = next.Add(1) - 1 {
				done[i] <- runOne(ctx, scripts[i], o)
			}
		}()
	}
	results := make([]Result, len(scripts))
	for i, c := range done {
		results[i] = <-c
		if each != nil {
			each(results[i])
		}
	}
	return results
}

// Success reports whether all tests passed or were updated.
func Success(results []Result) bool {
	return !slices.ContainsFunc(results, func(r Result) bool { return !r.OK() })
}
