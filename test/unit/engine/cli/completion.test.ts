import { execFileSync } from "node:child_process";
import { Command, Option } from "commander";
import { describe, expect, it } from "vitest";
import { completionScript, type Shell, shells } from "../../../../src/main/engine/cli/commands/completion.js";

function program(): Command {
  const root = new Command("tidemark").option("--data <dir>");
  root.command("serve").option("--port <n>");
  const watch = root.command("watch");
  watch
    .command("add")
    .addOption(new Option("--every <interval>").choices(["hourly", "daily"]))
    .addOption(new Option("--json").hideHelp());
  watch.command("list").option("--tag <tag>");
  return root;
}

function isInstalled(shell: Shell): boolean {
  try {
    execFileSync(shell, ["-c", "exit"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!isInstalled("bash"))("in bash", () => {
  it.each([
    ["tidemark ", ["serve", "watch", "--data", "-h", "--help"]],
    ["tidemark w", ["watch"]],
    ["tidemark watch ", ["add", "list", "-h", "--help"]],
    ["tidemark --data x watch add --e", ["--every"]],
    ["tidemark watch add --every ", ["hourly", "daily"]],
    ["tidemark watch add https://shop.example/p --every d", ["daily"]],
    ["tidemark serve add", []],
  ])("completes %j", (line, expected) => {
    const words = line.split(" ");
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const call = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _tidemark; echo "\${COMPREPLY[*]}"`;
    const output = execFileSync("bash", ["-uc", `${completionScript("bash", program())}\n${call}`]);
    expect(output.toString().trim().split(" ").filter(Boolean).sort()).toEqual([...expected].sort());
  });
});

it.each(shells)(
  "the script for %s names each command and option, and is valid where the shell is installed",
  (shell) => {
    const script = completionScript(shell, program());
    for (const word of ["watch add", "serve", "--port", "--every", "hourly daily", "--tag"])
      expect(script).toContain(word);
    expect(script).not.toContain("json");
    if (isInstalled(shell)) execFileSync(shell, ["-n"], { input: script });
  },
);
