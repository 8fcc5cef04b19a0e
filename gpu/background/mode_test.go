package background

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBroken: rules P4 and M8 over all modes, actions, and with and without an event and developer mode.
func TestBroken(t *testing.T) {
	for m := Allowed; m <= DisableProfilingBySystem; m++ {
		for a := KeepAll; a <= DiscardPrevious; a++ {
			for _, event := range []bool{false, true} {
				for _, developer := range []bool{false, true} {
					want := Rule(0)
					switch {
					case event && (a == KeepAll || a == DiscardPrevious):
						want = EventNeedsCommit
					case developer:
					case m == DisableBackgroundWork || m == DisableProfilingBySystem:
						want = ModeNeedsDeveloper
					case a == CommitResultsHighPriority:
						want = ActionNeedsDeveloper
					}
					require.Equal(t, want, Broken(m, a, event, developer), "%v %v event %v developer %v", m, a, event, developer)
				}
			}
		}
	}
}

// TestSay: the headlines.
func TestSay(t *testing.T) {
	for rule, want := range map[Rule]string{
		EventNeedsCommit:     `event "done" is given with KEEP_ALL, which commits nothing that could finish`,
		ModeNeedsDeveloper:   `mode DISABLE_BACKGROUND_WORK of device "d" needs developer mode`,
		ActionNeedsDeveloper: `action KEEP_ALL on device "d" needs developer mode`,
	} {
		require.Equal(t, want, rule.Say(1, DisableBackgroundWork, KeepAll, false, "d", "done").Title)
	}
	require.Panics(t, func() { Rule(0).Say(1, Allowed, KeepAll, false, "d", "") })
}

// TestNumbers: rules P2 and P3.
func TestNumbers(t *testing.T) {
	require.Equal(t, []string{"ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS", "DISABLE_BACKGROUND_WORK", "DISABLE_PROFILING_BY_SYSTEM"}, ProcessingMode(0).LuaNames())
	require.Equal(t, []string{"KEEP_ALL", "COMMIT_RESULTS", "COMMIT_RESULTS_HIGH_PRIORITY", "DISCARD_PREVIOUS"}, MeasurementsAction(0).LuaNames())
}
