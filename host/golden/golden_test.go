package golden

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// folder makes a folder of files, changes into it and returns it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range files {
		require.NoError(t, write(filepath.FromSlash(name), []byte(text)))
	}
	return dir
}

// run runs all scripts below the folder and returns the text report.
func run(t *testing.T, o Options) string {
	t.Helper()
	scripts, err := Find([]string{"."})
	require.NoError(t, err)
	var b strings.Builder
	results := Run(context.Background(), scripts, o, func(r Result) { b.WriteString(r.Text()) })
	return b.String() + Summary(results) + "\n"
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(data)
}

func TestPass(t *testing.T) {
	folder(t, map[string]string{"a.lua": "print('hello')", "a.golden": "hello\n", "sub/b.lua": "", "sub/b.golden": "", "lib/m.lua": "return 1"})
	require.Equal(t, "pass      a.lua\npass      sub/b.lua\n2 passed\n", run(t, Options{}))
}

// TestLineEnds shows that a checkout with Windows line ends passes.
func TestLineEnds(t *testing.T) {
	folder(t, map[string]string{"a.lua": "print('a')\r\nprint('b')\r\n", "a.golden": "a\r\nb\r\n"})
	require.Equal(t, "pass      a.lua\n1 passed\n", run(t, Options{}))
}

func TestDifference(t *testing.T) {
	folder(t, map[string]string{"a.lua": "for i = 1, 9 do print(i) end", "a.golden": "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"})
	require.Equal(t, `FAIL      a.lua
    the script does something else than a.golden says
    --- a.golden
    +++ this run
    @@ -2,7 +2,7 @@
     2
     3
     4
    -five
    +5
     6
     7
     8
1 failed
`, run(t, Options{}))
}

func TestMissingGolden(t *testing.T) {
	folder(t, map[string]string{"a.lua": "print('hello')"})
	require.Equal(t, `FAIL      a.lua
    there is no a.golden; read what the script does and accept it with gpuscript test --update a.lua
    hello
1 failed
`, run(t, Options{}))
	require.Contains(t, run(t, Options{Accept: "go test -update ."}), "read what the script does and accept it with go test -update .\n")
	require.Equal(t, "update    a.lua\n1 updated\n", run(t, Options{Update: true}))
	require.Equal(t, "hello\n", read(t, "a.golden"))
	require.Equal(t, "pass      a.lua\n1 passed\n", run(t, Options{Update: true}))
	require.Equal(t, "pass      a.lua\n1 passed\n", run(t, Options{}))
}

// TestExit shows that a script that fails by surprise fails its test even when its golden file says so, and is never
// accepted by an update.
func TestExit(t *testing.T) {
	files := map[string]string{"a.lua": "error('no', 0)"}
	folder(t, files)
	require.Contains(t, run(t, Options{Update: true}), "the exit code is 1, want 0")
	require.NoFileExists(t, "a.golden")

	files["a.lua"] = "-- exit: 1\n" + files["a.lua"]
	folder(t, files)
	require.Equal(t, "update    a.lua\n1 updated\n", run(t, Options{Update: true}))
	require.Contains(t, read(t, "a.golden"), "=== diagnostics\nerror[GS0103]: no\n")
	require.True(t, strings.HasSuffix(read(t, "a.golden"), "=== exit code 1\n"))

	require.NoError(t, write("a.lua", []byte("-- exit: 1\nprint('fine')")))
	require.Contains(t, run(t, Options{}), "the exit code is 0, want 1")
}

func TestDirectives(t *testing.T) {
	folder(t, map[string]string{
		"a.lua": "-- A script about notes:\n-- args: one two\n-- args: three\n-- exit: 3\n-- limits: steps=5000\n-- file: notes.txt text some words\n" +
			"print(...)\nprint(arg[0], io.open('notes.txt'):read('*a'))\nio.write('no end')\nwhile true do end",
	})
	require.Equal(t, "update    a.lua\n1 updated\n", run(t, Options{Update: true}))
	golden := read(t, "a.golden")
	require.True(t, strings.HasPrefix(golden, "one\ttwo\tthree\na.lua\tsome words\nno end\n=== no newline at the end of the output\n=== diagnostics\n"), golden)
	require.True(t, strings.HasSuffix(golden, "=== exit code 3\n"))
}

