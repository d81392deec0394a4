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
  readonly follows: boolean;
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
export function proseOf(page: string): string {
  return page.replaceAll(/^```.*\n[\s\S]*?^```$/gm, "");
}

export function blocksOf(page: string): Block[] {
  let end = 0;
  return [...page.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map((found) => {
    const before = page.slice(end, found.index);
    const line = page.slice(0, found.index).split("\n").length + 1;
    end = found.index + found[0].length;
    return { language: found[1] ?? "", text: found[2] ?? "", line, follows: before.trim() === "" };
  });
}
