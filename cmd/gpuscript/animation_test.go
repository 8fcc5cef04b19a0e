package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// animated presents four frames at blanks 1, 2, 4 and 5: three in plain colors with a bar that moves, then one of 1024 colors. Then it presents one
// of another size.
const animated = `
local gpu = require "gpu"
local W, H = 64, 16
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local chain = queue:CreateSwapChain { Name = "chain", Width = W, Height = H, BufferCount = 2 }
local fence = device:CreateFence(0, "done")
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "list" }
local frame = 0
local function show(interval, paint)
  frame = frame + 1
  local buffer = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
  device:CreateRenderTargetView(buffer, nil, rtvs:GetCPUDescriptorHandle(0))
  allocator:Reset()
  list:Reset(allocator)
  list:ResourceBarrier { { Resource = buffer, Before = "PRESENT", After = "RENDER_TARGET" } }
  paint(function(color, rects) list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), color, rects) end)
  list:ResourceBarrier { { Resource = buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close()
  queue:ExecuteCommandLists { list }
  chain:Present(interval)
  queue:Signal(fence, frame)
  fence:WaitCPU(frame)
end
for i, interval in ipairs { 1, 1, 2 } do
  show(interval, function(clear)
    clear({ 0.2 * i, 0.5, 0.1, 1 })
    clear({ 1, 1, 0, 1 }, { { 8 * i, 0, 8 * i + 4, H } })
  end)
end
show(1, function(clear)
  for y = 0, H - 1 do
    for x = 0, W - 1 do clear({ x / 64, y / 16, 0.5, 1 }, { { x, y, x + 1, y + 1 } }) end
  end
end)
for i = 0, 1 do chain:GetBuffer(i):Release() end
chain:ResizeBuffers(2, 8, 8)
show(1, function(clear) clear { 1, 0, 0, 1 } end)
`