func TestDirectivesRefuse(t *testing.T) {
	for text, want := range map[string]string{
		"-- exit: one":              `exit directive: got "one", want a number from 0 to 255`,
		"-- exit: 256":              `exit directive: got "256", want a number from 0 to 255`,
		"-- exit:":                  `exit directive: got "", want a number from 0 to 255`,
		"-- exits: 1":               `there is no directive "exits"; did you mean exit?`,
		"-- flag: --errors=report":  `there is no directive "flag"; did you mean flags?`,
		"-- flags: --error=report":  `flags directive: there is no flag --error; did you mean --errors?`,
		"-- flags: fast":            `flags directive: "fast" is not a flag; arguments of the script go to an args directive`,
		"-- limits: gas=1":          `limits directive: got "gas=1"`,
		"-- file: ../a.txt text no": `file directive: "../a.txt" leaves the folder of the script`,
		"-- pictures: a.png":        `the script did not write the picture a.png of its pictures directive`,
	} {
		folder(t, map[string]string{"a.lua": text + "\n", "a.golden": ""})
		require.Contains(t, run(t, Options{}), want, text)
	}
	folder(t, map[string]string{"a.lua": "-- exit: 0\n-- note: this is prose\nprint(1) -- exits: 1\n-- exits: 1\n", "a.golden": "1\n"})
	require.Equal(t, "pass      a.lua\n1 passed\n", run(t, Options{}))
}

// TestNeutralPaths shows that no folder of the run gets into a golden file.
func TestNeutralPaths(t *testing.T) {
	dir := folder(t, map[string]string{
		"deep/a.lua":     "-- exit: 1\nprint(pcall(io.open, '../x'))\nrequire('lib.m')()",
		"deep/lib/m.lua": "return function() error('in the module') end",
	})
	require.Contains(t, run(t, Options{Update: true}), "1 updated")
	golden := read(t, "deep/a.golden")
	require.NotContains(t, golden, filepath.Base(dir))
	require.Contains(t, golden, ` --> lib/m.lua:1:19
  |
1 | return function() error('in the module') end
`)
	require.Contains(t, golden, "  = stack: lib/m.lua:1:19 in function\n           a.lua:3:1      in main chunk\n")

	folder(t, map[string]string{"a.lua": "-- exit: 1\nio.open('../x')"})
	require.Contains(t, run(t, Options{Update: true}), "1 updated")
	require.Contains(t, read(t, "a.golden"), `It may read files in "DIR", "GIVEN", "OUT".`)
}

// painting is a script that writes a picture of one row of pixels to a file.
func painting(t *testing.T, name string, pixels ...color.NRGBA) string {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, len(pixels), 1))
	for x, c := range pixels {
		picture.SetNRGBA(x, 0, c)
	}
	data, err := encode(picture)
	require.NoError(t, err)
	return fmt.Sprintf("-- file: source.png base64 %s\nlocal f = io.open(%q, 'wb')\nf:write(io.open('source.png', 'rb'):read('*a'))\nf:close()\n",
		base64.StdEncoding.EncodeToString(data), name)
}

var (
	red   = color.NRGBA{255, 0, 0, 255}
	green = color.NRGBA{0, 255, 0, 255}
	dim   = color.NRGBA{0, 250, 0, 255}
)

