import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { assertNotEngineFile, backUp, restore } from "../../operations/backup/backup.js";
import { withGlobals } from "../arguments.js";
import {
  CommandError,
  type GlobalOptions,
  printJson,
  printToStderr,
  resolveDataFolder,
  withReadableStore,
} from "../environment.js";
import { standardStream } from "../input.js";

/** SQLite works on files only. */
function assertIsFile(file: string, command: "backup" | "restore"): void {
  if (file === standardStream)
    throw new CommandError(`'${command}' works on a file, not on stdin or stdout. Name a file.`);
}

interface BackupOptions extends GlobalOptions {
  readonly force?: boolean;
}

async function backupCommand(file: string, { force, ...globals }: BackupOptions): Promise<void> {
  assertIsFile(file, "backup");
  assertNotEngineFile(resolveDataFolder(globals), resolve(file));
  if (force !== true && existsSync(file))
    throw new CommandError(
      `The file ${file} exists already. Choose another name, or replace it with --force.`,
    );
  const bytes = await withReadableStore(globals, ({ db }) => backUp(db, file));
  printJson({ file: resolve(file), bytes });
}

async function restoreCommand(file: string, globals: GlobalOptions): Promise<void> {
  assertIsFile(file, "restore");
  const { previous, keepsRevocations } = await restore(resolveDataFolder(globals), resolve(file), Date.now());
  printJson({ restored: resolve(file), previous });
  if (!keepsRevocations)
    printToStderr(
      "The replaced data could not be read: keys that were revoked since the backup are valid again. Check them with 'tidemark keys list'.",
    );
}

export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .argument("<file>", "file to write")
    .option("--force", "replace an existing file")
    .description("Write a consistent copy of the data, even while an engine runs.")
    .action(withGlobals(backupCommand));
  program
    .command("restore")
    .argument("<file>", "a file written by 'backup'")
    .description("Restore a backup, and keep the previous data beside it.")
    .action(withGlobals(restoreCommand));
}
