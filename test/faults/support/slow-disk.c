/* Preloaded into the engine on Linux: every sync of a file takes SLOW_DISK_MS longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slow(const char *name, int descriptor)
{
    const char *text = getenv("SLOW_DISK_MS");
    long ms = text ? atol(text) : 0;
    struct timespec wait = { ms / 1000, ms % 1000 * 1000000 };
    nanosleep(&wait, NULL);
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    return sync(descriptor);
}

int fsync(int descriptor) { return slow("fsync", descriptor); }
int fdatasync(int descriptor) { return slow("fdatasync", descriptor); }
