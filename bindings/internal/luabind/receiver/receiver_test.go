package receiver

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

type plain struct{}

type placed struct{ site gpu.Site }

func (p *placed) SetSite(s gpu.Site) { p.site = s }

type context struct {
	placed
	locked bool
	method string
	fails  error
}

func (c *context) Lock(_ gpu.Site, method string) error {
	c.locked, c.method = c.fails == nil, method
	return c.fails
}

func (c *context) Unlock() { c.locked = false }

func TestBegin(t *testing.T) {
	require.False(t, Wants{}.Some())
	require.False(t, Of(reflect.TypeFor[*plain]()).Some())

	p := &placed{}
	held, err := Of(reflect.TypeFor[*placed]()).Begin(p, 7, "Draw")
	require.NoError(t, err)
	require.Nil(t, held)
	require.Equal(t, gpu.Site(7), p.site)

	c, wants := &context{}, Of(reflect.TypeFor[*context]())
	held, err = wants.Begin(c, 8, "Draw")
	require.NoError(t, err)
	require.True(t, c.locked)
	require.Equal(t, "Draw", c.method)
	require.Equal(t, gpu.Site(8), c.site)
	held.Unlock()
	require.False(t, c.locked)

	c.fails = errors.New("shut down")
	held, err = wants.Begin(c, 9, "Draw")
	require.Equal(t, c.fails, err)
	require.Nil(t, held)
	require.Equal(t, gpu.Site(8), c.site, "it does not begin")
}
