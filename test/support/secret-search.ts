import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Every file below a folder that holds the text, in one of the ways in which programs write texts. A program may be at
 * work there: what goes between the look into its folder and the look into itself is passed over.
 */
export function filesWith(folder: string, text: string): string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(Buffer.from(text).toString("base64").slice(4, -4)),
  ];
  return filesBelow(folder)
    .filter((path) => {
      const bytes = ifThere(() => readFileSync(path));
      return forms.some((form) => bytes?.includes(form));
    })
    .map((path) => path.slice(folder.length + 1));
}

function filesBelow(folder: string): string[] {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function ifThere<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
