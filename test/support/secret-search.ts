import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder that holds the text, in one of the ways in which programs write texts. */
export function filesWith(folder: string, text: string): string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(Buffer.from(text).toString("base64").slice(4, -4)),
  ];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    })
    .map((path) => path.slice(folder.length + 1));
}
