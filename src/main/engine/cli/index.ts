import { Command, CommanderError } from "commander";
import { StorageError } from "../db/storage-error.js";
import { UnreadableFile } from "../sources/file-lines.js";
import { addAccount } from "./commands/account.js";
import { addBackup } from "./commands/backup.js";
import { addCatalogueCommands } from "./commands/catalogue.js";
import { addCheck } from "./commands/check.js";
import { addExtract } from "./commands/extract.js";
import { addKeys } from "./commands/keys.js";
import { addLookup } from "./commands/lookup.js";
import { addServe } from "./commands/serve.js";
import { CommandFailure, tell } from "./environment.js";
import { version } from "./version.js";

const exitCodes = { done: 0, failure: 1, usage: 2 } as const;

type AddCommands = (program: Command) => void;

const dataOption = ["--data <dir>", "data folder (default: the app's own)"] as const;

function buildProgram(addMore: AddCommands): Command {
  const program = new Command("tidemark")
    .description("Tidemark's engine without a window: for scripts, servers and tests.")
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
  return inheritSettings(program);
}

/** Commander copies settings only to commands made after them, and `--data` may also stand behind the command. */
function inheritSettings(command: Command): Command {
  for (const child of command.commands) {
    child.copyInheritedSettings(command).option(...dataOption);
    inheritSettings(child);
  }
  return command;
}

/** What it was about, and what to do. */
function failureText(error: unknown): string {
  if (error instanceof StorageError) return `${error.message} ${error.action}`;
  if (error instanceof CommandFailure || error instanceof UnreadableFile) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected failure: ${message.split("\n")[0]}`;
}

/** One line for the person, also where the name of a file has line breaks. */
function failureLine(error: unknown): string {
  return failureText(error).replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");
}

async function main(addMore: AddCommands): Promise<number> {
  try {
    await buildProgram(addMore).parseAsync();
    return exitCodes.done;
  } catch (error) {
    // Commander has already written what is wrong with the words.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    tell(failureLine(error));
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
