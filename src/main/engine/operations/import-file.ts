import { closeSync, openSync, readSync } from "node:fs";
import type { ImportedFile } from "../../../shared/data/host-operations.js";
import { isDatabaseInUse } from "../db/data-folder.js";
import { describeDiskProblem, StorageError } from "../db/storage-error.js";
import { countLines, fileLines, UnreadableFile } from "../sources/file-lines.js";
import type { RequestContext } from "./context.js";
import { type ImportReport, importCatalogue } from "./import-catalogue.js";
import { Cancelled, type LongWork, nextTurn } from "./long-work.js";

/** Calls wait for the slice in progress; a delay of two frames goes unnoticed. */
const sliceMs = 30;
const sniffedBytes = 8_192;
const databaseHeader = "SQLite format 3\0";

type ImportFileContext = RequestContext & { readonly dataFolder: string };

/**
 * Imports a catalogue file beside a running engine. After a cancellation or a failure half-way, the imported
 * lines stay, and the report states how far it got. Throws `StorageError` if the file is not a catalogue, and
 * a cancellation error if nothing has been read yet.
 */
export async function importFile(
  context: ImportFileContext,
  file: string,
  work: LongWork,
): Promise<ImportedFile> {
  refuseOtherFiles(file, context.dataFolder);
  const total = await linesOf(file, work);
  let lines = 0;
  let report: ImportReport = nothing;
  const soFar = (ended: ImportedFile["ended"], problem: StorageError | null): ImportedFile => ({
    ...report,
    lines,
    total,
    ended,
    problem: problem?.problem ?? null,
  });
  try {
    const reading = untilCancelled(fileLines(file), work);
    await importCatalogue(importContext(context, note), reading.lines);
    if (reading.isCut()) return soFar("cancelled", null);
    lines = total;
    return soFar("whole", null);
  } catch (error) {
    return soFar("failed", explained(error, file, context.dataFolder));
  }

  async function note(read: number, entered: ImportReport): Promise<void> {
    lines = read;
    report = entered;
    work.onProgress({ done: read, total });
    await nextTurn();
  }
}

const nothing: ImportReport = { products: 0, offers: 0, points: 0, reviews: 0, deals: 0, skipped: [] };

function importContext(
  { db, clock, randomBytes, effects }: ImportFileContext,
  onProgress: (lines: number, report: ImportReport) => Promise<void>,
) {
  const onEvent = () => effects.nudge("deliveries");
  return { db, randomBytes, nowMs: clock.now(), isSample: false, onEvent, onProgress, sliceMs };
}

async function linesOf(file: string, { signal }: LongWork): Promise<number> {
  try {
    const lines = await countLines(file, signal);
    if (signal.aborted) throw new Cancelled("The work was cancelled.");
    return lines;
  } catch (error) {
    throw error instanceof UnreadableFile ? cannotRead(file, error) : error;
  }
}

function untilCancelled(lines: AsyncIterable<string>, { signal }: LongWork) {
  let isCut = false;
  async function* cut(): AsyncGenerator<string> {
    for await (const line of lines) {
      isCut = signal.aborted;
      if (isCut) return;
      yield line;
    }
  }
  return { lines: cut(), isCut: () => isCut };
}

function explained(error: unknown, file: string, folder: string): StorageError {
  const known =
    error instanceof UnreadableFile ? cannotRead(file, error) : describeDiskProblem(error, folder);
  if (known === null) throw error;
  return known;
}

function cannotRead(file: string, error: UnreadableFile): StorageError {
  return new StorageError("unreadable", error.message, "Check that it exists and that you may read it.", {
    path: file,
    cause: error,
  });
}

/** Otherwise an image or a backup would be reported as thousands of lines that are "not valid JSON". */
function refuseOtherFiles(file: string, folder: string): void {
  const head = isDatabaseInUse(folder, file) ? databaseHeader : headOf(file);
  if (head.startsWith(databaseHeader))
    throw new StorageError(
      "is-a-backup",
      `${file} is a backup or another database, not a catalogue file.`,
      "Restore it instead, or choose an exported file.",
      { path: file },
    );
  if (head.includes("\0"))
    throw new StorageError(
      "not-a-catalogue",
      `${file} is not a catalogue file.`,
      "Choose a text file with one line of JSON per product, such as an export.",
      { path: file },
    );
}

function headOf(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const head = Buffer.alloc(sniffedBytes);
    return head.toString("latin1", 0, readSync(descriptor, head, 0, sniffedBytes, 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw cannotRead(file, new UnreadableFile(`${file} cannot be read (${code}).`, { cause: error }));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
