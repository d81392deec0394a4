import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, runCli } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";

const developerCommands = ["bench"];

beforeAll(ensureBuilt);

it("lists the commands for developers in a checkout", async () => {
  const { stdout } = await runCli(["--help"]);
  for (const command of developerCommands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
});

it("leaves the commands for developers out of the server package", async () => {
  const dist = temporaryFolder();
  const { packServer } = (await import(join(process.cwd(), "scripts/lib/package/server-package.mjs"))) as {
    packServer(dist: string): Promise<string>;
  };
  const archive = await packServer(dist);
  const program = join(archive.replace(/\.tar\.gz$/, ""), "bin", "tidemark.mjs");
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args]);

  const { stdout } = await run("--help");
  expect(stdout).toMatch(/^ {2}serve /m);
  for (const command of developerCommands) {
    expect(stdout).not.toMatch(new RegExp(`^ {2}${command} `, "m"));
    await expect(run(command)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`unknown command '${command}'`),
    });
  }
});
