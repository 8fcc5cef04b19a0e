package host_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing/fstest"

	"github.com/gpuscript/gpuscript/host"
)

// A filter that a user of the program wrote. Pictures go in and come out in memory, and the script says how far it is.
func ExampleOptions_pictures() {
	const negative = `
local gpu, bench = require "gpu", require "lib.workbench"
local input, output = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local negate = gpu.ComputeShader { Name = "negate", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local texel = input:Load(int3(DispatchThreadID.xy, 0))
  output[DispatchThreadID.xy] = float4(1 - texel.rgb, texel.a)
end }
local photo, b = gpu.LoadImage "photo.png", bench.Create "filter"
local result = b:Texture("result", photo.Width, photo.Height)
local root = b:Root("root", { Table = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } })
b:Submit("filter", function(list)
  local views = b:Views({ b:Picture(list, photo) }, { result })
  progress(0.5)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(b:Pipeline(negate, root))
  list:SetDescriptorHeaps { views }
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  list:Dispatch(math.ceil(photo.Width / 8), math.ceil(photo.Height / 8), 1)
end)
b:Wait()
gpu.SavePNG("negative.png", result)
progress(1)`

	photo := image.NewNRGBA(image.Rect(0, 0, 16, 8))
	for i := 0; i < len(photo.Pix); i += 4 {
		copy(photo.Pix[i:], []byte{0, 128, 255, 255})
	}
	var file bytes.Buffer
	if err := png.Encode(&file, photo); err != nil {
		fmt.Println(err)
		return
	}

	var result image.Image
	h := host.New(host.Options{
		Files: fstest.MapFS{"photo.png": {Data: file.Bytes()}},
		Save: func(name string, picture []byte) (err error) {
			result, err = png.Decode(bytes.NewReader(picture))
			return err
		},
	})
	defer h.Close()
	h.Expose("progress", func(part float64) { fmt.Printf("%.0f %%\n", 100*part) })
	if err := h.RunString(context.Background(), "negative.lua", negative); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Bounds().Size(), color.NRGBAModel.Convert(result.At(3, 4)))
	// Output:
	// 50 %
	// 100 %
	// (16,8) {255 127 0 255}
}
