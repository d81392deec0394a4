import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { app } from "electron";

export type OpenedKind = "catalogue" | "backup";

const kindByExtension: Readonly<Record<string, OpenedKind>> = {
  ".tidemark": "catalogue",
  ".jsonl": "catalogue",
  ".ndjson": "catalogue",
  ".sqlite3": "backup",
};
/** If the user opens a whole folder, only the first files are offered. */
const maxFiles = 5;

/** The kind of a file, by its extension; `null` if Tidemark cannot open it. */
export function detectFileKind(path: string): OpenedKind | null {
  return kindByExtension[extname(path).toLowerCase()] ?? null;
}

/**
 * The command line's arguments as absolute paths; none unless every argument is a file that Tidemark can open. Linux
 * desktops pass `file:` URLs, other systems pass paths.
 */
export function parseOpenedFiles(args: readonly string[], cwd: string): readonly string[] {
  const paths = args.map((arg) => toPath(arg, cwd));
  const areAllFiles = paths.every((path) => path !== null && detectFileKind(path) !== null);
  return areAllFiles ? paths.filter((path) => path !== null).slice(0, maxFiles) : [];
}

function toPath(arg: string, cwd: string): string | null {
  if (!/^file:/i.test(arg)) return resolve(cwd, arg);
  try {
    return fileURLToPath(arg);
  } catch {
    return null;
  }
}

/**
 * macOS reports files to open as events, some of them before the app is ready. Returns a function that sets the
 * listener, which also receives the files reported before.
 */
export function setupOpenedFiles(): (listener: (path: string) => void) => void {
  const queued: string[] = [];
  let handle: (path: string) => void = (path) => queued.push(path);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    if (detectFileKind(path) !== null) handle(path);
  });
  return (listener) => {
    handle = listener;
    for (const path of queued.splice(0)) listener(path);
  };
}
