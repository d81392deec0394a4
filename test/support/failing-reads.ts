import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./folder.js";

/** Replaces the system's reads of files: those of databases fail while the file FAIL_READS exists. */
const program = `
  #define _GNU_SOURCE
  #include <dlfcn.h>
  #include <errno.h>
  #include <stdio.h>
  #include <stdlib.h>
  #include <string.h>
  #include <unistd.h>
  static int fails(int file) {
    char link[32], path[4096];
    const char *on = getenv("FAIL_READS"), *end = ".sqlite3";
    if (on == NULL || access(on, F_OK) != 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    size_t ending = strlen(end);
    return length > (ssize_t)ending && memcmp(path + length - ending, end, ending) == 0;
  }
  #define STAND_BEFORE(name, offset)                                                \
    ssize_t name(int file, void *to, size_t count, offset at) {                     \
      static ssize_t (*real)(int, void *, size_t, offset);                          \
      if (real == NULL) real = (ssize_t(*)(int, void *, size_t, offset))dlsym(RTLD_NEXT, #name); \
      if (!fails(file)) return real(file, to, count, at);                           \
      errno = EIO;                                                                  \
      return -1;                                                                    \
    }
  STAND_BEFORE(pread, off_t)
  STAND_BEFORE(pread64, off64_t)
`;

interface FailingReads {
  /** For the programs whose reads are to fail. */
  readonly env: NodeJS.ProcessEnv;
  fail(): void;
  recover(): void;
}

/** Lets reads of databases fail like those of a bad disk, or returns the reason why it cannot. */
export function failingReads(): FailingReads | string {
  if (process.platform !== "linux") return "reads fail on request on Linux only";
  const folder = temporaryFolder();
  const [source, library, on] = ["reads.c", "reads.so", "on"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, program);
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], { stdio: "pipe" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "there is no C compiler";
    throw error;
  }
  return {
    env: { LD_PRELOAD: library, FAIL_READS: on },
    fail: () => writeFileSync(on, ""),
    recover: () => rmSync(on),
  };
}
