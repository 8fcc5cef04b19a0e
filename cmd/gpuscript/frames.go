package main

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/spf13/pflag"
)

// frames are the flags that keep what a script presents, and what was kept so far.
type frames struct {
	folder, gif, apng string

	app     *app
	live    bool // progress is shown
	count   int
	left    int   // out of the animations
	err     error // the first one
	shown   []device.Frame
	written saved // single frames
	encode  png.Encoder
}

// flags adds the flags to a group.
func (f *frames) flags(g *pflag.FlagSet) {
	nameFlag(g, &f.folder, "frames", "write each presented frame as a PNG to a `FOLDER`")
	nameFlag(g, &f.gif, "gif", "write the presented frames as an animated GIF to a `FILE`")
	nameFlag(g, &f.apng, "apng", "write the presented frames as an animated PNG to a `FILE`")
}

// wanted says whether frames are kept.
func (f *frames) wanted() bool { return f.folder != "" || f.gif != "" || f.apng != "" }

// begin prepares for a run: it makes the folder and refuses what cannot be written.
func (f *frames) begin(a *app) error {
	f.app = a
	_, f.live = terminal(a.stderr)
	if err := errors.Join(writable("gif", f.gif), writable("apng", f.apng)); err != nil || f.folder == "" {
		return err
	}
	if err := os.MkdirAll(f.folder, 0o777); err != nil {
		return fmt.Errorf("--frames: cannot make the folder %s: %w", filepath.ToSlash(f.folder), cause(err))
	}
	return nil
}

// frame keeps one frame.
func (f *frames) frame(one device.Frame) {
	f.count++
	if f.folder != "" && f.err == nil {
		path := filepath.Join(f.folder, fmt.Sprintf("frame%04d.png", one.Number))
		f.err = f.app.write("frames", path, func(w io.Writer) error { return f.encode.Encode(w, pixels(&one)) })
		f.written.add(path)
	}
	if f.gif != "" || f.apng != "" {
		f.keep(one)
	}
	if f.live {
		fmt.Fprintf(f.app.stderr, "\r%s at %s ", counted(uint64(f.count), "frame"), virtual(one.Time))
	}
}

// spare notes that the script writes a file in the place of a frame.
func (f *frames) spare(path string) {
	if frame := f.written[place(path)]; frame != "" && f.err == nil {
		f.err = inTheWay("frames", frame)
	}
}

// hide takes the progress away, before something else is shown.
func (f *frames) hide() {
	if f.live && f.count > 0 {
		fmt.Fprint(f.app.stderr, "\r\x1b[K")
	}
}

// keep takes a frame into the animations, whose pictures have one size: that of the first.
func (f *frames) keep(one device.Frame) {
	if len(f.shown) > 0 && (one.Width != f.shown[0].Width || one.Height != f.shown[0].Height) {
		f.left++
		return
	}
	f.shown = append(f.shown, one)
}

// end writes the animations and says where everything went.
func (f *frames) end() error {
	f.hide()
	if f.err == nil && f.gif != "" && len(f.shown) > 0 {
		f.err = f.app.write("gif", f.gif, f.writeGIF)
	}
	if f.err == nil && f.apng != "" && len(f.shown) > 0 {
		f.err = f.app.write("apng", f.apng, f.writeAPNG)
	}
	if f.err == nil && f.wanted() {
		if f.count == 0 {
			fmt.Fprintln(f.app.stderr, "presented no frames, so none were written")
			return nil
		}
		fmt.Fprintf(f.app.stderr, "presented %s\n", counted(uint64(f.count), "frame"))
		if f.left > 0 {
			fmt.Fprintf(f.app.stderr, "%s of another size than the first left out of the animation\n", counted(uint64(f.left), "frame"))
		}
	}
	return f.err
}

// write makes a file that a flag asked for. One that does not fit on the disk leaves nothing behind: half a picture is none.
func (a *app) write(flag, path string, encode func(io.Writer) error) error {
	if err := a.saved.refuse(flag, path); err != nil {
		return err
	}
	file, err := a.create(path)
	if err == nil {
		err = encode(file)
		info, unknown := file.Stat()
		if e := file.Close(); err == nil {
			err = e
		}
		if err != nil && unknown == nil && info.Mode().IsRegular() {
			_ = os.Remove(path) // why it cannot be written is what is told
		}
	}
	return unwritable(flag, path, err)
}

// pixels is a frame as an image.
func pixels(f *device.Frame) *image.NRGBA {
	return &image.NRGBA{Pix: f.Pixels, Stride: 4 * f.Width, Rect: image.Rect(0, 0, f.Width, f.Height)}
}
