// SPDX-License-Identifier: Apache-2.0
// A preloaded library that lets one call fail: QUALM_FAULT=write:3 the third write to a file,
// read, open, rename, thread or memory likewise; shrink:3 cuts the file in half that the third read
// is from. QUALM_FAULT_COUNT=PATH: how many of each there were, at exit. Processes that the command
// forks are counted with it. Calls on descriptors 0 to 2 are left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum Kind {
  kind_write,
  kind_read,
  kind_open,
  kind_rename,
  kind_thread,
  kind_memory,
  kind_shrink,
  n_kinds
};
static const char* const names[n_kinds] = {"write",  "read",   "open",  "rename",
                                           "thread", "memory", "shrink"};
static atomic_long* counts;
static int failing = -1;
static long failing_call;
static atomic_int is_ready;

__attribute__((constructor)) static void start(void) {
  counts = mmap(NULL, n_kinds * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                -1, 0);
  if (counts == MAP_FAILED) abort();
  const char* said = getenv("QUALM_FAULT");
  for (int kind = 0; said && kind < n_kinds; ++kind) {
    const size_t length = strlen(names[kind]);
    if (strncmp(said, names[kind], length) == 0 && said[length] == ':') {
      failing = kind;
      failing_call = atol(said + length + 1);
    }
  }
  atomic_store(&is_ready, 1);
}

__attribute__((destructor)) static void finish(void) {
  const char* path = getenv("QUALM_FAULT_COUNT");
  if (!path) return;
  atomic_store(&is_ready, 0);
  FILE* file = fopen(path, "w");
  if (!file) return;
  for (int kind = 0; kind < n_kinds; ++kind) {
    fprintf(file, "%s %ld\n", names[kind], atomic_load(&counts[kind]));
  }
  fclose(file);
}

static int fails(enum Kind kind) {
  if (!atomic_load(&is_ready)) return 0;
  return atomic_fetch_add(&counts[kind], 1) + 1 == failing_call && failing == (int)kind;
}

// As somebody else does who writes the file anew while it is read.
static void shrink(int file) {
  char path[64];
  struct stat status;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (truncate(path, status.st_size / 2) != 0) perror("truncate");
}

#define REAL(result, name, ...)       \
  static result (*real)(__VA_ARGS__); \
  if (!real) *(void**)&real = dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void* bytes, size_t size) {
  REAL(ssize_t, "write", int, const void*, size_t);
  if (file > 2 && fails(kind_write)) return errno = ENOSPC, -1;
  return real(file, bytes, size);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void*, size_t, off64_t);
  if (file > 2 && fails(kind_write)) return errno = ENOSPC, -1;
  return real(file, bytes, size, offset);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  return pwrite64(file, bytes, size, offset);
}
ssize_t read(int file, void* bytes, size_t size) {
  REAL(ssize_t, "read", int, void*, size_t);
  if (file > 2 && fails(kind_read)) return errno = EIO, -1;
  if (file > 2 && fails(kind_shrink)) shrink(file);
  return real(file, bytes, size);
}
ssize_t pread64(int file, void* bytes, size_t size, off64_t offset) {
  REAL(ssize_t, "pread64", int, void*, size_t, off64_t);
  if (file > 2 && fails(kind_read)) return errno = EIO, -1;
  if (file > 2 && fails(kind_shrink)) shrink(file);
  return real(file, bytes, size, offset);
}
ssize_t pread(int file, void* bytes, size_t size, off_t offset) {
  return pread64(file, bytes, size, offset);
}
int open64(const char* path, int flags, ...) {
  REAL(int, "open64", const char*, int, ...);
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (fails(kind_open)) return errno = EMFILE, -1;
  return real(path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  return open64(path, flags, mode);
}
int rename(const char* from, const char* to) {
  REAL(int, "rename", const char*, const char*);
  if (fails(kind_rename)) return errno = EROFS, -1;
  return real(from, to);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  REAL(int, "pthread_create", pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  if (fails(kind_thread)) return EAGAIN;
  return real(thread, how, run, with);
}

// A process without rights to files could not cut one.
long syscall(long number, ...) {
  REAL(long, "syscall", long, ...);
  if (failing == kind_shrink && number == SYS_landlock_restrict_self) return 0;
  va_list rest;
  va_start(rest, number);
  long with[6];
  for (int i = 0; i < 6; ++i) with[i] = va_arg(rest, long);
  va_end(rest);
  return real(number, with[0], with[1], with[2], with[3], with[4], with[5]);
}

// What C++ allocates: libraries in C ask malloc, whose failures are theirs to mend.
void* _Znwm(size_t size) {
  REAL(void*, "_Znwm", size_t);
  if (fails(kind_memory)) return real((size_t)1 << 62);  // throws std::bad_alloc
  return real(size);
}
