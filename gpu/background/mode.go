package background

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// ProcessingMode says how much measuring and recompiling an application allows (D3D12_BACKGROUND_PROCESSING_MODE).
type ProcessingMode uint8

// The modes.
const (
	// Allowed lets the driver measure lightly and compile at idle priority. It is the mode of a new device.
	Allowed ProcessingMode = iota
	// AllowIntrusiveMeasurements prefers rich measurements to smooth frames.
	AllowIntrusiveMeasurements
	// DisableBackgroundWork lets what is queued run, and cancels what comes. It needs developer mode.
	DisableBackgroundWork
	// DisableProfilingBySystem also stops measurements, and everything else that would change how long work takes. It needs developer mode.
	DisableProfilingBySystem
)

var modeNames = []string{"ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS", "DISABLE_BACKGROUND_WORK", "DISABLE_PROFILING_BY_SYSTEM"}

// LuaNames lists the names in ascending order.
func (ProcessingMode) LuaNames() []string { return modeNames }

// String is the name in Direct3D 12, without its prefix.
func (m ProcessingMode) String() string { return modeNames[m] }

// Disabled says whether tasks that come in the mode are cancelled.
func (m ProcessingMode) Disabled() bool { return m >= DisableBackgroundWork }

// MeasurementsAction says what becomes of what was measured so far (D3D12_MEASUREMENTS_ACTION).
type MeasurementsAction uint8

// The actions.
const (
	// KeepAll changes nothing: measuring goes on.
	KeepAll MeasurementsAction = iota
	// CommitResults has everything that was seen so far optimised now.
	CommitResults
	// CommitResultsHighPriority also has it done by more workers, at a higher priority. It needs developer mode.
	CommitResultsHighPriority
	// DiscardPrevious forgets what was measured, and what was made of it.
	DiscardPrevious
)

var actionNames = []string{"KEEP_ALL", "COMMIT_RESULTS", "COMMIT_RESULTS_HIGH_PRIORITY", "DISCARD_PREVIOUS"}

// LuaNames lists the names in ascending order.
func (MeasurementsAction) LuaNames() []string { return actionNames }

// String is the name in Direct3D 12, without its prefix.
func (a MeasurementsAction) String() string { return actionNames[a] }

// Commits says whether the action begins a commit, at the end of which an event may be signalled.
func (a MeasurementsAction) Commits() bool {
	return a == CommitResults || a == CommitResultsHighPriority
}

// Rule is a rule of SetBackgroundProcessingMode that a call breaks.
type Rule uint8

// The rules, 0 for none.
const (
	EventNeedsCommit     Rule = 1 + iota // an event where nothing is committed
	ModeNeedsDeveloper                   // a mode that only developer mode has
	ActionNeedsDeveloper                 // an action that only developer mode has
)

// Broken is the rule that a call breaks, 0 if it breaks none. The event is looked at first: it is wrong on every system.
func Broken(m ProcessingMode, a MeasurementsAction, event, developer bool) Rule {
	switch {
	case event && !a.Commits():
		return EventNeedsCommit
	case !developer && m.Disabled():
		return ModeNeedsDeveloper
	case !developer && a == CommitResultsHighPriority:
		return ActionNeedsDeveloper
	}
	return 0
}

// setMode is the method whose arguments the edits change.
const setMode = "SetBackgroundProcessingMode"

// Say words a broken rule of a call at a place of a script; event is the name of the event that it was given. What else developer mode lacks is
// repaired with it.
func (r Rule) Say(site gpu.Site, m ProcessingMode, a MeasurementsAction, developer bool, device, event string) *diag.Diagnostic {
	var d *diag.Diagnostic
	switch r {
	case EventNeedsCommit:
		d = diag.New(diag.EventWithoutCommit, "event %q is given with %s, which commits nothing that could finish", event, a).
			Because("The event is set when all tasks of a commit have finished, so only COMMIT_RESULTS and COMMIT_RESULTS_HIGH_PRIORITY take one.").
			HelpFix(site, diag.PutArgument(setMode, 2, CommitResults), "commit with COMMIT_RESULTS, or leave the event out")
		if !developer && m.Disabled() {
			d.AndFix(site, diag.PutArgument(setMode, 1, Allowed))
		}
	case ModeNeedsDeveloper:
		d = diag.New(diag.DeveloperModeNeeded, "mode %s of device %q needs developer mode", m, device).
			Because("A program that is shipped must not switch background processing off for everybody who runs it.").
			HelpFix(site, diag.PutArgument(setMode, 1, Allowed), "run gpuscript with --developer-mode, or allow background processing with ALLOWED")
		if a == CommitResultsHighPriority {
			d.AndFix(site, diag.PutArgument(setMode, 2, CommitResults)).Note("So does action %s.", a)
		}
	case ActionNeedsDeveloper:
		d = diag.New(diag.DeveloperModeNeeded, "action %s on device %q needs developer mode", a, device).
			Because("Tasks above idle priority disturb everything else that runs, so a program that is shipped must not ask for them.").
			HelpFix(site, diag.PutArgument(setMode, 2, CommitResults),
				"run gpuscript with --developer-mode, or commit at idle priority with COMMIT_RESULTS")
	default:
		panic("BUG: background: no such rule")
	}
	return d.At(site, "").WithDocRule()
}

// Support says what a device makes of background processing.
type Support uint8

// The kinds of support.
const (
	SupportOn     Support = iota // the driver optimises
	SupportOff                   // every call is a benign no-op
	SupportVerify                // the driver optimises, and what it made is compared with what it was made of, whenever it runs
)
