/* The kernels as a programmer writes them by hand for SSE4: work items in the lanes of 128-bit vectors, several vectors in
   flight where that hides latency. This is the ceiling of a code generator for 128-bit SIMD. Every kernel does a part of its rows, bodies or
   vectors; split (threads.h) gives the parts to the threads. */
#include "peer.h"
#include "threads.h"
#include <smmintrin.h>

typedef __m128 v4;
#define LOAD _mm_loadu_ps
#define STORE _mm_storeu_ps
#define SET _mm_set1_ps
#define ADD _mm_add_ps
#define SUB _mm_sub_ps
#define MUL _mm_mul_ps

static long size;
static float *x, *y, *out;

static void saxpy_part(long number, long from, long to) {
  v4 a = SET(0.5f);
  for (long i = 16 * from; i < 16 * to; i += 16)
    for (int p = 0; p < 16; p += 4) STORE(y + i + p, ADD(MUL(a, LOAD(x + i + p)), LOAD(y + i + p)));
}
static void saxpy(void) { split(saxpy_part, size / 16); }

static float sums[MOST_PARTS];

static void reduction_part(long number, long from, long to) {
  v4 s[8];
  for (int p = 0; p < 8; p++) s[p] = SET(0);
  for (long i = 32 * from; i < 32 * to; i += 32)
    for (int p = 0; p < 8; p++) s[p] = ADD(s[p], LOAD(x + i + 4 * p));
  for (int w = 4; w > 0; w /= 2)
    for (int p = 0; p < w; p++) s[p] = ADD(s[p], s[p + w]);
  float t[4];
  STORE(t, s[0]);
  sums[number] = (t[0] + t[1]) + (t[2] + t[3]);
}

static void reduction(void) {
  float sum = 0;
  for (long i = 0, parts = split(reduction_part, size / 32); i < parts; i++) sum += sums[i];
  out[0] = sum;
}

static void mandelbrot_part(long number, long from, long to) {
  long n = size;
  v4 step = SET(3.0f / n), four = SET(4), lanes = _mm_setr_ps(0, 1, 2, 3);
  for (long py = from; py < to; py++) {
    v4 cy = SET(py * (3.0f / n) - 1.5f);
    for (long px = 0; px < n; px += 8) {
      v4 cx[2], zx[2], zy[2];
      __m128i live[2], count[2];
      for (int p = 0; p < 2; p++) {
        cx[p] = SUB(MUL(ADD(SET(px + 4 * p), lanes), step), SET(2));
        zx[p] = zy[p] = SET(0);
        live[p] = _mm_set1_epi32(-1);
        count[p] = _mm_setzero_si128();
      }
      for (int i = 0; i < 256; i++) {
        for (int p = 0; p < 2; p++) {
          v4 xx = MUL(zx[p], zx[p]), yy = MUL(zy[p], zy[p]), xy = MUL(zx[p], zy[p]);
          live[p] = _mm_and_si128(live[p], _mm_castps_si128(_mm_cmple_ps(ADD(xx, yy), four)));
          count[p] = _mm_sub_epi32(count[p], live[p]);
          zx[p] = ADD(SUB(xx, yy), cx[p]);
          zy[p] = ADD(ADD(xy, xy), cy);
        }
        __m128i any = _mm_or_si128(live[0], live[1]);
        if (_mm_testz_si128(any, any)) break;
      }
      for (int p = 0; p < 2; p++) STORE(out + py * n + px + 4 * p, _mm_cvtepi32_ps(count[p]));
    }
  }
}
static void mandelbrot(void) { split(mandelbrot_part, size); }

