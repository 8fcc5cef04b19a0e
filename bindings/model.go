package bindings

import (
	"errors"
	"path"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/meshes"
	"github.com/gpuscript/gpuscript/bindings/internal/wavefront"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// loadModel is gpu.LoadModel.
func loadModel(c *luabind.Args) {
	name := c.String(1)
	m, err := self[*env](c).loadModel(name)
	c.Check(err)
	c.Room(luabind.BytesOfNumber * meshes.Numbers(m))
	c.ReturnLua(meshes.Table(c.L, m))
}

func (e *env) loadModel(name string) (*wavefront.Mesh, error) {
	if e.options.Files == nil {
		return nil, diag.AsError(diag.New(diag.FileOutsideSandbox, "cannot open %q: this program gives scripts no files", name))
	}
	text, err := e.options.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	m, err := wavefront.Read(name, text, func(library string) ([]byte, error) {
		return e.options.Files.ReadFile(path.Join(path.Dir(name), library))
	})
	var broken *wavefront.Error
	if errors.As(err, &broken) {
		return nil, diag.AsError(diag.New(diag.BrokenModel, "%q is not a Wavefront OBJ model that can be read", name).
			Because("%s.", broken.Error()).WithDocRule())
	}
	return m, err
}
