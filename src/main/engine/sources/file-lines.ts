import { createReadStream } from "node:fs";

/**
 * The file is missing, not a regular file, or not readable. The message is one sentence with the error code.
 */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFile";
}

const chunkBytes = 1024 * 1024;
const lineFeed = 0x0a;

async function* readChunks(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file, { encoding: "utf8", highWaterMark: chunkBytes });
  try {
    for await (const chunk of stream) yield chunk as string;
  } catch (error) {
    throw toUnreadableFileError(file, error);
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

/**
 * Yields the lines of a text file, of any length. Only a line feed ends a line: Node's readline also splits
 * at U+2028 and U+2029, which JSON allows in strings. A carriage return before the line feed stays: to JSON
 * it is white space.
 */
export async function* fileLines(file: string): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const text of readChunks(file)) {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      yield pieces.join("") + text.slice(from, end);
      pieces = [];
      from = end + 1;
    }
    pieces.push(text.slice(from));
  }
  const last = pieces.join("");
  if (last !== "") yield last;
}
