import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "../extract.js";
import { scorePage } from "./compare.js";
import { expectedPage } from "./expectation.js";
import type { ScoredPage } from "./table.js";

/** The list cannot be used; one sentence. */
export class ScoreFailure extends Error {}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ScoreFailure(`There is no file ${file} that can be read.`);
  }
}

function readLine(line: string, number: number) {
  try {
    return expectedPage.parse(JSON.parse(line));
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 200) : "";
    throw new ScoreFailure(
      `Line ${number} of expected.jsonl is not of the form {"file","url","expect"}: ${why}`,
    );
  }
}

/** Reads every page that a folder's `expected.jsonl` names. Throws `ScoreFailure`. */
export function scoreFolder(folder: string): ScoredPage[] {
  const lines = readText(join(folder, "expected.jsonl")).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const page = readLine(line, index + 1);
    const extraction = extract({ url: page.url, html: readText(join(folder, page.file)) });
    return [{ page, score: scorePage(page.expect, extraction) }];
  });
}
