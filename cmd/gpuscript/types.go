package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gpuscript/gpuscript/docs"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// types writes the annotations that the Lua language server reads, and says the names of the files.
func (a *app) types(_ context.Context, args []string) (int, error) {
	rest, done, err := a.parse("types", groups{settings.NewGroup("Flags")}, args, true)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case len(rest) != 1 || rest[0] == "":
		return host.ExitUsage, fmt.Errorf("into which folder? gpuscript types .luals writes the annotations to .luals")
	}
	folder := rest[0]
	err = fs.WalkDir(docs.Annotations(), ".", func(name string, entry fs.DirEntry, err error) error {
		to := filepath.Join(folder, filepath.FromSlash(name))
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return os.MkdirAll(to, 0o755)
		}
		text, err := fs.ReadFile(docs.Annotations(), name)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, to)
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		return host.ExitUsage, fmt.Errorf("cannot write the annotations to %s: %w", filepath.ToSlash(folder), cause(err))
	}
	fmt.Fprintf(a.stdout, "add the folder to the setting Lua.workspace.library of your editor\n")
	return host.ExitOK, nil
}
