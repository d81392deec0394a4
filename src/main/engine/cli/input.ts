import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import { maxListChars } from "../../../shared/app/limits.js";
import { isZip, maxZipBytes, textOfFile } from "../../../shared/file-text.js";
import { CommandError } from "./environment.js";

/** In place of a file, stdin or stdout. */
export const standardStream = "-";

/** The text of a file, or on stdin. Throws `CommandError` if it cannot be read, or is larger than 8 MiB. */
export async function readText(file: string): Promise<string> {
  if (file === standardStream) return readInput();
  const text = await readBounded(createReadStream(file)).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file ${file} cannot be read (${error.code}).`);
  });
  if (text === null)
    throw new CommandError(`The file ${file} is larger than 8 MiB. Import it in smaller files.`);
  return text;
}

/** The text on stdin. Throws `CommandError` if it is larger than 8 MiB. */
export async function readInput(): Promise<string> {
  const text = await readBounded(process.stdin);
  if (text === null) throw new CommandError("stdin holds more than 8 MiB. Send less at a time.");
  return text;
}

/** The text of a stream, which may have no end; null if it is too large. */
async function readBounded(stream: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > (isZip(chunks[0] ?? chunk) ? maxZipBytes : maxListChars)) break;
  }
  return textOfFile(Buffer.concat(chunks));
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
