import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolder, readEngineClock, readHolder } from "../../../../src/main/engine/process/folder-lock.js";
import { temporaryFolder } from "../../../support/folder.js";

const holder = { pid: 4711, base_url: "http://127.0.0.1:47115/v1", clock_offset_ms: 0 };

describe("the lock of a folder", () => {
  it("is held by one, who is named to the next", () => {
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

  it("is free again after its release, and nobody is named", () => {
    const folder = temporaryFolder();
    const lock = lockFolder(folder);
    lock.announce(holder);
    expect(readHolder(folder)).toEqual(holder);
    lock.release();
    expect(readHolder(folder)).toBeNull();
    lockFolder(folder).release();
  });

  it("of a killed engine holds nobody up, whatever it left behind", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "engine.json"), JSON.stringify(holder));
    writeFileSync(join(folder, "engine.lock"), "");
    lockFolder(folder).release();
    writeFileSync(join(folder, "engine.json"), "{");
    expect(readHolder(folder)).toBeNull();
  });
});

describe("the clock of a running engine (decision 46)", () => {
  it("is known while it holds the folder, and only where it is not the machine's", () => {
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
});
