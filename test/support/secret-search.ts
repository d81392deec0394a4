import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The files below a folder that contain a text in UTF-8, UTF-16 or base64. A program may be at work there, so files that
 * vanish during the search are skipped.
 */
export function filesWith(folder: string, text: string): string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(Buffer.from(text).toString("base64").slice(4, -4)),
  ];
  return filesBelow(folder)
    .filter((path) => {
      const bytes = ignoreMissing(() => readFileSync(path));
      return forms.some((form) => bytes?.includes(form));
    })
    .map((path) => path.slice(folder.length + 1));
}

function filesBelow(folder: string): string[] {
  const entries = ignoreMissing(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function ignoreMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
