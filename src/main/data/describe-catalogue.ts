import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { OfferedCatalogue } from "../../shared/data/work.js";

/** Small enough to read in an instant, even from a slow disk. */
const countedBytes = 32 * 1_024 * 1_024;
const lineEnd = 10;

/** Describes a catalogue file before it is imported. Only the engine parses its lines. */
export async function describeCatalogue(path: string): Promise<OfferedCatalogue> {
  const about = { kind: "catalogue", path, bytes: 0, lines: null, problem: null } as const;
  try {
    const file = await stat(path);
    if (!file.isFile()) return { ...about, problem: problemWith(path, "unreadable") };
    return { ...about, bytes: file.size, lines: file.size > countedBytes ? null : await countLines(path) };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return { ...about, problem: problemWith(path, isMissing ? "missing" : "unreadable") };
  }
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  let isOpen = false;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      if (byte === lineEnd) isOpen = false;
      else if (byte > 32 && !isOpen) {
        isOpen = true;
        lines++;
      }
    }
  return lines;
}

function problemWith(path: string, kind: "missing" | "unreadable") {
  return {
    kind,
    path,
    message: `${path} cannot be read.`,
    action: "Check that the file exists and that you have permission to read it.",
  };
}
