import { closeSync, openSync, readSync } from "node:fs";
import type { FileImportReport } from "../../../../shared/data/host-operations.js";
import { isOwnDatabase } from "../../db/data-folder.js";
import { describeDiskError, StorageError } from "../../db/storage-error.js";
import { countLines, fileLines, UnreadableFileError } from "../../sources/file-lines.js";
import type { RequestContext } from "../request/context.js";
import { CancelledError, type TaskControl, yieldToEventLoop } from "../request/task-control.js";
import { createPublishContext } from "../webhooks/publish-event.js";
import { type ImportReport, importCatalogue, newTally } from "./import-catalogue.js";

/** Other calls wait for the slice in progress; a delay of two frames goes unnoticed. */
const sliceMs = 30;
const sniffBytes = 8_192;
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
  control: TaskControl,
): Promise<FileImportReport> {
  assertCatalogueFile(file, context.dataFolder);
  const total = await countFileLines(file, control);
  let lines = 0;
  let report: ImportReport = newTally();
  const reportSoFar = (ended: FileImportReport["ended"], problem: StorageError | null): FileImportReport => ({
    ...report,
    lines,
    total,
    ended,
    problem: problem?.dataError ?? null,
  });
  try {
    const reading = untilCancelled(fileLines(file), control);
    await importCatalogue(importContext(context, onBatch), reading.lines);
    if (reading.wasCancelled()) return reportSoFar("cancelled", null);
    lines = total;
    return reportSoFar("whole", null);
  } catch (error) {
    return reportSoFar("failed", toStorageError(error, file, context.dataFolder));
  }

  async function onBatch(read: number, imported: ImportReport): Promise<void> {
    lines = read;
    report = imported;
    control.onProgress({ done: read, total });
    await yieldToEventLoop();
  }
}

function importContext(
  context: ImportFileContext,
  onProgress: (lines: number, report: ImportReport) => Promise<void>,
) {
  return { ...createPublishContext(context), db: context.db, isSample: false, onProgress, sliceMs };
}

async function countFileLines(file: string, { signal }: TaskControl): Promise<number> {
  try {
    const lines = await countLines(file, signal);
    if (signal.aborted) throw new CancelledError("The work was cancelled.");
    return lines;
  } catch (error) {
    throw error instanceof UnreadableFileError ? unreadableError(file, error) : error;
  }
}

function untilCancelled(lines: AsyncIterable<string | null>, { signal }: TaskControl) {
  let wasCancelled = false;
  async function* linesUntilCancelled(): AsyncGenerator<string | null> {
    for await (const line of lines) {
      wasCancelled = signal.aborted;
      if (wasCancelled) return;
      yield line;
    }
  }
  return { lines: linesUntilCancelled(), wasCancelled: () => wasCancelled };
}

function toStorageError(error: unknown, file: string, folder: string): StorageError {
  const known =
    error instanceof UnreadableFileError ? unreadableError(file, error) : describeDiskError(error, folder);
  if (known === null) throw error;
  return known;
}

function unreadableError(file: string, error: UnreadableFileError): StorageError {
  return new StorageError("unreadable", error.message, "Check that it exists and that you may read it.", {
    path: file,
    cause: error,
  });
}

/** Rejects an image or a backup, which would otherwise be reported as thousands of lines of invalid JSON. */
function assertCatalogueFile(file: string, folder: string): void {
  const head = isOwnDatabase(folder, file) ? databaseHeader : readHead(file);
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

function readHead(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const head = Buffer.alloc(sniffBytes);
    return head.toString("latin1", 0, readSync(descriptor, head, 0, sniffBytes, 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unreadableError(
      file,
      new UnreadableFileError(`${file} cannot be read (${code}).`, { cause: error }),
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
