import { exec } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ensureBuilt } from "../support/cli.js";
import {
  type DocumentCommand,
  pageNames,
  parseCommands,
  projectRoot,
  readPage,
} from "../support/documents/pages.js";
import {
  type CommandResult,
  DocumentShell,
  prepareServerRoot,
  startDocumentedShop,
} from "../support/documents/shell.js";
import { findOutputDifferences } from "../support/documents/shown-output.js";
import { temporaryFolder } from "../support/folder.js";

/** How a documented command is tested that cannot run as written: it takes a window, hours or the network. */
interface Proof {
  /** The command, or its first words. */
  readonly command: string;
  /** Its script in package.json. */
  readonly script: string;
  /** A shorter form to run instead, or the test that runs the script's file, possibly through a module that it imports. */
  readonly by: { readonly run: string } | { readonly test: string; readonly through?: string };
}

const proofs: readonly Proof[] = [
  { command: "npm start", script: "start", by: { test: "test/window/start-command.test.ts" } },
  {
    command: "npm test",
    script: "test",
    by: { run: "npm test -- documents -- test/documents/links.test.ts" },
  },
  {
    command: "npm run fuzz",
    script: "fuzz",
    by: { run: "npm run fuzz -- --only settings --cases 40 --minutes 5 --seed 7 --no-table" },
  },
  {
    command: "npm run faults",
    script: "faults",
    by: { run: "npm run faults -- --only upstream --seed 7 --rounds 1" },
  },
  {
    command: "npm run mutation",
    script: "mutation",
    by: { run: "npm run mutation -- alerts --file past-prices" },
  },
  {
    command: "npm run package",
    script: "package",
    by: { test: "test/packaged/packaged.test.ts", through: "test/support/packaged-app.ts" },
  },
];

function proofOf(command: string): Proof | undefined {
  const words = command.replace(/\s+#.*$/, "");
  return proofs.find((proof) => words === proof.command || words.startsWith(`${proof.command} `));
}

const serve = /^(npm run -s tidemark -- |tidemark )serve\b/;

/** Differences between a command's result and its page; none when they agree. */
function findDifferences({ text, shown }: DocumentCommand, ran: CommandResult): string[] {
  if (ran.code !== 0) return [`ended with ${ran.code}: ${ran.stderr}${ran.stdout}`];
  if (shown === null) return [];
  return findOutputDifferences(shown.language, shown.text, ran.stdout + ran.stderr).map(
    (each) => `${text}\n${each}`,
  );
}

/** Runs a page's commands from top to bottom, as a reader who copies them would. */
async function runPage(name: string): Promise<string[]> {
  const shell = new DocumentShell(temporaryFolder());
  const commands = parseCommands(readPage(name)).filter(({ text }) => proofOf(text) === undefined);
  const inRoot = name === "docs/server.md" ? await prepareServerRoot(shell) : (command: string) => command;
  const shop = await startDocumentedShop();
  if (
    commands.some(({ text }) => text.includes("$BASE_URL")) &&
    !commands.some(({ text }) => serve.test(text))
  )
    await shell.serve("tidemark serve --sample --port 0");
  const problems: string[] = [];
  for (const command of commands) {
    const ran = serve.test(command.text)
      ? await shell.serve(command.text)
      : await shell.run(inRoot(shop.toLocal(command.text)));
    const shown = { ...ran, stdout: shop.toShown(ran.stdout) };
    for (const problem of findDifferences(command, shown))
      problems.push(`${name}:${command.line} ${problem}`);
  }
  await shell.close();
  return problems;
}

const pages = pageNames().filter((name) => parseCommands(readPage(name)).length > 0);

beforeAll(ensureBuilt);

describe.skipIf(process.platform === "win32")("documented commands", () => {
  it.each(pages)(
    "every command in %s runs and prints the output shown",
    { timeout: 300_000 },
    async (name) => {
      expect(await runPage(name)).toEqual([]);
    },
  );
});

/** Runs a project script outside this test run. Rejects unless it exits with 0. */
async function runProof(command: string): Promise<void> {
  const env = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$)/.test(name));
  await promisify(exec)(command, { cwd: projectRoot, env: Object.fromEntries(env) });
}

describe("commands proven elsewhere", () => {
  it.each(proofs)(
    "$command runs a project script and is proven by another test",
    { timeout: 180_000 },
    async ({ script, by }) => {
      const file =
        /scripts\/\w+\.mjs/.exec(manifest.scripts[script as keyof typeof manifest.scripts])?.[0] ?? "";
      expect(existsSync(join(projectRoot, file))).toBe(true);
      if ("run" in by) return runProof(by.run);
      expect(readPage(by.through ?? by.test)).toContain(file);
      if (by.through !== undefined) expect(readPage(by.test)).toContain(basename(by.through, ".ts"));
    },
  );

  it("every command proven elsewhere appears on a page", () => {
    const all = pages.flatMap((name) => parseCommands(readPage(name)).map(({ text }) => proofOf(text)));
    for (const proof of proofs) expect(all).toContain(proof);
  });
});
