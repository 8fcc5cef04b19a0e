package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// ApplySetup sets the limits that a script's own directives ask for and writes the files that it needs below dir, which must
// exist. The caller gives the script access to dir.
func ApplySetup(o *host.Options, setup diag.Setup, dir string) error {
	l := &o.Limits
	for _, limit := range []struct {
		to    *int64
		value uint64
	}{{&l.LuaSteps, setup.Steps}, {&l.OutputBytes, setup.Output}, {&l.VRAMBytes, setup.VRAM}, {&l.Memory, setup.Memory}} {
		if limit.value != 0 {
			*limit.to = int64(limit.value) // ParseSetup takes 63 bits
		}
	}
	if setup.Objects != 0 {
		l.OpenObjects = int(setup.Objects)
	}
	if setup.TimeMS != 0 {
		l.WallTime = time.Duration(setup.TimeMS) * time.Millisecond
	}
	for _, file := range setup.Files {
		if !filepath.IsLocal(file.Name) {
			return fmt.Errorf("file directive: %q leaves the folder of the script", file.Name)
		}
		path := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, file.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
