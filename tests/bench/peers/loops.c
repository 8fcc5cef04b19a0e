/* The kernels as plain loops: what the compiler makes of them is its own business. */
#include "peer.h"

static long size;
static float *x, *y, *out;

static void saxpy(void) {
  for (long i = 0; i < size; i++) y[i] = 0.5f * x[i] + y[i];
}

static void reduction(void) {
  float sum = 0;
  for (long i = 0; i < size; i++) sum += x[i];
  out[0] = sum;
}

static void mandelbrot(void) {
  long n = size;
  float step = 3.0f / n;
  for (long py = 0; py < n; py++)
    for (long px = 0; px < n; px++) {
      float cx = px * step - 2, cy = py * step - 1.5f, zx = 0, zy = 0;
      int i = 0;
      while (i < 256 && zx * zx + zy * zy <= 4) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        i++;
      }
      out[py * n + px] = i;
    }
}

static void nbody(void) {
  for (long i = 0; i < size; i++) {
    float ax = 0, ay = 0, az = 0, mx = x[4 * i], my = x[4 * i + 1], mz = x[4 * i + 2];
    for (long j = 0; j < size; j++) {
      float dx = x[4 * j] - mx, dy = x[4 * j + 1] - my, dz = x[4 * j + 2] - mz;
      float inv = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = x[4 * j + 3] * (inv * inv * inv);
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    out[4 * i] = ax;
    out[4 * i + 1] = ay;
    out[4 * i + 2] = az;
  }
}

static void blur(void) {
  long n = size, p = n + 2;
  float *restrict o = out;
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++) {
      const float *s = x + j * p + i;
      o[j * n + i] = (s[0] + 2 * s[1] + s[2] + 2 * s[p] + 4 * s[p + 1] + 2 * s[p + 2] + s[2 * p] + 2 * s[2 * p + 1] + s[2 * p + 2]) * 0.0625f;
    }
}

static void gemm(void) {
  long n = size;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      float sum = 0;
      for (long k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
      out[i * n + j] = sum;
    }
}

static void gemm_tiled(void) {
  long n = size;
  float *restrict c = out;
  memset(c, 0, n * n * 4);
  for (long kk = 0; kk < n; kk += 16)
    for (long i = 0; i < n; i++)
      for (long k = kk; k < kk + 16; k++) {
        float a = x[i * n + k];
        for (long j = 0; j < n; j++) c[i * n + j] += a * y[k * n + j];
      }
}

#include "table.h"