func TestPictures(t *testing.T) {
	folder(t, map[string]string{"frame.lua": "-- pictures: frame.png\n" + painting(t, "frame.png", red, green)})
	require.Equal(t, "FAIL      frame.lua\n"+
		"    there is no frame.golden; read what the script does and accept it with gpuscript test --update frame.lua\n"+
		"    === picture frame.png 2 x 1 sha256 "+digest([]byte{255, 0, 0, 255, 0, 255, 0, 255})+"\n"+
		"    there is no frame.png; look at the picture and accept it with gpuscript test --update frame.lua\n1 failed\n", run(t, Options{}))
	require.Contains(t, run(t, Options{Update: true}), "1 updated")
	require.Contains(t, run(t, Options{}), "1 passed")

	require.NoError(t, write("frame.lua", []byte(painting(t, "frame.png", red, dim))))
	report := run(t, Options{Out: "out"})
	require.Contains(t, report, "the picture frame.png is not that of frame.png: 1 of 2 pixels differ, by 5/255 at most; the first at (1, 0) is #00fa00ff, want #00ff00ff\n"+
		"    the picture of this run: out/frame/frame.png\n    where it differs:        out/frame/frame.diff.png\n")
	diff, err := readPicture(context.Background(), "out/frame/frame.diff.png")
	require.NoError(t, err)
	require.Equal(t, color.NRGBA64{0xffff, 0, 0xffff, 0xffff}, at(diff, 1, 0))
	require.NotEqual(t, color.NRGBA64{0xffff, 0, 0xffff, 0xffff}, at(diff, 0, 0))

	require.NoError(t, write("frame.lua", []byte(painting(t, "frame.png", red))))
	require.Contains(t, run(t, Options{Out: "out"}), "the size is 1 x 1, want 2 x 1")
	require.Contains(t, run(t, Options{Update: true}), "1 updated")
	require.Contains(t, run(t, Options{}), "1 passed")
}

// TestPictureNames shows where the golden picture of a picture lies.
func TestPictureNames(t *testing.T) {
	c := &test{path: filepath.Join("scripts", "frame.lua")}
	for name, want := range map[string]string{
		"frame.png": "scripts/frame.png", "shadow.png": "scripts/frame.shadow.png", "a/b.png": "scripts/frame.a.b.png",
	} {
		require.Equal(t, want, filepath.ToSlash(c.goldenPicture(name)))
	}
}

// TestHugePicture: a picture that says that it is larger than any memory is none, whether a script writes it or it is the golden one.
func TestHugePicture(t *testing.T) {
	const huge = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x86\xa0\x00\x01\x86\xa0\x08\x06\x00\x00\x00"
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(huge[12:])))
	picture := huge + string(sum)
	red := color.NRGBA{255, 0, 0, 255}
	folder(t, map[string]string{"a.lua": fmt.Sprintf("local f = io.open('a.png', 'wb') f:write(%s) f:close()", luaText(picture)), "frame.png": picture,
		"frame.lua": "-- pictures: frame.png\n" + painting(t, "frame.png", red)})
	report := run(t, Options{})
	require.Contains(t, report, "=== file a.png 33 bytes")
	require.Contains(t, report, "frame.png: the picture has 100000 x 100000 pixels, and at most 16384 x 16384 are compared")
}

// luaText is a text as Lua writes it.
func luaText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "\\%03d", s[i])
	}
	return "'" + b.String() + "'"
}

func TestOtherFiles(t *testing.T) {
	folder(t, map[string]string{"a.lua": "for _, n in ipairs { 'z.txt', 'b.txt' } do local f = io.open(n, 'w') f:write('abc') f:close() end"})
	require.Contains(t, run(t, Options{}), "    === file b.txt 3 bytes sha256 ba7816bf8f01cfea\n    === file z.txt 3 bytes sha256 ba7816bf8f01cfea\n")
}

