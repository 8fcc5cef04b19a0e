package device

import "github.com/gpuscript/gpuscript/gpu"

// Prepare starts to make the machine code of a compute shader, a *kernel.Kernel, beside the script, and returns at once; the first dispatch waits for what is
// missing. It changes nothing that a script can see. It costs no virtual time and is no call that layers see.
func (a *Adapter) Prepare(shader gpu.Shader) { a.kernels.Prepare(shader, a.checkKernels) }
