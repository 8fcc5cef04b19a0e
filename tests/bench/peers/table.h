/* The end of a program whose kernels are functions: which is which. */
static long outputs;
static void (*kernel)(void);

int prepare(const char *w, long n) {
  static const struct {
    const char *name;
    void (*run)(void);
  } all[] = {{"saxpy", saxpy}, {"reduction", reduction}, {"mandelbrot", mandelbrot}, {"nbody", nbody}, {"blur", blur}, {"gemm", gemm}, {"gemm_tiled", gemm_tiled}};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(w, all[i].name)) kernel = all[i].run;
  long xn, yn;
  size = n;
  outputs = inputs(w, n, &x, &xn, &y, &yn);
  out = strcmp(w, "saxpy") ? floats(outputs) : y;
  return kernel != 0;
}

void work(long repetitions) {
  while (repetitions-- > 0) kernel();
}

float *result(long *n) {
  *n = outputs;
  return out;
}
