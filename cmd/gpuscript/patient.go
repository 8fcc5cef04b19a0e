package main

import (
	"bytes"
	"io"
	"os"
	"time"
)

// patience is how long a reader has for each piece of output once the user has interrupted: one that only is slow gets the end.
const patience = time.Second

// patient is an output that waits for its reader, a pipe or a terminal that is held, until the user interrupts. Then one interrupt ends the command
// although a write is under way, which goes on alone.
type patient struct {
	file        *os.File
	interrupted <-chan struct{}
	patience    time.Duration
	gaveUp      bool
}

// waiting makes the output of the process a patient one, unless it is a file, which has no reader.
func waiting(w io.Writer, interrupted <-chan struct{}) io.Writer {
	file, ok := w.(*os.File)
	if !ok {
		return w
	}
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		return w
	}
	return &patient{file: file, interrupted: interrupted, patience: patience}
}

// Write implements io.Writer.
func (p *patient) Write(text []byte) (int, error) {
	if p.gaveUp {
		return 0, errUnread
	}
	type result struct {
		n   int
		err error
	}
	text = bytes.Clone(text) // what goes on alone does not see what the caller makes of it
	done := make(chan result, 1)
	go func() {
		n, err := p.file.Write(text)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-p.interrupted:
	}
	select {
	case r := <-done:
		return r.n, r.err
	case <-time.After(p.patience):
		p.gaveUp = true
		return 0, errUnread
	}
}

// fileOf is the file that a writer of the command writes to; nil for another writer.
func fileOf(w io.Writer) *os.File {
	switch w := w.(type) {
	case *output:
		return fileOf(w.Writer)
	case *patient:
		return w.file
	case *os.File:
		return w
	}
	return nil
}
