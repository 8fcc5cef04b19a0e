package host_test

import (
	"context"
	"fmt"
	"os"

	"github.com/gpuscript/gpuscript/host"
)

type camera struct{ Name string }

func (c *camera) Move(x, y float64) string { return fmt.Sprintf("%s at %g, %g", c.Name, x, y) }

func Example() {
	h := host.New(host.Options{Stdout: os.Stdout})
	defer h.Close()
	h.Expose("camera", &camera{Name: "main"})
	if err := h.RunString(context.Background(), "frame.lua", `print(camera:Move(1, 2.5))`); err != nil {
		fmt.Println(err)
	}
	err := h.RunString(context.Background(), "wrong.lua", "\nprint(camra.Name)")
	fmt.Println(err, h.Result().ExitCode)
	// Output:
	// main at 1, 2.5
	// wrong.lua:2:7: error[GS0104]: attempt to index global 'camra' (a nil value) 1
}
