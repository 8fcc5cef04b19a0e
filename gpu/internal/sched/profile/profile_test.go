package profile

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProfilesAreUsable(t *testing.T) {
	names := map[string]bool{}
	for _, p := range All() {
		p.Check()
		require.NotEmpty(t, p.Description)
		require.Regexp(t, `\.$`, p.Description)
		require.False(t, names[p.Name])
		names[p.Name] = true
		got, ok := Find(p.Name)
		require.True(t, ok)
		require.Equal(t, p, got)
	}
	require.Equal(t, "default", All()[0].Name)
	require.True(t, names["integrated"] && names["slow-copy"])
	_, ok := Find("voodoo")
	require.False(t, ok)
}

func TestCosts(t *testing.T) {
	p, _ := Find("instant")
	p.Engines[Copy] = EngineSpec{Count: 1, InstructionsPerUS: 1, BytesPerUS: 2000, LinkBytesPerUS: 1000}
	p.CopyOverhead = 100
	for _, tt := range []struct {
		name      string
		got, want Time
	}{
		{"no bytes", p.CopyCost(Copy, 0, true), 100},
		{"1000 B over the link", p.CopyCost(Copy, 1000, true), 1100},
		{"rounded up", p.CopyCost(Copy, 1001, false), 100 + 501},
		{"fill", p.FillCost(Copy, 4000), 2100},
		{"saturates", p.CopyCost(Copy, math.MaxUint64, true), endOfTime},
	} {
		require.Equal(t, tt.want, tt.got, tt.name)
	}
	p.LaunchOverhead, p.ItemTime = 7, 1024
	p.Engines[Compute].InstructionsPerUS = 10
	require.Equal(t, Time(7), p.KernelCost(Compute, 0, 0))
	require.Equal(t, Time(7+3+200), p.KernelCost(Compute, 3, 2))
	p.Engines[Compute].Count = 0 // shares the 3D engine and its speed
	p.Engines[Direct].InstructionsPerUS = 20
	require.Equal(t, Time(7+3+100), p.KernelCost(Compute, 3, 2))
}

func TestMulDiv(t *testing.T) {
	require.Equal(t, Infinite, mulDiv(math.MaxUint64, math.MaxUint64, 1))
	require.Equal(t, Infinite, mulDiv(math.MaxUint64, 1, 1))
	require.Equal(t, Time(1<<62), mulDiv(1<<63, 1<<10, 1<<11))
	require.Equal(t, Time(1<<62+1), mulDiv(1<<63+1, 1<<10, 1<<11))
}

func TestNextVsync(t *testing.T) {
	p := Profile{VsyncPeriod: 100}
	for at, want := range map[Time]Time{0: 0, 1: 100, 99: 100, 100: 100, 101: 200} {
		require.Equal(t, want, p.NextVsync(at))
	}
	p.VsyncPeriod = 0
	require.Equal(t, Time(5), p.NextVsync(5))
}

func TestUnusableProfilesAreBugs(t *testing.T) {
	for _, change := range []func(p *Profile){
		func(p *Profile) { p.Engines[Direct].Count = 0 },
		func(p *Profile) { p.Engines[Copy].Count = -1 },
		func(p *Profile) { p.Engines[Copy].LinkBytesPerUS = 0 },
		func(p *Profile) { p.WakeLatency = -1 },
		func(p *Profile) { p.Call[CallMap] = -1 },
	} {
		p := defaultProfile()
		change(&p)
		require.Panics(t, func() { p.Check() })
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "COPY", Copy.String())
	require.Equal(t, "Kind(9)", Kind(9).String())
	require.Equal(t, "submit", CallSubmit.String())
	require.Equal(t, "CallClass(99)", CallClass(99).String())
	require.Equal(t, Infinite, Infinite.Add(1))
	require.Equal(t, endOfTime, endOfTime.Add(1))
	require.Equal(t, endOfTime, (endOfTime - 1).Add(1))
	require.Equal(t, endOfTime, Time(7).Add(Infinite))
	require.Equal(t, Time(3), Time(1).Add(2))
}

func TestMulShift(t *testing.T) {
	values := []uint64{0, 1, 2, 3, 1023, 1024, 1025, 1 << 32, 1<<53 - 1, 1<<63 + 5, math.MaxUint64 / 1024, math.MaxUint64 - 1}
	for _, a := range values {
		for _, b := range values {
			require.Equal(t, mulDiv(a, b, 1024), mulShift(a, b, 10), "%d * %d", a, b)
		}
	}
}
