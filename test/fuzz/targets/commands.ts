import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { products } from "../../support/catalogue.js";
import { scratchFolder } from "../../support/disk.js";
import { wildText } from "../inputs/text.js";
import { defineTarget } from "../machinery/define-target.js";
import { type Subject, Wrong } from "../machinery/target.js";

const cliFile = resolve(import.meta.dirname, "..", "..", "..", "out", "main", "cli.js");

/** `FILE` is a catalogue, `JUNK` no file that anybody reads, `NEW` a file that is to be made. */
const words = [
  "import",
  "export",
  "account",
  "show",
  "set",
  "keys",
  "list",
  "create",
  "revoke",
  "lookup",
  "extract",
  "score",
  "check",
  "backup",
  "restore",
  "--help",
  "--version",
  "--json",
  "--data",
  "--account",
  "--plan-credits",
  "--bonus",
  "--status",
  "--past-due-since",
  "--used",
  "--start",
  "--name",
  "--read-only",
  "--url",
  "--batch",
  "FILE",
  "JUNK",
  "NEW",
  ".",
  "active",
  "none",
  "0",
  "-1",
  "1e9",
  "2026-06-15",
  "2026-02-30",
  "https://127.0.0.1:9/",
  "AH-100",
  "036000291452",
  "--",
  "-x",
  "--=",
];

const starts: readonly (readonly string[])[] = [
  ["import"],
  ["import", "FILE"],
  ["export", "NEW"],
  ["account", "show"],
  ["account", "set"],
  ["keys", "list"],
  ["keys", "create"],
  ["keys", "revoke"],
  ["lookup"],
  ["extract", "--url"],
  ["extract", "--batch"],
  ["score"],
  ["check"],
  ["backup"],
  ["restore"],
  ["bench-nothing"],
  [],
];

const cases: Arbitrary<readonly string[]> = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(fc.oneof(fc.constantFrom(...words), wildText), { maxLength: 4 }),
  )
  .map(([start, more]) => [...start, ...more].filter((word) => !/^(serve|bench)/.test(word)))
  // A program's arguments are texts without a zero.
  .map((args) => args.map((arg) => arg.replaceAll("\0", "")));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[], folder: string): Promise<Ended> {
  const child = spawn(process.execPath, [cliFile, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** Done, failed in one line, or wrong use: never a stack, never another code. */
export function judgeEnded({ code, stderr }: Ended): void {
  if (code === null || code > 2) throw new Wrong(`It ended with ${code}: ${stderr.slice(0, 500)}`, "crash");
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr))
    throw new Wrong(`It shows a stack: ${stderr.slice(0, 500)}`, "crash");
  if (stderr.includes("Unexpected failure")) throw new Wrong(stderr.slice(0, 500), "crash");
  const lines = stderr.split("\n").filter((line) => line !== "");
  if (code === 1 && lines.length !== 1)
    throw new Wrong(`A failure takes ${lines.length} lines: ${stderr.slice(0, 500)}`);
  if (code === 2 && lines.length === 0) throw new Wrong("Wrong use is not explained.");
}

function open(): Subject<readonly string[]> {
  const folder = scratchFolder("fuzz");
  writeFileSync(
    join(folder.path, "catalogue.jsonl"),
    products.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  writeFileSync(join(folder.path, "junk"), Buffer.from("00ff7b22", "hex"));
  const files: Readonly<Record<string, string>> = { FILE: "catalogue.jsonl", JUNK: "junk", NEW: "new.out" };
  return {
    cases,
    judge: async (args) => {
      judgeEnded(
        await run(
          args.map((arg) => files[arg] ?? arg),
          folder.path,
        ),
      );
    },
    close: () => folder.remove(),
  };
}

export const commands = defineTarget({
  name: "commands",
  what: "the command line, each a program of its own: wrong words, values, files",
  share: 600,
  chunk: 10,
  lanes: 2,
  deadlineMs: 60_000,
  open,
});
