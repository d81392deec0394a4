import { execFileSync, spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { lockFolder, readEngineClock, readHolder } from "../../../../src/main/engine/process/folder-lock.js";
import { temporaryFolder } from "../../../support/folder.js";

const holder = { pid: 4711, base_url: "http://127.0.0.1:47115/v1", clock_offset_ms: 0 };

it("the lock is exclusive, and its error names the holder", () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`Another Tidemark already runs an engine on ${folder}.`);
  lock.announce({ ...holder, base_url: null });
  expect(() => lockFolder(folder)).toThrow(`Process 4711 already runs an engine on ${folder}.`);
  lock.announce(holder);
  expect(() => lockFolder(folder)).toThrow(
    "Process 4711, which answers at http://127.0.0.1:47115/v1, already",
  );
  lock.release();
});

it("the lock is free again and names no holder after its release", () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  lock.announce(holder);
  expect(readHolder(folder)).toMatchObject(holder);
  lock.release();
  expect(readHolder(folder)).toBeNull();
  lockFolder(folder).release();
});

it("an engine on a folder that grants every lock notices another one, and leaves its announcement", () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  lock.assertOwn();
  lock.announce(holder);
  lock.assertOwn();
  // The other engine locks another file, as if the folder granted the same lock twice.
  rmSync(join(folder, "engine.lock"));
  const other = lockFolder(folder);
  other.announce(holder);
  expect(() => lock.assertOwn()).toThrow(`already runs an engine on ${folder}.`);
  lock.release();
  other.assertOwn();
  expect(readHolder(folder)).toMatchObject(holder);
  other.release();
});

it("an engine that fails to start after another was killed leaves no announcement, which would report lost changes", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "engine.json"), JSON.stringify({ ...holder, id: "killed" }));
  const lock = lockFolder(folder);
  lock.assertOwn();
  lock.release();
  expect(existsSync(join(folder, "engine.json"))).toBe(false);
});

it("the lock is free after its engine was killed, whatever files are left", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "engine.json"), JSON.stringify(holder));
  for (const content of ["", "damaged".repeat(100)]) {
    writeFileSync(join(folder, "engine.lock"), content);
    lockFolder(folder).release();
  }
  writeFileSync(join(folder, "engine.json"), "{");
  expect(readHolder(folder)).toBeNull();
});

it.skipIf(process.platform === "win32")("an announcement that is a named pipe is not read", () => {
  const folder = temporaryFolder();
  const pipe = join(folder, "engine.json");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  const writer = spawn("sh", ["-c", 'echo {} > "$0"', pipe]);
  onTestFinished(() => void writer.kill());
  expect(readHolder(folder)).toBeNull();
});

it("the clock of an engine is known only while the engine holds the folder, and if it differs from the machine's", () => {
  const folder = temporaryFolder();
  expect(readEngineClock(folder)).toBeNull();
  const lock = lockFolder(folder);
  lock.announce(holder);
  expect(readEngineClock(folder)).toBeNull();
  lock.announce({ ...holder, clock_offset_ms: 86_400_000 });
  const before = Date.now();
  expect(readEngineClock(folder)?.now()).toBeGreaterThanOrEqual(before + 86_400_000);
  lock.release();
  writeFileSync(join(folder, "engine.json"), JSON.stringify({ ...holder, clock_offset_ms: 5 }));
  expect(readEngineClock(folder)).toBeNull();
  expect(existsSync(join(folder, "engine.lock"))).toBe(true);
});