static void nbody_part(long number, long from, long to) {
  long n = size;
  for (long i = 8 * from; i < 8 * to; i += 8) {
    v4 mx[2], my[2], mz[2], ax[2], ay[2], az[2];
    for (int p = 0; p < 2; p++) {
      const float *b = x + 4 * (i + 4 * p);
      v4 r0 = LOAD(b), r1 = LOAD(b + 4), r2 = LOAD(b + 8), r3 = LOAD(b + 12);
      _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
      mx[p] = r0, my[p] = r1, mz[p] = r2;
      ax[p] = ay[p] = az[p] = SET(0);
    }
    for (long j = 0; j < n; j++) {
      v4 o = LOAD(x + 4 * j), ox = _mm_shuffle_ps(o, o, 0x00), oy = _mm_shuffle_ps(o, o, 0x55), oz = _mm_shuffle_ps(o, o, 0xaa), ow = _mm_shuffle_ps(o, o, 0xff);
      for (int p = 0; p < 2; p++) {
        v4 dx = SUB(ox, mx[p]), dy = SUB(oy, my[p]), dz = SUB(oz, mz[p]);
        v4 inv = _mm_div_ps(SET(1), _mm_sqrt_ps(ADD(ADD(ADD(MUL(dx, dx), MUL(dy, dy)), MUL(dz, dz)), SET(0.01f))));
        v4 s = MUL(ow, MUL(MUL(inv, inv), inv));
        ax[p] = ADD(ax[p], MUL(dx, s));
        ay[p] = ADD(ay[p], MUL(dy, s));
        az[p] = ADD(az[p], MUL(dz, s));
      }
    }
    for (int p = 0; p < 2; p++) {
      v4 zero = SET(0);
      _MM_TRANSPOSE4_PS(ax[p], ay[p], az[p], zero);
      float *o = out + 4 * (i + 4 * p);
      STORE(o, ax[p]);
      STORE(o + 4, ay[p]);
      STORE(o + 8, az[p]);
      STORE(o + 12, zero);
    }
  }
}
static void nbody(void) { split(nbody_part, size / 8); }

static void blur_part(long number, long from, long to) {
  long n = size, p = n + 2;
  v4 two = SET(2), four = SET(4), sixteenth = SET(0.0625f);
  for (long j = from; j < to; j++)
    for (long i = 0; i < n; i += 4) {
      const float *s = x + j * p + i;
      v4 sum = ADD(ADD(LOAD(s), MUL(LOAD(s + 1), two)), LOAD(s + 2));
      sum = ADD(ADD(ADD(sum, MUL(LOAD(s + p), two)), MUL(LOAD(s + p + 1), four)), MUL(LOAD(s + p + 2), two));
      sum = ADD(ADD(ADD(sum, LOAD(s + 2 * p)), MUL(LOAD(s + 2 * p + 1), two)), LOAD(s + 2 * p + 2));
      STORE(out + j * n + i, MUL(sum, sixteenth));
    }
}
static void blur(void) { split(blur_part, size); }

static void gemm_part(long number, long from, long to) {
  long n = size;
  for (long i = from; i < to; i++)
    for (long j = 0; j < n; j += 32) {
      v4 s[8];
      for (int p = 0; p < 8; p++) s[p] = SET(0);
      for (long k = 0; k < n; k++) {
        v4 a = SET(x[i * n + k]);
        const float *b = y + k * n + j;
        for (int p = 0; p < 8; p++) s[p] = ADD(s[p], MUL(a, LOAD(b + 4 * p)));
      }
      for (int p = 0; p < 8; p++) STORE(out + i * n + j + 4 * p, s[p]);
    }
}
static void gemm(void) { split(gemm_part, size); }

/* The work-group kernel: 16 x 16 items stage tiles; each row of items is four vectors, two rows share what they load. */
static void gemm_tiled_part(long number, long from, long to) {
  long n = size;
  for (long gy = 16 * from; gy < 16 * to; gy += 16)
    for (long gx = 0; gx < n; gx += 16) {
      float ta[256], tb[256], tc[256];
      memset(tc, 0, sizeof tc);
      for (long t = 0; t < n; t += 16) {
        for (int r = 0; r < 16; r++)
          for (int c = 0; c < 16; c += 4) {
            STORE(ta + 16 * r + c, LOAD(x + (gy + r) * n + t + c));
            STORE(tb + 16 * r + c, LOAD(y + (t + r) * n + gx + c));
          }
        for (int r = 0; r < 16; r += 2) {
          v4 s[2][4];
          for (int c = 0; c < 4; c++) s[0][c] = LOAD(tc + 16 * r + 4 * c), s[1][c] = LOAD(tc + 16 * r + 16 + 4 * c);
          for (int k = 0; k < 16; k++) {
            v4 a = SET(ta[16 * r + k]), b = SET(ta[16 * r + 16 + k]);
            for (int c = 0; c < 4; c++) {
              v4 m = LOAD(tb + 16 * k + 4 * c);
              s[0][c] = ADD(s[0][c], MUL(a, m));
              s[1][c] = ADD(s[1][c], MUL(b, m));
            }
          }
          for (int c = 0; c < 4; c++) STORE(tc + 16 * r + 4 * c, s[0][c]), STORE(tc + 16 * r + 16 + 4 * c, s[1][c]);
        }
      }
      for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c += 4) STORE(out + (gy + r) * n + gx + c, LOAD(tc + 16 * r + c));
    }
}
static void gemm_tiled(void) { split(gemm_tiled_part, size / 16); }

#include "table.h"
