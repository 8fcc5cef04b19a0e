package settings

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/host"
)

func parsed(t *testing.T, args string) (host.Options, []string, error) {
	t.Helper()
	var o host.Options
	rest, err := Parse(Flags(&o), strings.Fields(args))
	return o, rest, err
}

func TestNoFlagsChangeNothing(t *testing.T) {
	o, rest, err := parsed(t, "")
	require.NoError(t, err)
	require.Empty(t, rest)
	require.Equal(t, host.Options{}, o)
}

func TestFlags(t *testing.T) {
	tests := []struct {
		args string
		want host.Options
	}{
		{"--errors=report", host.Options{Errors: host.ReportErrors}},
		{"--errors=report --errors=stop", host.Options{}},
		{"--validation=off", host.Options{Validation: host.ValidationOff}},
		{"--validation off", host.Options{Validation: host.ValidationOff}},
		{"--developer-mode", host.Options{DeveloperMode: true}},
		{"--seed=0", host.Options{Seed: new(uint64)}},
		{"--schedule=random", host.Options{Seed: new(uint64(1))}},
		{"--schedule=random --seed=7", host.Options{Seed: new(uint64(7))}},
		{"--seed=7 --schedule=random", host.Options{Seed: new(uint64(7))}},
		{"--seed=7 --schedule=timeline", host.Options{}},
		{"--interpreter", host.Options{Interpreter: true}},
		{"--adapter=slow-copy", host.Options{Adapter: "slow-copy"}},
		{"--limit-steps=1", host.Options{Limits: host.Limits{LuaSteps: 1}}},
		{"--limit-steps=9223372036854775807", host.Options{Limits: host.Limits{LuaSteps: math.MaxInt64}}},
		{"--limit-steps=2,000_000", host.Options{Limits: host.Limits{LuaSteps: 2_000_000}}},
		{"--limit-steps=none", host.Options{Limits: host.Limits{LuaSteps: host.Unlimited}}},
		{"--limit-objects=2147483647", host.Options{Limits: host.Limits{OpenObjects: math.MaxInt32}}},
		{"--limit-time=1500ms", host.Options{Limits: host.Limits{WallTime: 1500 * time.Millisecond}}},
		{"--limit-time=none", host.Options{Limits: host.Limits{WallTime: host.Unlimited}}},
		{"--limit-memory=64M", host.Options{Limits: host.Limits{Memory: 64 << 20}}},
		{"--limit-memory=none", host.Options{Limits: host.Limits{Memory: host.Unlimited}}},
		{"--limit-output=3k", host.Options{Limits: host.Limits{OutputBytes: 3 << 10}}},
		{"--limit-output=8G", host.Options{Limits: host.Limits{OutputBytes: 8 << 30}}},
		{"--limit-vram=128k", host.Options{Limits: host.Limits{VRAMBytes: int64(gpu.MinVRAMBytes)}}},
		{"--limit-vram=none", host.Options{Limits: host.Limits{VRAMBytes: host.Unlimited}}},
		{"--interpreter=false", host.Options{}},
		{"--limit-vram=256M", host.Options{Limits: host.Limits{VRAMBytes: 256 << 20}}},
		{"--limit-vram=4294901760", host.Options{Limits: host.Limits{VRAMBytes: int64(gpu.MaxVRAMBytes)}}},
	}
	for _, tt := range tests {
		o, _, err := parsed(t, tt.args)
		require.NoError(t, err, tt.args)
		require.Equal(t, tt.want, o, tt.args)
	}
}

func TestFlagsRefuse(t *testing.T) {
	tests := []struct{ args, want string }{
		{"--errors=reprt", `--errors: got "reprt", want stop or report; did you mean report?`},
		{"--errors", "the flag --errors needs a value: --errors=stop|report"},
		{"--validation=maybe", `--validation: got "maybe", want on or off`},
		{"--validatoin=off", "there is no flag --validatoin; did you mean --validation?"},
		{"--zzz", "there is no flag --zzz"},
		{"-errors", "there is no flag -errors; did you mean --errors?"},
		{"--seed=-1", `--seed: got "-1", want a whole number from 0 to 18446744073709551615`},
		{"--limit-steps=0", `--limit-steps: got "0", want a whole number above 0, or none`},
		{"--limit-steps=-1", `--limit-steps: got "-1", want a whole number above 0, or none`},
		{"--limit-steps=1.5", `--limit-steps: got "1.5", want a whole number above 0, or none`},
		{"--limit-steps=5K", `--limit-steps: got "5K", want a whole number above 0, or none`},
		{"--limit-steps=9223372036854775808", `--limit-steps: got "9223372036854775808", want at most 9223372036854775807`},
		{"--limit-steps=99999999999999999999", `--limit-steps: got "99999999999999999999", want at most 9223372036854775807`},
		{"--limit-objects=2147483648", `--limit-objects: got "2147483648", want at most 2147483647`},
		{"--limit-vram=127K", `--limit-vram: got "127K", want at least 128K`},
		{"--interpreter=maybe", `--interpreter: got "maybe", want true or false, or no value for true`},
		{"--limit-vram=4G", `--limit-vram: got "4G", want at most 4194240K`},
		{"--limit-vram=K", `--limit-vram: got "K", want a whole number above 0, perhaps with K, M or G for powers of 1024, or none`},
		{"--limit-vram=", `--limit-vram: got "", want a whole number above 0, perhaps with K, M or G for powers of 1024, or none`},
		{"--limit-memory=much", `--limit-memory: got "much", want a whole number above 0, perhaps with K, M or G for powers of 1024, or none`},
		{"--limit-time=5", `--limit-time: got "5", want a time above 0 such as 500ms, 5s or 2m, or none`},
		{"--limit-time=-5s", `--limit-time: got "-5s", want a time above 0 such as 500ms, 5s or 2m, or none`},
	}
	for _, tt := range tests {
		_, _, err := parsed(t, tt.args)
		require.EqualError(t, err, tt.want, tt.args)
	}
}

func TestUnknownAdapterListsTheProfiles(t *testing.T) {
	_, _, err := parsed(t, "--adapter=slowcopy")
	require.ErrorContains(t, err, `--adapter: there is no profile "slowcopy"; did you mean slow-copy?`)
	for _, p := range device.Profiles() {
		require.ErrorContains(t, err, p.Name)
		require.ErrorContains(t, err, p.Description)
	}
}

// TestFlagsStopAtTheScript shows that flags after the first word belong to the script.
func TestFlagsStopAtTheScript(t *testing.T) {
	o, rest, err := parsed(t, "--developer-mode frame.lua --errors=report -x")
	require.NoError(t, err)
	require.Equal(t, host.Options{DeveloperMode: true}, o)
	require.Equal(t, []string{"frame.lua", "--errors=report", "-x"}, rest)

	_, rest, err = parsed(t, "-- --odd.lua --")
	require.NoError(t, err)
	require.Equal(t, []string{"--odd.lua", "--"}, rest)

	_, _, err = parsed(t, "--help")
	require.Equal(t, pflag.ErrHelp, err)
}

func TestDidYouMean(t *testing.T) {
	require.Equal(t, "; did you mean report?", DidYouMean("Report", []string{"stop", "report"}))
	require.Empty(t, DidYouMean("report", []string{"stop"}))
	require.Empty(t, DidYouMean("report", nil))
}

func FuzzLimit(f *testing.F) {
	f.Add("256M")
	f.Add("none")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parse(text, units, math.MaxInt64)
		if err == nil {
			require.True(t, n > 0 || n == host.Unlimited)
		}
	})
}
