package retell

import (
	"regexp"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Lists leaves the engine's own command lists out of the places where work was recorded and objects were made: scripts do not have them, and the
// engine counts commands in them that scripts did not record. device is the name of the render device, which those of its lists begin with.
func Lists(device string, d *diag.Diagnostic) {
	name := `^\w+ list "` + regexp.QuoteMeta(device) + ` \w+ list \d+"`
	own, made := regexp.MustCompile(name+`, (\w+) #\d+$`), regexp.MustCompile(name+` is created here$`)
	for i := range d.Labels {
		if made.MatchString(d.Labels[i].Text) {
			d.Labels[i].Text = ""
		}
		for k := range d.Labels[i].Via {
			v := &d.Labels[i].Via[k]
			v.Text = own.ReplaceAllString(v.Text, "$1")
		}
	}
}
