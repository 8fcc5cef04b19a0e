package examples

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// TestEveryModeSurvivesEveryMistake runs all failing examples with rules that are only reported, and with no more rules than
// the machine cannot do without: whatever a script does, it ends without a fault of gpuscript.
func TestEveryModeSurvivesEveryMistake(t *testing.T) {
	for name, change := range map[string]func(*host.Options){
		"report": func(o *host.Options) { o.Errors = host.ReportErrors },
		"off":    func(o *host.Options) { o.Validation = host.ValidationOff },
		"off and report": func(o *host.Options) {
			o.Errors, o.Validation = host.ReportErrors, host.ValidationOff
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range diag.Docs() {
				if d.Example == "" {
					continue
				}
				for _, script := range []string{d.Example, d.Fixed} {
					out, err := runWith(script, t.TempDir(), change)
					require.NoError(t, err)
					require.NotContains(t, out.codes, diag.Internal, "%v\n%s", d.Code, out.text)
				}
			}
		})
	}
}
