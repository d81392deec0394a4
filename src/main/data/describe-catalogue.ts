import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { OfferedCatalogue } from "../../shared/data/job.js";

/** Counting the lines of a larger file could take seconds on a slow disk. */
const maxCountedBytes = 32 * 1_024 * 1_024;
const lineFeed = 10;

/** Describes a catalogue file before it is imported. Only the engine parses its lines. */
export async function describeCatalogue(path: string): Promise<OfferedCatalogue> {
  const description = { kind: "catalogue", path, bytes: 0, lines: null, problem: null } as const;
  try {
    const file = await stat(path);
    if (!file.isFile()) return { ...description, problem: createError(path, "unreadable") };
    return {
      ...description,
      bytes: file.size,
      lines: file.size > maxCountedBytes ? null : await countLines(path),
    };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { ...description, problem: createError(path, isMissing ? "missing" : "unreadable") };
  }
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  let hasContent = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === lineFeed) hasContent = false;
      else if (byte > 32 && !hasContent) {
        hasContent = true;
        lines++;
      }
    }
  return lines;
}

function createError(path: string, kind: "missing" | "unreadable") {
  return {
    kind,
    path,
    message: `${path} cannot be read.`,
    action: "Check that the file exists and that you have permission to read it.",
  };
}
