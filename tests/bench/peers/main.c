/* A peer process: "peer WORKLOAD N" prepares, runs once and writes the output's size and bytes; then each line "K" runs the
   workload K times and answers with the nanoseconds that it took. */
#include "peer.h"
#include <stdio.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 3 || !prepare(argv[1], atol(argv[2]))) {
    printf("0\n");
    return 1;
  }
  work(1);
  long n;
  float *r = result(&n);
  printf("%ld\n", n);
  fwrite(r, 4, n, stdout);
  fflush(stdout);
  for (long k; scanf("%ld", &k) == 1;) {
    long long start = now();
    work(k);
    printf("%lld\n", now() - start);
    fflush(stdout);
  }
  return 0;
}
