package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"io"

	"github.com/gpuscript/gpuscript/gpu/device"
)

// duration is the time until the next frame in units of ticks a second; the last frame stays as long as the one before it. Times are rounded and not
// durations, so that a long animation does not drift.
func (f *frames) duration(i, ticks int) int {
	if i+1 == len(f.shown) {
		i--
	}
	if i < 0 {
		return ticks
	}
	at := func(i int) uint64 { return (f.shown[i].Time*uint64(ticks) + 500_000_000) / 1_000_000_000 }
	return max(int(at(i+1)-at(i)), 1)
}

// leastGIFDelay is the shortest delay that viewers of GIF files keep, in hundredths of a second: they take shorter ones as 10.
const leastGIFDelay = 2

// writeGIF writes an animation that plays for ever. Frames of up to 256 colors keep them; others are dithered to a palette of 256.
func (f *frames) writeGIF(w io.Writer) error {
	var all gif.GIF
	for i := range f.shown {
		src := pixels(&f.shown[i])
		colors := fewColors(src)
		how := draw.Drawer(draw.Src)
		if colors == nil {
			colors, how = palette.Plan9, draw.FloydSteinberg
		}
		dst := image.NewPaletted(src.Rect, colors)
		how.Draw(dst, src.Rect, src, image.Point{})
		all.Image, all.Delay = append(all.Image, dst), append(all.Delay, max(f.duration(i, 100), leastGIFDelay))
	}
	return gif.EncodeAll(w, &all)
}

// fewColors is the colors of a picture in the order in which they appear; nil if they are more than 256.
func fewColors(p *image.NRGBA) (list color.Palette) {
	known := map[color.NRGBA]bool{}
	for at := 0; at < len(p.Pix); at += 4 {
		c := color.NRGBA{p.Pix[at], p.Pix[at+1], p.Pix[at+2], p.Pix[at+3]}
		if known[c] {
			continue
		}
		if len(list) == 256 {
			return nil
		}
		known[c], list = true, append(list, c)
	}
	return list
}

// writeAPNG writes an animation without loss: the chunks of PNG files in the order of an animated one.
//
//	signature IHDR acTL │ fcTL IDAT … │ fcTL fdAT … │ fcTL fdAT … │ IEND
//
// (Source: PNG specification, third edition, chapter 11.3.6.) It plays for ever.
func (f *frames) writeAPNG(w io.Writer) error {
	out := &chunks{}
	for i := range f.shown {
		var file bytes.Buffer
		if err := f.encode.Encode(&file, pixels(&f.shown[i])); err != nil {
			return err
		}
		signature := file.Next(8)
		if i == 0 {
			out.buffer.Write(signature)
		}
		out.frame(file.Bytes(), i, len(f.shown), &f.shown[0], f.duration(i, 1000))
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
