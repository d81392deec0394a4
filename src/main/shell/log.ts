import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

export type Log = (message: string) => void;

/** Up to two files of this size exist: enough for several days, small enough to send. */
const largestFileBytes = 512 * 1_024;
const secrets = /\b(ss_live_|whsec_)[A-Za-z0-9+/=_-]+/g;

/** Appends lines to `main.log` in `folder`. Never throws: a full disk must not end the app. */
export function setupLog(folder: string): Log {
  const file = join(folder, "main.log");
  return (message) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      turnOver(file);
      appendFileSync(file, `${new Date().toISOString()} ${withoutSecrets(message)}\n`);
    } catch {
      // No other place to report it.
    }
  };
}

/** Redacts API keys and signing secrets, which have known prefixes. The prefix stays, to show what was redacted. */
export function withoutSecrets(message: string): string {
  return message.replace(secrets, "$1…");
}

function turnOver(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > largestFileBytes) renameSync(file, `${file}.1`);
}
