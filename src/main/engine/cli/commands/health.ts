import type { Command } from "commander";
import { readEngineUrl } from "../../process/folder-lock.js";
import { withGlobals } from "../arguments.js";
import { CommandError, type GlobalOptions, printJson, resolveDataFolder } from "../environment.js";

const timeoutMs = 5_000;

async function healthCommand(globals: GlobalOptions): Promise<void> {
  const folder = resolveDataFolder(globals);
  const engineUrl = readEngineUrl(folder);
  if (engineUrl === null)
    throw new CommandError(`No engine runs on ${folder}. Start one with 'tidemark serve'.`);
  const url = new URL("/health", engineUrl);
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new CommandError(`The engine at ${engineUrl} does not answer.`);
  });
  const health = (await response.json()) as { readonly reason?: string };
  printJson(health);
  if (!response.ok) throw new CommandError(health.reason ?? "The engine is failing.");
}

export function addHealthCommand(program: Command): void {
  program
    .command("health")
    .description(
      "Show the health of the engine that runs on the folder. Exits with 1 if none runs, or if it is failing.",
    )
    .action(withGlobals(healthCommand));
}