// TestAnimations decodes both files frame by frame and compares them with the pictures of --frames.
func TestAnimations(t *testing.T) {
	files(t, map[string]string{"a.lua": animated})
	_, stderr, exit := command("--frames", "frames", "--gif", "a.gif", "--apng", "a.apng", "a.lua")
	require.Equal(t, "presented 5 frames\n1 frame of another size than the first left out of the animation\n", stderr)
	require.Zero(t, exit)
	var want []image.Image
	for i := range 4 {
		file, err := os.Open(fmt.Sprintf("frames/frame%04d.png", i+1))
		require.NoError(t, err)
		picture, err := png.Decode(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		require.Equal(t, image.Rect(0, 0, 64, 16), picture.Bounds())
		want = append(want, picture)
	}
	require.Equal(t, color.NRGBA{255, 255, 0, 255}, color.NRGBAModel.Convert(want[1].At(16, 3)), "the bar of frame 2")
	require.Equal(t, color.NRGBA{102, 128, 26, 255}, color.NRGBAModel.Convert(want[1].At(20, 3)), "beside the bar: 0.4, 0.5, 0.1")
	sameGIF(t, want)
	sameAPNG(t, want)
}

// TestPicturesOfTheScriptAreSpared: no flag writes over a picture that the script saves, and no picture takes the place of a frame in silence.
func TestPicturesOfTheScriptAreSpared(t *testing.T) {
	const save = `
local picture = device:CreateCommittedResource { Name = "picture", Dimension = "TEXTURE2D", Width = 3, Height = 1, Format = "R8G8B8A8_UNORM" }
gpu.SavePNG("mine.png", picture)
gpu.SavePNG("frame0001.png", picture)
`
	files(t, map[string]string{"behind.lua": animated + save, "before.lua": strings.Replace(animated, "local frame = 0", save+"local frame = 0", 1)})
	const inTheWay = ": the script writes %s itself; name another file or folder\n"
	for _, tt := range []struct{ flag, path, script, spared, said string }{
		{"gif", "out/mine.png", "behind.lua", "mine.png", "out/mine.png"},
		{"apng", "./out/mine.png", "behind.lua", "mine.png", "./out/mine.png"},
		{"heapmap", "out/mine.png", "behind.lua", "mine.png", "out/mine.png"},
		{"timeline", "out/mine.png", "behind.lua", "mine.png", "out/mine.png"},
		{"frames", "out", "before.lua", "frame0001.png", "out/frame0001.png"},
		{"frames", "out", "behind.lua", "frame0001.png", "out/frame0001.png"},
	} {
		require.NoError(t, os.RemoveAll("out"))
		require.NoError(t, os.Mkdir("out", 0o755))
		_, stderr, exit := command("--"+tt.flag, tt.path, tt.script)
		require.Equal(t, 2, exit, tt.flag)
		require.Contains(t, stderr, "gpuscript: --"+tt.flag+fmt.Sprintf(inTheWay, tt.said), tt.flag)
		file, err := os.Open("out/" + tt.spared)
		require.NoError(t, err)
		config, err := png.DecodeConfig(file)
		require.NoError(t, errors.Join(err, file.Close()))
		require.Equal(t, 3, config.Width, "%s: the script's picture", tt.flag)
	}
	require.NoError(t, os.RemoveAll("out"))
	_, stderr, exit := command("--trace=text:out.txt", "--apng", "a.png", "--frames", "frames", "behind.lua")
	require.Zero(t, exit, stderr)
	_, stderr, exit = command("--trace=text:out/mine.png", "behind.lua")
	require.Equal(t, 2, exit)
	require.Contains(t, stderr, "gpuscript: --trace"+fmt.Sprintf(inTheWay, "out/mine.png"))
}

// TestFilesOfTheScriptAreSpared: so are the files that it opens for writing, wherever the name begins.
func TestFilesOfTheScriptAreSpared(t *testing.T) {
	files(t, map[string]string{"a.lua": `local file = io.open("notes/one.txt", "a") file:write("mine") file:close()` + animated,
		"frame.lua": `io.open("frame0001.png", "w"):close()` + animated})
	for _, flag := range []string{"gif", "apng", "heapmap", "timeline"} {
		require.NoError(t, os.RemoveAll("out"))
		require.NoError(t, os.MkdirAll("out/notes", 0o755))
		_, stderr, exit := command("--"+flag, "./out/notes/one.txt", "a.lua")
		require.Equal(t, 2, exit, flag)
		require.Contains(t, stderr, "gpuscript: --"+flag+": the script writes ./out/notes/one.txt itself; name another file or folder\n", flag)
		data, err := os.ReadFile("out/notes/one.txt")
		require.NoError(t, err)
		require.Equal(t, "mine", string(data), flag)
	}
	_, stderr, exit := command("--trace=json:out/notes/one.txt", "a.lua")
	require.Equal(t, 2, exit)
	require.Contains(t, stderr, "--trace: the script writes out/notes/one.txt itself")
	_, stderr, exit = command("--frames=out", "frame.lua")
	require.Equal(t, 2, exit)
	require.Contains(t, stderr, "--frames: the script writes out/frame0001.png itself")
	_, stderr, exit = command("--timeline=out/notes/two.txt", "a.lua")
	require.Zero(t, exit, stderr)
}

// sameGIF: frames of few colors are exact; the last one is dithered, so that its pixels are of the palette and its mean color is right.
func sameGIF(t *testing.T, want []image.Image) {
	data, err := os.ReadFile("a.gif")
	require.NoError(t, err)
	all, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, 0, all.LoopCount, "for ever")
	require.Equal(t, []int{2, 4, 2, 2}, all.Delay, "blanks at 2, 3, 7 and 8 hundredths of a second, rounded, and no delay below 2")
	require.Len(t, all.Image, len(want))
	for i, got := range all.Image[:3] {
		requireSame(t, want[i], got, fmt.Sprintf("GIF, frame %d", i+1))
	}
	for c := range 3 {
		require.InDelta(t, mean(want[3], c), mean(all.Image[3], c), 3, "component %d of the dithered frame", c)
	}
}

