import { createReadStream } from "node:fs";
import { CommandFailure } from "./environment.js";

const chunkBytes = 1024 * 1024;

async function* readText(file: string): AsyncGenerator<string> {
  try {
    for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: chunkBytes }))
      yield chunk as string;
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * The lines of a text file, of any length. Only a line feed ends one: Node's readline also splits at U+2028 and
 * U+2029, which JSON allows within a text. A carriage return before the line feed stays; to JSON it is white space.
 */
export async function* fileLines(file: string): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const text of readText(file)) {
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
