import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Writable } from "node:stream";
import type { Command } from "commander";
import { countProducts } from "../../db/products/product.js";
import type { ReadDb } from "../../db/store.js";
import { assertNotEngineFile } from "../../operations/backup/backup.js";
import { exportCatalogue, exportToFile } from "../../operations/catalogue/export-catalogue.js";
import { importCatalogue } from "../../operations/catalogue/import-catalogue.js";
import { countLines, fileLines } from "../../sources/file-lines.js";
import { withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson, withReadableStore, withStore } from "../environment.js";
import { standardStream } from "../input.js";
import { Progress } from "../progress.js";

async function importCommand(file: string, globals: GlobalOptions): Promise<void> {
  const isFile = file !== standardStream;
  if (isFile && !existsSync(file)) throw new CommandError(`The file ${file} does not exist.`);
  const progress = new Progress("lines");
  const total = isFile ? await countLines(file, new AbortController().signal) : null;
  const report = await withStore(globals, (context) => {
    const nowMs = context.clock.now();
    const onProgress = (lines: number) => progress.update(lines, total);
    const lines = fileLines(isFile ? file : process.stdin);
    return importCatalogue({ ...context, nowMs, isSample: false, onProgress }, lines);
  });
  progress.clear();
  const { skipped_total: skipped, ...rest } = report;
  printJson(skipped > report.skipped.length ? report : rest);
}

/** Waits whenever the buffer of `output` is full. */
async function writeLines(lines: Iterable<string>, output: Writable): Promise<void> {
  for (const line of lines) if (!output.write(`${line}\n`)) await once(output, "drain");
}

/** Writes lines to a file, or to stdout without one or for `-`. */
export async function exportLines(
  db: ReadDb,
  dataFolder: string,
  lines: Iterable<string>,
  file: string | undefined,
): Promise<void> {
  if (file === undefined || file === standardStream) return writeLines(lines, process.stdout);
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new CommandError(`The folder ${folder} does not exist.`);
  // The connection may be to a copy of the folder's database.
  assertNotEngineFile(dataFolder, resolve(file));
  await exportToFile(db, file, lines);
}

async function exportCommand(file: string | undefined, globals: GlobalOptions): Promise<void> {
  await withReadableStore(globals, ({ db }, folder) => {
    const lines = new Progress("products").count(exportCatalogue(db), countProducts(db));
    return exportLines(db, folder, lines, file);
  });
}

export function addCatalogueCommands(program: Command): void {
  program
    .command("import")
    .argument("<file>", "catalogue file (JSON Lines); '-' reads stdin")
    .description("Import a catalogue file; bad lines are skipped and reported.")
    .action(withGlobals(importCommand));
  program
    .command("export")
    .argument("[file]", "file to write (default: stdout)")
    .description("Export the whole catalogue in the format that 'import' reads.")
    .action(withGlobals(exportCommand));
}
