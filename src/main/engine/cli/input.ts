import { readFileSync, statSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { CommandError } from "./environment.js";

const maxBytes = 8 * 1024 * 1024;

/** In place of a file, stdin or stdout. */
export const standardStream = "-";

/** The text of a file, or on stdin. Throws `CommandError` if it cannot be read, or is larger than 8 MiB. */
export async function readText(file: string): Promise<string> {
  if (file === standardStream) return readInput();
  let bytes: number;
  try {
    bytes = statSync(file).size;
    if (bytes <= maxBytes) return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  throw new CommandError(`The file ${file} is larger than 8 MiB. Import it in smaller files.`);
}

/** The text on stdin. Throws `CommandError` if it is larger than 8 MiB. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) throw new CommandError("stdin holds more than 8 MiB. Send less at a time.");
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Whether there is a terminal to ask on. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
