package settings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// shownAs is what the options' filter does with a code: "dropped", or its severity.
func shownAs(o *host.Options, code diag.Code) string {
	d := diag.New(code, "x")
	if !o.Filter.Apply(d) {
		return "dropped"
	}
	return d.Severity.String()
}

func TestMessageFlags(t *testing.T) {
	var o host.Options
	_, err := Parse(Flags(&o), []string{"--deny=GS0401,GS0402", "--deny=GS09xx", "--severity=GS0404=warning", "--severity", "GS0405=advice"})
	require.NoError(t, err)
	require.Equal(t, "dropped", shownAs(&o, diag.WrongBefore))
	require.Equal(t, "dropped", shownAs(&o, diag.WrongState))
	require.Equal(t, "dropped", shownAs(&o, diag.EmptySubmit))
	require.Equal(t, "warning", shownAs(&o, diag.SplitPending))
	require.Equal(t, "advice", shownAs(&o, diag.SplitMismatch))
	require.Equal(t, "error", shownAs(&o, diag.HeapStateFixed))

	o = host.Options{}
	_, err = Parse(Flags(&o), []string{"--allow=WrongBefore"})
	require.NoError(t, err)
	require.Equal(t, "error", shownAs(&o, diag.WrongBefore))
	require.Equal(t, "dropped", shownAs(&o, diag.WrongState))

	o = host.Options{}
	_, err = Parse(Flags(&o), nil)
	require.NoError(t, err)
	require.Nil(t, o.Filter)
}

func TestMessageFlagsRefused(t *testing.T) {
	for flag, want := range map[string]string{
		"--deny=WrongBefor":             `there is no code "WrongBefor"; did you mean WrongBefore?`,
		"--deny=GS0401,GS0306":          "GS0306 cannot be denied: the device relies on it",
		"--allow=":                      `there is no code ""`,
		"--severity=GS0401":             `got "GS0401", want a code, '=' and error, warning or advice`,
		"--severity=GS0401=eror":        "did you mean error?",
		"--severity=GS0306=warning":     "GS0306 cannot be made milder: the device relies on it",
		"--severity=UnknownKeys=advice": "did you mean UnknownKey?",
	} {
		var o host.Options
		_, err := Parse(Flags(&o), []string{flag})
		require.ErrorContains(t, err, want, flag)
	}
}
