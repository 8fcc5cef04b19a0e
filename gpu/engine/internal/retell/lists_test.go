package retell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestLists(t *testing.T) {
	for text, want := range map[string]string{
		`copy list "dev COPY list 12", CopyBufferRegion #3`: "CopyBufferRegion",
		`copy list "dev 2 COPY list 1", Dispatch #3`:        `copy list "dev 2 COPY list 1", Dispatch #3`, // of another device
		`direct list "mine", Dispatch #3`:                   `direct list "mine", Dispatch #3`,
	} {
		d := diag.New(diag.DataRace, "x").At(1, "reads").Via(2, text)
		Lists("dev", d)
		require.Equal(t, want, d.Labels[0].Via[0].Text)
	}
}
