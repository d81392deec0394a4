import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { it } from "vitest";
import { products } from "../support/catalogue.js";
import { type CliResult, cliFile, ensureBuilt, waitForExit } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { anyText } from "./inputs/text.js";
import { checkCommandResult } from "./oracles/command.js";
import { checkCases } from "./support/check-cases.js";

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

it("every command succeeds, fails with one line, or explains its usage", async () => {
  await ensureBuilt();
  const folder = temporaryFolder();
  const lines = products.map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, "catalogue.jsonl"), lines.join(""));
  writeFileSync(join(folder, "junk"), Buffer.from("00ff7b22", "hex"));
  const files: Readonly<Record<string, string>> = { FILE: "catalogue.jsonl", JUNK: "junk", NEW: "new.out" };
  const property = fc.asyncProperty(commandCases, async (args) => {
    const withFiles = args.map((arg) => files[arg] ?? arg);
    checkCommandResult(await runCommand(withFiles, folder));
  });
  await checkCases(property, { cases: 24, parallel: 2 });
});
