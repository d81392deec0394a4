import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ensureBuilt } from "../support/cli.js";
import { type DocumentCommand, pageNames, parseCommands, readPage } from "../support/documents/pages.js";
import {
  type CommandResult,
  DocumentShell,
  prepareServerRoot,
  startDocumentedShop,
} from "../support/documents/shell.js";
import { findOutputDifferences } from "../support/documents/shown-output.js";
import { temporaryFolder } from "../support/folder.js";

/** Commands that take a window or minutes, and the test that runs their script, possibly through a module. */
const proofs = [
  { command: "npm start", script: "start", test: "test/window/start-command.test.ts" },
  {
    command: "npm run package",
    script: "package",
    test: "test/packaged/packaged.test.ts",
    through: "test/support/packaged-app.ts",
  },
  { command: "npm run package:server", script: "package:server", test: "test/packaged/container.test.ts" },
] as const;

/** Commands that run tests, maybe this one. */
const testCommands = ["npm test", "npm run test:all", "npm run test:long", "npm run mutation"];

function isRunElsewhere(command: string): boolean {
  const words = command.replace(/\s+#.*$/, "");
  const elsewhere = [...testCommands, ...proofs.map((proof) => proof.command)];
  return elsewhere.some((each) => words === each || words.startsWith(`${each} `));
}

const serve = /^(npm run -s tidemark -- |tidemark )serve\b/;

/** A terminal takes these lines away. */
const progressLine = /^\d+ of \d+ [a-z]+\n/gm;

/** Differences between a command's result and its page; none when they agree. */
function findDifferences({ text, shown }: DocumentCommand, ran: CommandResult): string[] {
  if (ran.code !== 0) return [`ended with ${ran.code}: ${ran.stderr}${ran.stdout}`];
  if (shown === null) return [];
  return findOutputDifferences(
    shown.language,
    shown.text,
    ran.stdout + ran.stderr.replace(progressLine, ""),
  ).map((each) => `${text}\n${each}`);
}

/** Runs a page's commands from top to bottom, as a reader who copies them would. */
async function runPage(name: string): Promise<string[]> {
  const shell = new DocumentShell(temporaryFolder());
  const commands = parseCommands(readPage(name)).filter(({ text }) => !isRunElsewhere(text));
  const inRoot = name === "docs/server.md" ? await prepareServerRoot(shell) : (command: string) => command;
  const shop = await startDocumentedShop();
  if (
    commands.some(({ text }) => /\$\{?BASE_URL/.test(text)) &&
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

it.each(proofs)("$command is run by a test of its own", ({ command, script, test, ...proof }) => {
  const source = "through" in proof ? proof.through : test;
  expect(readPage(source)).toContain(/scripts\/\w+\.mjs/.exec(manifest.scripts[script])?.[0]);
  if (source !== test) expect(readPage(test)).toContain(basename(source, ".ts"));
  expect(
    pages.some((name) => parseCommands(readPage(name)).some(({ text }) => text.startsWith(command))),
  ).toBe(true);
});
