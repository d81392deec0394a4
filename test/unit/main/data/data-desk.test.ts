import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DataController, type DataControllerOptions } from "../../../../src/main/data/data-desk.js";
import { createLastManualBackup } from "../../../../src/main/data/last-copy.js";
import type { HostCallOptions } from "../../../../src/main/engine-host/host-calls.js";
import type { HostOperation } from "../../../../src/shared/data/host-operations.js";
import type { DataError } from "../../../../src/shared/data/problem.js";
import type { DataJob } from "../../../../src/shared/data/work.js";
import { temporaryFolder } from "../../../support/folder.js";

interface Asked {
  readonly operation: HostOperation;
  readonly file: string;
  readonly work: HostCallOptions;
  readonly answer: (answer: unknown) => void;
}

const problem: DataError = { kind: "damaged", path: null, message: "", action: "" };

let folder: string;
let file: string | null;
let asked: Asked[];
let restored: string[];
let restoreAnswer: unknown;
let shown: (DataJob | null)[];
let replaced: number;
let filesShown: string[];
let unsaved: unknown[];
let desk: DataController;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "chosen");
  asked = [];
  restored = [];
  shown = [];
  replaced = 0;
  filesShown = [];
  unsaved = [];
  restoreAnswer = { outcome: "done", data: { previous: "/before" } };
  const ask = async () => file;
  const engine = {
    callHost: (operation: HostOperation, input: { file: string }, work: HostCallOptions) =>
      new Promise((answer) => asked.push({ operation, file: input.file, work, answer })),
    restore: async (path: string) => {
      restored.push(path);
      return restoreAnswer;
    },
    settled: async () => undefined,
  } as unknown as DataControllerOptions["engine"];
  desk = new DataController({
    engine,
    dialogs: {
      saveBackup: ask,
      openBackup: ask,
      saveCatalogue: ask,
      openCatalogue: ask,
      saveSkipped: ask,
    },
    dataFolder: folder,
    lastManualBackup: createLastManualBackup(folder),
    onJobChange: (work) => void shown.push(work),
    onDataReplaced: () => {
      replaced++;
    },
    showFile: (path) => void filesShown.push(path),
    onSaveFailed: (error) => void unsaved.push(error),
  });
});

async function answer(result: unknown): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
  asked.at(-1)?.answer(result);
}

describe("work on a file", () => {
  it("is shown from its start over its progress to its end, and put away when that was seen", async () => {
    const work = desk.backUp();
    await Promise.resolve();
    await Promise.resolve();
    asked[0]?.work.onProgress({ done: 1, total: 2 });
    await answer({ outcome: "done", data: { bytes: 2 } });
    await work;
    expect(shown).toMatchObject([
      { phase: "running", task: "back-up", path: file, progress: null },
      { phase: "running", progress: { done: 1, total: 2 } },
      { phase: "ended", result: { kind: "backed-up", bytes: 2 } },
    ]);
    desk.showFile();
    expect(filesShown).toEqual([file]);
    desk.dismiss();
    expect(desk.job).toBeNull();
  });

  it("is not begun where no file was chosen", async () => {
    file = null;
    await desk.exportCatalogue();
    expect(asked).toEqual([]);
    expect(shown).toEqual([]);
  });

  it("is one at a time", async () => {
    const first = desk.exportCatalogue();
    await desk.importCatalogue();
    await answer({ outcome: "cancelled" });
    await first;
    expect(asked.map(({ operation }) => operation)).toEqual(["catalogue.export"]);
  });

  it("is told that it was cancelled, and shown as ending until it has", async () => {
    const work = desk.importCatalogue();
    await Promise.resolve();
    await Promise.resolve();
    desk.cancel();
    expect(asked[0]?.work.signal.aborted).toBe(true);
    expect(desk.job).toMatchObject({ phase: "running", isCancelling: true });
    await answer({ outcome: "cancelled" });
    await work;
    expect(desk.job).toMatchObject({ result: { kind: "cancelled" } });
  });

  it("shows the first lines that did not go in, and saves them all", async () => {
    const work = desk.importCatalogue();
    const skipped = Array.from({ length: 30 }, (_, i) => ({ line: i + 1, reason: "is wrong" }));
    await answer({ outcome: "done", data: { ended: "whole", problem: null, skipped } });
    await work;
    expect(desk.job).toMatchObject({
      result: { summary: { skipped: skipped.slice(0, 20), skippedCount: 30 } },
    });
    await desk.saveSkipped();
    expect(readFileSync(join(folder, "chosen"), "utf8").split("\n").slice(0, 2)).toEqual([
      "1: is wrong",
      "2: is wrong",
    ]);
  });
});

