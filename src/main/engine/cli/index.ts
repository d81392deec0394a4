import { Command, CommanderError } from "commander";
import { StorageError } from "../db/storage-error.js";
import { UnreadableFileError } from "../sources/file-lines.js";
import { addAccount } from "./commands/account.js";
import { addBackup } from "./commands/backup.js";
import { addBench } from "./commands/bench.js";
import { addCatalogueCommands } from "./commands/catalogue.js";
import { addCheck } from "./commands/check.js";
import { addExtract } from "./commands/extract.js";
import { addKeys } from "./commands/keys.js";
import { addLookup } from "./commands/lookup.js";
import { addScore } from "./commands/score.js";
import { addServe } from "./commands/serve.js";
import { CommandError, printToStderr } from "./environment.js";
import { version } from "./version.js";

const exitCodes = { done: 0, failure: 1, usage: 2 } as const;

const dataOption = ["--data <dir>", "data folder (default: the app's own)"] as const;

function buildProgram(): Command {
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
  addScore(program);
  addCheck(program);
  addBackup(program);
  addBench(program);
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

async function main(): Promise<number> {
  try {
    await buildProgram().parseAsync();
    return exitCodes.done;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    printToStderr(describeErrorInOneLine(error));
    return exitCodes.failure;
  }
}

// A reader that closes the pipe early (`tidemark export | head`) is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? exitCodes.done : exitCodes.failure);
});

process.exitCode = await main();