// sameAPNG: every frame is exact.
func sameAPNG(t *testing.T, want []image.Image) {
	data, err := os.ReadFile("a.apng")
	require.NoError(t, err)
	first, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err, "a decoder that knows no animations shows the first frame")
	requireSame(t, want[0], first, "PNG")
	frames, delays := apngFrames(t, data)
	require.Equal(t, []uint16{16, 34, 16, 16}, delays, "blanks at 16.67, 33.33, 66.67 and 83.33 milliseconds")
	require.Len(t, frames, len(want))
	for i, got := range frames {
		requireSame(t, want[i], got, fmt.Sprintf("APNG, frame %d", i+1))
	}
}

// apngFrames makes a PNG file of each frame of an animated one and decodes it. It checks sequence numbers, sums and the order of chunks.
func apngFrames(t *testing.T, data []byte) (frames []image.Image, delays []uint16) {
	signature, rest := data[:8], data[8:]
	var header, pixels []byte
	sequence, count, kinds := uint32(0), uint32(0), ""
	number := func(body []byte) {
		require.Equal(t, sequence, binary.BigEndian.Uint32(body))
		sequence++
	}
	finish := func() {
		if pixels == nil {
			return
		}
		file := append([]byte(nil), signature...)
		for _, c := range []struct {
			kind string
			body []byte
		}{{"IHDR", header}, {"IDAT", pixels}, {"IEND", nil}} {
			out := chunks{}
			out.chunk(c.kind, c.body)
			file = append(file, out.buffer.Bytes()...)
		}
		picture, err := png.Decode(bytes.NewReader(file))
		require.NoError(t, err)
		frames, pixels = append(frames, picture), nil
	}
	for len(rest) > 0 {
		length := binary.BigEndian.Uint32(rest)
		kind, body := string(rest[4:8]), rest[8:8+length]
		require.Equal(t, crc32.ChecksumIEEE(rest[4:8+length]), binary.BigEndian.Uint32(rest[8+length:]), kind)
		rest = rest[12+length:]
		kinds += kind[:1]
		switch kind {
		case "IHDR":
			header = body
		case "acTL":
			require.EqualValues(t, 0, binary.BigEndian.Uint32(body[4:]), "it plays for ever")
			count = binary.BigEndian.Uint32(body)
		case "fcTL":
			finish()
			number(body)
			require.Equal(t, []uint32{64, 16, 0, 0}, []uint32{binary.BigEndian.Uint32(body[4:]), binary.BigEndian.Uint32(body[8:]), binary.BigEndian.Uint32(body[12:]), binary.BigEndian.Uint32(body[16:])})
			require.EqualValues(t, 1000, binary.BigEndian.Uint16(body[22:]), "milliseconds")
			delays = append(delays, binary.BigEndian.Uint16(body[20:]))
		case "IDAT":
			pixels = append(pixels, body...)
		case "fdAT":
			number(body)
			pixels = append(pixels, body[4:]...)
		case "IEND":
			finish()
		}
	}
	require.EqualValues(t, count, len(frames), "%s", kinds)
	return frames, delays
}

func requireSame(t *testing.T, want, got image.Image, what string) {
	t.Helper()
	require.Equal(t, want.Bounds(), got.Bounds(), what)
	b := want.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			require.Equal(t, color.NRGBAModel.Convert(want.At(x, y)), color.NRGBAModel.Convert(got.At(x, y)), "%s at %d, %d", what, x, y)
		}
	}
}

// mean is the mean of a component of the pixels: 0 red, 1 green, 2 blue.
func mean(p image.Image, component int) float64 {
	sum, b := 0.0, p.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(p.At(x, y)).(color.NRGBA)
			sum += float64([3]uint8{c.R, c.G, c.B}[component])
		}
	}
	return sum / float64(b.Dx()*b.Dy())
}

// TestFewColors: 256 are few, 257 are many.
func TestFewColors(t *testing.T) {
	colors := func(n int) *image.NRGBA {
		p := image.NewNRGBA(image.Rect(0, 0, n, 2)) // each twice
		for i := range 2 * n {
			p.SetNRGBA(i%n, i/n, color.NRGBA{R: uint8(i % n), G: uint8(i % n / 256), A: 255})
		}
		return p
	}
	require.Len(t, fewColors(colors(256)), 256)
	require.Nil(t, fewColors(colors(257)))
}
