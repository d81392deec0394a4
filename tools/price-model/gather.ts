import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { expectation } from "../score/expectation.js";

/** A line of `pages.jsonl`: where a shop's saved page is published, and what a shopper reads on it. */
const sourcePage = z.strictObject({
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  sha256: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  /** By the shop: pages of one are never in both. */
  split: z.enum(["train", "validation"]),
  expect: expectation,
  /** How many people have read it. */
  readers: z.number(),
});
type SourcePage = z.infer<typeof sourcePage>;

/** Answers the bytes of a file in a public repository. */
export type FetchFile = (page: Pick<SourcePage, "repository" | "commit" | "path">) => Promise<Uint8Array>;

async function fetchFromGitHub({ repository, commit, path }: Parameters<FetchFile>[0]): Promise<Uint8Array> {
  const file = path.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(`https://raw.githubusercontent.com/${repository}/${commit}/${file}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.bytes();
}

/** Saves a page; the reason if it cannot be had as it was. */
async function gatherPage(page: SourcePage, folder: string, fetchFile: FetchFile): Promise<string | null> {
  try {
    const bytes = await fetchFile(page);
    if (createHash("sha256").update(bytes).digest("hex") !== page.sha256) return "it has changed";
    writeFileSync(join(folder, fileOf(page)), page.path.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fileOf({ sha256 }: SourcePage): string {
  return `${sha256.slice(0, 16)}.html`;
}

/**
 * Downloads the pages of a list into a folder for each split, with their `expected.jsonl`. Returns a line for each page
 * that cannot be had.
 */
export async function gatherPages(
  list: string,
  folder: string,
  fetchFile: FetchFile = fetchFromGitHub,
): Promise<string[]> {
  const pages = readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => sourcePage.parse(JSON.parse(line)));
  const missing: string[] = [];
  for (const split of ["train", "validation"] as const) {
    const target = join(folder, split);
    mkdirSync(target, { recursive: true });
    const lines: string[] = [];
    for (const page of pages.filter((each) => each.split === split)) {
      const reason = await gatherPage(page, target, fetchFile);
      if (reason === null)
        lines.push(JSON.stringify({ file: fileOf(page), url: page.url, expect: page.expect }));
      else missing.push(`${page.repository}/${page.path}: ${reason}`);
    }
    writeFileSync(join(target, "expected.jsonl"), `${lines.join("\n")}\n`);
  }
  return missing;
}
