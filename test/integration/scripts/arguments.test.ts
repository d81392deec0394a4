import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

function run(script: string, option: string) {
  return spawnSync(process.execPath, [`scripts/${script}.mjs`, option], { encoding: "utf8" });
}

describe.each(["bench", "dev", "package", "sign-updates", "start"])("scripts/%s.mjs", (script) => {
  it("prints its usage for --help and does nothing else", () => {
    const { status, stdout, stderr } = run(script, "--help");
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: npm /),
      stderr: "",
    });
  });
});

it.each(["bench", "package", "sign-updates"])("scripts/%s.mjs rejects an unknown option", (script) => {
  const { status, stderr } = run(script, "--nope");
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Unknown option '--nope'\.\nUsage: npm run /);
});
