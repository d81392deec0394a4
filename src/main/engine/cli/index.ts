import { Command, CommanderError, Option } from "commander";
import { specificAction } from "../../../shared/contract/errors.js";
import { StorageError, UnusableDatabaseError } from "../db/storage-error.js";
import { ContractError } from "../operations/request/contract-error.js";
import { UnreadableFileError } from "../sources/file-lines.js";
import { CommandError, printToStderr, version } from "./environment.js";

const exitCodes = { success: 0, failure: 1, usage: 2, unusableDatabase: 3 } as const;

type AddCommands = (program: Command) => void;

/** In the order of the help. A command loads only its own group, so that small ones start fast. */
const commandGroups: readonly (readonly [names: readonly string[], load: () => Promise<AddCommands>])[] = [
  [["serve"], async () => (await import("./commands/serve.js")).addServeCommand],
  [["health"], async () => (await import("./commands/health.js")).addHealthCommand],
  [["import", "export"], async () => (await import("./commands/catalogue.js")).addCatalogueCommands],
  [["account"], async () => (await import("./commands/account.js")).addAccountCommands],
  [["keys"], async () => (await import("./commands/keys.js")).addKeysCommands],
  [["lookup"], async () => (await import("./commands/lookup.js")).addLookupCommand],
  [["extract"], async () => (await import("./commands/extract.js")).addExtractCommand],
  [["check"], async () => (await import("./commands/check.js")).addCheckCommand],
  [["channels"], async () => (await import("./commands/channels.js")).addChannelsCommands],
  [["deliveries"], async () => (await import("./commands/deliveries.js")).addDeliveriesCommands],
  [["backup", "restore"], async () => (await import("./commands/backup.js")).addBackupCommands],
  [["watch"], async () => (await import("./commands/watch.js")).addWatchCommands],
  [["lists"], async () => (await import("./commands/lists.js")).addListsCommands],
  [["history"], async () => (await import("./commands/history.js")).addHistoryCommand],
  [["alerts"], async () => (await import("./commands/alerts.js")).addAlertsCommands],
  [["rules"], async () => (await import("./commands/rules.js")).addRulesCommands],
  [["services"], async () => (await import("./commands/services.js")).addServicesCommands],
  [["web"], async () => (await import("./commands/web.js")).addWebCommands],
  [["jobs"], async () => (await import("./commands/jobs.js")).addJobsCommands],
  [["completion"], async () => (await import("./commands/completion.js")).addCompletionCommand],
];

/** The groups to load: all of them, unless the arguments begin with the name of a command. */
function groupsFor(args: readonly string[]): typeof commandGroups {
  const [command = ""] = args[0] === "--data" ? args.slice(2) : args;
  // Completions are of all commands.
  const named = commandGroups.filter(([names]) => names.includes(command) && command !== "completion");
  return named.length === 0 ? commandGroups : named;
}

const dataOption = ["--data <dir>", "data folder (default: the app's own)"] as const;

async function buildProgram(args: readonly string[], addExtraCommands: AddCommands): Promise<Command> {
  const program = new Command("tidemark")
    .description("Tidemark's engine without a window, for scripts, servers and tests.")
    .version(version)
    .option(...dataOption)
    .exitOverride();
  const groups = groupsFor(args);
  for (const addCommands of await Promise.all(groups.map(([, load]) => load()))) addCommands(program);
  addExtraCommands(program);
  return applyGlobalOptions(program);
}

/**
 * Commander copies settings only to commands created later, and `--data` must also work after the command's name. What prints
 * JSON anyway accepts `--json`, too.
 */
function applyGlobalOptions(command: Command): Command {
  for (const child of command.commands) {
    child.copyInheritedSettings(command).option(...dataOption);
    const hasJson = child.options.some(({ long }) => long === "--json");
    if (child.commands.length === 0 && !hasJson) child.addOption(new Option("--json").hideHelp());
    // Options that can be repeated.
    for (const option of child.options)
      if (Array.isArray(option.defaultValue)) option.defaultValueDescription = "none";
    applyGlobalOptions(child);
  }
  return command;
}

function describeError(error: unknown): string {
  if (error instanceof StorageError) return `${error.message} ${error.action}`;
  if (error instanceof ContractError)
    // General advice is written for programs that use the API.
    return [error.message, specificAction(error.code, error.action)].filter(Boolean).join(" ");
  if (error instanceof CommandError || error instanceof UnreadableFileError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected failure: ${message.split("\n")[0]}`;
}

/** Runs a command and returns its exit code. `addExtraCommands` adds commands that packages omit. */
export async function runCommand(
  args: readonly string[],
  addExtraCommands: AddCommands = () => undefined,
): Promise<number> {
  try {
    await (await buildProgram(args, addExtraCommands)).parseAsync(args, { from: "user" });
    return exitCodes.success;
  } catch (error) {
    // Commander has already printed the usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    printToStderr(describeError(error));
    return error instanceof UnusableDatabaseError ? exitCodes.unusableDatabase : exitCodes.failure;
  }
}

/** Runs the command in `process.argv` and sets the exit code. */
export async function runProgram(addExtraCommands?: AddCommands): Promise<void> {
  // A reader may close the pipe early, as in `tidemark export | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? exitCodes.success : exitCodes.failure);
  });
  process.exitCode = await runCommand(process.argv.slice(2), addExtraCommands);
}
