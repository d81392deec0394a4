import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { products } from "../../support/catalogue.js";
import { type CliResult, cliFile, waitForExit } from "../../support/cli.js";
import { scratchFolder } from "../../support/disk.js";
import { anyText } from "../inputs/text.js";
import { type OpenTarget, OracleError, type Target } from "../runner/target.js";

/** `FILE`, `JUNK` and `NEW` are replaced by file names. */
// biome-ignore format: one per line would fill a page
const words = [
  "import", "export", "account", "show", "set", "keys", "list", "create", "revoke", "lookup", "extract",
  "score", "check", "backup", "restore", "--help", "--version", "--json", "--data", "--account",
  "--plan-credits", "--bonus", "--status", "--past-due-since", "--used", "--start", "--name", "--read-only",
  "--url", "--batch", "FILE", "JUNK", "NEW", ".", "active", "none", "0", "-1", "1e9", "2026-06-15",
  "2026-02-30", "https://127.0.0.1:9/", "AH-100", "036000291452", "--", "-x", "--=",
];

// biome-ignore format: one per line would fill a page
const commandNames = [
  "import", "import FILE", "export NEW", "account show", "account set", "keys list", "keys create",
  "keys revoke", "lookup", "extract --url", "extract --batch", "score", "check", "backup", "restore",
  "bench-nothing", "",
];

/** Without `serve` and `bench`, which do not end soon, and without NUL, which no argument can contain. */
const commandCases = fc
  .tuple(
    fc.constantFrom(...commandNames).map((name) => name.split(" ").filter(Boolean)),
    fc.array(fc.oneof(fc.constantFrom(...words), anyText), { maxLength: 4 }),
  )
  .map(([name, args]) => [...name, ...args].filter((word) => !/^(serve|bench)/.test(word)))
  .map((args) => args.map((arg) => arg.replaceAll("\0", "")));

function runCommand(args: readonly string[], folder: string): Promise<CliResult> {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1" };
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return waitForExit(spawn(process.execPath, [cliFile, ...args], { cwd: folder, env, stdio }));
}

/** A command succeeds, fails with one line or one for each unknown identifier, or explains its usage. It never shows a stack. */
export function checkResult({ code, stderr }: Pick<CliResult, "code" | "stderr">): void {
  if (code === null || code > 2)
    throw new OracleError(`The exit code is ${code}: ${stderr.slice(0, 500)}`, "crash");
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr))
    throw new OracleError(`The command shows a stack: ${stderr.slice(0, 500)}`, "crash");
  if (stderr.includes("Unexpected failure")) throw new OracleError(stderr.slice(0, 500), "crash");
  const lines = stderr.split("\n").filter((line) => line !== "");
  const failures = lines.filter((line) => !line.startsWith("No product matches "));
  if (code === 1 && (lines.length === 0 || failures.length > 1))
    throw new OracleError(`A failure has ${lines.length} lines: ${stderr.slice(0, 500)}`);
  if (code === 2 && lines.length === 0) throw new OracleError("A usage error has no explanation.");
}

function open(): OpenTarget {
  const folder = scratchFolder("fuzz");
  const lines = products.map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder.path, "catalogue.jsonl"), lines.join(""));
  writeFileSync(join(folder.path, "junk"), Buffer.from("00ff7b22", "hex"));
  const files: Readonly<Record<string, string>> = { FILE: "catalogue.jsonl", JUNK: "junk", NEW: "new.out" };
  return {
    property: fc.asyncProperty(commandCases, async (args) => {
      const withFiles = args.map((arg) => files[arg] ?? arg);
      checkResult(await runCommand(withFiles, folder.path));
    }),
    close: () => folder.remove(),
  };
}

export const commands: Target = {
  name: "commands",
  input: "the command line, a process per case: wrong words, values, files",
  casesPerMillion: 600,
  batchSize: 10,
  concurrency: 2,
  timeoutMs: 60_000,
  open,
};
