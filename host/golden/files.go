package golden

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"path/filepath"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/folders"
)

// longest is how many bytes a file of a test may have.
const longest = 1 << 30

// readFile reads a file of a test until the context ends: nobody may write to a pipe.
func readFile(ctx context.Context, path string) ([]byte, error) {
	return folders.Within(ctx, func() ([]byte, error) { return folders.ReadFile(path, longest) }, func([]byte) {})
}

func readPicture(ctx context.Context, path string) (image.Image, error) {
	data, err := readFile(ctx, path)
	if err != nil {
		return nil, err
	}
	picture, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.ToSlash(path), err)
	}
	return picture, nil
}

// decode reads a picture. Its first bytes say how large it is, and so how much memory it takes; none is larger than a texture.
func decode(data []byte) (image.Image, error) {
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if max(c.Width, c.Height) > gpu.MaxTexture2D {
		return nil, fmt.Errorf("the picture has %d x %d pixels, and at most %d x %[3]d are compared", c.Width, c.Height, gpu.MaxTexture2D)
	}
	return png.Decode(bytes.NewReader(data))
}
