import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type OpenedKind = "catalogue" | "backup";

const kinds: Readonly<Record<string, OpenedKind>> = {
  ".tidemark": "catalogue",
  ".jsonl": "catalogue",
  ".ndjson": "catalogue",
  ".sqlite3": "backup",
};
/** Whoever opens a whole folder's files is asked about the first of them. */
const mostFiles = 5;

/** What a file is for, by its name; `null` where it is not for Tidemark. */
export function kindOfFile(path: string): OpenedKind | null {
  return kinds[extname(path).toLowerCase()] ?? null;
}

/**
 * The files that a start was given to open; none where its words are words to look up. Desktops of Linux hand over
 * `file:` addresses, others paths.
 */
export function openedFiles(words: readonly string[], cwd: string): readonly string[] {
  const paths = words.map((word) => pathOf(word, cwd));
  const isAllFiles = paths.every((path) => path !== null && kindOfFile(path) !== null);
  return isAllFiles ? paths.filter((path) => path !== null).slice(0, mostFiles) : [];
}

function pathOf(word: string, cwd: string): string | null {
  if (!/^file:/i.test(word)) return resolve(cwd, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}
