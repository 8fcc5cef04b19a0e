package incident

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Where a loop makes many threads or queues that stand still, some of them say it all.

// maxShown is how many of one place, or of one list of names, are shown.
const maxShown = 4

// enumerated joins names, of which the first ones are shown if there are many.
func enumerated(names []string) string {
	if len(names) > maxShown {
		names = append(slices.Clone(names[:maxShown-1]), fmt.Sprintf("%d more", len(names)-maxShown+1))
	}
	return strings.Join(names, " and ")
}

// crowd counts the labels of a diagnostic by their places.
type crowd struct {
	d     *diag.Diagnostic
	rest  string // says how many are not shown
	sites []gpu.Site
	count map[gpu.Site]int
}

// admits says whether one more at a place is shown.
func (c *crowd) admits(at gpu.Site) bool {
	if c.count == nil {
		c.count = map[gpu.Site]int{}
	}
	if c.count[at]++; c.count[at] == maxShown+1 {
		c.sites = append(c.sites, at)
	}
	return c.count[at] <= maxShown
}

// tell says of each place how many are not shown there.
func (c *crowd) tell() {
	for _, at := range c.sites {
		c.d.Also(at, fmt.Sprintf(c.rest, c.count[at]-maxShown)).Meanwhile()
	}
}
