import { Command, CommanderError } from "commander";
import { StorageError } from "../db/storage-error.js";
import { UnreadableFileError } from "../sources/file-lines.js";
import { addAccount } from "./commands/account.js";
import { addBackup } from "./commands/backup.js";
import { addCatalogueCommands } from "./commands/catalogue.js";
import { addCheck } from "./commands/check.js";
import { addExtract } from "./commands/extract.js";
import { addKeys } from "./commands/keys.js";
import { addLookup } from "./commands/lookup.js";
import { addServe } from "./commands/serve.js";
import { CommandError, printToStderr } from "./environment.js";
import { version } from "./version.js";

const exitCodes = { done: 0, failure: 1, usage: 2 } as const;

type AddCommands = (program: Command) => void;

const dataOption = ["--data <dir>", "data folder (default: the app's own)"] as const;

function buildProgram(addMore: AddCommands): Command {
  const program = new Command("tidemark")
    .description("Tidemark's engine without a window, for scripts, servers and tests.")
    .version(version)
    .option(...dataOption)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addServe(program);
  addCatalogueCommands(program);
  addAccount(program);
  addKeys(program);
  addLookup(program);
  addExtract(program);
  addCheck(program);
  addBackup(program);
  addMore(program);
  return applyGlobalOptions(program);
}

/** Commander copies settings only to commands created later, and `--data` must also work after the command's name. */
function applyGlobalOptions(command: Command): Command {
  for (const child of command.commands) {
    child.copyInheritedSettings(command).option(...dataOption);
    applyGlobalOptions(child);
  }
  return command;
}

function describeError(error: unknown): string {
  if (error instanceof StorageError) return `${error.message} ${error.action}`;
  if (error instanceof CommandError || error instanceof UnreadableFileError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected failure: ${message.split("\n")[0]}`;
}

/** Always one line, even if the name of a file has line breaks. */
function describeErrorInOneLine(error: unknown): string {
  return describeError(error).replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}

async function main(addMore: AddCommands): Promise<number> {
  try {
    await buildProgram(addMore).parseAsync();
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    printToStderr(describeErrorInOneLine(error));
    return exitCodes.failure;
  }
}

/** Runs the command in `process.argv` and sets the exit code. `addMore` adds commands that packages leave out. */
export async function runProgram(addMore: AddCommands = () => undefined): Promise<void> {
  // A reader may close the pipe early, as in `tidemark export | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.failure);
  });
  process.exitCode = await main(addMore);
}
