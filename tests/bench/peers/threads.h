/* A range of work over several threads: parts of it, 16 for each thread, taken in order from one counter. The threads are made once;
   between runs they look for work for some microseconds, then sleep, so that they do not disturb what is measured in turn with them. */
#include <pthread.h>
#include <stdatomic.h>

#define MOST_PARTS 256

static struct {
  void (*part)(long number, long from, long to);
  long n, length;
} job;
static long workers = 1;
static atomic_long next;
static atomic_int turn, busy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;

static void take(void) {
  for (long k; (k = atomic_fetch_add(&next, 1)) * job.length < job.n;) {
    long from = k * job.length, to = from + job.length;
    job.part(k, from, to < job.n ? to : job.n);
  }
}

static void await(int seen) {
  for (int i = 0; i < 2000; i++) {
    if (atomic_load(&turn) != seen) return;
    __builtin_ia32_pause();
  }
  pthread_mutex_lock(&lock);
  while (atomic_load(&turn) == seen) pthread_cond_wait(&begun, &lock);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  for (int seen = 0;; seen++) {
    await(seen);
    take();
    atomic_fetch_sub(&busy, 1);
  }
  return unused;
}

/* start makes as many threads as PEER_THREADS says, this one included, before main. */
__attribute__((constructor)) static void start(void) {
  const char *n = getenv("PEER_THREADS");
  if (n) workers = atol(n);
  if (workers < 1 || workers > MOST_PARTS / 16) exit(1);
  for (long i = 1; i < workers; i++) {
    pthread_t t;
    if (pthread_create(&t, 0, worker, 0)) exit(1);
  }
}

/* split runs part over [0, n) and gives the number of parts. One thread does it in one part. */
static long split(void (*part)(long number, long from, long to), long n) {
  if (workers == 1) {
    part(0, 0, n);
    return 1;
  }
  job.part = part, job.n = n, job.length = (n + 16 * workers - 1) / (16 * workers);
  atomic_store(&next, 0);
  atomic_store(&busy, workers - 1);
  pthread_mutex_lock(&lock);
  atomic_fetch_add(&turn, 1);
  pthread_cond_broadcast(&begun);
  pthread_mutex_unlock(&lock);
  take();
  while (atomic_load(&busy)) __builtin_ia32_pause();
  return (n + job.length - 1) / job.length;
}
