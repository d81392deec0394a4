import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, runCli } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";

const developerCommands = ["score", "bench"];

function listsCommand(help: string, command: string): boolean {
  return new RegExp(`^ {2}${command} `, "m").test(help);
}

beforeAll(ensureBuilt);

it("lists the commands for developers in a checkout", async () => {
  const { stdout } = await runCli(["--help"]);
  expect(developerCommands.filter((command) => !listsCommand(stdout, command))).toEqual([]);
});

it("leaves the commands for developers out of the server package", async () => {
  const dist = temporaryFolder();
  const { buildServerPackage } = (await import(
    join(process.cwd(), "scripts/lib/package/server-package.mjs")
  )) as {
    buildServerPackage(dist: string): Promise<string>;
  };
  const archive = await buildServerPackage(dist);
  const program = join(archive.replace(/\.tar\.gz$/, ""), "bin", "tidemark.mjs");
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);

  const { stdout } = await run("--help");
  expect(listsCommand(stdout, "serve")).toBe(true);
  for (const command of developerCommands) {
    expect(listsCommand(stdout, command)).toBe(false);
    await expect(run(command)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`unknown command '${command}'`),
    });
  }
});

it("builds the window without the gallery", () => {
  const assets = readdirSync(join(process.cwd(), "out/renderer/assets"));
  expect(assets.some((name) => name.startsWith("settings-view"))).toBe(true);
  expect(assets.filter((name) => name.includes("gallery"))).toEqual([]);
});
