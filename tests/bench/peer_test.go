package bench

import (
	"bufio"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

//go:embed peers
var peerSources embed.FS

// program is a peer written in C, or a module in Go.
type program struct {
	source string // a file of peers, or the folder of a module
	flags  []string
	libs   []string

	once sync.Once
	path string
	err  error
}

var (
	plainProgram  = &program{source: "loops.c", flags: []string{"-O3", "-march=native"}, libs: []string{"-lm"}}
	vectorProgram = &program{source: "spmd.c", flags: []string{"-O3", "-msse4.2", "-mtune=native"}, libs: []string{"-lm", "-pthread"}}
	openCLProgram = &program{source: "opencl.c", flags: []string{"-O2"}, libs: []string{"-lOpenCL", "-lm"}}
	drawProgram   = &program{source: "draws.c", flags: []string{"-O2"}, libs: []string{"-lEGL", "-lGL", "-lm"}}
	moduleProgram = &program{source: "fauxgl"}

	peerFolder string // of the compiled programs; TestMain removes it
)

func TestMain(m *testing.M) {
	code := m.Run()
	if peerFolder != "" {
		_ = os.RemoveAll(peerFolder)
	}
	os.Exit(code)
}

// build compiles the program once. It fails where a compiler or a library is missing.
func (p *program) build() (string, error) {
	p.once.Do(func() { p.path, p.err = p.compile() })
	return p.path, p.err
}

func (p *program) compile() (string, error) {
	if peerFolder == "" {
		folder, err := os.MkdirTemp("", "gpuscript-peers")
		if err != nil {
			return "", err
		}
		peerFolder = folder
		if err = os.CopyFS(peerFolder, peerSources); err != nil {
			return "", err
		}
	}
	if filepath.Ext(p.source) == "" {
		return p.compileGo()
	}
	return p.compileC()
}

// compileGo builds a module with the versions that its go.mod names. It fails where they cannot be fetched.
func (p *program) compileGo() (string, error) {
	binary := filepath.Join(peerFolder, p.source)
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Dir, build.Env = p.source, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly")
	if out, err := build.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return "", fmt.Errorf("go cannot build %s: %s", p.source, first)
	}
	return binary, nil
}

func (p *program) compileC() (string, error) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return "", errors.New("no gcc")
	}
	folder := filepath.Join(peerFolder, "peers")
	binary := filepath.Join(folder, strings.TrimSuffix(p.source, ".c"))
	args := append(append([]string{"-o", binary}, p.flags...), filepath.Join(folder, p.source), filepath.Join(folder, "main.c"))
	if out, err := exec.Command(gcc, append(args, p.libs...)...).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return "", fmt.Errorf("gcc cannot build %s: %s", p.source, first)
	}
	return binary, nil
}

// peerVariant starts a program for one workload.
func peerVariant(t testing.TB, w workload, name string, p *program, env ...string) *variant {
	path, err := p.build()
	if err != nil {
		return skipped(name, err.Error())
	}
	cmd := exec.Command(path, w.kernel, strconv.Itoa(w.size))
	cmd.Env = append(os.Environ(), env...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	out := bufio.NewReaderSize(pipe, 1<<16)
	end := func() {
		_ = in.Close()
		_ = cmd.Wait()
	}
	result, err := readResult(out)
	if err != nil {
		end()
		return skipped(name, "no device for it")
	}
	return &variant{name: name, result: result, within: fused, close: end, run: func(times int) (time.Duration, error) {
		if _, err := fmt.Fprintln(in, times); err != nil {
			return 0, err
		}
		ns, err := readNumber(out)
		return time.Duration(ns), err
	}}
}

func readNumber(r *bufio.Reader) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

func readResult(r *bufio.Reader) ([]float32, error) {
	n, err := readNumber(r)
	if err != nil || n == 0 {
		return nil, errors.New("it did not start")
	}
	data := make([]byte, 4*n)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	result := make([]float32, n)
	for i := range result {
		result[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return result, nil
}
