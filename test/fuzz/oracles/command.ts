import type { CliResult } from "../../support/cli.js";

/** A command succeeds, fails with one line or one for each unknown identifier, or explains its usage. It never shows a stack. */
export function checkCommandResult({ code, stderr }: Pick<CliResult, "code" | "stderr">): void {
  if (code === null || code > 2) throw new Error(`The exit code is ${code}: ${stderr.slice(0, 500)}`);
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr))
    throw new Error(`The command shows a stack: ${stderr.slice(0, 500)}`);
  if (stderr.includes("Unexpected failure")) throw new Error(stderr.slice(0, 500));
  const lines = stderr.split("\n").filter((line) => line !== "");
  const failures = lines.filter((line) => !line.startsWith("No product matches "));
  if (code === 1 && (lines.length === 0 || failures.length > 1))
    throw new Error(`A failure has ${lines.length} lines: ${stderr.slice(0, 500)}`);
  if (code === 2 && lines.length === 0) throw new Error("A usage error has no explanation.");
}