it("a list that cannot be written is told", async () => {
  file = join(folder, "no such folder", "list.txt");
  await desk.saveSkipped();
  expect(String(unsaved[0])).toContain("ENOENT");
});

describe("a restore", () => {
  it("is of what the shopper was shown, whatever else was chosen meanwhile", async () => {
    const chosen = desk.selectBackup(null);
    await answer({ outcome: "done", data: { bytes: 7, products: 3 } });
    await chosen;
    await desk.restore("/another/backup");
    expect(restored).toEqual([]);
  });

  it("needs a backup that was chosen and looked at, and has the window forget what it knew", async () => {
    await desk.restore(file ?? "");
    expect(restored).toEqual([]);
    const chosen = desk.selectBackup(null);
    await answer({ outcome: "done", data: { bytes: 7, products: 3 } });
    expect(await chosen).toMatchObject({ path: file, products: 3, problem: null });
    await desk.restore(file ?? "");
    expect(restored).toEqual([file]);
    expect(replaced).toBe(1);
    expect(desk.job).toMatchObject({ result: { kind: "restored", previous: "/before" } });
    desk.showFile();
    expect(filesShown).toEqual(["/before"]);
    // Once for each time that it was chosen.
    await desk.restore(file ?? "");
    expect(restored).toHaveLength(1);
  });

  it("leaves the window as it is when it fails", async () => {
    restoreAnswer = { outcome: "failed", problem };
    const chosen = desk.selectBackup(null);
    await answer({ outcome: "failed", problem: { ...problem, kind: "engine-away" } });
    // Nobody could look into it; that is no reason not to try.
    expect(await chosen).toMatchObject({ products: null, problem: null });
    await desk.restore(file ?? "");
    expect(replaced).toBe(0);
    expect(desk.job).toMatchObject({ result: { kind: "failed", problem } });
  });

  it("takes a backup of the list by its id, and no path from the window", async () => {
    mkdirSync(join(folder, "backups"));
    const own = join(folder, "backups", "tidemark-1.sqlite3");
    writeFileSync(own, "");
    expect(await desk.selectBackup("/etc/passwd")).toBeNull();
    expect(await desk.selectBackup(own)).toBeNull();
    const chosen = desk.selectBackup(desk.knownBackups()[0]?.id ?? "");
    await answer({ outcome: "failed", problem });
    expect(await chosen).toMatchObject({ path: own, problem });
  });
});

describe("a file that was opened from the system", () => {
  const imported = { lines: 1, total: 1, products: 1, offers: 0, points: 0, reviews: 0, deals: 0 };
  const report = { ...imported, skipped: [], ended: "whole", problem: null };
  const opened = () => {
    const path = join(folder, "shop.tidemark");
    writeFileSync(path, "{}\n");
    return path;
  };

  it("is described, and nothing is done", async () => {
    const path = opened();
    expect(await desk.offer(path, "catalogue")).toMatchObject({ kind: "catalogue", path, lines: 1 });
    expect(asked).toEqual([]);
  });

  it("is imported when the shopper agrees, once", async () => {
    const path = opened();
    await desk.offer(path, "catalogue");
    const work = desk.importOffered(path);
    await answer({ outcome: "done", data: report });
    await work;
    expect(asked).toMatchObject([{ operation: "catalogue.import", file: path }]);
    expect(shown.at(-1)).toMatchObject({ phase: "ended", task: "import", result: { kind: "imported" } });
    await desk.importOffered(path);
    expect(asked).toHaveLength(1);
  });

  it("is not another one", async () => {
    await desk.offer(opened(), "catalogue");
    await desk.importOffered("/etc/passwd");
    await desk.restore("/etc/passwd");
    expect(asked).toEqual([]);
    expect(restored).toEqual([]);
  });

  it("that cannot even be looked at is described by what the engine says of it", async () => {
    const path = join(folder, "round.sqlite3");
    symlinkSync(path, path);
    const offered = desk.offer(path, "backup");
    await answer({ outcome: "failed", problem });
    expect(await offered).toEqual({ kind: "backup", path, bytes: 0, modifiedMs: 0, products: null, problem });
  });

  it("that is a backup is looked into, and restored when the shopper agrees", async () => {
    const path = join(folder, "copy.sqlite3");
    writeFileSync(path, "backup");
    const offered = desk.offer(path, "backup");
    await answer({ outcome: "done", data: { bytes: 6, products: 3 } });
    expect(await offered).toMatchObject({ kind: "backup", path, products: 3, problem: null });
    expect(restored).toEqual([]);
    await desk.restore(path);
    expect(restored).toEqual([path]);
  });
});
