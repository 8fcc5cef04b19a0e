package readme

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// animated are pictures of which a reader sees all frames, and a decoder the first one: they are none that a script saves.
var animated = []string{"smoke.png"}

// TestPictures: the README shows each picture of docs, and each is what an example writes, by the digests of the golden files.
func TestPictures(t *testing.T) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var golden bytes.Buffer
	files, err := filepath.Glob("../../scripts/*.golden")
	require.NoError(t, err)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		golden.Write(data)
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile(`\]\(docs/([\w.]+\.png)\)`).FindAllStringSubmatch(string(text), -1) {
		shown[m[1]] = true
	}
	pictures, err := filepath.Glob("../../docs/*.png")
	require.NoError(t, err)
	require.Len(t, pictures, len(shown))
	for _, p := range pictures {
		name := filepath.Base(p)
		require.True(t, shown[name], "the README does not show docs/%s", name)
		data, err := os.ReadFile(p)
		require.NoError(t, err)
		picture, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		if moves := bytes.Contains(data, []byte("acTL")); moves || slices.Contains(animated, name) {
			require.True(t, moves, "%s does not move", name)
			require.Contains(t, animated, name)
			continue
		}
		size := picture.Bounds().Size()
		flat := image.NewNRGBA(image.Rectangle{Max: size})
		draw.Draw(flat, flat.Bounds(), picture, picture.Bounds().Min, draw.Src)
		sum := sha256.Sum256(flat.Pix)
		line := fmt.Sprintf("=== picture %s %d x %d sha256 %s\n", name, size.X, size.Y, hex.EncodeToString(sum[:8]))
		require.Contains(t, golden.String(), line, "docs/%s is not what an example writes: run it, look at it, and copy it there", name)
	}
}
