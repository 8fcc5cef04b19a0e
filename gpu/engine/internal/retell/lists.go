package retell

import (
	"regexp"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Lists leaves the engine's own command lists out of the places where work was recorded: scripts do not have them, and the engine counts
// commands in them that scripts did not record. device is the name of the render device, which those of its lists begin with.
func Lists(device string, d *diag.Diagnostic) {
	own := regexp.MustCompile(`^\w+ list "` + regexp.QuoteMeta(device) + ` \w+ list \d+", (\w+) #\d+$`)
	for i := range d.Labels {
		for k := range d.Labels[i].Via {
			v := &d.Labels[i].Via[k]
			v.Text = own.ReplaceAllString(v.Text, "$1")
		}
	}
}
