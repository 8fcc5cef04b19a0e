/* What a program of kernels in C has in common with the others: input numbers and the interface to main.c. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* unit is number i of an input: a multiple of 2^-16 in [0, 1). bit is 0 or 1, so that every order of addition gives the same sum. */
static inline uint32_t hash(uint32_t i, uint32_t seed) {
  uint32_t h = i * 2654435761u + seed;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ h >> 12;
}
static inline float unit(uint32_t i, uint32_t seed) { return (float)(hash(i, seed) & 0xffff) / 65536.0f; }
static inline float bit(uint32_t i) { return (float)(hash(i, 1) & 1); }

static inline float *floats(long n) {
  float *p = aligned_alloc(4096, ((size_t)n * 4 + 4095) / 4096 * 4096);
  memset(p, 0, (size_t)n * 4);
  return p;
}

/* inputs makes the inputs of a workload of size n in x and y, and the place for its output in *out; it returns the length of the output. */
static inline long inputs(const char *w, long n, float **x, long *xn, float **y, long *yn) {
  long outputs = n * n;
  *xn = *yn = 0;
  if (!strcmp(w, "saxpy")) *xn = *yn = outputs = n;
  else if (!strcmp(w, "reduction")) *xn = n, outputs = 1;
  else if (!strcmp(w, "nbody")) *xn = outputs = 4 * n;
  else if (!strcmp(w, "blur")) *xn = (n + 2) * (n + 2);
  else if (!strncmp(w, "gemm", 4)) *xn = *yn = n * n;
  *x = floats(*xn);
  *y = floats(*yn);
  for (long i = 0; i < *xn; i++) (*x)[i] = strcmp(w, "reduction") ? unit(i, 1) : bit(i);
  for (long i = 0; i < *yn; i++) (*y)[i] = unit(i, 2);
  return outputs;
}

/* From the program of kernels: prepare makes a workload ready, work runs it some times, result returns the output of size *n. */
int prepare(const char *workload, long n);
void work(long repetitions);
float *result(long *n);
