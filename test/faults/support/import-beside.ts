import { spawnCli, waitForExit } from "../../support/cli.js";

/** Imports a file in a process beside the engine, perhaps killed after `ms`; whether it was acknowledged. */
export async function importUntil(data: string, file: string, ms: number | null): Promise<boolean> {
  const child = spawnCli(["import", file, "--data", data]);
  const timer = ms === null ? null : setTimeout(() => child.kill("SIGKILL"), ms);
  const { code, stdout, stderr } = await waitForExit(child);
  if (timer !== null) clearTimeout(timer);
  if (code === 1) throw new Error(`The import failed: ${stderr}`);
  return code === 0 && stdout.endsWith("\n");
}
