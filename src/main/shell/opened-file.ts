import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type OpenedKind = "catalogue" | "backup";

const kinds: Readonly<Record<string, OpenedKind>> = {
  ".tidemark": "catalogue",
  ".jsonl": "catalogue",
  ".ndjson": "catalogue",
  ".sqlite3": "backup",
};
/** If the user opens a whole folder, only the first files are offered. */
const mostFiles = 5;

/** The kind of a file, by its extension; `null` if Tidemark cannot open it. */
export function kindOfFile(path: string): OpenedKind | null {
  return kinds[extname(path).toLowerCase()] ?? null;
}

/**
 * The command line's arguments as absolute paths; none unless every argument is a file that Tidemark can open. Linux
 * desktops pass `file:` URLs, other systems pass paths.
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
