import { appendFileSync, lstatSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.js";

const secretPattern = /\b(ss_live_|whsec_)[A-Za-z0-9+/=_-]+/g;

/** Redacts API keys and signing secrets, which have known prefixes. The prefix stays, to show what was redacted. */
export function redactSecrets(message: string): string {
  return message.replace(secretPattern, "$1…");
}

/**
 * Returns a function that appends a line to `file`. A file of more than `maxBytes` is first renamed to `<file>.old`,
 * replacing an older one. Never throws: the log reports a full disk, so it must not fail because of one.
 */
export function appendingLog(file: string, maxBytes: number): (line: string) => void {
  return (line) => {
    try {
      makeFolder(dirname(file));
      const known = lstatSync(file, { throwIfNoEntry: false });
      // A symbolic link would lead to another file, and a pipe would block.
      if (known?.isFile() === false) rmSync(file);
      else if (known !== undefined && known.size > maxBytes) renameSync(file, `${file}.old`);
      appendFileSync(file, `${redactSecrets(line)}\n`, { mode: 0o600 });
    } catch {
      // No other place to report it.
    }
  };
}
