import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, runCli } from "../support/cli.js";
import { proseOf, readPage } from "../support/documents/pages.js";

/** Options that every command takes; the page names them once. */
const common = ["--data", "--help", "--version"];

beforeAll(ensureBuilt);

async function helpOf(command: string): Promise<string> {
  return (await runCli([...command.split(" ").filter(Boolean), "--help"])).stdout;
}

/** The names that the help of a command lists under a heading of its own. */
function listed(help: string, heading: string): string[] {
  const part = help.split(`\n${heading}:\n`)[1]?.split("\n\n")[0] ?? "";
  return [...part.matchAll(/^ {2}(?:-\w, )?([\w-]+)/gm)].map(([, name]) => name ?? "");
}

/** Every command that does something, `account set` and the like included. */
async function allCommands(parent = ""): Promise<string[]> {
  const names = listed(await helpOf(parent), "Commands").filter((name) => name !== "help");
  const below = names.map(async (name) => {
    const command = `${parent} ${name}`.trim();
    const children = await allCommands(command);
    return children.length === 0 ? [command] : children;
  });
  return (await Promise.all(below)).flat();
}

/** What the page says of each command, by its heading. */
const sections = new Map(
  proseOf(readPage("docs/command-line.md"))
    .split(/^## /m)
    .slice(1)
    .map((section) => [(section.split("\n")[0] ?? "").replaceAll("`", ""), section] as const),
);

describe("docs/command-line.md and --help", () => {
  it("name the same commands", async () => {
    const described = [...sections.keys()].filter((heading) => heading !== "For all commands");
    expect(described.sort()).toEqual((await allCommands()).sort());
  });

  it("name the same options of each", async () => {
    for (const command of await allCommands()) {
      const options = listed(await helpOf(command), "Options").filter((name) => !common.includes(name));
      const named = [...(sections.get(command) ?? "").matchAll(/`(--[a-z-]+)/g)].map(([, name]) => name);
      expect({ command, options: [...new Set(named)].sort() }).toEqual({ command, options: options.sort() });
    }
  });

  it("name the same options of all commands", async () => {
    expect(listed(await helpOf(""), "Options").sort()).toEqual([...common].sort());
    for (const option of common) expect(sections.get("For all commands")).toContain(`\`${option}`);
  });
});
