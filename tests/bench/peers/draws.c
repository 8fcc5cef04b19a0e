/* Draws with OpenGL in a context without a window: what Mesa's llvmpipe does with the scenes of kernels/draws.lua. */
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include "peer.h"

enum { SIZE = 1024, IMAGE = 256, STEP = 16 };

static GLsizei count;
static GLuint frame;

static int context(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  EGLDisplay d = get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, 0) : EGL_NO_DISPLAY;
  if (d == EGL_NO_DISPLAY || !eglInitialize(d, 0, 0) || !eglBindAPI(EGL_OPENGL_API)) return 0;
  EGLint attributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE}, n = 0;
  EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config;
  if (!eglChooseConfig(d, attributes, &config, 1, &n) || n == 0) config = 0;
  EGLContext c = eglCreateContext(d, config, EGL_NO_CONTEXT, version);
  if (c == EGL_NO_CONTEXT || !eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c)) return 0;
  return strstr((const char *)glGetString(GL_RENDERER), "llvmpipe") != 0;
}

static GLuint shader(GLenum kind, const char *text) {
  GLuint s = glCreateShader(kind);
  glShaderSource(s, 1, &text, 0);
  glCompileShader(s);
  return s;
}

static int program(const char *workload) {
  const char *vs = "#version 330 core\nlayout(location=0) in vec3 position; layout(location=1) in vec3 colour; out vec3 c; out vec2 uv;"
                   "void main() { gl_Position = vec4(position.x, -position.y, 2.0 * position.z - 1.0, 1.0); c = colour; uv = colour.xy * 3.3; }";
  const char *fs = "#version 330 core\nin vec3 c; out vec4 o; void main() { o = vec4(c, 1.0); }";
  if (!strcmp(workload, "fill_plain")) fs = "#version 330 core\nout vec4 o; void main() { o = vec4(0.25, 0.5, 0.75, 1.0); }";
  if (!strcmp(workload, "fill_bilinear")) fs = "#version 330 core\nin vec2 uv; uniform sampler2D image; out vec4 o; void main() { o = texture(image, uv); }";
  GLuint p = glCreateProgram();
  glAttachShader(p, shader(GL_VERTEX_SHADER, vs));
  glAttachShader(p, shader(GL_FRAGMENT_SHADER, fs));
  glLinkProgram(p);
  GLint ok = 0;
  glGetProgramiv(p, GL_LINK_STATUS, &ok);
  glUseProgram(p);
  return ok;
}

static void target(void) {
  GLuint t[2];
  glGenTextures(2, t);
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  for (int i = 0; i < 2; i++) {
    glBindTexture(GL_TEXTURE_2D, t[i]);
    glTexStorage2D(GL_TEXTURE_2D, 1, i ? GL_DEPTH_COMPONENT32F : GL_RGBA8, SIZE, SIZE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t[i], 0);
  }
  glViewport(0, 0, SIZE, SIZE);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_CULL_FACE);
  glFrontFace(GL_CCW); /* y is turned round */
}

static void image(void) {
  static unsigned char texels[IMAGE * IMAGE * 4];
  for (int i = 0; i < IMAGE * IMAGE; i++) {
    int x = i % IMAGE, y = i / IMAGE;
    texels[4 * i] = 3 * x, texels[4 * i + 1] = 5 * y, texels[4 * i + 2] = x ^ y, texels[4 * i + 3] = 255;
  }
  GLuint t;
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, IMAGE, IMAGE);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, IMAGE, IMAGE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

static float *vertex(float *v, float x, float y, float z, float r, float g) {
  v[0] = x, v[1] = y, v[2] = z, v[3] = r, v[4] = g, v[5] = 0.4f;
  return v + 6;
}

static void mesh(long cells) {
  long nv = cells ? (cells + 1) * (cells + 1) : 48;
  count = cells ? 6 * cells * cells : 48;
  float *vertices = floats(6 * nv), *v = vertices;
  uint32_t *indices = (uint32_t *)floats(count), *p = indices;
  for (uint32_t layer = 0; !cells && layer < 16; layer++) {
    float z = 0.9f - (float)layer / 32;
    v = vertex(v, -1, 1, z, 0, 0), v = vertex(v, 3, 1, z, 2, 0), v = vertex(v, -1, -3, z, 0, 2);
    for (uint32_t i = 0; i < 3; i++) *p++ = 3 * layer + i;
  }
  for (long j = 0; cells && j <= cells; j++)
    for (long i = 0; i <= cells; i++) {
      float x = (float)i / cells, y = (float)j / cells;
      v = vertex(v, 2 * x - 1, 1 - 2 * y, 0.5f, x, y);
    }
  for (long j = 0; j < cells; j++)
    for (long i = 0; i < cells; i++) {
      uint32_t a = j * (cells + 1) + i, c = a + cells + 1;
      uint32_t corners[] = {a, a + 1, c + 1, a, c + 1, c};
      memcpy(p, corners, sizeof corners), p += 6;
    }
  GLuint array, buffers[2];
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glGenBuffers(2, buffers);
  glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
  glBufferData(GL_ARRAY_BUFFER, 24 * nv, vertices, GL_STATIC_DRAW);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, 4l * count, indices, GL_STATIC_DRAW);
  for (int i = 0; i < 2; i++) {
    glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 24, (void *)(12l * i));
    glEnableVertexAttribArray(i);
  }
}

int prepare(const char *workload, long n) {
  if (!context() || !program(workload)) return 0;
  target();
  image();
  mesh(n);
  return glGetError() == GL_NO_ERROR;
}

void work(long repetitions) {
  for (long i = 0; i < repetitions; i++) {
    glClear(GL_DEPTH_BUFFER_BIT);
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, 0);
  }
  glFinish();
}

float *result(long *n) {
  static unsigned char pixels[SIZE * SIZE * 4];
  glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  *n = 4 * (SIZE / STEP) * (SIZE / STEP);
  float *out = floats(*n), *p = out;
  for (int y = STEP / 2; y < SIZE; y += STEP)
    for (int x = STEP / 2; x < SIZE; x += STEP)
      for (int c = 0; c < 4; c++) *p++ = pixels[4 * (y * SIZE + x) + c] / 255.0f;
  return out;
}
