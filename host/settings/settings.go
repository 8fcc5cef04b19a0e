package settings

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

// Flags returns the flags that decide what a script does, in groups for a help text, each named by its heading. Parsing them
// changes the options; flags that are not given change nothing.
func Flags(o *host.Options) []*pflag.FlagSet {
	rules := NewGroup("Rules")
	rules.Var(Choice(&o.Errors, "stop", "report"), "errors", "at a broken rule stop the script, or report the rule and go on")
	rules.Var(Choice(&o.Validation, "on", "off"), "validation", "check the rules of the API, or run as fast as possible")
	messages := &messageFlags{options: o}
	rules.Var(messages.list(&messages.rules.Allow), "allow",
		"show only diagnostics of this `CODE`, by number, name or family (GS09xx); may be given several times")
	rules.Var(messages.list(&messages.rules.Deny), "deny", "do not show diagnostics of this `CODE`; may be given several times")
	rules.Var(severityFlag{messages}, "severity", "show diagnostics of a code as error, warning or advice; may be given several times")
	rules.BoolVar(&o.DeveloperMode, "developer-mode", o.DeveloperMode,
		"allow what needs developer mode: switching background processing off, and commits of high priority")

	machine := NewGroup("Machine")
	machine.Var(adapter{&o.Adapter}, "adapter", "the simulated adapter, one of the profiles below")
	machine.Var(schedule{&o.Seed}, "schedule", "run the timeline of virtual time, or another legal schedule: the one of --seed, or of seed 1")
	machine.Var(seed{&o.Seed}, "seed", "run another legal schedule than the timeline, drawn with the number `N`")
	machine.Var(replay{&o.Schedule}, "replay", "run the schedule that a `TOKEN` of gpuscript check --exhaustive stands for, such as 12:1,40:2x3")
	machine.BoolVar(&o.Interpreter, "interpreter", o.Interpreter, "interpret kernels instead of compiling them: slower, the same bytes")

	machine.Var(Choice(&o.Background, "on", "off", "verify"), "background",
		"optimise shaders in the background, do not, or also run what was optimised as it was and compare")

	limits := NewGroup("Limits (none switches a limit off)")
	limits.Var(amount{&o.Limits.LuaSteps, 1, math.MaxInt64, nil}, "limit-steps",
		"at most `N` instructions of the Lua machine (default 2,000,000,000)")
	limits.Var(duration{&o.Limits.WallTime}, "limit-time", "at most this real `TIME`, such as 500ms or 5s (default 10m)")
	limits.Var(amount{&o.Limits.VRAMBytes, int64(gpu.MinVRAMBytes), int64(gpu.MaxVRAMBytes), units}, "limit-vram",
		"at most `BYTES` of video memory, such as 256M (default 1G)")
	limits.Var(amount{&o.Limits.Memory, 1, math.MaxInt64, units}, "limit-memory",
		"at most `BYTES` of memory for the values of the script (default 4G)")
	limits.Var(amount{&o.Limits.OutputBytes, 1, math.MaxInt64, units}, "limit-output", "at most `BYTES` printed and written to files (default 64M)")
	limits.Var(amount{&o.Limits.KernelSteps, 1, math.MaxInt64, nil}, "limit-kernel",
		"at most `N` instructions of a kernel's work group (default 1,073,741,824)")
	limits.Var(objects{&o.Limits.OpenObjects}, "limit-objects", "at most `N` objects of the device at once (default 65,536)")
	return []*pflag.FlagSet{rules, machine, limits}
}

// NewGroup returns an empty set of flags under a heading, which keeps the order in which flags are added.
func NewGroup(heading string) *pflag.FlagSet {
	set := pflag.NewFlagSet(heading, pflag.ContinueOnError)
	set.SortFlags = false
	return set
}

// Choice returns the value of a flag that takes one of a few words, in the order of the constants of E from 0.
func Choice[E ~uint8](value *E, names ...string) pflag.Value { return &words[E]{value, names} }

// words is the value of Choice.
type words[E ~uint8] struct {
	value *E
	names []string
}

// String implements pflag.Value. pflag calls it on a zero value too.
func (w *words[E]) String() string {
	if w.value == nil {
		return ""
	}
	return w.names[*w.value]
}

// Type implements pflag.Value.
func (w *words[E]) Type() string { return strings.Join(w.names, "|") }

// Set implements pflag.Value.
func (w *words[E]) Set(text string) error {
	for i, name := range w.names {
		if name == text {
			*w.value = E(i)
			return nil
		}
	}
	return NotOne(text, w.names)
}

// NotOne is the error of a word that is none of some.
func NotOne(text string, names []string) error {
	last := len(names) - 1
	return fmt.Errorf("got %q, want %s or %s%s", text, strings.Join(names[:last], ", "), names[last], DidYouMean(text, names))
}

// adapter is the value of --adapter.
type adapter struct{ value *string }

// String implements pflag.Value.
func (a adapter) String() string {
	if a.value == nil || *a.value == "" {
		return device.ProfileNames()[0]
	}
	return *a.value
}

// Type implements pflag.Value.
func (a adapter) Type() string { return "profile" }

// Set implements pflag.Value.
func (a adapter) Set(text string) error {
	names := device.ProfileNames()
	for _, name := range names {
		if name == text {
			*a.value = text
			return nil
		}
	}
	return fmt.Errorf("there is no profile %q%s\n%s", text, DidYouMean(text, names), Profiles())
}

// seed is the value of --seed.
type seed struct{ value **uint64 }

// String implements pflag.Value.
func (s seed) String() string {
	if s.value == nil || *s.value == nil {
		return ""
	}
	return strconv.FormatUint(**s.value, 10)
}

// Type implements pflag.Value.
func (s seed) Type() string { return "number" }

// schedules are the values of --schedule.
var schedules = []string{"timeline", "random"}

// schedule is the value of --schedule: a seed, or none.
type schedule struct{ value **uint64 }

// String implements pflag.Value.
func (s schedule) String() string {
	if s.value == nil || *s.value == nil {
		return schedules[0]
	}
	return schedules[1]
}

// Type implements pflag.Value.
func (s schedule) Type() string { return strings.Join(schedules, "|") }

// Set implements pflag.Value.
func (s schedule) Set(text string) error {
	switch {
	case text == schedules[0]:
		*s.value = nil
	case text != schedules[1]:
		return NotOne(text, schedules)
	case *s.value == nil:
		*s.value = new(uint64(1))
	}
	return nil
}

// replay is the value of --replay.
type replay struct{ value *explore.Schedule }

// String implements pflag.Value.
func (r replay) String() string {
	if r.value == nil || *r.value == nil {
		return ""
	}
	return fmt.Sprint(*r.value)
}

// Type implements pflag.Value.
func (r replay) Type() string { return "TOKEN" }

// Set implements pflag.Value.
func (r replay) Set(text string) error {
	token, err := explore.ParseToken(text)
	*r.value = token
	return err
}

// Set implements pflag.Value.
func (s seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("got %q, want a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	*s.value = &n
	return nil
}

// Profiles is the table of adapter profiles, one indented line each, without a newline at the end.
func Profiles() string {
	rows := device.Profiles()
	width := 0
	for _, r := range rows {
		width = max(width, len(r.Name))
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, r.Name, r.Description)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
