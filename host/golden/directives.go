package golden

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// directives are what the first comment lines of a script ask for.
type directives struct {
	args     []string
	flags    []string
	exit     int
	pictures []string
	setup    diag.Setup
}

// directive is a comment that may be one.
var directive = regexp.MustCompile(`^--\s*([a-z]+):(.*)$`)

// known are the names of all directives; those of diag.ParseSetup too.
var known = []string{"args", "exit", "file", "flags", "limits", "pictures"}

// parseDirectives reads the comment lines at the top of a script. A name that is nearly one of a directive is an error, so
// that a slip does not switch a check off.
func parseDirectives(script string) (d directives, err error) {
	if d.setup, err = diag.ParseSetup(script); err != nil {
		return d, err
	}
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "--") {
			break
		}
		m := directive.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if err := d.take(m[1], strings.Fields(m[2])); err != nil {
			return d, err
		}
	}
	return d, nil
}

// take reads one directive.
func (d *directives) take(name string, words []string) error {
	switch name {
	case "args":
		d.args = append(d.args, words...)
	case "flags":
		d.flags = append(d.flags, words...)
	case "pictures":
		d.pictures = append(d.pictures, words...)
	case "exit":
		n, err := strconv.Atoi(strings.Join(words, " "))
		if err != nil || n < 0 || n > 255 {
			return fmt.Errorf("exit directive: got %q, want a number from 0 to 255", strings.Join(words, " "))
		}
		d.exit = n
	default:
		// Prose has colons too: only a name that begins like the directive is taken for a slip.
		if near := bindings.Nearest(name, known); near != "" && near != name && near[0] == name[0] {
			return fmt.Errorf("there is no directive %q; did you mean %s?", name, near)
		}
	}
	return nil
}

// apply sets what the directives ask for; files go to the folder dir.
func (d *directives) apply(o *host.Options, dir string) error {
	rest, err := settings.Parse(settings.Flags(o), d.flags)
	if err != nil {
		return fmt.Errorf("flags directive: %w", err)
	}
	if len(rest) > 0 {
		return fmt.Errorf("flags directive: %q is not a flag; arguments of the script go to an args directive", rest[0])
	}
	o.Args = append(o.Args, d.args...)
	return settings.ApplySetup(o, d.setup, dir)
}
