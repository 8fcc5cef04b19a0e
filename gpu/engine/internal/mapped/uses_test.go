package mapped

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFind(t *testing.T) {
	var u Uses
	u.Note(Use{Begin: 16, End: 32, Serial: 1, Method: "first"})
	u.Note(Use{Begin: 16, End: 32, Serial: 1, Method: "the same again"})
	u.Note(Use{Begin: 24, End: 48, Serial: 2, Method: "second"})
	require.Len(t, u, 2)
	all := func(uint64) bool { return true }
	second := func(serial uint64) bool { return serial == 2 }
	for _, c := range []struct {
		begin, end uint64
		waits      func(uint64) bool
		want       string
	}{
		{0, 16, all, ""}, {0, 17, all, "first"}, {31, 32, all, "first"}, {32, 33, all, "second"}, {47, 60, all, "second"}, {48, 60, all, ""},
		{16, 24, second, ""}, {16, 25, second, "second"},
	} {
		found := u.find(c.begin, c.end, c.waits)
		if c.want == "" {
			require.Nil(t, found, "[%d, %d)", c.begin, c.end)
			continue
		}
		require.NotNil(t, found, "[%d, %d)", c.begin, c.end)
		require.Equal(t, c.want, found.Method)
	}
}