// TestOrder shows that the order of results is that of the scripts, however many run at once.
func TestOrder(t *testing.T) {
	files, want := map[string]string{}, ""
	for i := range 12 {
		name := fmt.Sprintf("s%02d", i)
		files[name+".lua"] = fmt.Sprintf("local n = 0\nfor i = 1, %d do n = n + i end\nprint(n)", (12-i)*3000)
		n := (12 - i) * 3000
		files[name+".golden"] = fmt.Sprintf("%d\n", n*(n+1)/2)
		want += "pass      " + name + ".lua\n"
	}
	folder(t, files)
	for _, jobs := range []int{0, 1, 5, 40} {
		require.Equal(t, want+"12 passed\n", run(t, Options{Jobs: jobs}))
	}
}

func TestConfigure(t *testing.T) {
	folder(t, map[string]string{"a.lua": "-- args: b\nprint(...)", "a.golden": "a\tb\n"})
	require.Contains(t, run(t, Options{Configure: func(o *host.Options) { o.Args = []string{"a"} }}), "1 passed")
}

func TestCancel(t *testing.T) {
	folder(t, map[string]string{"a.lua": "print(1)", "b.lua": "print(2)"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	results := Run(ctx, []string{"a.lua", "b.lua"}, Options{}, nil)
	require.Equal(t, "2 cancelled", Summary(results))
	require.False(t, Success(results))

	ctx, cancel = context.WithCancel(context.Background())
	results = Run(ctx, []string{"a.lua"}, Options{Configure: func(*host.Options) { cancel() }}, nil)
	require.Equal(t, Cancelled, results[0].Status)
}

func TestFind(t *testing.T) {
	folder(t, map[string]string{"b.lua": "", "a.lua": "", "x.txt": "", "lib/m.lua": "", ".hidden/n.lua": "", "_old/o.lua": "", "sub/deep/c.lua": "", "empty/readme": ""})
	found, err := Find([]string{"b.lua", "."})
	require.NoError(t, err)
	require.Equal(t, []string{"a.lua", "b.lua", filepath.Join("sub", "deep", "c.lua")}, found)
	found, err = Find([]string{"lib"})
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join("lib", "m.lua")}, found)
	_, err = Find([]string{"empty"})
	require.EqualError(t, err, "there is no script (*.lua) in the folder empty")
	_, err = Find([]string{"x.txt"})
	require.ErrorContains(t, err, "must end in .lua")
	_, err = Find([]string{"gone"})
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestObserve(t *testing.T) {
	folder(t, map[string]string{"a.lua": "-- args: x\nprint(...)\nlocal f = io.open('n.txt', 'w') f:write('abc') f:close()\nerror('no', 0)"})
	o, err := Observe(context.Background(), "a.lua", Options{})
	require.NoError(t, err)
	require.Equal(t, "x\n", o.Printed)
	require.Contains(t, o.Diagnostics, "error[GS0103]: no\n")
	require.Equal(t, 1, o.Exit)
	require.Equal(t, []string{"file n.txt 3 bytes sha256 ba7816bf8f01cfea"}, o.Files)
	require.Equal(t, o.Printed+"=== diagnostics\n"+o.Diagnostics+"=== exit code 1\n=== "+o.Files[0]+"\n", o.Text())

	_, err = Observe(context.Background(), "gone.lua", Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Observe(ctx, "a.lua", Options{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestDiff(t *testing.T) {
	require.Empty(t, Diff("a", "b", "x\n", "x\n"))
	require.Equal(t, "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", Diff("a", "b", "x\n", "y\n"))
	require.Equal(t, "--- a\n+++ b\n@@ -0,0 +1 @@\n+y\n", Diff("a", "b", "", "y"))
}

func FuzzDirectives(f *testing.F) {
	f.Add("-- args: a b\n-- flags: --errors=report\n-- exit: 1\n-- limits: steps=5\n-- file: a text b\nprint(1)\n")
	f.Fuzz(func(t *testing.T, script string) {
		d, err := parseDirectives(script)
		if err == nil {
			require.True(t, d.exit >= 0 && d.exit <= 255)
		}
	})
}
