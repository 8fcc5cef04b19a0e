package spell

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	names := []string{"COPY_DEST", "COPY_SOURCE", "COMMON"}
	for name, want := range map[string]string{"copy_dest": "COPY_DEST", "COPY_DST": "COPY_DEST", "COMMAN": "COMMON", "X": "", "": "", "UNRELATED": "", "COMN": "COMMON", "CMN": ""} {
		require.Equal(t, want, Nearest(name, names), name)
	}
}
