package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
)

// log is what is known of recorded dispatches.
type log struct{}

func (l *log) owns(buffer string, by *object)                                               {}
func (l *log) begin(list *device.CommandList, d *dispatchable, t *BindingTable, s gpu.Site) {}
func (l *log) end()                                                                         {}
