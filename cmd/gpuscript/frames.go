package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color/palette"
	"image/draw"
	"image/gif"
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

	app    *app
	live   bool // progress is shown
	count  int
	err    error // the first one
	shown  []device.Frame
	encode png.Encoder
}

// flags adds the flags to a group.
func (f *frames) flags(g *pflag.FlagSet) {
	pathFlag(g, &f.folder, "frames", "write each presented frame as a PNG to a `FOLDER`")
	pathFlag(g, &f.gif, "gif", "write the presented frames as an animated GIF to a `FILE`")
	pathFlag(g, &f.apng, "apng", "write the presented frames as an animated PNG to a `FILE`")
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
		f.err = write("frames", filepath.Join(f.folder, fmt.Sprintf("frame%04d.png", one.Number)), func(w io.Writer) error { return f.encode.Encode(w, pixels(&one)) })
	}
	if f.gif != "" || f.apng != "" {
		f.shown = append(f.shown, one)
	}
	if f.live {
		fmt.Fprintf(f.app.stderr, "\r%s at %s ", counted(uint64(f.count), "frame"), virtual(one.Time))
	}
}

// end writes the animations and says where everything went.
func (f *frames) end() error {
	if f.live && f.count > 0 {
		fmt.Fprint(f.app.stderr, "\r\x1b[K")
	}
	if f.err == nil && f.gif != "" && len(f.shown) > 0 {
		f.err = write("gif", f.gif, f.writeGIF)
	}
	if f.err == nil && f.apng != "" && len(f.shown) > 0 {
		f.err = write("apng", f.apng, f.writeAPNG)
	}
	if f.err == nil && f.wanted() {
		fmt.Fprintf(f.app.stderr, "presented %s\n", counted(uint64(f.count), "frame"))
	}
	return f.err
}

// write makes a file that a flag asked for.
func write(flag, path string, encode func(io.Writer) error) error {
	file, err := os.Create(path)
	if err == nil {
		err = encode(file)
		if e := file.Close(); err == nil {
			err = e
		}
	}
	return unwritable(flag, path, err)
}

// pixels is a frame as an image.
func pixels(f *device.Frame) *image.NRGBA {
	return &image.NRGBA{Pix: f.Pixels, Stride: 4 * f.Width, Rect: image.Rect(0, 0, f.Width, f.Height)}
}

// duration is the time until the next frame in units of ticks a second; the last frame stays as long as the one before it.
func (f *frames) duration(i, ticks int) int {
	if i+1 == len(f.shown) {
		i--
	}
	if i < 0 {
		return ticks
	}
	ns := f.shown[i+1].Time - f.shown[i].Time
	return max(int((ns*uint64(ticks)+500_000_000)/1_000_000_000), 1)
}

// writeGIF writes an animation of 256 colors with dithering.
func (f *frames) writeGIF(w io.Writer) error {
	var all gif.GIF
	for i := range f.shown {
		src := pixels(&f.shown[i])
		dst := image.NewPaletted(src.Rect, palette.Plan9)
		draw.FloydSteinberg.Draw(dst, src.Rect, src, image.Point{})
		all.Image, all.Delay = append(all.Image, dst), append(all.Delay, f.duration(i, 100))
	}
	return gif.EncodeAll(w, &all)
}

// writeAPNG writes an animation without loss: the chunks of PNG files in the order of an animated one.
//
//	signature IHDR acTL │ fcTL IDAT … │ fcTL fdAT … │ fcTL fdAT … │ IEND
//
// (Source: PNG specification, third edition, chapter 11.3.6.) Frames of another size than the first one are left out.
func (f *frames) writeAPNG(w io.Writer) error {
	first := &f.shown[0]
	var kept []int
	for i := range f.shown {
		if f.shown[i].Width == first.Width && f.shown[i].Height == first.Height {
			kept = append(kept, i)
		}
	}
	out := &chunks{}
	for n, i := range kept {
		var file bytes.Buffer
		if err := f.encode.Encode(&file, pixels(&f.shown[i])); err != nil {
			return err
		}
		if n == 0 {
			out.buffer.Write(file.Next(8))
		} else {
			file.Next(8)
		}
		out.frame(file.Bytes(), n, len(kept), first, f.duration(i, 1000))
	}
	out.chunk("IEND", nil)
	_, err := w.Write(out.buffer.Bytes())
	return err
}

// chunks is a PNG file that grows.
type chunks struct {
	buffer   bytes.Buffer
	sequence uint32
}

func (c *chunks) chunk(kind string, data []byte) {
	body := append([]byte(kind), data...)
	c.buffer.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	c.buffer.Write(body)
	c.buffer.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}

// frame appends the chunks of a PNG file as frame n of count, shown for some milliseconds.
func (c *chunks) frame(file []byte, n, count int, size *device.Frame, milliseconds int) {
	begun := false
	for len(file) >= 12 {
		length := binary.BigEndian.Uint32(file)
		kind, data := string(file[4:8]), file[8:8+length]
		file = file[12+length:]
		switch {
		case kind == "IHDR" && n == 0:
			c.chunk(kind, data)
			c.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(count)), 0))
		case kind == "IDAT":
			if !begun {
				c.control(size, milliseconds)
				begun = true
			}
			if n == 0 {
				c.chunk(kind, data)
				continue
			}
			c.chunk("fdAT", append(binary.BigEndian.AppendUint32(nil, c.next()), data...))
		}
	}
}

// control appends the chunk that says how a frame is shown: over the whole picture, in the place of the one before it.
func (c *chunks) control(size *device.Frame, milliseconds int) {
	var b []byte
	for _, v := range [...]uint32{c.next(), uint32(size.Width), uint32(size.Height), 0, 0} {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(min(milliseconds, 65535)))
	b = binary.BigEndian.AppendUint16(b, 1000)
	c.chunk("fcTL", append(b, 0, 0))
}

func (c *chunks) next() uint32 {
	c.sequence++
	return c.sequence - 1
}
