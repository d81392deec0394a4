import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const projectRoot = resolve(import.meta.dirname, "..", "..", "..");

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The number of its first line of text, from 1. */
  readonly line: number;
  /** Whether only blank lines separate it from the block before. */
  readonly isAdjacent: boolean;
}

/** The project's documents, as paths from its root. */
export function pageNames(): string[] {
  const docs = readdirSync(join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...docs.sort()];
}

export function readPage(name: string): string {
  return readFileSync(join(projectRoot, name), "utf8").replaceAll("\r\n", "\n");
}

/** A page without its fenced blocks. */
export function stripCodeBlocks(page: string): string {
  return page.replaceAll(/^```.*\n[\s\S]*?^```$/gm, "");
}

export function parseBlocks(page: string): Block[] {
  let end = 0;
  return [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((found) => {
    const before = page.slice(end, found.index);
    const line = page.slice(0, found.index).split("\n").length + 1;
    end = found.index + found[0].length;
    return { language: found[1] ?? "", text: found[2] ?? "", line, isAdjacent: before.trim() === "" };
  });
}

/** A command on a page, with the output that the page shows for it. */
export interface DocumentCommand {
  /** As written, possibly over several lines. */
  readonly text: string;
  readonly line: number;
  /** The block right after the command's own, unless it contains commands. */
  readonly shown: Block | null;
}

/** Whether a shell would wait for more: an open quote, a trailing backslash, or an unfinished here-document. */
function isOpen(text: string): boolean {
  const marker = /<<-?\s*'?(\w+)'?/.exec(text)?.[1];
  if (marker !== undefined) return !text.split("\n").slice(1).includes(marker);
  return text.endsWith("\\") || text.replaceAll("'\\''", "").split("'").length % 2 === 0;
}

function commandsIn(block: Block): Omit<DocumentCommand, "shown">[] {
  const commands: { text: string; line: number }[] = [];
  let open: { text: string; line: number } | null = null;
  block.text.split("\n").forEach((text, index) => {
    if (open === null && (text.trim() === "" || text.startsWith("#"))) return;
    const command: { text: string; line: number } =
      open === null ? { text, line: block.line + index } : { text: `${open.text}\n${text}`, line: open.line };
    open = isOpen(command.text) ? command : null;
    if (open === null) commands.push(command);
  });
  if (open !== null) throw new Error(`The commands from line ${block.line} on are incomplete.`);
  return commands;
}

/** All commands of a page, in order. */
export function parseCommands(page: string): DocumentCommand[] {
  const blocks = parseBlocks(page);
  return blocks.flatMap((block, index) => {
    if (block.language !== "sh") return [];
    const next = blocks[index + 1];
    const shown = next?.isAdjacent === true && next.language !== "sh" ? next : null;
    const commands = commandsIn(block);
    return commands.map((command, at) => ({ ...command, shown: at === commands.length - 1 ? shown : null }));
  });
}
