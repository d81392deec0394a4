import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "./folder.js";

/** Counts the threads that a process starts. */
export function noteThreads() {
  const root = temporaryFolder();
  const notes = join(root, "notes");
  const program = join(root, "note.mjs");
  writeFileSync(
    program,
    `import { appendFileSync } from "node:fs";
    import { isMainThread } from "node:worker_threads";
    if (!isMainThread) appendFileSync(${JSON.stringify(notes)}, "-");`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(program).href}` },
    threads: () => (existsSync(notes) ? readFileSync(notes, "utf8").length : 0),
  };
}
