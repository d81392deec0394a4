import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, runCli } from "../support/cli.js";
import { readPage, stripCodeBlocks } from "../support/documents/pages.js";

/** Options that every command takes; the page names them once. */
const common = ["--data", "--help", "--json", "--version"];

beforeAll(ensureBuilt);

const helps = new Map<string, Promise<string>>();

/** Each command's help is printed once for all tests. */
function readHelp(command: string): Promise<string> {
  const args = [...command.split(" ").filter(Boolean), "--help"];
  const help =
    helps.get(command) ??
    runCli(args).then(({ code, stdout, stderr }) => {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    });
  helps.set(command, help);
  return help;
}

/** The names that a command's help lists under a heading. */
function listedNames(help: string, heading: string): string[] {
  const part = help.split(`\n${heading}:\n`)[1]?.split("\n\n")[0] ?? "";
  return [...part.matchAll(/^ {2}(?:-\w, )?([\w-]+)/gm)].map(([, name]) => name ?? "");
}

/** Every command that can be run, such as `account set`, but no mere group of commands. */
async function allCommands(parent = ""): Promise<string[]> {
  const names = listedNames(await readHelp(parent), "Commands").filter((name) => name !== "help");
  const found: string[] = [];
  for (const name of names) {
    const command = `${parent} ${name}`.trim();
    const children = await allCommands(command);
    // A group that takes arguments is a command, too.
    const isCommand = children.length === 0 || (await readHelp(command)).includes("\nArguments:\n");
    found.push(...(isCommand ? [command] : []), ...children);
  }
  return found;
}

const page = stripCodeBlocks(readPage("docs/command-line.md"));

/** What the page says about each command: a section with its name, or an item of a list of commands. */
const descriptions = new Map<string, string>();
for (const [, heading = "", body = ""] of page.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm))
  if (heading.startsWith("`")) descriptions.set(heading.slice(1, -1), body);
  else
    for (const [item, command = ""] of body.matchAll(/^- `([a-z][a-z -]*[a-z]).*(?:\n .*)*/gm))
      descriptions.set(command, item);

it("docs/command-line.md describes the same commands as --help", async () => {
  expect([...descriptions.keys()].sort()).toEqual((await allCommands()).sort());
});

it("docs/command-line.md describes the same options of each command as --help", async () => {
  for (const command of await allCommands()) {
    const isOwn = (name = "") => !common.includes(name);
    const help = await readHelp(command);
    expect(help).toContain(`Usage: tidemark ${command}`);
    expect(help.match(/--data <dir>/g), command).toHaveLength(1);
    // An option that can be repeated.
    expect(help).not.toContain("(default: [])");
    const options = listedNames(help, "Options").filter(isOwn);
    const named = [...(descriptions.get(command) ?? "").matchAll(/`(--[a-z-]+)/g)]
      .map(([, name]) => name)
      .filter(isOwn);
    expect({ command, options: [...new Set(named)].sort() }).toEqual({ command, options: options.sort() });
  }
});

it("docs/command-line.md describes the same options for all commands as --help", async () => {
  const [, section = ""] = /^## For all commands\n([\s\S]*?)^## /m.exec(page) ?? [];
  for (const option of [...listedNames(await readHelp(""), "Options"), ...common])
    expect(section).toContain(`\`${option}`);
});
