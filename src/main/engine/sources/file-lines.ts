import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";

/** The file is missing, not a regular file, or not readable. The message is one sentence with the error code. */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFile";
}

const chunkBytes = 1024 * 1024;
const lineFeed = 0x0a;

async function* readChunks(source: string | Readable): AsyncGenerator<string> {
  const isFile = typeof source === "string";
  const stream = isFile ? createReadStream(source, { highWaterMark: chunkBytes }) : source;
  try {
    for await (const chunk of stream.setEncoding("utf8")) yield chunk as string;
  } catch (error) {
    throw toUnreadableFileError(isFile ? source : "stdin", error);
  }
}

function toUnreadableFileError(file: string, cause: unknown): UnreadableFileError {
  const { code } = cause as NodeJS.ErrnoException;
  return new UnreadableFileError(`${file} cannot be read (${code}).`, { cause });
}

/** The number of lines that `fileLines` yields. */
export async function countLines(file: string, signal: AbortSignal): Promise<number> {
  let lines = 0;
  let last = lineFeed;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      if (signal.aborted) break;
      const bytes = chunk as Buffer;
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines++;
      last = bytes.at(-1) ?? last;
    }
  } catch (error) {
    throw toUnreadableFileError(file, error);
  }
  return last === lineFeed ? lines : lines + 1;
}

/** The maximum length of a line, in UTF-16 units. */
export const maxLineLength = 4 * 1_048_576;

/** A line that arrives in parts, kept up to the maximum length. */
class PartialLine {
  #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > maxLineLength) this.#pieces = [];
    else if (piece !== "") this.#pieces.push(piece);
  }

  /** Ends the line and returns it; null if it is too long. */
  end(): string | null {
    const line = this.#length > maxLineLength ? null : this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return line;
  }
}

/**
 * Yields the lines of a text file or of stdin, null for one that is too long. Only a line feed ends a line: Node's
 * readline also splits at U+2028 and U+2029, which JSON allows in strings. A carriage return before the line feed stays:
 * to JSON it is white space.
 */
export async function* fileLines(source: string | Readable): AsyncGenerator<string | null> {
  const line = new PartialLine();
  for await (const text of readChunks(source)) {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      line.add(text.slice(from, end));
      yield line.end();
      from = end + 1;
    }
    line.add(text.slice(from));
  }
  const last = line.end();
  if (last !== "") yield last;
}
