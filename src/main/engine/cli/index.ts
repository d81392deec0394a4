import { Command, CommanderError } from "commander";
import { errorRegistry } from "../../../shared/contract/errors.js";
import { StorageError, UnusableDatabaseError } from "../db/storage-error.js";
import { ContractError } from "../operations/request/contract-error.js";
import { UnreadableFileError } from "../sources/file-lines.js";
import { addAccountCommands } from "./commands/account.js";
import { addAlertsCommands } from "./commands/alerts.js";
import { addBackupCommands } from "./commands/backup.js";
import { addCatalogueCommands } from "./commands/catalogue.js";
import { addChannelsCommands } from "./commands/channels.js";
import { addCheckCommand } from "./commands/check.js";
import { addExtractCommand } from "./commands/extract.js";
import { addHistoryCommand } from "./commands/history.js";
import { addJobsCommands } from "./commands/jobs.js";
import { addKeysCommands } from "./commands/keys.js";
import { addListsCommands } from "./commands/lists.js";
import { addLookupCommand } from "./commands/lookup.js";
import { addRulesCommands } from "./commands/rules.js";
import { addServeCommand } from "./commands/serve.js";
import { addServicesCommands } from "./commands/services.js";
import { addWatchCommands } from "./commands/watch.js";
import { CommandError, printToStderr } from "./environment.js";
import { version } from "./version.js";

const exitCodes = { success: 0, failure: 1, usage: 2, unusableDatabase: 3 } as const;

type AddCommands = (program: Command) => void;

const dataOption = ["--data <dir>", "data folder (default: the app's own)"] as const;

function buildProgram(addExtraCommands: AddCommands): Command {
  const program = new Command("tidemark")
    .description("Tidemark's engine without a window, for scripts, servers and tests.")
    .version(version)
    .option(...dataOption)
    .exitOverride();
  addServeCommand(program);
  addCatalogueCommands(program);
  addAccountCommands(program);
  addKeysCommands(program);
  addLookupCommand(program);
  addExtractCommand(program);
  addCheckCommand(program);
  addChannelsCommands(program);
  addBackupCommands(program);
  addWatchCommands(program);
  addListsCommands(program);
  addHistoryCommand(program);
  addAlertsCommands(program);
  addRulesCommands(program);
  addServicesCommands(program);
  addJobsCommands(program);
  addExtraCommands(program);
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

/** General advice is written for programs that use the API. */
function describeContractError({ code, message, action }: ContractError): string {
  return action === errorRegistry[code].action ? message : `${message} ${action}`;
}

function describeError(error: unknown): string {
  if (error instanceof StorageError) return `${error.message} ${error.action}`;
  if (error instanceof ContractError) return describeContractError(error);
  if (error instanceof CommandError || error instanceof UnreadableFileError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected failure: ${message.split("\n")[0]}`;
}

async function main(addExtraCommands: AddCommands): Promise<number> {
  try {
    await buildProgram(addExtraCommands).parseAsync();
    return exitCodes.success;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    printToStderr(describeError(error));
    return error instanceof UnusableDatabaseError ? exitCodes.unusableDatabase : exitCodes.failure;
  }
}

/** Runs the command in `process.argv` and sets the exit code. `addExtraCommands` adds commands that packages omit. */
export async function runProgram(addExtraCommands: AddCommands = () => undefined): Promise<void> {
  // A reader may close the pipe early, as in `tidemark export | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? exitCodes.success : exitCodes.failure);
  });
  process.exitCode = await main(addExtraCommands);
}
