/* The kernels in OpenCL, as written for any device; the first CPU device found runs them. */
#define CL_TARGET_OPENCL_VERSION 120
#include "peer.h"
#include <CL/cl.h>
#include <stdio.h>

static const char *source =
    "kernel void saxpy(global const float *x, global float *y, int n) { int i = get_global_id(0); y[i] = 0.5f * x[i] + y[i]; }\n"
    "kernel void slices(global const float *x, global float *sums, int slice) {\n"
    "  local float shared[256]; int t = get_local_id(0), g = get_group_id(0); float sum = 0;\n"
    "  for (int k = 0; k < slice / 256; k++) sum += x[g * slice + k * 256 + t];\n"
    "  shared[t] = sum;\n"
    "  for (int w = 128; w > 0; w /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (t < w) shared[t] += shared[t + w]; }\n"
    "  if (t == 0) sums[g] = shared[0]; }\n"
    "kernel void mandelbrot(global const float *x, global float *out, int n) {\n"
    "  int px = get_global_id(0), py = get_global_id(1), i = 0; float step = 3.0f / n;\n"
    "  float cx = px * step - 2, cy = py * step - 1.5f, zx = 0, zy = 0;\n"
    "  while (i < 256 && zx * zx + zy * zy <= 4) { float t = zx * zx - zy * zy + cx; zy = 2 * zx * zy + cy; zx = t; i++; }\n"
    "  out[py * n + px] = i; }\n"
    "kernel void nbody(global const float4 *b, global float4 *out, int n) {\n"
    "  int i = get_global_id(0); float3 me = b[i].xyz, sum = 0;\n"
    "  for (int j = 0; j < n; j++) { float4 o = b[j]; float3 d = o.xyz - me; float inv = 1 / sqrt(dot(d, d) + 0.01f); sum += d * (o.w * (inv * inv * inv)); }\n"
    "  out[i] = (float4)(sum, 0); }\n"
    "kernel void blur(global const float *x, global float *out, int n) {\n"
    "  int i = get_global_id(0), j = get_global_id(1), p = n + 2; float sum = 0;\n"
    "  for (int dy = 0; dy < 3; dy++) for (int dx = 0; dx < 3; dx++)\n"
    "    sum += x[(j + dy) * p + i + dx] * (dx == 1 ? 2.0f : 1.0f) * (dy == 1 ? 2.0f : 1.0f);\n"
    "  out[j * n + i] = sum * 0.0625f; }\n"
    "kernel void gemm(global const float *a, global float *c, int n, global const float *b) {\n"
    "  int j = get_global_id(0), i = get_global_id(1); float sum = 0;\n"
    "  for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];\n"
    "  c[i * n + j] = sum; }\n"
    "kernel void gemm_tiled(global const float *a, global float *c, int n, global const float *b) {\n"
    "  local float ta[256], tb[256]; int tx = get_local_id(0), ty = get_local_id(1), j = get_global_id(0), i = get_global_id(1); float sum = 0;\n"
    "  for (int t = 0; t < n; t += 16) {\n"
    "    ta[ty * 16 + tx] = a[i * n + t + tx]; tb[ty * 16 + tx] = b[(t + ty) * n + j]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < 16; k++) sum += ta[ty * 16 + k] * tb[k * 16 + tx];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  c[i * n + j] = sum; }\n";

static cl_context context;
static cl_command_queue queue;
static cl_kernel first, second;
static cl_mem output;
static long outputs, dims;
static size_t items[2], group[2];

static cl_kernel kernel(cl_program p, const char *name, cl_mem in, cl_mem to, int n, cl_mem more) {
  cl_kernel k = clCreateKernel(p, name, 0);
  clSetKernelArg(k, 0, sizeof in, &in);
  clSetKernelArg(k, 1, sizeof to, &to);
  clSetKernelArg(k, 2, sizeof n, &n);
  if (more) clSetKernelArg(k, 3, sizeof more, &more);
  return k;
}

static cl_mem buffer(float *data, long n) {
  return clCreateBuffer(context, CL_MEM_READ_WRITE | (n ? CL_MEM_COPY_HOST_PTR : 0), n ? n * 4 : 4, n ? data : 0, 0);
}

static cl_device_id device(void) {
  cl_platform_id platforms[8];
  cl_uint n = 0;
  cl_device_id d;
  if (clGetPlatformIDs(8, platforms, &n)) return 0;
  for (cl_uint i = 0; i < n && i < 8; i++)
    if (!clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &d, 0)) return d;
  return 0;
}

int prepare(const char *w, long n) {
  cl_device_id d = device();
  if (!d) return 0;
  context = clCreateContext(0, 1, &d, 0, 0, 0);
  queue = clCreateCommandQueue(context, d, 0, 0);
  cl_program p = clCreateProgramWithSource(context, 1, &source, 0, 0);
  if (clBuildProgram(p, 1, &d, "", 0, 0)) return 0;
  float *x, *y;
  long xn, yn;
  outputs = inputs(w, n, &x, &xn, &y, &yn);
  cl_mem bx = buffer(x, xn), by = buffer(y, yn);
  output = strcmp(w, "saxpy") ? buffer(floats(outputs), outputs) : by;
  dims = 2;
  items[0] = items[1] = n;
  group[0] = group[1] = strcmp(w, "mandelbrot") ? 16 : 8;
  if (!strcmp(w, "saxpy") || !strcmp(w, "nbody")) dims = 1, group[0] = *w == 's' ? 512 : 64;
  if (!strcmp(w, "reduction")) {
    long slice = n / 4 < 16384 ? n / 4 : 16384, groups;
    if (n <= 65536) slice = n;
    groups = n / slice;
    long padded = (groups + 255) / 256 * 256;
    cl_mem sums = buffer(floats(padded), padded);
    first = kernel(p, "slices", bx, sums, slice, 0);
    if (groups == 1) first = kernel(p, "slices", bx, output, slice, 0);
    else second = kernel(p, "slices", sums, output, padded, 0);
    dims = 1, items[0] = groups * 256, group[0] = 256;
    return 1;
  }
  first = kernel(p, w, bx, output, n, !strncmp(w, "gemm", 4) ? by : 0);
  return 1;
}

void work(long repetitions) {
  static const size_t one = 256;
  while (repetitions-- > 0) {
    clEnqueueNDRangeKernel(queue, first, dims, 0, items, group, 0, 0, 0);
    if (second) clEnqueueNDRangeKernel(queue, second, 1, 0, &one, &one, 0, 0, 0);
  }
  clFinish(queue);
}

float *result(long *n) {
  float *r = floats(outputs);
  clEnqueueReadBuffer(queue, output, CL_TRUE, 0, outputs * 4, r, 0, 0, 0);
  *n = outputs;
  return r;
}
