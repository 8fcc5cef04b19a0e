package folders

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// put writes a file below a folder that it makes.
func put(t *testing.T, data string, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(data), 0o644))
	return path
}

func TestRead(t *testing.T) {
	base := t.TempDir()
	own, more, secret := filepath.Join(base, "own"), filepath.Join(base, "more"), put(t, "secret", base, "secret")
	put(t, "a", own, "a")
	put(t, "b", more, "b")
	put(t, "12345", own, "five")
	put(t, "123456", own, "six")
	f := New(own, []string{more}, []string{"named"}, nil, "", 5)
	for name, want := range map[string]string{"a": "a", "b": "b", "../more/b": "b", filepath.Join(more, "b"): "b", "five": "12345"} {
		data, err := f.Read(name)
		require.NoError(t, err, name)
		require.Equal(t, want, string(data), name)
	}
	for name, want := range map[string]error{"../secret": ErrOutside, secret: ErrOutside, "six": errTooBig, "none": fs.ErrNotExist, "named": fs.ErrNotExist} {
		_, err := f.Read(name)
		require.ErrorIs(t, err, want, name)
	}
	require.Equal(t, []string{filepath.ToSlash(own), filepath.ToSlash(more)}, f.Readable())
	require.NoError(t, f.Close())

	data, err := New("", nil, []string{secret}, nil, "", 6).Read(secret)
	require.NoError(t, err)
	require.Equal(t, "secret", string(data))
	_, err = New("", nil, []string{secret}, nil, "", 5).Read(secret)
	require.ErrorIs(t, err, errTooBig)
}

func TestCreate(t *testing.T) {
	base := t.TempDir()
	out := filepath.Join(base, "out")
	f := New(base, nil, nil, nil, out, 100)
	for _, text := range []string{"one", "two"} {
		file, err := f.Create(t.Context(), "deep/a", true)
		require.NoError(t, err)
		err = file.Write(t.Context(), []byte(text))
		require.NoError(t, err)
		require.NoError(t, file.Close())
	}
	data, err := f.Read("out/deep/a")
	require.NoError(t, err)
	require.Equal(t, "onetwo", string(data))
	file, err := f.Create(t.Context(), "deep/a", false)
	require.NoError(t, err)
	require.NoError(t, file.Write(t.Context(), []byte("half")))
	require.NoError(t, file.Drop())
	_, err = f.Read("out/deep/a")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = f.Create(t.Context(), "../a", false)
	require.ErrorIs(t, err, ErrOutside)
	require.Equal(t, []string{filepath.ToSlash(out)}, f.Writable())
	require.NoError(t, f.Close())

	f = New(base, nil, nil, nil, "", 100)
	_, err = f.Create(t.Context(), "a", false)
	require.ErrorIs(t, err, ErrOutside)
	require.Empty(t, f.Writable())
	require.Nil(t, New("", nil, nil, nil, "", 100).Own())
}

func TestReason(t *testing.T) {
	require.Equal(t, "no such file", Reason(&fs.PathError{Op: "open", Path: "a", Err: fs.ErrNotExist}))
	require.Equal(t, "permission denied", Reason(fs.ErrPermission))
	require.Equal(t, "is a directory", Reason(&fs.PathError{Op: "read", Path: "a", Err: errors.New("is a directory")}))
}
