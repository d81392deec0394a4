import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "../../src/main/engine/extract/extract.js";
import { decodePage } from "../../src/main/engine/sources/page/charset.js";
import { type ExpectedPage, expectedPage } from "./expectation.js";
import { scorePage } from "./score-page.js";
import type { ScoredPage } from "./score-table.js";

/** The folder cannot be scored; the message is one sentence. */
export class ScoreFailure extends Error {}

export function readPage(file: string): string {
  try {
    return decodePage(readFileSync(file), undefined);
  } catch {
    throw new ScoreFailure(`Cannot read ${file}.`);
  }
}

function parseLine(line: string, number: number): ExpectedPage {
  try {
    return expectedPage.parse(JSON.parse(line));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 200) : "";
    throw new ScoreFailure(
      `Line ${number} of expected.jsonl is not of the form {"file","url","expect"}: ${reason}`,
    );
  }
}

/** The pages that a folder's `expected.jsonl` lists. @throws ScoreFailure */
export function expectedPages(folder: string): ExpectedPage[] {
  const lines = readPage(join(folder, "expected.jsonl")).split("\n");
  return lines.flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, index + 1)]));
}

/** @throws ScoreFailure */
export function scoreFile(folder: string, page: ExpectedPage): ScoredPage {
  const extraction = extract({ url: page.url, html: readPage(join(folder, page.file)) });
  return { page, score: scorePage(page.expect, extraction) };
}

/** Reads and scores every page in a folder's `expected.jsonl`. @throws ScoreFailure */
export function scoreFolder(folder: string): ScoredPage[] {
  return expectedPages(folder).map((page) => scoreFile(folder, page));
}
