import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Logs a process's output line by line. Reading it also keeps the process from blocking on a full pipe. */
export function logLines(stream: NodeJS.ReadableStream | null, log: (line: string) => void): void {
  if (!stream) return;
  createInterface({ input: stream as Readable }).on("line", (line) => {
    if (line.trim() !== "") log(`engine: ${line}`);
  });
}
