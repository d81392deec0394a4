import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const query = "?gzip";

/** The module that a file is imported as. */
export function compressedModule(path: string): string {
  const data = gzipSync(readFileSync(path), { level: 9 });
  return `export const text = "${data.toString("base64")}"`;
}

/**
 * Imports a file as its compressed text, in base64: `import { text } from "./long.jsonl?gzip"`. A program with the text itself
 * would take longer to load, whether or not it reads it.
 */
export const compressedText: Plugin = {
  name: "compressed-text",
  enforce: "pre",
  load(id) {
    return id.endsWith(query) ? compressedModule(id.slice(0, -query.length)) : null;
  },
};
