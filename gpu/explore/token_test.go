package explore

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

func TestToken(t *testing.T) {
	for _, tt := range []struct {
		picks []int32
		want  Token
	}{
		{nil, ""},
		{[]int32{0, 0, 0}, ""},
		{[]int32{0, 2}, "1:2"},
		{[]int32{1, 1, 1, 0, 2, 1}, "0:1x3,4:2,5:1"},
	} {
		got := token(tt.picks)
		require.Equal(t, tt.want, got)
		parsed, err := ParseToken(string(got))
		require.NoError(t, err)
		policy := parsed.Policy()
		for i, pick := range tt.picks {
			require.Equal(t, int(pick), policy.Pick(make([]sched.Choice, 3)), "%s: choice %d", got, i)
		}
		require.Zero(t, policy.Pick(make([]sched.Choice, 3)), "behind its end it is the timeline")
	}
	require.Zero(t, Token("0:2").Policy().Pick(make([]sched.Choice, 2)), "a choice that is not there")
}

func TestNoToken(t *testing.T) {
	for text, want := range map[string]string{
		"x":             `"x" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"1:0":           `"1:0" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"1:1x0":         `"1:1x0" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"1:1,":          `"" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"-1:1":          `"-1:1" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"1:99999999999": `"1:99999999999" is no choice of a schedule; one looks like 12:1, or 12:1x3 for three in a row`,
		"5:1,3:1":       `choice 3 of the schedule does not come after choice 5`,
		"5:1x3,7:1":     `choice 7 of the schedule does not come after choice 7`,
	} {
		_, err := ParseToken(text)
		require.EqualError(t, err, want)
	}
}

// FuzzToken: what is read as a token takes the same choices when it is written again.
func FuzzToken(f *testing.F) {
	for _, text := range []string{"", "12:1", "0:1x3,4:2", "5:1,3:1", "1:1x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ParseToken(text)
		if err != nil {
			return
		}
		turns, err := turnsOf(string(read))
		require.NoError(t, err)
		policy, picks := read.Policy(), []int32{}
		for range 40 {
			picks = append(picks, int32(policy.Pick(make([]sched.Choice, 8))))
		}
		again := token(picks).Policy()
		for _, pick := range picks {
			require.Equal(t, int(pick), again.Pick(make([]sched.Choice, 8)), "%v", turns)
		}
	})
}
