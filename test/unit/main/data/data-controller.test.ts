import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { DataController, type DataControllerOptions } from "../../../../src/main/data/data-controller.js";
import { createLastManualBackup } from "../../../../src/main/data/known-backups.js";
import type { HostCallOptions } from "../../../../src/main/engine-host/supervisor.js";
import type { DataError } from "../../../../src/shared/data/data-error.js";
import type { HostOperation } from "../../../../src/shared/data/host-operations.js";
import type { DataJob } from "../../../../src/shared/data/job.js";
import { temporaryFolder } from "../../../support/folder.js";

interface HostCall {
  readonly operation: HostOperation;
  readonly file: string;
  readonly work: HostCallOptions;
  readonly answer: (answer: unknown) => void;
}

const problem: DataError = { kind: "damaged", path: null, message: "", action: "" };

let folder: string;
let file: string | null;
let calls: HostCall[];
let restored: string[];
let restoreAnswer: unknown;
let shown: (DataJob | null)[];
let replaced: number;
let filesShown: string[];
let unsaved: unknown[];
let controller: DataController;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "chosen");
  calls = [];
  restored = [];
  shown = [];
  replaced = 0;
  filesShown = [];
  unsaved = [];
  restoreAnswer = { outcome: "done", data: { previous: "/before" } };
  const ask = async () => file;
  const engine = {
    callHost: (operation: HostOperation, input: { file: string }, work: HostCallOptions) =>
      new Promise((answer) => calls.push({ operation, file: input.file, work, answer })),
    restore: async ({ file: path }: { file: string }) => {
      restored.push(path);
      return restoreAnswer;
    },
    whenSettled: async () => undefined,
  } as unknown as DataControllerOptions["engine"];
  controller = new DataController({
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
  calls.at(-1)?.answer(result);
}

it("work is shown from its start to its end with its progress, until it is dismissed", async () => {
  const work = controller.backUp();
  await Promise.resolve();
  await Promise.resolve();
  calls[0]?.work.onProgress({ done: 1, total: 2 });
  await answer({ outcome: "done", data: { bytes: 2 } });
  await work;
  expect(shown).toMatchObject([
    { phase: "running", task: "back-up", path: file, progress: null },
    { phase: "running", progress: { done: 1, total: 2 } },
    { phase: "ended", result: { kind: "backed-up", bytes: 2 } },
  ]);
  controller.showFile();
  expect(filesShown).toEqual([file]);
  controller.dismiss();
  expect(controller.job).toBeNull();
});

it("work does not start when no file is selected", async () => {
  file = null;
  await controller.exportCatalogue();
  expect(calls).toEqual([]);
  expect(shown).toEqual([]);
});

it("work does not start while other work is running", async () => {
  const first = controller.exportCatalogue();
  await controller.importCatalogue();
  await answer({ outcome: "cancelled" });
  await first;
  expect(calls.map(({ operation }) => operation)).toEqual(["catalogue.export"]);
});

it("work is aborted by a cancel, and shown as cancelling until it ends", async () => {
  const work = controller.importCatalogue();
  await Promise.resolve();
  await Promise.resolve();
  controller.cancel();
  expect(calls[0]?.work.signal.aborted).toBe(true);
  expect(controller.job).toMatchObject({ phase: "running", isCancelling: true });
  await answer({ outcome: "cancelled" });
  await work;
  expect(controller.job).toMatchObject({ result: { kind: "cancelled" } });
});

it("work shows the first skipped lines of an import, and saves them all", async () => {
  const work = controller.importCatalogue();
  const skipped = Array.from({ length: 30 }, (_, i) => ({ line: i + 1, reason: "is wrong" }));
  await answer({ outcome: "done", data: { ended: "whole", problem: null, skipped, skipped_total: 30 } });
  await work;
  expect(controller.job).toMatchObject({
    result: { summary: { skipped: skipped.slice(0, 20), skipped_total: 30 } },
  });
  await controller.saveSkipped();
  expect(readFileSync(join(folder, "chosen"), "utf8").split("\n").slice(0, 2)).toEqual([
    "1: is wrong",
    "2: is wrong",
  ]);
});

it("an error while skipped lines are saved is reported", async () => {
  file = join(folder, "no such folder", "list.txt");
  await controller.saveSkipped();
  expect(String(unsaved[0])).toContain("ENOENT");
});

it("a restore refuses another backup than the one that the user was shown", async () => {
  const selection = controller.selectBackup(null);
  await answer({ outcome: "done", data: { bytes: 7, products: 3 } });
  await selection;
  await controller.restore("/another/backup", false);
  expect(restored).toEqual([]);
});

it("a restore needs a selected and inspected backup, and makes the window reload its data", async () => {
  await controller.restore(file ?? "", false);
  expect(restored).toEqual([]);
  const selection = controller.selectBackup(null);
  await answer({ outcome: "done", data: { bytes: 7, products: 3 } });
  expect(await selection).toMatchObject({ path: file, products: 3, problem: null });
  await controller.restore(file ?? "", false);
  expect(restored).toEqual([file]);
  expect(replaced).toBe(1);
  expect(controller.job).toMatchObject({ result: { kind: "restored", previous: "/before" } });
  controller.showFile();
  expect(filesShown).toEqual(["/before"]);
  // Each selection allows one restore.
  await controller.restore(file ?? "", false);
  expect(restored).toHaveLength(1);
});

it("a restore does not make the window reload its data when it fails", async () => {
  restoreAnswer = { outcome: "failed", problem };
  const selection = controller.selectBackup(null);
  await answer({ outcome: "failed", problem: { ...problem, kind: "engine-away" } });
  // The engine could not inspect the backup, which is no reason not to try.
  expect(await selection).toMatchObject({ products: null, powers: null, problem: null });
  await controller.restore(file ?? "", false);
  expect(replaced).toBe(0);
  expect(controller.job).toMatchObject({ result: { kind: "failed", problem } });
});

it("a restore accepts a listed backup by its id, but no path from the window", async () => {
  mkdirSync(join(folder, "backups"));
  const own = join(folder, "backups", "tidemark-1.sqlite3");
  writeFileSync(own, "");
  expect(await controller.selectBackup("/etc/passwd")).toBeNull();
  expect(await controller.selectBackup(own)).toBeNull();
  const selection = controller.selectBackup(controller.knownBackups()[0]?.id ?? "");
  await answer({ outcome: "failed", problem });
  expect(await selection).toMatchObject({ path: own, problem });
});

const imported = { lines: 1, total: 1, products: 1, offers: 0, points: 0, reviews: 0, deals: 0 };
const report = { ...imported, skipped: [], ended: "whole", problem: null };
const opened = () => {
  const path = join(folder, "shop.tidemark");
  writeFileSync(path, "{}\n");
  return path;
};

it("an opened file is described but not imported", async () => {
  const path = opened();
  expect(await controller.offer(path, "catalogue")).toMatchObject({ kind: "catalogue", path, lines: 1 });
  expect(calls).toEqual([]);
});

it("an opened file is imported once when the user agrees", async () => {
  const path = opened();
  await controller.offer(path, "catalogue");
  const work = controller.importOffered(path);
  await answer({ outcome: "done", data: report });
  await work;
  expect(calls).toMatchObject([{ operation: "catalogue.import", file: path }]);
  expect(shown.at(-1)).toMatchObject({ phase: "ended", task: "import", result: { kind: "imported" } });
  await controller.importOffered(path);
  expect(calls).toHaveLength(1);
});

it("an opened file is not exchanged for a path from the window", async () => {
  await controller.offer(opened(), "catalogue");
  await controller.importOffered("/etc/passwd");
  await controller.restore("/etc/passwd", false);
  expect(calls).toEqual([]);
  expect(restored).toEqual([]);
});

it("an opened file is described with the engine's error if it cannot be read", async () => {
  const path = join(folder, "round.sqlite3");
  symlinkSync(path, path);
  const offered = controller.offer(path, "backup");
  await answer({ outcome: "failed", problem });
  expect(await offered).toEqual({
    kind: "backup",
    path,
    bytes: 0,
    modifiedMs: 0,
    products: null,
    powers: null,
    problem,
  });
});

it("an opened file is inspected if it is a backup, and restored when the user agrees", async () => {
  const path = join(folder, "copy.sqlite3");
  writeFileSync(path, "backup");
  const offered = controller.offer(path, "backup");
  await answer({ outcome: "done", data: { bytes: 6, products: 3 } });
  expect(await offered).toMatchObject({ kind: "backup", path, products: 3, problem: null });
  expect(restored).toEqual([]);
  await controller.restore(path, false);
  expect(restored).toEqual([path]);
});
