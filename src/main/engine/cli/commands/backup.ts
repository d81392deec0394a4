import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { databaseFile } from "../../db/data-folder.js";
import { assertNotEngineFile, backUp, readBackupSummary } from "../../operations/backup/backup.js";
import { restore } from "../../operations/backup/restore.js";
import { withGlobals } from "../arguments.js";
import {
  CommandError,
  type GlobalOptions,
  printJson,
  printToStderr,
  resolveDataFolder,
  withReadableStore,
} from "../environment.js";
import { confirm, isInteractive, standardStream } from "../input.js";

/** SQLite works on files only. */
function assertIsFile(file: string, command: "backup" | "restore"): void {
  if (file === standardStream)
    throw new CommandError(`'${command}' works on a file, not on stdin or stdout. Name a file.`);
}

type BackupOptions = GlobalOptions & { readonly force?: boolean };

async function backupCommand(file: string, { force, ...globals }: BackupOptions): Promise<void> {
  assertIsFile(file, "backup");
  assertNotEngineFile(resolveDataFolder(globals), resolve(file));
  if (force !== true && existsSync(file))
    throw new CommandError(
      `The file ${file} exists already. Choose another name, or replace it with --force.`,
    );
  const bytes = await withReadableStore(globals, ({ db }) => backUp(dirname(db.connection.name), file));
  printJson({ file: resolve(file), bytes });
}

type RestoreOptions = GlobalOptions & { readonly trust?: boolean };

/** Asks on a terminal about what the backup would turn on; there is nothing to ask about in a new folder. */
async function confirmPowers(folder: string, file: string): Promise<boolean> {
  if (!isInteractive() || !existsSync(databaseFile(folder))) return false;
  const { powers } = readBackupSummary(folder, file);
  if (powers?.length === 0) return false;
  const names = powers?.map(({ kind, name }) => `${kind} ${name}`).join(", ");
  return confirm(
    `Turn on what the backup has and the present data lacks (${names ?? "keys, hosts, webhooks, channels, services"})?`.replaceAll(
      /\p{Cc}/gu,
      " ",
    ),
  );
}

async function restoreCommand(file: string, { trust, ...globals }: RestoreOptions): Promise<void> {
  assertIsFile(file, "restore");
  const folder = resolveDataFolder(globals);
  const trusts = trust === true || (await confirmPowers(folder, resolve(file)));
  const options = { nowMs: Date.now(), trust: trusts };
  const { previous, keepsRevocations, powers, arePowersOn, dropped } = await restore(
    folder,
    resolve(file),
    options,
  );
  printJson({
    restored: resolve(file),
    previous,
    ...(powers.length === 0 ? {} : { [arePowersOn ? "on" : "off"]: powers }),
    ...(dropped.length === 0 ? {} : { dropped }),
  });
  if (powers.length > 0 && !arePowersOn)
    printToStderr(
      "What the replaced data lacked is off. Turn it on in the settings, or repeat the command with --trust.",
    );
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
    .option("--trust", "turn on its keys, hosts, webhooks, channels and services")
    .description("Restore a backup, and keep the previous data beside it.")
    .action(withGlobals(restoreCommand));
}
