import { expect, it } from "vitest";
import { describeDiskError, isCorruptionError } from "../../../../src/main/engine/db/storage-error.js";

function error(code: string): Error {
  return Object.assign(new Error("low-level words"), { code });
}

it.each([
  ["ENOSPC", "is full"],
  ["SQLITE_FULL", "is full"],
  ["EACCES", "cannot write"],
  ["EPERM", "cannot write"],
  ["EROFS", "cannot write"],
  ["SQLITE_READONLY_DBMOVED", "cannot write"],
  ["SQLITE_CANTOPEN", "cannot write"],
  ["ENOTDIR", "is not a folder"],
  ["EEXIST", "is not a folder"],
  ["ENAMETOOLONG", "is too long"],
  ["EISDIR", "but found a folder"],
  ["SQLITE_BUSY_SNAPSHOT", "busy"],
  ["SQLITE_IOERR_WRITE", "read or write errors"],
  ["EIO", "read or write errors"],
])("the disk error %s is explained in a sentence, with a next step", (code, words) => {
  const problem = describeDiskError(error(code), "/data");
  expect(problem?.message).toContain(words);
  for (const sentence of [problem?.message, problem?.action]) expect(sentence).toMatch(/^[A-Z/].*\.$/);
  expect(problem?.message).not.toContain("low-level");
});

it.each([
  Object.assign(error("EACCES"), { syscall: "listen" }),
  error("SQLITE_CONSTRAINT"),
  new Error("bug"),
  null,
  "text",
  undefined,
])("%s is not a disk error", (other) => {
  expect(describeDiskError(other, "/data")).toBeNull();
});

it.each([
  ["SQLITE_CORRUPT", true],
  ["SQLITE_CORRUPT_VTAB", true],
  ["SQLITE_NOTADB", true],
  ["SQLITE_FULL", false],
])("the error code %s means damage: %s", (code, expected) => {
  expect(isCorruptionError(error(code))).toBe(expected);
});
